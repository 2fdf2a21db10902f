/** The cells of one row, read into what is kept of a person, with what cannot be read. */
import { longestOf } from '#app/domain/people/person-fields.ts'
import { parseEmail } from '#app/values/email.ts'
import { parseHomePhone } from '#app/values/phone.ts'
import { type DateOrder, isNoDate, readDate } from '#app/values/table/written-date.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { type Mapping, type Target, targets } from './columns.ts'
import type { PersonFields, RefusedRow } from './prepared-row.ts'

export type ReadOptions = {
  header: readonly string[]
  mapping: Mapping
  order: DateOrder
  today: LocalDate
  /** Where numbers without a country are at home. */
  locale: string
}

export type ReadRow = {
  line: number
  fields: PersonFields
  guardian: string
  guardianEmail: string
  externalId: string
  refusal: Omit<RefusedRow, 'line' | 'name'> | null
}

/** Longer text in one cell is a file that was read wrongly, or nothing a person is known by. */
const cellAtMost = 10_000
const noteAtMost = 4_000

const isNothing = (text: string) => /^(null|n\/?a|none|-+)$/i.test(text)
const isYes = (text: string) => /^(true|yes|y|1|ja|oui|x)$/i.test(text)
const isLeft = (text: string) =>
  /^(inactive|cancell?ed|expired|terminated|former|past|ex.?member|left|gekündigt|inaktiv|no_membership)$/i.test(
    text,
  )

/** Reads one row. Only the first thing that is wrong with it is told. */
export function readCells(
  { line, cells }: { line: number; cells: readonly string[] },
  options: ReadOptions,
): ReadRow {
  const { header, mapping, order, today, locale } = options
  let refusal: ReadRow['refusal'] = null
  const refuse = (column: number, why: string) => {
    refusal ??= { column: header[column] ?? '', value: (cells[column] ?? '').slice(0, 200), why }
  }
  const columnsOf = (target: Target) =>
    mapping.flatMap((to, column) => (to === target ? [column] : []))
  const raw = (column: number) => {
    const cell = cells[column] ?? ''
    if (cell.length > cellAtMost)
      refuse(column, `${cell.length.toLocaleString('en-GB')} characters are too many`)
    else if (cell.includes('\uFFFD'))
      refuse(column, 'Has characters that can’t be read. Save the file as UTF-8')
    return cell.slice(0, cellAtMost)
  }
  const oneLine = (column: number) => {
    const text = tidyText(raw(column).replace(/[\s\u0085]+/g, ' '))
    if (/\p{Cc}/u.test(text)) refuse(column, 'Has control characters')
    return text
  }
  const text = (target: Target, most: number): string => {
    const [column] = columnsOf(target)
    if (column === undefined) return ''
    const found = oneLine(column)
    if (found.length > most)
      refuse(column, `${targets[target]} can have ${most} characters, this has ${found.length}`)
    return found
  }
  // Somebody may be called Null; a phone, an address or a tag is not.
  const known = (target: Target, most: number) => {
    const found = text(target, most)
    return isNothing(found) ? '' : found
  }
  const date = (target: Target, earliest: LocalDate): LocalDate | '' => {
    const [column] = columnsOf(target)
    const written = column === undefined ? '' : tidyText(raw(column))
    if (column === undefined || isNoDate(written)) return ''
    const result = readDate(written, order, today)
    if (!result.ok) refuse(column, result.why)
    else if (result.date > today) refuse(column, 'This date is in the future')
    else if (result.date < earliest) refuse(column, `Before ${earliest.slice(0, 4)}`)
    return result.ok ? result.date : ''
  }
  const email = (target: 'email' | 'guardian_email'): string => {
    const [column] = columnsOf(target)
    const written = column === undefined ? '' : oneLine(column)
    if (column === undefined || written === '' || isNothing(written)) return ''
    const parsed = parseEmail(written)
    if (!parsed) refuse(column, 'This isn’t an email address')
    return parsed ?? ''
  }

  const names = [
    text('name', longestOf.name),
    text('first_name', longestOf.name),
    text('middle_name', longestOf.name),
    text('last_name', longestOf.name),
  ].filter(Boolean)
  const name = names.join(' ')
  const nameColumn = mapping.findIndex((to) => to.endsWith('name'))
  if (name === '') refuse(nameColumn, 'Has no name')
  else if (name.length > longestOf.name)
    refuse(nameColumn, `A name can have ${longestOf.name} characters, this has ${name.length}`)

  // A number that nobody could dial is kept in words.
  const numbers = columnsOf('phone')
    .map(oneLine)
    .filter((found) => found !== '' && !isNothing(found))
  const phones = numbers.flatMap((number) => parseHomePhone(number, locale) ?? [])
  const unread = numbers.filter((number) => !parseHomePhone(number, locale))
  const notes = [
    ...columnsOf('note').flatMap((column) => {
      const said = tidyText(raw(column))
      return said === '' || isNothing(said) ? [] : [said]
    }),
    ...(phones.length > 0 ? [] : unread.map((number) => `Phone: ${number.slice(0, 200)}`)),
  ]
  const note = notes.join('\n')
  if (note.length > noteAtMost)
    refuse(
      columnsOf('note')[0] ?? 0,
      `A note can have ${noteAtMost.toLocaleString('en-GB')} characters`,
    )
  const address = columnsOf('address')
    .map(oneLine)
    .filter((part) => part !== '' && !isNothing(part))
    .join(', ')
  if (address.length > longestOf.address)
    refuse(columnsOf('address')[0] ?? 0, `An address can have ${longestOf.address} characters`)

  const fields: PersonFields = {
    name,
    preferredName: known('preferred_name', longestOf.preferredName),
    pronouns: known('pronouns', longestOf.pronouns),
    email: email('email'),
    phone: phones[0] ?? '',
    birthDate: date('birth_date', '1900-01-01'),
    address,
    emergencyName: known('emergency_name', longestOf.emergencyName),
    emergencyPhone: known('emergency_phone', longestOf.emergencyPhone),
    barcode: known('barcode', longestOf.barcode),
    location: known('location', 80),
    referrer: known('referrer', longestOf.referrer),
    tags: tagsOf(columnsOf('tags').map(oneLine)),
    note,
    joinedOn: date('joined_on', '1950-01-01'),
    inactive: isYes(text('inactive', 200)) || isLeft(text('status', 200)),
  }
  return {
    line,
    fields,
    guardian: known('guardian', longestOf.name),
    guardianEmail: email('guardian_email'),
    externalId: known('external_id', 60),
    refusal,
  }
}

/** At most ten tags of forty characters, each once; what is longer is cut at a word's end. */
function tagsOf(cells: readonly string[]): string {
  const tags = cells
    .flatMap((cell) => cell.toLowerCase().split(/[,;|]/))
    .map((tag) => tag.trim().slice(0, 40).trim())
    .filter((tag) => tag !== '' && !isNothing(tag))
  return [...new Set(tags)].slice(0, 10).join(', ')
}
