/** The columns of a file as its check shows them; pure. */
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Table } from '#app/values/table/read-table.ts'
import { type DateOrder, isNoDate, readDate } from '#app/values/table/written-date.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import type { Mapping } from './columns.ts'
import type { CheckedColumn } from './import-words.ts'

/** Each with where it goes, and its first value as it is read. */
export function columnsOf(
  { now, studio }: Pick<StudioContext, 'now' | 'studio'>,
  { header, rows }: Table,
  mapping: Mapping,
  order: DateOrder | null,
  isDateTarget: (target: string) => boolean,
): CheckedColumn[] {
  const today = localDate(now, studio.timeZone)
  return header.map((name, i): CheckedColumn => {
    const cells = rows.map(({ cells }) => (cells[i] ?? '').trim())
    const filled = cells.filter((cell) => cell !== '' && !cell.startsWith('0001-01-01'))
    const target = mapping[i] ?? ''
    const first = filled[0] ?? ''
    const isDate = isDateTarget(target)
    const date = isDate && order && !isNoDate(first) ? readDate(first, order, today) : null
    return {
      header: name.slice(0, 80),
      target,
      first: first.slice(0, 60),
      readAs: date?.ok ? dayMonthYear(date.date, studio.locale) : '',
      filled: filled.length,
      same: filled.length > 1 && new Set(filled).size === 1,
    }
  })
}
