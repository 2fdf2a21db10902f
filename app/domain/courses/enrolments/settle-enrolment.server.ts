import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { settleOpenItemsStatement } from '#app/domain/billing/open-items.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

/**
 * Notes at the desk that what is open of an enrolment has been paid, or paid back. Twice is once.
 */
export async function settleEnrolment(
  ctx: StaffContext,
  courseId: string,
  enrolmentId: string,
): Promise<{ ok: true; again?: true } | { ok: false; reason: 'not_found' }> {
  const { db, studio } = ctx
  const result = await batch(db, {
    settle: settleOpenItemsStatement(
      ctx,
      enrolmentId,
      sql`EXISTS (SELECT 1 FROM enrolments AS enrolment
        WHERE enrolment.studio_id = ${studio.id} AND enrolment.id = ${enrolmentId}
          AND enrolment.course_id = ${courseId})`,
    ),
    audit: auditStatement(
      ctx,
      { action: 'enrolment.settled', subjectKind: 'enrolment', subjectId: enrolmentId },
      rightAfterChange,
    ),
    there: db.all<{ id: string }>(sql`
      SELECT id FROM enrolments
      WHERE studio_id = ${studio.id} AND id = ${enrolmentId} AND course_id = ${courseId}`),
  })
  if (result.there.length === 0) return { ok: false, reason: 'not_found' }
  return changed(result.settle) > 0 ? { ok: true } : { ok: true, again: true }
}
