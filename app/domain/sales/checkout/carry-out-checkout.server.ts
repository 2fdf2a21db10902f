import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { openInvoicesOf } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { unpaidItemSql } from '#app/domain/billing/open-item-sums.server.ts'
import { addWalkIn, type WalkInResult } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { holdBackLotStatement } from '#app/domain/entitlements/give-package.server.ts'
import { bannedSql } from '#app/domain/people/banned-sql.server.ts'
import { type StudioContext, systemActor } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { givenGift, readGift } from '../gift-cards/gift-to-buy.ts'
import { sellGiftCard } from '../gift-cards/sell-gift-card.server.ts'
import { sellMembership } from '../memberships/sell-membership.server.ts'
import { sellPackage } from '../sell/sell-package.server.ts'
import { offerKindOf } from './checkout-choice.ts'
import { paidAheadMinor, takeFromGiftCard } from './gift-pays.server.ts'
import { hadAsAnotherSql } from './had-as-another.server.ts'

export type CheckoutRow = {
  id: string
  personId: string
  guardianId: string | null
  buyerName: string
  buyerEmail: string
  buyerPhone: string
  occurrenceId: string | null
  packageId: string | null
  planId: string | null
  /** A gift card, as `readGift` reads it; empty for none. */
  gift: string
  coupon: string
  method: 'online' | 'desk'
  amountMinor: number
  /** The gift card that pays `giftMinor` of it. */
  giftCardId: string | null
  giftMinor: number
  state: 'open' | 'done' | 'refused'
  reason: string
  bookingId: string | null
  invoiceId: string | null
  createdAt: Instant
  expiresAt: Instant
}

/** Checkouts; `where` is over `checkouts AS checkout`. */
export const checkoutStatement = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  where: ReturnType<typeof sql>,
) =>
  db.all<CheckoutRow>(sql`
    SELECT checkout.id, checkout.person_id AS personId, checkout.guardian_id AS guardianId,
      checkout.buyer_name AS buyerName, checkout.buyer_email AS buyerEmail,
      checkout.buyer_phone AS buyerPhone, checkout.occurrence_id AS occurrenceId,
      checkout.package_id AS packageId, checkout.plan_id AS planId, checkout.gift, checkout.coupon,
      checkout.method, checkout.amount_minor AS amountMinor,
      checkout.gift_card_id AS giftCardId, checkout.gift_minor AS giftMinor,
      checkout.state, checkout.reason,
      checkout.booking_id AS bookingId, checkout.invoice_id AS invoiceId,
      checkout.created_at AS createdAt, checkout.expires_at AS expiresAt
    FROM checkouts AS checkout WHERE checkout.studio_id = ${studio.id} AND ${where} LIMIT 1`)

/**
 * Gives what was bought, with its invoice left open, then the class it is for. Each part has the
 * checkout's id for its key, so that done again it is the same; a crash in between is finished by
 * the next who comes. What can't be given is noted with the reason, and a class that can't be
 * booked any more leaves what was bought with its buyer. Of a pack that somebody without an account
 * is to pay at the desk, or pays by a gift card in part, the class it was ordered with is booked and
 * the rest waits until it is paid. Money that came for nothing becomes account credit (`settleAttempt`).
 */
export async function carryOutCheckout(
  ctx: StudioContext,
  checkoutId: string,
): Promise<CheckoutRow | null> {
  const { db, studio } = ctx
  const [checkout] = await checkoutStatement(ctx, sql`checkout.id = ${checkoutId}`)
  if (checkout?.state !== 'open') return checkout ?? null
  const { guardianId } = checkout
  const acting = { ...ctx, actor: systemActor, ...(guardianId ? { guardianId } : {}) }
  const { gift } = checkout
  const aheadMinor = await paidAheadMinor(ctx, checkout)
  const sold = gift
    ? await sellGiftCard(acting, checkout)
    : await sell(acting, checkout, aheadMinor)
  const single = !gift && offerKindOf(checkout) === 'single'
  const booked = sold.ok ? await book(acting, checkout, aheadMinor) : null
  const theirs = single && booked?.ok && booked.again
  const seat =
    theirs && !(await paidBy(ctx, checkout.id, booked.bookingId))
      ? ({ ok: false, reason: 'already_booked' } as const)
      : booked
  if (single && seat?.ok) await openInvoicesOf(ctx, guardianId ?? checkout.personId)
  const bookingId = seat?.ok ? seat.bookingId : null
  const given = sold.ok && (!single || bookingId !== null)
  const refused = [sold, seat].find((one) => one?.ok === false)
  // While the purchase is open it keeps what it takes of the card.
  if (given && checkout.giftCardId !== null)
    await takeFromGiftCard(acting, checkout, await invoiceOf(ctx, { single, bookingId, sold }))
  const { after } = await batch(db, {
    // Nobody knows who ordered it: until it is paid it pays for the class it was ordered with alone.
    heldBack:
      (checkout.method === 'desk' || checkout.giftCardId !== null) &&
      checkout.buyerEmail !== '' &&
      checkout.packageId !== null
        ? holdBackLotStatement(ctx, checkoutId, unpaidItemSql(ctx, checkoutId))
        : null,
    done: db.run(sql`
      UPDATE checkouts SET state = ${given ? 'done' : 'refused'}, reason = ${refused && !refused.ok ? refused.reason : ''},
        booking_id = ${bookingId}, done_at = ${ctx.now},
        gift = ${gift && givenGift(readGift(gift))},
        invoice_id = ${
          single
            ? sql`(SELECT item.invoice_id FROM open_items AS item
                WHERE item.studio_id = ${studio.id} AND item.subject_id = ${bookingId}
                  AND item.kind = 'drop_in' AND item.state <> 'void' LIMIT 1)`
            : sql`${sold.ok ? sold.invoiceId : null}`
        }
      WHERE studio_id = ${studio.id} AND id = ${checkoutId} AND state = 'open'`),
    after: checkoutStatement(ctx, sql`checkout.id = ${checkoutId}`),
  })
  return after[0] ?? null
}

/** The invoice that what was bought stands on; a class alone is on that of its booking. */
async function invoiceOf(
  { db, studio }: StudioContext,
  of: { single: boolean; bookingId: string | null; sold: Sold },
): Promise<string | null> {
  if (!of.single) return of.sold.ok ? of.sold.invoiceId : null
  const [line] = await db.all<{ id: string | null }>(sql`
    SELECT item.invoice_id AS id FROM open_items AS item
    WHERE item.studio_id = ${studio.id} AND item.subject_id = ${of.bookingId}
      AND item.kind = 'drop_in' AND item.state <> 'void' LIMIT 1`)
  return line?.id ?? null
}

/** A place that was there already is this purchase's own: charged singly, and by no other purchase. */
async function paidBy({ db, studio }: StudioContext, checkoutId: string, bookingId: string) {
  const [own] = await db.all<{ own: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM open_items AS item
        WHERE item.studio_id = ${studio.id} AND item.subject_id = ${bookingId}
          AND item.kind = 'drop_in' AND item.state <> 'void')
      AND NOT EXISTS (SELECT 1 FROM checkouts AS other
        WHERE other.studio_id = ${studio.id} AND other.booking_id = ${bookingId}
          AND other.state = 'done' AND other.id <> ${checkoutId}) AS own`)
  return own?.own === 1
}

type Acting = StudioContext & { actor: typeof systemActor }
type Sold = { ok: true; invoiceId: string | null } | { ok: false; reason: string }

const note = ({ method, amountMinor, giftCardId }: CheckoutRow, aheadMinor: number) =>
  aheadMinor >= amountMinor && (method === 'online' || giftCardId !== null)
    ? 'Bought online'
    : 'Bought online, to pay at the desk'

async function sell(ctx: Acting, checkout: CheckoutRow, aheadMinor: number): Promise<Sold> {
  const { id, personId, guardianId, packageId, planId, coupon, occurrenceId, buyerPhone } = checkout
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const [read] = await ctx.db.all<{ banned: number; dayOfPass: LocalDate | null }>(sql`
    SELECT ${bannedSql(sql`${personId}`)} AS banned, (
      SELECT substr(o.local_start, 1, 10) FROM occurrences AS o
      WHERE o.studio_id = ${ctx.studio.id} AND o.id = ${occurrenceId} AND EXISTS (
        SELECT 1 FROM packages AS pass WHERE pass.studio_id = o.studio_id AND pass.id = ${packageId}
          AND pass.kind = 'day_pass')) AS dayOfPass`)
  // A day pass that is bought for a class is for the day of that class.
  const startsOn = read?.dayOfPass ?? today
  const said = note(checkout, aheadMinor)
  const sale = { key: id, startsOn, method: 'later' as const, note: said, coupon }
  if (read?.banned) return { ok: false, reason: 'banned' }
  // Two purchases of one number may have begun before either was given.
  const of = { packageId: packageId ?? '', personId, phone: buyerPhone, byCard: false }
  if (packageId)
    return sellPackage(ctx, personId, { ...sale, packageId, unless: hadAsAnotherSql(ctx, of) })
  if (planId)
    return sellMembership(ctx, personId, { ...sale, startsOn: today, planId, payerId: guardianId })
  return { ok: true, invoiceId: null }
}

/** Books the class by the desk's own use case: what would keep a member from it was asked before. */
async function book(
  ctx: Acting,
  checkout: CheckoutRow,
  paidMinor: number,
): Promise<WalkInResult | null> {
  const { personId, occurrenceId } = checkout
  if (!occurrenceId) return null
  const single = offerKindOf(checkout) === 'single'
  return addWalkIn(ctx, occurrenceId, {
    personId,
    booksAhead: true,
    ...(single ? { pay: { kind: 'drop_in', method: 'later', told: { paidMinor } } } : {}),
  })
}
