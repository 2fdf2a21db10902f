/** Purchases as rows, from whichever page they begin. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { hashSecretToken, sealAtRest } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import type { CheckoutChoice } from './checkout-choice.ts'
import { giftLeftSql } from './gift-pays.server.ts'

/** Minutes that a place is kept while its buyer pays: the shortest that the provider's page stands. */
export const holdMinutes = 31
/** Minutes that the link in the letter to a buyer without an account works. */
export const proofMinutes = 120
/** Until when a purchase that begins now may be finished. */
export const keptUntil = (now: Instant, method: 'online' | 'desk'): Instant =>
  addMinutes(now, method === 'online' ? holdMinutes : proofMinutes)
/** So many purchases a person may have unpaid that were to be paid at the desk. */
const unpaidAtMost = 3

export type Buyer =
  | { kind: 'member'; personId: string; guardianId?: string; email: string; name: string }
  | { kind: 'stranger'; name: string; email: string; phone: string }

/**
 * Writes a purchase that begins, once a key: not where three that were to be paid at the desk are
 * unpaid, nor with more of a gift card than it has and others don't keep. Answers whether it did.
 */
export async function insertCheckout(
  ctx: StudioContext,
  of: {
    id: string
    key: string
    personId: string
    buyer: Buyer
    choice: CheckoutChoice
    method: 'online' | 'desk'
    amountMinor: number
    /** A gift card that is bought, as JSON; empty for none. */
    gift?: string
    /** A gift card that pays of it, and how much. */
    paysWith?: { cardId: string; minor: number } | null
  },
): Promise<boolean> {
  const { db, studio, now } = ctx
  const { id, key, personId, buyer, choice, method, amountMinor, gift = '', paysWith = null } = of
  const typed = buyer.kind === 'stranger' ? buyer : { name: '', email: '', phone: '' }
  const guardianId = buyer.kind === 'member' ? (buyer.guardianId ?? null) : null
  const until = keptUntil(now, method)
  const { made } = await batch(db, {
    made: db.run(sql`
      INSERT INTO checkouts (id, studio_id, token_hash, sealed, person_id, guardian_id, buyer_name,
        buyer_email, buyer_phone, occurrence_id, package_id, plan_id, gift, coupon, method, amount_minor,
        gift_card_id, gift_minor, created_at, expires_at)
      SELECT ${id}, ${studio.id}, ${hashSecretToken(key)}, ${sealAtRest(ctx, key)}, ${personId}, ${guardianId}, ${typed.name},
        ${typed.email}, ${typed.phone}, ${choice.occurrenceId}, ${choice.packageId},
        ${choice.planId}, ${gift}, ${choice.coupon}, ${method}, ${amountMinor},
        ${paysWith?.cardId ?? null}, ${paysWith?.minor ?? 0}, ${now}, ${until}
      WHERE ${method === 'desk' && paysWith?.minor !== amountMinor ? fewUnpaidSql(ctx, personId) : sql`1`}
        AND ${paysWith ? giftLeftSql(ctx, paysWith) : sql`1`}
      ON CONFLICT DO NOTHING`),
  })
  return changed(made) > 0
}

/**
 * The person has fewer than three purchases that they were to pay at the desk and did not. One that
 * is being carried out counts; one that waits for its letter does not, so that nobody's address is
 * used up by others.
 */
const fewUnpaidSql = ({ studio, now }: StudioContext, personId: string, besides = ''): SQL => sql`(
  SELECT count(*) FROM checkouts AS before
  LEFT JOIN invoices AS invoice ON invoice.studio_id = before.studio_id
    AND invoice.id = before.invoice_id
  WHERE before.studio_id = ${studio.id} AND before.person_id = ${personId}
    AND before.id <> ${besides} AND before.method = 'desk'
    AND (invoice.state = 'open'
      OR before.state = 'open' AND before.proof_hash IS NULL AND before.buyer_email = ''
        AND before.expires_at >= ${now})) < ${unpaidAtMost}`

/** A purchase by letter still counts as one of the three: asked again when its link is pressed. */
export async function mayOweMore(
  ctx: StudioContext,
  { id, personId }: { id: string; personId: string },
): Promise<boolean> {
  const [few] = await ctx.db.all<{ few: number }>(
    sql`SELECT ${fewUnpaidSql(ctx, personId, id)} AS few`,
  )
  return few?.few === 1
}
