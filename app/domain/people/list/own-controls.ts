/** The controls of the filters by the studio's own fields, as the page of the list prints them. */
import { answerWords, type PersonField } from '../fields/field-words.ts'
import {
  isTooMany,
  notAnswered,
  type OwnFilter,
  type OwnWay,
  ownFilters,
  ownName,
} from './own-filters.ts'

export type OwnControl = {
  type: 'select' | 'text' | 'date'
  name: string
  label: string
  value: string
  /** Of a select. */
  options: { value: string; label: string }[]
}

const ways = { from: 'from', until: 'until', begins: 'begins with' } as const

/**
 * A control for each field of the studio's own: a choice and yes or no by their answer, words by how
 * they begin, dates from and until a day. A field that is not asked any more (`archived`) still
 * narrows a list that was kept: it has a choice, by which that can be seen and ended.
 */
export function ownControls(
  { fields, archived }: Fields,
  text: string,
  locale: string,
): OwnControl[] {
  const own = ownFilters(text)
  const typed = (field: string, how: OwnWay) =>
    own.find((one) => one.field === field && one.how === how)?.value
  const gone = own.filter(({ field }) => !fields.some(({ id }) => id === field))
  return [
    ...fields.flatMap((field): OwnControl[] => {
      const { id, name, kind } = field
      if (kind === 'choice' || kind === 'yes_no') {
        const value = typed(id, 'is') ?? (typed(id, 'none') === undefined ? '' : notAnswered)
        const control = { name: ownName(id, 'is'), label: `${name}, any`, value }
        return [{ ...control, type: 'select', options: optionsOf(field, value) }]
      }
      const asked = kind === 'date' ? (['from', 'until'] as const) : (['begins'] as const)
      return asked.map((how) => ({
        type: kind,
        name: ownName(id, how),
        label: `${name}: ${ways[how]}`,
        value: typed(id, how) ?? '',
        options: [],
      }))
    }),
    ...gone.map((filter) => goneControl(archived, filter, locale)),
  ]
}

type Fields = { fields: readonly PersonField[]; archived: readonly PersonField[] }

/** What the filters of a kept text ask, a phrase each: `T-shirt size: M`. */
export const ownWords = ({ fields, archived }: Fields, text: string, locale: string): string[] =>
  ownFilters(text).map((filter) => wordsOf([...fields, ...archived], filter, locale))

/** What one filter asks; of a field that is gone too, as it still narrows. */
function wordsOf(known: readonly PersonField[], filter: OwnFilter, locale: string): string {
  const field = known.find(({ id }) => id === filter.field)
  if (!field) return isTooMany(filter) ? 'Too many filters' : 'A field that no longer exists'
  if (filter.how === 'none') return `${field.name}: not answered`
  const way = filter.how === 'is' ? '' : `${ways[filter.how]} `
  return `${field.name}: ${way}${answerWords(field.kind, filter.value, locale)}`
}

function goneControl(
  archived: readonly PersonField[],
  filter: OwnFilter,
  locale: string,
): OwnControl {
  const { field, how } = filter
  const value = how === 'none' ? notAnswered : filter.value
  const control = { type: 'select', name: ownName(field, how), value } as const
  const options = [{ value, label: wordsOf(archived, filter, locale) }]
  const known = archived.find(({ id }) => id === field)
  return {
    ...control,
    label: known ? `${known.name} (archived), any` : 'Clear this filter',
    options,
  }
}

/** What can be chosen: what is on offer, and what was when somebody filtered by it. */
function optionsOf({ kind, options, name }: PersonField, chosen: string) {
  const offered =
    kind === 'yes_no'
      ? [
          { value: 'yes', label: `${name}: Yes` },
          { value: 'no', label: `${name}: No` },
        ]
      : options.map((option) => ({ value: option, label: `${name}: ${option}` }))
  const kept = chosen === '' || chosen === notAnswered || offered.some((o) => o.value === chosen)
  return [
    ...offered,
    ...(kept ? [] : [{ value: chosen, label: `${name}: ${chosen}` }]),
    { value: notAnswered, label: `${name}: not answered` },
  ]
}
