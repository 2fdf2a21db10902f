/** Columns of a file of people that go to fields of the studio's own; pure. */
import type { PersonField } from '#app/domain/people/fields/field-words.ts'
import { foldName } from '#app/values/text/fold.ts'
import { type FileKind, headerKey, isTarget, type Mapping, targets } from './columns.ts'
import type { readRow } from './read-row.ts'

/** What a column becomes that goes to a field of the studio's own. */
export const ownTarget = (fieldId: string) => `own.${fieldId}`

/** Where columns can go besides what everyone is asked, and how that is called. */
export const ownTargets = (fields: readonly PersonField[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ id, name }) => [ownTarget(id), name]))

/** The mapping of a file whose headers also say how the studio calls fields of its own. */
export function withOwnColumns(
  mapping: Mapping,
  header: readonly string[],
  fields: readonly PersonField[],
): string[] {
  const free = new Map(fields.map(({ id, name }) => [headerKey(name), ownTarget(id)]))
  return mapping.map((to, i) => {
    const key = headerKey(header[i] ?? '')
    const own = to === '' ? free.get(key) : undefined
    if (own) free.delete(key)
    return own ?? to
  })
}

/** A mapping as somebody chose it: what no column can go to is left out. */
export const knownMapping = (
  chosen: readonly string[],
  columns: number,
  { kind, fields }: { kind: FileKind; fields: readonly PersonField[] },
): string[] => {
  const own = ownTargets(fields)
  return Array.from({ length: columns }, (_, i) => {
    const to = chosen[i] ?? ''
    return isTarget(to, kind) || (kind === 'people' && Object.hasOwn(own, to)) ? to : ''
  })
}

/** Two columns for one field, as a sentence; null where there are none. */
export function ownProblem(mapping: Mapping, fields: readonly PersonField[]): string | null {
  const twice = fields.find(({ id }) => mapping.filter((to) => to === ownTarget(id)).length > 1)
  return twice ? `Choose one column for ${twice.name}.` : null
}

/** Whether a column is of dates: what everyone is asked, or a date of the studio's own. */
export const ownDates = (fields: readonly PersonField[]): ReadonlySet<string> =>
  new Set(fields.flatMap(({ id, kind }) => (kind === 'date' ? [ownTarget(id)] : [])))

const yes = /^(true|yes|y|1|ja|oui|si|sí|x)$/i
const no = /^(false|no|n|0|nein|non)$/i

type Reader = ReturnType<typeof readRow<string>>

/**
 * What a row answers to the fields of the studio's own, by the field's id. A choice is met however
 * its letters are written; what is not among its choices, is no date, or neither yes nor no refuses the row.
 */
export function readOwn(
  read: Reader,
  mapping: Mapping,
  fields: readonly PersonField[],
): Record<string, string> {
  const mapped = fields.filter(({ id }) => mapping.includes(ownTarget(id)))
  return Object.fromEntries(
    mapped.flatMap((field) => {
      const answer = answerOf(read, field)
      return answer === '' ? [] : [[field.id, answer]]
    }),
  )
}

function answerOf(read: Reader, { id, kind, options }: PersonField): string {
  const target = ownTarget(id)
  if (kind === 'date') return read.day(target, '1900-01-01')
  const written = read.known(target, 200)
  if (written === '' || kind === 'text') return written
  const refuse = (why: string) => {
    read.refuse(read.columnsOf(target)[0] ?? 0, why)
    return ''
  }
  if (kind === 'yes_no') {
    if (yes.test(written)) return 'yes'
    return no.test(written) ? 'no' : refuse('This is neither yes nor no')
  }
  const option = options.find((one) => foldName(one) === foldName(written))
  return option ?? refuse(`This isn’t one of ${options.slice(0, 10).join(', ')}`)
}

/** Names of what a row of people can say: what everyone is asked, and the studio's own. */
export const wordsOf = (fields: readonly PersonField[]): Record<string, string> => ({
  ...targets,
  ...ownTargets(fields),
})
