import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { paths } from '#app/paths.ts'

/**
 * Ends what is agreed, or takes back what was asked, by either of the two: what is booked stays
 * booked. The other is told. Twice is once.
 */
export const endAgreement = (ctx: MemberContext, agreementId: string): Promise<boolean> => {
  const { person } = ctx
  return end(
    ctx,
    agreementId,
    sql`(agreement.booker_id = ${person.id} OR agreement.person_id = ${person.id})`,
    sql`iif(agreement.booker_id = ${person.id}, 'booker', 'person')`,
    ctx.actor.name,
  )
}

/** The same at the desk, for one of the two. */
export const endAgreementAtDesk = (
  ctx: StaffContext,
  agreementId: string,
  personId: string,
): Promise<boolean> =>
  end(
    ctx,
    agreementId,
    sql`(agreement.booker_id = ${personId} OR agreement.person_id = ${personId})`,
    sql`'studio'`,
    ctx.studio.name,
  )

async function end(
  ctx: MemberContext | StaffContext,
  agreementId: string,
  theirs: SQL,
  by: SQL,
  byName: string,
): Promise<boolean> {
  const { db, studio, now } = ctx
  const one = sql`agreement.studio_id = ${studio.id} AND agreement.id = ${agreementId}
    AND agreement.ended_at IS NULL AND ${theirs}`
  const of = (column: SQL, more: SQL = sql`1`) => sql`(SELECT ${column}
    FROM booking_agreements AS agreement
    WHERE agreement.studio_id = ${studio.id} AND agreement.id = ${agreementId} AND ${more})`
  const ended = sql`agreement.agreed_at IS NOT NULL AND agreement.ended_at = ${now}`
  const { gone } = await batch(db, {
    gone: db.run(sql`
      UPDATE booking_agreements AS agreement SET ended_at = ${now}, ended_by = ${by}, email = ''
      WHERE ${one}`),
    audit: auditStatement(
      ctx,
      {
        action: 'booking_agreement.ended',
        subjectKind: 'person',
        subjectId: of(sql`coalesce(agreement.person_id, agreement.booker_id)`),
        detail: { agreementId },
      },
      rightAfterChange,
    ),
    booker: noticeStatement(
      ctx,
      {
        personId: of(sql`agreement.booker_id`),
        dedupeKey: `booking-ended:${agreementId}:booker`,
        kind: 'booking-ended',
        text: `${byName} has ended it: you can’t book for them any more. What is booked stays.`,
        path: paths.portalFamily(studio),
      },
      sql`${of(sql`agreement.id`, sql`${ended} AND agreement.ended_by <> 'booker'`)} IS NOT NULL`,
    ),
    person: noticeStatement(
      ctx,
      {
        personId: of(sql`agreement.person_id`),
        dedupeKey: `booking-ended:${agreementId}:person`,
        kind: 'booking-ended',
        text: `${byName} has ended it: you book for yourself now. What is booked stays.`,
        path: paths.portalFamily(studio),
      },
      sql`${of(sql`agreement.id`, sql`${ended} AND agreement.ended_by <> 'person'`)} IS NOT NULL`,
    ),
  })
  return changed(gone) > 0
}
