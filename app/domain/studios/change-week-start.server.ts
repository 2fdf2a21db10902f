import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { WeekStartForm } from './week-start-form.ts'

export type ChangeWeekStartResult = { ok: true } | { ok: false; reason: 'changed_meanwhile' }

/**
 * Sets the day the studio's weeks begin on, over what the page showed (`version`): calendars, lists
 * and limits a week follow it from the next page on. Bookings that were made stay. The directory is
 * written first and the audit behind it under the key of the form.
 */
export async function changeWeekStart(
  ctx: StaffContext,
  directory: DirectoryDb,
  { key, version, weekStart }: WeekStartForm,
): Promise<ChangeWeekStartResult> {
  const { db, studio } = ctx
  if (version === weekStart) return { ok: true }
  const { after } = await batch(directory, {
    change: directory.run(sql`
      UPDATE studios SET week_start = ${weekStart}
      WHERE id = ${studio.id} AND week_start = ${version}`),
    after: directory.all<{ weekStart: number }>(sql`
      SELECT week_start AS weekStart FROM studios WHERE id = ${studio.id}`),
  })
  if (after[0]?.weekStart !== weekStart) return { ok: false, reason: 'changed_meanwhile' }
  await batch(db, {
    audit: auditStatement(ctx, {
      id: key,
      action: 'studio.week_start_changed',
      subjectKind: 'studio',
      subjectId: studio.id,
      detail: { from: version, to: weekStart },
    }),
  })
  return { ok: true }
}
