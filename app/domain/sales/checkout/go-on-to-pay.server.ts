import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { beginAttempt } from '#app/domain/payments/attempts/begin-attempt.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { checkoutProof } from '#app/messages/sales/checkout-proof.ts'
import { randomCharacters } from '#app/values/id.ts'
import { type CheckoutRow, carryOutCheckout } from './carry-out-checkout.server.ts'
import { type Buyer, holdMinutes, proofMinutes } from './checkout-rows.server.ts'

/** What a letter says that somebody is about to have, and when it is; null without a class. */
type Proof = { what: string; when: string | null }

type GoOnResult =
  | { ok: true; next: 'pay' | 'done' | 'mail' }
  | { ok: false; reason: 'not_connected' | 'provider_away' | 'not_taken' }

/** It is paid on the provider's page before anything is given. */
export const paysOnline = (checkout: CheckoutRow) =>
  checkout.method === 'online' && leftMinor(checkout) > 0

/** What a gift card doesn't pay of it. */
const leftMinor = ({ amountMinor, giftMinor }: CheckoutRow) => amountMinor - giftMinor

/**
 * Goes on with a purchase that was begun: to the provider's page, to a letter for somebody without an
 * account, or to having it at once. Done again it is the same. The caller has seen to it that its gift
 * card still keeps what it is to pay.
 */
export async function goOnToPay(
  ctx: StudioContext,
  paying: PaymentContext | null,
  of: {
    checkout: CheckoutRow
    buyer: Buyer
    /** What is paid for, as its payer reads it. */
    what: string
    proof: Proof
  },
  { doneUrl }: { doneUrl: () => string },
): Promise<GoOnResult> {
  const { checkout, buyer, what, proof } = of
  if (checkout.state !== 'open') return { ok: true, next: 'done' }
  if (paysOnline(checkout)) {
    if (!paying) return { ok: false, reason: 'not_connected' }
    const begun = await beginAttempt(paying, {
      personId: checkout.guardianId ?? checkout.personId,
      email: buyer.email,
      by: buyer.name,
      purpose: 'checkout',
      subjectId: checkout.id,
      what,
      doneUrl,
      amountMinor: leftMinor(checkout),
      minutes: holdMinutes,
      keeps: buyer.kind === 'member',
      onlyIf: sql`EXISTS (SELECT 1 FROM checkouts AS checkout
        WHERE checkout.studio_id = ${ctx.studio.id} AND checkout.id = ${checkout.id}
          AND checkout.state = 'open'
          AND (checkout.gift_card_id IS NULL OR checkout.expires_at >= ${ctx.now}))`,
    })
    if (begun.ok) return { ok: true, next: 'pay' }
    const { reason } = begun
    return reason === 'not_there' ? { ok: true, next: 'done' } : { ok: false, reason }
  }
  // Who pays with a gift card has shown something, as who pays by card has.
  if (buyer.kind === 'stranger' && !(checkout.giftMinor > 0 && leftMinor(checkout) === 0)) {
    await mailProof(ctx, checkout.id, buyer, proof)
    return { ok: true, next: 'mail' }
  }
  await carryOutCheckout(ctx, checkout.id)
  return { ok: true, next: 'done' }
}

/** The letter whose link shows that the address is its reader's, and books. */
async function mailProof(
  ctx: StudioContext,
  checkoutId: string,
  { name, email }: { name: string; email: string },
  { what, when }: Proof,
): Promise<void> {
  const { db, studio, nowMs, origin } = ctx
  const token = randomCharacters(24)
  await batch(db, {
    proof: db.run(sql`
      UPDATE checkouts SET proof_hash = ${hashSecretToken(token)}
      WHERE studio_id = ${studio.id} AND id = ${checkoutId} AND proof_hash IS NULL`),
    letter: queueStatement(
      db,
      {
        studioId: studio.id,
        dedupeKey: `checkout-proof:${checkoutId}`,
        to: email,
        kind: 'checkout-proof',
        letter: checkoutProof({
          studio,
          origin,
          name,
          token,
          minutes: proofMinutes,
          what,
          when,
        }),
      },
      nowMs,
      sql`EXISTS (SELECT 1 FROM checkouts AS checkout
        WHERE checkout.studio_id = ${studio.id} AND checkout.id = ${checkoutId}
          AND checkout.proof_hash = ${hashSecretToken(token)})`,
    ),
  })
}
