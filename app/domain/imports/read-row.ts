/** One row of a file, asked column by column; the first thing that is wrong with it is kept. */
import type { PersonField } from '#app/domain/people/fields/field-words.ts'
import { parseEmail } from '#app/values/email.ts'
import { parseHomePhone } from '#app/values/phone.ts'
import { readAmount } from '#app/values/table/written-amount.ts'
import { type DateOrder, isNoDate, readDate } from '#app/values/table/written-date.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import type { RefusedRow } from './prepared-row.ts'

export type ReadOptions = {
  header: readonly string[]
  mapping: readonly string[]
  order: DateOrder
  today: LocalDate
  /** Where numbers without a country are at home. */
  locale: string
  /** The studio's own fields, of a file of people. */
  fields?: readonly PersonField[]
}

export type Refusal = Omit<RefusedRow, 'line' | 'name'>

/** Longer text in one cell is a file that was read wrongly, or nothing a person is known by. */
const cellAtMost = 10_000
const noteAtMost = 4_000

/** What files written for spreadsheets put in front of text that looks like a formula. */
const spreadsheetMark = /^'(?=[=+@-])/

const isNothing = (text: string) => /^(null|n\/?a|none|-+)$/i.test(text)

/** What can be asked of a row; `targets` are the columns' names in words. */
export function readRow<Target extends string>(
  { cells }: { cells: readonly string[] },
  { header, mapping, order, today, locale }: ReadOptions,
  targets: Readonly<Record<Target, string>>,
) {
  let refusal: Refusal | null = null
  const refuse = (column: number, why: string) => {
    refusal ??= { column: header[column] ?? '', value: (cells[column] ?? '').slice(0, 200), why }
  }
  const columnsOf = (target: Target) =>
    mapping.flatMap((to, column) => (to === target ? [column] : []))
  const raw = (column: number) => {
    const cell = (cells[column] ?? '').replace(spreadsheetMark, '')
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
  const linesOf = (target: Target) =>
    columnsOf(target)
      .map(oneLine)
      .filter((part) => part !== '' && !isNothing(part))
  const text = (target: Target, most: number): string => {
    const [column] = columnsOf(target)
    if (column === undefined) return ''
    const found = oneLine(column)
    if (found.length > most)
      refuse(column, `${targets[target]} can have ${most} characters, this has ${found.length}`)
    return found
  }
  const dateOf = (
    target: Target,
    { earliest, latest, pivot }: { earliest: LocalDate; latest: LocalDate; pivot: LocalDate },
  ): LocalDate | '' => {
    const [column] = columnsOf(target)
    const written = column === undefined ? '' : tidyText(raw(column))
    if (column === undefined || isNoDate(written)) return ''
    const result = readDate(written, order, pivot)
    if (!result.ok) refuse(column, result.why)
    else if (result.date > latest)
      refuse(
        column,
        latest === today ? 'This date is in the future' : `After ${latest.slice(0, 4)}`,
      )
    else if (result.date < earliest) refuse(column, `Before ${earliest.slice(0, 4)}`)
    return result.ok ? result.date : ''
  }
  return {
    refuse,
    columnsOf,
    linesOf,
    text,
    refusal: () => refusal,
    /** Somebody may be called Null; a phone, an address or a tag is not. */
    known(target: Target, most: number): string {
      const found = text(target, most)
      return isNothing(found) ? '' : found
    },
    date(target: Target, earliest: LocalDate): LocalDate | '' {
      return dateOf(target, { earliest, latest: today, pivot: today })
    },
    /** A day that may be ahead, as the last one of something that never ends is: 31/12/2099. */
    day(target: Target, earliest: LocalDate = '1990-01-01'): LocalDate | '' {
      const window = { earliest, latest: '2100-01-01' } as const
      return dateOf(target, { ...window, pivot: addDays(today, 20 * 365) })
    },
    /** Minor units, below nothing too; null where the cell is empty. */
    amount(target: Target, currency: string): number | null {
      const [column] = columnsOf(target)
      const written = column === undefined ? '' : oneLine(column)
      if (column === undefined || written === '' || isNothing(written)) return null
      const minor = readAmount(written, currency)
      if (minor === null) refuse(column, `This isn’t an amount in ${currency}`)
      return minor
    },
    email(target: Target): string {
      const [column] = columnsOf(target)
      const written = column === undefined ? '' : oneLine(column)
      if (column === undefined || written === '' || isNothing(written)) return ''
      const parsed = parseEmail(written)
      if (!parsed) refuse(column, 'This isn’t an email address')
      return parsed ?? ''
    },
    /** Names of these columns as one, such as the first and the last. */
    name(parts: readonly Target[], most: number): string {
      const name = parts
        .map((part) => text(part, most))
        .filter(Boolean)
        .join(' ')
      const column = mapping.findIndex((to) => to.endsWith('name'))
      if (name === '') refuse(column, 'Has no name')
      else if (name.length > most)
        refuse(column, `A name can have ${most} characters, this has ${name.length}`)
      return name
    },
    /** The first number that can be dialled; where there is none, what is there, in words. */
    phone(target: Target): { phone: string; words: string[] } {
      const numbers = linesOf(target)
      const phones = numbers.flatMap((number) => parseHomePhone(number, locale) ?? [])
      const unread = numbers.filter((number) => !parseHomePhone(number, locale))
      return {
        phone: phones[0] ?? '',
        words: phones.length > 0 ? [] : unread.map((number) => `Phone: ${number.slice(0, 200)}`),
      }
    },
    /** What was written down, in as many lines as it has. */
    note(target: Target, more: readonly string[]): string {
      const said = columnsOf(target).flatMap((column) => {
        const words = tidyText(raw(column))
        return words === '' || isNothing(words) ? [] : [words]
      })
      const note = [...said, ...more].join('\n')
      if (note.length > noteAtMost)
        refuse(
          columnsOf(target)[0] ?? 0,
          `A note can have ${noteAtMost.toLocaleString('en-GB')} characters`,
        )
      return note
    },
    /** At most ten tags of forty characters, each once. */
    tags(target: Target): string {
      const tags = columnsOf(target)
        .map(oneLine)
        .flatMap((cell) => cell.toLowerCase().split(/[,;|]/))
        .map((tag) => tag.trim().slice(0, 40).trim())
        .filter((tag) => tag !== '' && !isNothing(tag))
      return [...new Set(tags)].slice(0, 10).join(', ')
    },
  }
}
