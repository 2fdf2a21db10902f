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
 * Notes at the desk how what is open of an enrolment has been paid, with its payment on the invoice.
 * Twice is once; refused on a day whose takings are closed, and where more goes back than is owed
 * (`goes_back`): that is paid out on its credit note, within the limits of the role and the way it
 * came.
 */
export async function settleEnrolment(
  ctx: StaffContext,
  courseId: string,
  enrolmentId: string,
  method: MethodByHand,
): Promise<
  { ok: true; again?: true } | { ok: false; reason: 'not_found' | 'till_closed' | 'goes_back' }
> {
  const { db, studio, now } = ctx
  const closed = tillClosedSql(sql`${studio.id}`, sql`${localDate(now, studio.timeZone)}`)
  const open = sql`(SELECT coalesce(sum(amount_minor - paid_minor), 0) FROM open_items
    WHERE studio_id = ${studio.id} AND subject_id = ${enrolmentId} AND state = 'open')`
  const result = await batch(db, {
    settle: settleOpenItemsStatement(
      ctx,
      enrolmentId,
      sql`EXISTS (SELECT 1 FROM enrolments AS enrolment
        WHERE enrolment.studio_id = ${studio.id} AND enrolment.id = ${enrolmentId}
          AND enrolment.course_id = ${courseId}) AND ${open} > 0 AND NOT ${closed}`,
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
    there: db.all<{ payerId: string; closed: number; open: number }>(sql`
      SELECT coalesce((SELECT max(person_id) FROM open_items
          WHERE studio_id = ${studio.id} AND subject_id = ${enrolmentId}), person_id) AS payerId,
        ${closed} AS closed, ${open} AS open FROM enrolments
      WHERE studio_id = ${studio.id} AND id = ${enrolmentId} AND course_id = ${courseId}`),
  })
  const [there] = result.there
  if (!there) return { ok: false, reason: 'not_found' }
  if (changed(result.settle) > 0) {
    await bookNotedOf(ctx, there.payerId)
    return { ok: true }
  }
  if (there.open < 0) return { ok: false, reason: 'goes_back' }
  return there.closed ? { ok: false, reason: 'till_closed' } : { ok: true, again: true }
}
