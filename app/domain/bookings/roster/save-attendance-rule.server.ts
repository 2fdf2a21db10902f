import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { usualEditableDays } from '#app/domain/places/attendance-window.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

/** Days after the end for which the studio lets attendance be edited. */
export async function findEditableDays({ db, studio }: StudioContext): Promise<number> {
  const [rule] = await db.all<{ days: number }>(
    sql`SELECT editable_days AS days FROM attendance_rules WHERE studio_id = ${studio.id}`,
  )
  return rule?.days ?? usualEditableDays
}

/**
 * Sets it, for what is past as well; `editableDays` as the form allows. The line in the audit is
 * written where it changes something.
 */
export async function saveAttendanceRule(
  ctx: StaffContext,
  { editableDays }: { editableDays: number },
): Promise<void> {
  const { db, studio } = ctx
  await batch(db, {
    save: db.run(sql`
      INSERT INTO attendance_rules (studio_id, editable_days) VALUES (${studio.id}, ${editableDays})
      ON CONFLICT (studio_id) DO UPDATE SET editable_days = excluded.editable_days
      WHERE editable_days <> excluded.editable_days`),
    audit: auditStatement(
      ctx,
      {
        action: 'attendance.editable_days_changed',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { editableDays },
      },
      rightAfterChange,
    ),
  })
}
