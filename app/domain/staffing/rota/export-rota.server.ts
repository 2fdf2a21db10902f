import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import { minutesBetween } from '#app/values/instant.ts'
import { type LocalDate, localDateTime } from '#app/values/zone.ts'
import { inWeekSql, shiftsStatement } from './rota-queries.server.ts'
import { hoursOf } from './rota-words.ts'

const heads = ['Date', 'From', 'Until', 'What', 'Who', 'Where', 'Hours', 'Published']

/** The planned shifts of a week as rows of a file, heads first, and a line in the audit. */
export async function exportRota(ctx: StaffContext, week: LocalDate): Promise<CsvCell[][]> {
  const { timeZone } = ctx.studio
  const { rows } = await batch(ctx.db, {
    rows: shiftsStatement(ctx, inWeekSql(ctx, week)),
    audit: auditStatement(ctx, {
      action: 'rota.exported',
      subjectKind: 'rota',
      subjectId: week,
    }),
  })
  return [
    heads,
    ...rows
      .filter(({ removed }) => !removed)
      .map((row): CsvCell[] => [
        localDateTime(row.startsAt, timeZone).slice(0, 10),
        localDateTime(row.startsAt, timeZone).slice(11),
        localDateTime(row.endsAt, timeZone).slice(11),
        row.title,
        row.personName ?? '',
        row.location ?? '',
        hoursOf(minutesBetween(row.startsAt, row.endsAt)),
        row.changed ? 'no' : 'yes',
      ]),
  ]
}
