import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { plansOnSaleStatement } from '#app/domain/entitlements/offer-queries.server.ts'
import { personStatement } from '#app/domain/people/person-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { couponFound, couponStatement } from '../offers/redeem-coupon.server.ts'
import { dueWords, effectWords } from './act-words.ts'
import { familyBpOf, familyBpStatement } from './family-discount.server.ts'
import type { JoinPreview } from './join-preview.ts'
import { joinQuote, planToSellStatement } from './sell-membership.server.ts'

/** A person, what they can join, who could pay, and what the chosen plan comes to. One trip. */
export async function joinPage(
  ctx: StudioContext,
  personId: string,
  {
    planId,
    startsOn,
    coupon: code = '',
    waivesFee = false,
  }: { planId: string; startsOn: LocalDate | null; coupon?: string; waivesFee?: boolean },
) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const asked = { code, personId, offer: { table: 'plans' as const, id: planId }, key: '' }
  const { people, plans, chosen, guardians, family, coupons } = await batch(db, {
    family: familyBpStatement(ctx, personId),
    coupons: couponStatement(ctx, asked),
    people: personStatement(ctx, personId),
    plans: plansOnSaleStatement(ctx),
    chosen: planToSellStatement(ctx, planId),
    guardians: db.all<{ id: string; name: string }>(sql`
      SELECT guardian.id, guardian.name FROM guardians AS link
      JOIN people AS guardian ON guardian.id = link.guardian_id
      WHERE link.studio_id = ${studio.id} AND link.dependant_id = ${personId}
      ORDER BY link.created_at LIMIT 8`),
  })
  const [person] = people
  if (!person) return null
  const [plan] = chosen
  const first = startsOn ?? today
  const coupon = couponFound(code, coupons)
  const terms = { startsOn: first, today, familyBp: familyBpOf(family), coupon, waivesFee }
  const quote = plan && first >= today ? joinQuote(ctx, plan, terms) : null
  const reader = { currency: studio.currency, locale: studio.locale, today }
  const preview: JoinPreview | null =
    plan && quote
      ? {
          name: plan.name,
          effects: effectWords(quote.effects, { name: plan.name }, reader),
          due: dueWords(quote, reader),
          dueNowMinor: quote.dueNowMinor,
          classes: quote.firstAllowance,
          contract: plan.contract,
        }
      : null
  return {
    person,
    plans,
    guardians,
    today,
    preview,
    startsOn: first,
    couponRefusal: coupon && !coupon.ok ? coupon.reason : null,
  }
}
