import type { PersonField } from '#app/domain/people/fields/field-words.ts'
import {
  notAnswered,
  type OwnFilter,
  type OwnWay,
  ownName,
} from '#app/domain/people/list/own-filters.ts'
import { SelectFilter } from '../list/filter-bar.tsx'

const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** What can be chosen: what is on offer, and what was when somebody filtered by it. */
function optionsOf({ kind, options, name }: PersonField, chosen: string) {
  const offered =
    kind === 'yes_no'
      ? yesOrNo.map(({ value, label }) => ({ value, label: `${name}: ${label}` }))
      : options.map((option) => ({ value: option, label: `${name}: ${option}` }))
  const kept = chosen === '' || chosen === notAnswered || offered.some((o) => o.value === chosen)
  return [
    ...offered,
    ...(kept ? [] : [{ value: chosen, label: `${name}: ${chosen}` }]),
    { value: notAnswered, label: `${name}: not answered` },
  ]
}

/**
 * A control for each field of the studio's own: a choice and yes or no by their answer, words by how
 * they begin, dates from and until a day.
 */
export function OwnFilters(props: { fields: readonly PersonField[]; own: readonly OwnFilter[] }) {
  const { fields, own } = props
  const typedOf = (field: string, how: OwnWay) =>
    own.find((one) => one.field === field && one.how === how)?.value
  // What is not asked any more still narrows a segment that was kept.
  const gone = own.filter(({ field }) => !fields.some(({ id }) => id === field))
  return (
    <>
      {fields.map((field) => {
        const { id, name, kind } = field
        if (kind === 'choice' || kind === 'yes_no') {
          const chosen = typedOf(id, 'is') ?? (typedOf(id, 'none') === undefined ? '' : notAnswered)
          return (
            <SelectFilter
              key={id}
              name={ownName(id, 'is')}
              label={`${name}, any`}
              value={chosen}
              options={optionsOf(field, chosen)}
            />
          )
        }
        return (kind === 'date' ? (['from', 'until'] as const) : (['begins'] as const)).map(
          (how) => (
            <label key={id + how} className={typedOf(id, how) ? 'narrow on' : 'narrow'}>
              {name}: {{ from: 'from', until: 'until', begins: 'begins with' }[how]}
              <input
                type={how === 'begins' ? 'text' : 'date'}
                name={ownName(id, how)}
                defaultValue={typedOf(id, how) ?? ''}
                maxLength={how === 'begins' ? 60 : undefined}
                autoComplete="off"
              />
            </label>
          ),
        )
      })}
      {gone.map(({ field, how, value }) => (
        <input
          key={field + how}
          type="hidden"
          name={ownName(field, how)}
          value={how === 'none' ? notAnswered : value}
        />
      ))}
    </>
  )
}
