import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDate } from '#app/values/zone.ts'
import { creditFromCardsSql } from '../gift-cards/gift-card-sql.server.ts'
import { getBillingSettings } from '../settings/billing-settings.server.ts'
import { refundLimitOf } from '../settings/billing-settings.ts'
import {
  accountCreditSql,
  creditOutStatements,
  keyUsedSql,
  tillClosedSql,
  writtenSql,
} from './payment-statements.server.ts'
import type { MethodByHand } from './payment-words.ts'

export type PayOutCreditResult =
  | { ok: true }
  | { ok: false; reason: 'till_closed' | 'key_used' }
  /** `mostMinor`: what is on the account, what of it no card put there, what the role may pay out. */
  | { ok: false; reason: 'not_enough_credit' | 'from_gift_card' | 'desk_limit'; mostMinor: number }

/** Account credit that may be paid out in money: what no gift card put there (decision 104). */
export const payableCreditSql = (
  ctx: Pick<StudioContext, 'db' | 'studio'>,
  personId: SQL,
): SQL => sql`max(0,
  ${accountCreditSql(sql`${ctx.studio.id}`, personId)} - ${creditFromCardsSql(ctx, personId)})`

/**
 * What was paid out by hand of the account credit that a person has, in minor units: since there was
 * last nothing on the account, so that a limit is not begun again by waiting for another day.
 */
export const creditPaidOutSql = ({ studio }: StudioContext, personId: SQL): SQL => sql`(
  SELECT -coalesce(sum(minor) FILTER (WHERE seq > emptied), 0) FROM (
    SELECT seq, minor, out, coalesce(max(seq) FILTER (WHERE so_far <= 0) OVER (), 0) AS emptied
    FROM (
      SELECT entry.seq, entry.amount_minor AS minor,
        sum(entry.amount_minor) OVER (ORDER BY entry.seq) AS so_far,
        entry.amount_minor < 0 AND EXISTS (SELECT 1 FROM payments AS paid
          WHERE paid.studio_id = entry.studio_id AND entry.cause = 'payment:' || paid.id
            AND paid.amount_minor < 0 AND paid.method NOT IN ('credit', 'gift_card', 'online'))
          AS out
      FROM account_entries AS entry
      WHERE entry.studio_id = ${studio.id} AND entry.person_id = ${personId}))
  WHERE out)`

/**
 * Pays account credit out by hand, as after a cooling-off or a refund that a card did not take:
 * never more than is on the account, nothing that a gift card put there (`from_gift_card`, decision
 * 104), to one person no more of what is on the account than the studio lets the role refund
 * (`desk_limit`), however many days it is spread over, never
 * on a day whose takings are closed. Twice is once.
 */
export async function payOutCredit(
  ctx: StaffContext,
  personId: string,
  { key, amountMinor, method }: { key: string; amountMinor: number; method: MethodByHand },
): Promise<PayOutCreditResult> {
  const { db, studio, now, actor } = ctx
  const [studioId, person] = [sql`${studio.id}`, sql`${personId}`]
  const limit = refundLimitOf(await getBillingSettings(ctx), actor.role)
  const payable = payableCreditSql(ctx, person)
  const limitRest = sql`(${limit ?? 0} - ${creditPaidOutSql(ctx, person)})`
  const out = { id: key, personId, amountMinor: -amountMinor, method }
  const { pay, ...behind } = creditOutStatements(
    ctx,
    { ...out, takenBy: actor.name, note: 'Account credit paid out' },
    sql`${payable} >= ${amountMinor}
      AND ${limit === null ? sql`1` : sql`${limitRest} >= ${amountMinor}`}`,
  )
  const { after } = await batch(db, {
    pay,
    audit: auditStatement(
      ctx,
      {
        action: 'payment.refunded',
        subjectKind: 'person',
        subjectId: personId,
        detail: { paymentId: key, amountMinor: -amountMinor, method },
      },
      rightAfterChange,
    ),
    ...behind,
    after: db.all<
      Record<'mine' | 'used' | 'closed' | 'credit' | 'payable' | 'limitRest', number>
    >(sql`
      SELECT ${writtenSql(studio.id, out)} AS mine, ${keyUsedSql(studio.id, key)} AS used,
        ${tillClosedSql(studioId, sql`${localDate(now, studio.timeZone)}`)} AS closed,
        ${accountCreditSql(studioId, person)} AS credit, ${payable} AS payable,
        ${limitRest} AS limitRest`),
  })
  const found = after[0]!
  if (found.mine) return { ok: true }
  if (found.used) return { ok: false, reason: 'key_used' }
  if (found.closed) return { ok: false, reason: 'till_closed' }
  if (found.credit < amountMinor) {
    return { ok: false, reason: 'not_enough_credit', mostMinor: Math.max(0, found.credit) }
  }
  if (found.payable < amountMinor) {
    return { ok: false, reason: 'from_gift_card', mostMinor: found.payable }
  }
  return { ok: false, reason: 'desk_limit', mostMinor: Math.max(0, found.limitRest) }
}
