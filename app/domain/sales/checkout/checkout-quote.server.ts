/** What somebody is about to buy online, what it costs, and whether it can be given. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  billingSettingsStatement,
  settingsFrom,
} from '#app/domain/billing/settings/billing-settings.server.ts'
import { taxOf } from '#app/domain/billing/settings/billing-settings.ts'
import { availabilityOf } from '#app/domain/bookings/availability/availability.ts'
import type { MyBooking } from '#app/domain/bookings/availability/bookable-occurrence.ts'
import {
  type ClassToBook,
  toClassToBook,
} from '#app/domain/bookings/availability/bookable-occurrences.server.ts'
import {
  bookingFactStatements,
  toFacts,
} from '#app/domain/bookings/availability/booking-facts.server.ts'
import type { Held } from '#app/domain/entitlements/choose-entitlement.ts'
import { notStarted } from '#app/domain/entitlements/lot-end.ts'
import {
  holdsPlanSql,
  planOnSaleSql,
  planSignedSql,
} from '#app/domain/entitlements/membership-statements.server.ts'
import {
  packagesOnSaleStatement,
  plansOnSaleStatement,
} from '#app/domain/entitlements/offer-queries.server.ts'
import type { PackageOffer, PlanOffer } from '#app/domain/entitlements/offer-words.ts'
import { takesOnlineStatement } from '#app/domain/payments/accounts/connect-account.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { discountOf } from '#app/values/billing/discount.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import { familyBpOf, familyBpStatement } from '../memberships/family-discount.server.ts'
import { joinQuote, planToSellStatement } from '../memberships/sell-membership.server.ts'
import type { CouponRefusal } from '../offers/coupon-words.ts'
import { couponFound, couponStatement } from '../offers/redeem-coupon.server.ts'
import { hadOnceSql } from '../sell/sell-package.server.ts'
import { type CheckoutChoice, offerKindOf, offerKinds } from './checkout-choice.ts'
import { type PlanAsks, refusalOf } from './checkout-refusal.ts'

type Ctx = StudioContext
type ShellViewer = { personId: string | null; name: string; email: string }

/** The id that what is bought has while it is only asked whether it would pay. */
const wanted = 'wanted'

/**
 * Reads what was chosen, for a person or (null) for somebody the studio doesn't know. Null where
 * the studio has no such class, or does not sell it: of plans, those on the price list. With the
 * shell of the page for `viewer`. One trip.
 */
export async function readCheckout(
  ctx: Ctx,
  personId: string | null,
  choice: CheckoutChoice,
  viewer: ShellViewer | null = null,
) {
  const { db, studio, now } = ctx
  const { occurrenceId, packageId, planId, coupon: code } = choice
  if (!occurrenceId && !packageId && !planId) return null
  const today = localDate(now, studio.timeZone)
  const who = personId ?? ''
  const offered = planId
    ? { table: 'plans' as const, id: planId }
    : { table: 'packages' as const, id: packageId ?? '' }
  const asked = { code, personId: who, offer: offered, key: '' }
  const rows = await batch(db, {
    ...shellStatements(ctx, viewer),
    ...bookingFactStatements(ctx, who, occurrenceId ?? ''),
    single: db.all<{ minor: number | null }>(sql`
      SELECT class_type.drop_in_minor AS minor
      FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND o.kind = 'class'`),
    online: takesOnlineStatement(ctx),
    settings: billingSettingsStatement(ctx),
    packages: packageId ? packagesOnSaleStatement(ctx) : null,
    plans: planId ? plansOnSaleStatement(ctx, { listed: true }) : null,
    plan: planId ? planToSellStatement(ctx, planId) : null,
    asks: planId ? planAsksStatement(ctx, planId, { personId: who, today }) : null,
    family: planId ? familyBpStatement(ctx, who) : null,
    coupons: offered.id ? couponStatement(ctx, asked) : null,
    had: db.all<{ had: number }>(sql`
      SELECT ${hadOnceSql(ctx, { packageId: packageId ?? '', personId: who, besides: '' })} AS had`),
    holds: db.all<{ id: string }>(sql`
      SELECT booking_id AS id FROM checkouts
      WHERE studio_id = ${studio.id} AND person_id = ${who} AND state = 'open'
        AND booking_id IS NOT NULL`),
  })
  const row = rows.occurrence[0]
  if (occurrenceId && !row) return null
  const pack = rows.packages?.find(({ id }) => id === packageId) ?? null
  const plan = rows.plans?.find(({ id }) => id === planId) ?? null
  const terms = rows.plan?.[0] ?? null
  if ((packageId && !pack) || (planId && (!plan || !terms))) return null
  const single = pack || plan ? null : (rows.single[0]?.minor ?? null)
  if (!pack && !plan && single === null) return null
  const coupon = offered.id ? couponFound(code, rows.coupons ?? []) : null
  const settings = settingsFrom(ctx, rows.settings)
  const quote =
    plan && terms
      ? joinQuote(ctx, terms, {
          startsOn: today,
          today,
          coupon,
          familyBp: familyBpOf(rows.family ?? []),
        })
      : null
  const priceMinor = quote ? quote.dueNowMinor : (pack?.priceMinor ?? single ?? 0)
  const offMinor = pack && coupon?.ok ? discountOf(coupon.discount, priceMinor) : 0
  const facts = row ? factsFor(ctx, personId, rows, toClassToBook(row)) : null
  // What this person keeps by going on to pay is no place of another kind.
  const kept = rows.holds.some(({ id }) => id === facts?.mine?.id) ? facts?.mine : null
  const mine = kept ? null : (facts?.mine ?? null)
  const availability = facts
    ? availabilityOf({
        ...facts,
        mine,
        occurrence: besides(facts.occurrence, kept?.offeredUntil ?? '', now),
        held: heldWith({ pack, plan }, today),
      })
    : null
  const paysAlready =
    facts !== null &&
    !pack &&
    !plan &&
    availabilityOf({ ...facts, mine }).kind === 'bookable' &&
    personId !== null
  const refusal = refusalOf({
    availability,
    paysAlready,
    stranger: personId === null,
    banned: personId !== null && rows.person[0]?.banned === 1,
    plan: rows.asks?.[0] ?? null,
    signs: ctx.guardianId === undefined ? null : personId,
    had: rows.had[0]?.had === 1,
    capacity: facts?.occurrence.capacity ?? 0,
  })
  return {
    shell: toShell(rows, viewer),
    occurrence: facts?.occurrence ?? null,
    single,
    pack,
    plan,
    quote,
    coupon,
    couponRefusal: (coupon && !coupon.ok ? coupon.reason : null) as CouponRefusal | null,
    priceMinor,
    offMinor,
    /** What is to pay now, in minor units. */
    totalMinor: priceMinor - offMinor,
    taxBp: settings[taxOf[offerKinds[offerKindOf(choice)].item]],
    taxName: settings.taxName,
    contract: terms?.contract ?? '',
    online: rows.online.length > 0,
    refusal,
  }
}

export type CheckoutQuote = NonNullable<Awaited<ReturnType<typeof readCheckout>>>

/** The facts of a booking by them; somebody the studio doesn't know has none of their own. */
function factsFor(
  ctx: Ctx,
  personId: string | null,
  rows: Parameters<typeof toFacts>[2],
  occurrence: ClassToBook,
) {
  if (personId !== null) return toFacts(ctx, personId, rows)
  return {
    occurrence,
    mine: null as MyBooking | null,
    held: { memberships: [], lots: [] },
    levels: {},
    others: [],
    limits: rows.limits?.[0],
    now: ctx.now,
    signedIn: true,
  }
}

/** Holding nothing but what is about to be bought: whether it pays is decided as it always is. */
function heldWith(
  { pack, plan }: { pack: PackageOffer | null; plan: PlanOffer | null },
  today: string,
): Held {
  const covers = (offer: { covers: string }) => offer.covers.split(',').filter(Boolean)
  if (plan) {
    const { name, weeklyLimit } = plan
    const membership = {
      id: wanted,
      name,
      state: 'active',
      startsOn: today,
      endsOn: null,
      purchasedAt: today,
      frozenFrom: null,
      frozenUntil: null,
      covers: covers(plan),
      weeklyLimit,
      weekStart: 1,
      period: null,
      usedOn: [],
      rollover: 0,
      guestPlaces: 0,
      interval: plan.interval,
      anchorOn: null,
      locations: plan.locations.split(',').filter(Boolean),
      notIn: plan.offPeak ? plan.peakHours : '',
    }
    return { memberships: [membership], lots: [] }
  }
  if (pack?.kind === 'appointments') return { memberships: [], lots: [] }
  const until =
    pack && pack.kind !== 'day_pass' && pack.validFrom === 'purchase'
      ? addDays(today, pack.validDays)
      : notStarted
  const lot = {
    id: wanted,
    name: pack?.name ?? '',
    startsOn: today,
    refunded: false,
    left: 1,
    purchasedAt: today,
    covers: pack ? covers(pack) : [],
    expiresOn: pack?.fixedUntil ?? until,
  }
  return { memberships: [], lots: [lot] }
}

/** The class without the place that is kept for its buyer `until` then: it is free for them. */
const besides = (occurrence: ClassToBook, until: string, now: string): ClassToBook =>
  until >= now ? { ...occurrence, capacity: occurrence.capacity + 1 } : occurrence

/** What a plan asks of the person who joins, and whether they may have it. */
const planAsksStatement = (
  ctx: Ctx,
  planId: string,
  { personId, today }: { personId: string; today: LocalDate },
) =>
  ctx.db.all<PlanAsks>(sql`
    SELECT plan.proof, coalesce(plan.document_id, '') AS documentId,
      coalesce((SELECT name FROM documents WHERE studio_id = plan.studio_id
        AND id = plan.document_id), '') AS documentName,
      ${planSignedSql(ctx, personId)} AS signed,
      ${holdsPlanSql(personId, { startsOn: today, key: '' })} AS holds,
      NOT ${planOnSaleSql(today)} AS full
    FROM plans AS plan WHERE plan.studio_id = ${ctx.studio.id} AND plan.id = ${planId}`)
