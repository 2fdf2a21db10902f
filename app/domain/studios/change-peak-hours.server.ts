import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type PeakHoursForm, peakHoursOf } from './peak-hours-form.ts'

export type ChangePeakHoursResult =
  | { ok: true; peakHours: string }
  | { ok: false; reason: 'changed_meanwhile' }

/**
 * Sets the studio's peak hours, over what the page showed (`version`): plans for off-peak alone do
 * not pay for what starts in them from the next page on. Bookings that were made stay. The directory
 * is written first and the audit behind it under the key of the form.
 */
export async function changePeakHours(
  ctx: StaffContext,
  directory: DirectoryDb,
  form: PeakHoursForm,
): Promise<ChangePeakHoursResult> {
  const { db, studio } = ctx
  const { key, version } = form
  const peakHours = peakHoursOf(form)
  if (version === peakHours) return { ok: true, peakHours }
  const { after } = await batch(directory, {
    change: directory.run(sql`
      UPDATE studios SET peak_hours = ${peakHours}
      WHERE id = ${studio.id} AND peak_hours = ${version}`),
    after: directory.all<{ peakHours: string }>(sql`
      SELECT peak_hours AS peakHours FROM studios WHERE id = ${studio.id}`),
  })
  if (after[0]?.peakHours !== peakHours) return { ok: false, reason: 'changed_meanwhile' }
  await batch(db, {
    audit: auditStatement(ctx, {
      id: key,
      action: 'studio.peak_hours_changed',
      subjectKind: 'studio',
      subjectId: studio.id,
      detail: { from: version, to: peakHours },
    }),
  })
  return { ok: true, peakHours }
}
