import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { DirectoryContext } from '#app/domain/scope/contexts.ts'
import { studioPlanLetter } from '#app/messages/sales/studio-plan.ts'
import { monthsLater } from '#app/values/billing/billing-period.ts'
import { dayLong, money } from '#app/values/wording.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import {
  billedAhead,
  keptUntil,
  lastPastDue,
  lastReadOnly,
  type PlanState,
  planStateOn,
} from './plan-days.ts'
import { monthPrice, ownPlans } from './plan-prices.ts'
import { planFacts, type StudioPlanRow, studioPlanStatement } from './plan-queries.server.ts'
import { billPlanStatement, planChangedStatements } from './plan-statements.server.ts'

/** Studios that one run looks at; the next goes on with the others. */
const atOnce = 100

type OwnStudio = {
  id: string
  slug: string
  name: string
  timeZone: string
  currency: string
  locale: string
}

/**
 * Brings studios to where they stand with their plan today, and bills the next period a week ahead.
 * Owners are written to of each step, once. Answers how many it changed.
 */
export async function keepPlans(
  ctx: DirectoryContext & { nowMs: number; origin: string },
): Promise<number> {
  const { directory, now } = ctx
  // A day more than UTC has, so that no zone is late.
  const tomorrow = addDays(now.slice(0, 10), 1)
  const due = await directory.all<OwnStudio>(sql`
    SELECT studio.id, studio.slug, studio.name, studio.time_zone AS timeZone, studio.currency,
      studio.locale
    FROM studio_plans AS own JOIN studios AS studio ON studio.id = own.studio_id
    WHERE studio.state = 'open' AND own.state <> 'closed' AND (
      own.paid_until < ${tomorrow}
      OR (own.cancelled_on IS NULL AND own.paid_until <= ${addDays(tomorrow, billedAhead)}
        AND NOT EXISTS (SELECT 1 FROM studio_plan_invoices AS bill
          WHERE bill.studio_id = own.studio_id AND bill.paid_on IS NULL)))
    ORDER BY own.paid_until LIMIT ${atOnce}`)
  let done = 0
  for (const studio of due) if (await keepPlan(ctx, studio)) done += 1
  return done
}

async function keepPlan(
  ctx: DirectoryContext & { nowMs: number; origin: string },
  studio: OwnStudio,
): Promise<boolean> {
  const { directory, now } = ctx
  const today = localDate(now, studio.timeZone)
  const mine = sql`own.studio_id = ${studio.id}`
  const { plans, owners } = await batch(directory, {
    plans: studioPlanStatement(directory, mine),
    owners: ownersStatement(directory, studio.id),
  })
  const [plan] = plans
  if (!plan) return false
  const state = planStateOn(planFacts(plan), today)
  const bills =
    plan.cancelledOn === null &&
    state !== 'closed' &&
    today >= addDays(plan.paidUntil, -billedAhead)
  const fromDay = addDays(plan.paidUntil, 1)
  const nextPlan = plan.nextPlan || plan.plan
  const price = monthPrice(nextPlan, studio.currency)
  const letter = (kind: PlanState | 'billed') =>
    Object.fromEntries(
      owners.map(({ email }, i) => [
        `letter-${kind}-${i}`,
        queueStatement(
          directory,
          {
            studioId: studio.id,
            dedupeKey: `studio-plan:${kind}:${studio.id}:${plan.paidUntil}:${email}`,
            to: email,
            kind: 'studio-plan',
            letter: studioPlanLetter({ kind, ...wordsOf(plan, studio), origin: ctx.origin }),
          },
          ctx.nowMs,
        ),
      ]),
    )
  const { billed, moved } = await batch(directory, {
    billed: bills
      ? billPlanStatement(directory, {
          studioId: studio.id,
          plan: nextPlan,
          ...price,
          fromDay,
          issuedOn: today,
          untilDay: addDays(monthsLater(fromDay, 1), -1),
          dueOn: plan.paidUntil,
        })
      : null,
    ...(bills && state !== 'past_due' && state !== 'read_only' ? letter('billed') : {}),
    moved: directory.run(sql`
      UPDATE studio_plans SET state = ${state}
      WHERE studio_id = ${studio.id} AND version = ${plan.version} AND state <> ${state}`),
    ...planChangedStatements(directory, { studioId: studio.id, at: now, kind: 'state', by: '' }),
    ...(state === plan.state ? {} : letter(state)),
  })
  return (billed ? changed(billed) : 0) + changed(moved) > 0
}

const ownersStatement = (directory: DirectoryDb, studioId: string) =>
  directory.all<{ email: string }>(sql`
    SELECT account.email FROM affiliations AS affiliation
    JOIN auth_users AS account ON account.id = affiliation.user_id AND account.deleted_at IS NULL
    WHERE affiliation.studio_id = ${studioId} AND affiliation.role_id = 'owner'
      AND affiliation.state = 'active' AND account.email <> ''
    ORDER BY account.email LIMIT 10`)

function wordsOf(plan: StudioPlanRow, { slug, name, currency, locale }: OwnStudio) {
  const price = monthPrice(plan.nextPlan || plan.plan, currency)
  const day = (date: LocalDate) => dayLong(date, locale)
  return {
    studio: { slug, name },
    plan: ownPlans[plan.nextPlan || plan.plan].name,
    amount: money(price.amountMinor, price.currency, locale),
    paidUntil: day(plan.paidUntil),
    worksUntil: day(lastPastDue(plan.paidUntil)),
    readUntil: day(lastReadOnly(plan.paidUntil)),
    keptUntil: day(keptUntil(planFacts(plan))),
    trial: plan.trial === 1,
  }
}
