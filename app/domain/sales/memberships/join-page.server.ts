import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { plansOnSaleStatement } from '#app/domain/entitlements/offer-queries.server.ts'
import { personStatement } from '#app/domain/people/person-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { dueWords, effectWords } from './act-words.ts'
import { joinQuote, planToSellStatement } from './sell-membership.server.ts'

/** A person, what they can join, who could pay, and what the chosen plan comes to. One trip. */
export async function joinPage(
  ctx: StudioContext,
  personId: string,
  { planId, startsOn }: { planId: string; startsOn: LocalDate | null },
) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const { people, plans, chosen, guardians } = await batch(db, {
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
  const quote = plan && first >= today ? joinQuote(ctx, plan, { startsOn: first, today }) : null
  const reader = { currency: studio.currency, locale: studio.locale, today }
  return {
    ...{ person, plans, guardians, today },
    startsOn: first,
    preview:
      plan && quote
        ? {
            name: plan.name,
            effects: effectWords(quote.effects, { name: plan.name }, reader),
            due: dueWords(quote, reader),
            dueNowMinor: quote.dueNowMinor,
            classes: quote.firstAllowance,
            contract: plan.contract,
          }
        : null,
  }
}
