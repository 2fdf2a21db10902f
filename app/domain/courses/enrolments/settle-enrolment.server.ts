import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { bookNotedOf } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { tillClosedSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import type { MethodByHand } from '#app/domain/billing/invoices/payment-words.ts'
import { settleOpenItemsStatement } from '#app/domain/billing/open-items.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDate } from '#app/values/zone.ts'

/**
 * Notes at the desk how what is open of an enrolment has been paid, or paid back, with its payment
 * on the invoice. Twice is once; refused on a day whose takings are closed.
 */
export async function settleEnrolment(
  ctx: StaffContext,
  courseId: string,
  enrolmentId: string,
  method: MethodByHand,
): Promise<{ ok: true; again?: true } | { ok: false; reason: 'not_found' | 'till_closed' }> {
  const { db, studio, now } = ctx
  const closed = tillClosedSql(sql`${studio.id}`, sql`${localDate(now, studio.timeZone)}`)
  const result = await batch(db, {
    settle: settleOpenItemsStatement(
      ctx,
      enrolmentId,
      sql`EXISTS (SELECT 1 FROM enrolments AS enrolment
        WHERE enrolment.studio_id = ${studio.id} AND enrolment.id = ${enrolmentId}
          AND enrolment.course_id = ${courseId}) AND NOT ${closed}`,
      { method, by: ctx.actor.name },
    ),
    audit: auditStatement(
      ctx,
      {
        action: 'enrolment.settled',
        subjectKind: 'enrolment',
        subjectId: enrolmentId,
        detail: { method },
      },
      rightAfterChange,
    ),
    there: db.all<{ payerId: string; closed: number }>(sql`
      SELECT coalesce((SELECT max(person_id) FROM open_items
          WHERE studio_id = ${studio.id} AND subject_id = ${enrolmentId}), person_id) AS payerId,
        ${closed} AS closed FROM enrolments
      WHERE studio_id = ${studio.id} AND id = ${enrolmentId} AND course_id = ${courseId}`),
  })
  if (result.there.length === 0) return { ok: false, reason: 'not_found' }
  if (changed(result.settle) > 0) {
    await bookNotedOf(ctx, result.there[0]!.payerId)
    return { ok: true }
  }
  return result.there[0]!.closed ? { ok: false, reason: 'till_closed' } : { ok: true, again: true }
}
