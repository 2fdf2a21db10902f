import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import {
  aliveSql,
  attemptsStatement,
} from '#app/domain/payments/attempts/attempt-queries.server.ts'
import { endAttemptStatement } from '#app/domain/payments/attempts/attempt-statements.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDate } from '#app/values/zone.ts'
import { settleAttempt } from '../checkout/settle-attempt.server.ts'
import { chargeDue } from './charge-due.server.ts'
import { cardOfSql, chargeOnceMoreStatement } from './collection-statements.server.ts'

export type RetryResult =
  | { ok: true; how: 'paid' | 'processing' }
  /** `failed`: the provider said no, and `code` why. */
  | { ok: false; reason: 'failed'; code: string | null }
  | { ok: false; reason: 'not_found' | 'no_card' | 'provider_away' | 'being_paid' }

/**
 * Charges an open invoice to its payer's card at once, as staff ask. Where the payer is on the
 * provider's page for it, that page is ended first; where they have paid there in that moment,
 * that is the payment, and nothing is charged.
 */
export async function retryNow(
  ctx: StaffContext & PaymentContext,
  invoiceId: string,
): Promise<RetryResult> {
  const { db, studio, now, actor } = ctx
  const { bills, alive } = await batch(db, {
    bills: db.all<{ cardId: string | null; payerId: string }>(sql`
      SELECT coalesce(bill.billed_to_id, bill.person_id) AS payerId,
        ${cardOfSql('id', sql`bill.studio_id`, sql`coalesce(bill.billed_to_id, bill.person_id)`)}
          AS cardId
      FROM invoices AS bill WHERE bill.studio_id = ${studio.id} AND bill.id = ${invoiceId}
        AND bill.kind = 'invoice' AND bill.state = 'open'`),
    alive: attemptsStatement(
      ctx,
      sql`attempt.purpose = 'invoice' AND attempt.subject_id = ${invoiceId}
        AND attempt.${aliveSql}`,
    ),
  })
  const [bill] = bills
  if (!bill) return { ok: false, reason: 'not_found' }
  if (bill.cardId === null) return { ok: false, reason: 'no_card' }
  const [other] = alive
  if (other) {
    const { channel, pageRef, accountRef } = other
    if (channel === 'saved' || pageRef === null || accountRef === null) {
      return { ok: false, reason: 'being_paid' }
    }
    const ended = await ctx.provider.endPage(accountRef, pageRef)
    if (!ended.ok) return ended
    if (ended.facts.state === 'succeeded' || ended.facts.state === 'processing') {
      const settled = await settleAttempt(ctx, other.id)
      if (!settled.ok) return { ok: false, reason: 'provider_away' }
      return { ok: true, how: ended.facts.state === 'succeeded' ? 'paid' : 'processing' }
    }
    await batch(db, { end: endAttemptStatement(ctx, other.id, 'cancelled') })
  }
  const today = localDate(now, studio.timeZone)
  await batch(db, {
    more: chargeOnceMoreStatement(ctx, {
      which: sql`bill.id = ${invoiceId}`,
      by: actor.name,
      today,
    }),
    audit: auditStatement(
      ctx,
      { action: 'invoice.charged', subjectKind: 'invoice', subjectId: invoiceId, detail: {} },
      rightAfterChange,
    ),
  })
  await chargeDue(ctx, invoiceId)
  return outcome(ctx, invoiceId)
}

async function outcome(ctx: PaymentContext, invoiceId: string): Promise<RetryResult> {
  const { db, studio } = ctx
  const [is] = await db.all<{ state: string; step: string | null; code: string | null }>(sql`
    SELECT bill.state, step.state AS step, step.code FROM invoices AS bill
    LEFT JOIN collection_steps AS step ON step.id = (SELECT id FROM collection_steps AS last
      WHERE last.studio_id = bill.studio_id AND last.invoice_id = bill.id AND last.kind = 'charge'
        AND last.state IN ('doing','failed') ORDER BY last.n DESC LIMIT 1)
    WHERE bill.studio_id = ${studio.id} AND bill.id = ${invoiceId}`)
  if (is && is.state !== 'open') return { ok: true, how: 'paid' }
  if (is?.step === 'failed') return { ok: false, reason: 'failed', code: is.code }
  if (is?.step !== 'doing') return { ok: false, reason: 'being_paid' }
  const [attempt] = await db.all<{ state: string }>(sql`
    SELECT state FROM payment_attempts WHERE studio_id = ${studio.id}
      AND purpose = 'invoice' AND subject_id = ${invoiceId} AND ${aliveSql}`)
  return attempt?.state === 'processing'
    ? { ok: true, how: 'processing' }
    : { ok: false, reason: 'provider_away' }
}
