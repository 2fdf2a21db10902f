/**
 * Filters of the people list by fields of the studio's own. Pure.
 *
 * A form has a control `own.<field>.<how>` for each; kept, they are one text of `field.how.value`,
 * separated by commas, the value encoded as in an address: one list, one text.
 */
import { isLocalDate } from '#app/values/zone.ts'

/**
 * How an answer is compared: it is the value, begins with it (however written, large or small), is
 * a day from or until it, or there is none.
 */
const ownWays = ['is', 'begins', 'from', 'until', 'none'] as const
export type OwnWay = (typeof ownWays)[number]

export type OwnFilter = { field: string; how: OwnWay; value: string }

/** As many as the form has controls: two of each field (`mostFields`) at most. */
const mostFilters = 60
/** The one text of them in an address. */
const longestText = 5_000
/** As long as the longest option. */
const longestValue = 60

const fieldForm = /^[\w-]{1,40}$/

/** Stands for more than can be asked at once: nobody, as one left out would show people unasked. */
const tooMany: OwnFilter = { field: 'too-many', how: 'is', value: '1' }
export const isTooMany = ({ field }: OwnFilter): boolean => field === tooMany.field

/** How a form calls the control of a field. */
export const ownName = (fieldId: string, how: OwnWay) => `own.${fieldId}.${how}`

/** What a select sends for those who have not answered. */
export const notAnswered = '\u2014'

function filterOf(field: string, how: string, typed: string): OwnFilter | null {
  // Half of an emoji that was cut has no place in an address.
  const value = typed
    .trim()
    .slice(0, longestValue)
    .replace(/\p{Cs}/gu, '')
  const known = ownWays.find((way) => way === how)
  if (!known || !fieldForm.test(field)) return null
  if (known === 'none') return { field, how: known, value: '' }
  if (value === '') return null
  if (known === 'is' && value === notAnswered) return { field, how: 'none', value: '' }
  const day = known === 'from' || known === 'until'
  return day && !isLocalDate(value) ? null : { field, how: known, value }
}

/** The filters of a kept text; what is not understood narrows nothing, too many leave nobody. */
export function ownFilters(text: string): OwnFilter[] {
  const filters = text.split(',').flatMap((part) => {
    const [field = '', how = '', ...value] = part.split('.')
    return filterOf(field, how, decoded(value.join('.'))) ?? []
  })
  return filters.length > mostFilters ? [tooMany] : filters
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/**
 * The one text of what an address or a form names: each field and way once, in their order. None is
 * left out: of more than an address holds the list shows nobody.
 */
export function ownText(params: URLSearchParams): string {
  const kept = ownFilters(params.get('own') ?? '')
  const typed = [...params].flatMap(([name, value]) => {
    const [own, field = '', how = '', ...more] = name.split('.')
    return own === 'own' && more.length === 0 ? (filterOf(field, how, value) ?? []) : []
  })
  const once = new Map([...kept, ...typed].map((one) => [`${one.field}.${one.how}`, one]))
  const text = [...once.values()].map(partOf).sort().join(',')
  return once.size > mostFilters || text.length > longestText ? partOf(tooMany) : text
}

const partOf = ({ field, how, value }: OwnFilter): string =>
  `${field}.${how}.${encodeURIComponent(value)}`
