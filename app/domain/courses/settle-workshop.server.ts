import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import {
  extraLineStatement,
  extraPayOpenSql,
} from '#app/domain/staff-pay/change-pay-lines.server.ts'
import { newId } from '#app/values/id.ts'
import { localDateTime } from '#app/values/zone.ts'
import { courseDeskPage } from './course-desk-page.server.ts'
import { splitWithGuest } from './enrolments/guest-split.ts'

export type SettleWorkshopResult =
  | { ok: true; again?: true }
  | { ok: false; reason: 'not_found' | 'not_over' | 'changed_meanwhile' | 'locked' }

/**
 * Settles a workshop that has run with its guest teacher (`ran → settled`): the part of the net after
 * refunds is kept as it is now, and becomes a line of this month's pay of its coach (`pay`), or was
 * paid apart from pay. Twice is once. Refused before its last session, where the part is another than
 * the page showed (`shownMinor`), and where this month's pay is locked or its coach isn't paid here.
 */
export async function settleWorkshop(
  ctx: StaffContext,
  courseId: string,
  { to, shownMinor }: { to: 'pay' | 'apart'; shownMinor: number },
): Promise<SettleWorkshopResult> {
  const { db, studio, now } = ctx
  const page = await courseDeskPage(ctx, courseId)
  if (page?.course.kind !== 'workshop' || page.course.guestName === '') {
    return { ok: false, reason: 'not_found' }
  }
  const { course, money } = page
  if (course.settledAt) return { ok: true, again: true }
  const over = localDateTime(now, studio.timeZone) > course.lastStart
  if (course.state !== 'open' || !over) return { ok: false, reason: 'not_over' }
  const { guestMinor } = splitWithGuest(money.netMinor, course)
  if (guestMinor !== shownMinor) return { ok: false, reason: 'changed_meanwhile' }
  const lineId = newId()
  const coach = sql`${course.coachId}`
  const mine = sql`studio_id = ${studio.id} AND id = ${courseId}`
  const { settled, after } = await batch(db, {
    settled: db.run(sql`
      UPDATE courses SET settled_at = ${now}, settled_minor = ${guestMinor}, settled_to = ${to},
        version = version + 1
      WHERE ${mine} AND settled_at IS NULL AND version = ${course.version}
        AND ${to === 'pay' ? extraPayOpenSql(ctx, coach) : sql`1`}`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'workshop.settled',
        subjectKind: 'course',
        subjectId: courseId,
        detail: { to, amountMinor: guestMinor, netMinor: money.netMinor },
      },
      rightAfterChange,
    ),
    pay:
      to === 'pay' && guestMinor !== 0
        ? extraLineStatement(
            ctx,
            {
              key: `workshop-${courseId}`,
              personId: coach,
              amountMinor: guestMinor,
              reason: `${course.name}, ${course.guestName}’s part`,
            },
            lineWrittenSql(lineId),
          )
        : null,
    after: db.all<{ settled: number }>(sql`
      SELECT settled_at IS NOT NULL AS settled FROM courses WHERE ${mine}`),
  })
  if (changed(settled) > 0) return { ok: true }
  if (after[0]?.settled) return { ok: true, again: true }
  return { ok: false, reason: to === 'pay' ? 'locked' : 'changed_meanwhile' }
}
