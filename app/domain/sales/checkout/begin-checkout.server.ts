import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { holdForPerson } from '#app/domain/bookings/waitlist/hold-for-person.server.ts'
import { hashSecretToken, sealAtRest } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { beginAttempt } from '#app/domain/payments/attempts/begin-attempt.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import { type StudioContext, systemActor } from '#app/domain/scope/contexts.ts'
import { checkoutProof } from '#app/messages/sales/checkout-proof.ts'
import { newId, randomCharacters } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { dayLongTime, dayTime } from '#app/values/wording.ts'
import type { CouponRefusal } from '../offers/coupon-words.ts'
import { buyerPerson } from './buyer-person.server.ts'
import { carryOutCheckout, checkoutStatement } from './carry-out-checkout.server.ts'
import type { CheckoutChoice } from './checkout-choice.ts'
import { type CheckoutQuote, readCheckout } from './checkout-quote.server.ts'
import type { CheckoutRefusal } from './checkout-refusal.ts'
import { refusalOfKnown } from './refusal-of-known.server.ts'

/** Minutes that a place is kept while its buyer pays: the shortest that the provider's page stands. */
export const holdMinutes = 31
/** Minutes that the link in the letter to a buyer without an account works. */
export const proofMinutes = 120
/** So many purchases a person may have unpaid that were to be paid at the desk. */
const unpaidAtMost = 3

export type Buyer =
  | { kind: 'member'; personId: string; guardianId?: string; email: string; name: string }
  | { kind: 'stranger'; name: string; email: string; phone: string }

export type CheckoutPress = {
  key: string
  method: 'online' | 'desk'
  /** What the page said it costs, in minor units. */
  shownMinor: number
}

export type BeginCheckoutResult =
  | { ok: true; next: 'pay' | 'done' | 'mail' }
  | { ok: false; reason: 'not_found' | 'not_connected' | 'provider_away' | 'not_taken' | 'unpaid' }
  | { ok: false; reason: 'price_changed'; quote: CheckoutQuote }
  | { ok: false; reason: 'coupon'; why: CouponRefusal }
  | { ok: false; reason: 'refused'; why: CheckoutRefusal }

/**
 * Begins buying what was chosen. Online: a place in the class is kept for the minutes of the
 * provider's page, and all is given once it is paid. At the desk: a member has it at once, with an
 * open invoice; a stranger gets a letter whose link does it, so that nobody books in the name of
 * another. The same key is the same purchase. Refused where it costs something else than was shown
 * (`price_changed`), where three purchases are unpaid (`unpaid`), and as `readCheckout` says.
 */
export async function beginCheckout(
  ctx: StudioContext,
  paying: PaymentContext | null,
  buyer: Buyer,
  choice: CheckoutChoice,
  { key, method, shownMinor }: CheckoutPress,
  back: { doneUrl: () => string },
): Promise<BeginCheckoutResult> {
  const { studio } = ctx
  const keyHash = hashSecretToken(key)
  const stranger = buyer.kind === 'stranger' ? buyer : null
  const quote = await readCheckout(ctx, stranger ? null : personOf(buyer), choice)
  if (!quote) return { ok: false, reason: 'not_found' }
  const [again] = await checkoutStatement(ctx, sql`checkout.token_hash = ${keyHash}`)
  if (!again) {
    if (quote.refusal) return { ok: false, reason: 'refused', why: quote.refusal }
    if (quote.couponRefusal) return { ok: false, reason: 'coupon', why: quote.couponRefusal }
    if (quote.totalMinor !== shownMinor) return { ok: false, reason: 'price_changed', quote }
    if (method === 'online' && !(quote.online && paying))
      return { ok: false, reason: 'not_connected' }
  }
  const personId = stranger ? await buyerPerson(ctx, stranger) : personOf(buyer)
  if (!again && (stranger || quote.pack?.oncePerPerson)) {
    const packageId = quote.pack?.id ?? ''
    const why = await refusalOfKnown(ctx, { personId, packageId, phone: stranger?.phone ?? '' })
    if (why) return { ok: false, reason: 'refused', why: { reason: why } }
  }
  const made = { id: newId(), key, personId, buyer, choice, method, quote }
  if (!again && !(await insertCheckout(ctx, made))) {
    const [raced] = await checkoutStatement(ctx, sql`checkout.token_hash = ${keyHash}`)
    if (!raced) return { ok: false, reason: 'unpaid' }
  }
  const [checkout] = await checkoutStatement(ctx, sql`checkout.token_hash = ${keyHash}`)
  if (!checkout) return { ok: false, reason: 'not_found' }
  if (checkout.state !== 'open') return { ok: true, next: 'done' }
  const free = checkout.amountMinor === 0
  if (checkout.method === 'online' && !free) {
    if (!paying) return { ok: false, reason: 'not_connected' }
    if (checkout.occurrenceId)
      await hold(ctx, checkout.id, checkout.occurrenceId, stranger, personId)
    const begun = await beginAttempt(paying, {
      ...{ personId: checkout.guardianId ?? personId, email: buyer.email, by: buyer.name },
      ...{ purpose: 'checkout', subjectId: checkout.id, amountMinor: checkout.amountMinor },
      ...{ what: whatOf(quote, studio), doneUrl: back.doneUrl },
      minutes: holdMinutes,
      keeps: !stranger,
      onlyIf: sql`EXISTS (SELECT 1 FROM checkouts AS checkout
        WHERE checkout.studio_id = ${studio.id} AND checkout.id = ${checkout.id}
          AND checkout.state = 'open')`,
    })
    if (begun.ok) return { ok: true, next: 'pay' }
    const { reason } = begun
    return reason === 'not_there' ? { ok: true, next: 'done' } : { ok: false, reason }
  }
  if (stranger) {
    await mailProof(ctx, checkout.id, stranger, quote)
    return { ok: true, next: 'mail' }
  }
  await carryOutCheckout(ctx, checkout.id)
  return { ok: true, next: 'done' }
}

const personOf = (buyer: Buyer): string => (buyer.kind === 'member' ? buyer.personId : '')

/** What is bought, in a few words. */
export const nameOf = ({ pack, plan, occurrence }: CheckoutQuote): string =>
  pack?.name ?? plan?.name ?? occurrence?.title ?? ''

/** What is paid for, as its payer reads it: `Northside, 5-class pack, with Yin yoga, Tue 18:30`. */
function whatOf(quote: CheckoutQuote, { name, locale }: StudioContext['studio']): string {
  const { occurrence, pack, plan } = quote
  const when = occurrence ? dayTime(occurrence.localStart, locale) : ''
  const offer = pack?.name ?? plan?.name
  if (!occurrence) return `${name}, ${offer}`
  return offer
    ? `${name}, ${offer}, with ${occurrence.title}, ${when}`
    : `${name}, ${occurrence.title}, ${when}`
}

async function insertCheckout(
  ctx: StudioContext,
  of: {
    id: string
    key: string
    personId: string
    buyer: Buyer
    choice: CheckoutChoice
    method: 'online' | 'desk'
    quote: CheckoutQuote
  },
): Promise<boolean> {
  const { db, studio, now } = ctx
  const { id, key, personId, buyer, choice, method, quote } = of
  const typed = buyer.kind === 'stranger' ? buyer : { name: '', email: '', phone: '' }
  const guardianId = buyer.kind === 'member' ? (buyer.guardianId ?? null) : null
  const until = addMinutes(now, method === 'online' ? holdMinutes : proofMinutes)
  const { made } = await batch(db, {
    made: db.run(sql`
      INSERT INTO checkouts (id, studio_id, token_hash, sealed, person_id, guardian_id, buyer_name,
        buyer_email, buyer_phone, occurrence_id, package_id, plan_id, coupon, method, amount_minor,
        created_at, expires_at)
      SELECT ${id}, ${studio.id}, ${hashSecretToken(key)}, ${sealAtRest(ctx, key)}, ${personId}, ${guardianId}, ${typed.name},
        ${typed.email}, ${typed.phone}, ${choice.occurrenceId}, ${choice.packageId},
        ${choice.planId}, ${choice.coupon}, ${method}, ${quote.totalMinor}, ${now}, ${until}
      WHERE ${method === 'desk' ? fewUnpaidSql(ctx, personId) : sql`1`}
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

/**
 * Keeps a place while its buyer pays. People whom the studio doesn't know yet have no more than half
 * of a class between them, so that nobody fills it without paying; where none is kept for them they
 * pay all the same, and the place is given if there is one.
 */
async function hold(
  ctx: StudioContext,
  checkoutId: string,
  occurrenceId: string,
  stranger: unknown,
  personId: string,
): Promise<void> {
  const { db, studio } = ctx
  const acting = { ...ctx, actor: systemActor }
  const held = await holdForPerson(
    acting,
    occurrenceId,
    { personId, key: checkoutId, minutes: holdMinutes },
    stranger
      ? sql`EXISTS (SELECT 1 FROM people AS new WHERE new.studio_id = ${studio.id}
            AND new.id = ${personId} AND new.prospect = 1)
          AND (SELECT count(*) FROM bookings AS kept
            JOIN people AS other ON other.id = kept.person_id AND other.prospect = 1
            WHERE kept.studio_id = ${studio.id} AND kept.occurrence_id = o.id
              AND (kept.state IN ('booked','checked_in')
                OR kept.state = 'waitlisted' AND kept.offered_until >= ${ctx.now}))
            < max(2, o.capacity / 2)`
      : undefined,
  )
  if (held.ok)
    await db.run(sql`
      UPDATE checkouts SET booking_id = ${held.bookingId}
      WHERE studio_id = ${studio.id} AND id = ${checkoutId} AND state = 'open'`)
}

/** The letter whose link shows that the address is its reader's, and books. */
async function mailProof(
  ctx: StudioContext,
  checkoutId: string,
  { name, email }: { name: string; email: string },
  quote: CheckoutQuote,
): Promise<void> {
  const { db, studio, nowMs, origin } = ctx
  const token = randomCharacters(24)
  const { occurrence } = quote
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
          ...{ studio, origin, name, token, minutes: proofMinutes, what: nameOf(quote) },
          when: occurrence ? dayLongTime(occurrence.localStart, studio.locale) : null,
        }),
      },
      nowMs,
      sql`EXISTS (SELECT 1 FROM checkouts AS checkout
        WHERE checkout.studio_id = ${studio.id} AND checkout.id = ${checkoutId}
          AND checkout.proof_hash = ${hashSecretToken(token)})`,
    ),
  })
}

export type ConfirmCheckoutResult =
  | { ok: true; bookingId: string | null }
  | { ok: false; reason: 'not_found' | 'over' | 'unpaid' | 'refused' }

/**
 * Carries out what a buyer without an account asked for, by the secret of their letter. Twice is
 * once. Refused once the link's minutes are over, where three purchases are
 * unpaid (`unpaid`), and where it can't be given any more (`refused`).
 */
export async function confirmCheckout(
  ctx: StudioContext,
  token: string,
): Promise<ConfirmCheckoutResult> {
  const which = sql`checkout.proof_hash = ${hashSecretToken(token)}`
  const [checkout] = await checkoutStatement(ctx, which)
  if (!checkout) return { ok: false, reason: 'not_found' }
  if (checkout.state === 'open' && checkout.expiresAt < ctx.now)
    return { ok: false, reason: 'over' }
  if (checkout.state === 'open' && !(await mayOweMore(ctx, checkout)))
    return { ok: false, reason: 'unpaid' }
  const after = await carryOutCheckout(ctx, checkout.id)
  if (after?.state !== 'done') return { ok: false, reason: 'refused' }
  return { ok: true, bookingId: after.bookingId }
}
