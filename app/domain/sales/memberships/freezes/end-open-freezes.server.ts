/** Freezes that were begun without a last day, where their plan has a longest freeze. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import {
  billedByHand,
  type HeldPlanRow,
  heldPlansStatement,
  toHeldPlan,
} from '#app/domain/entitlements/held-plans.server.ts'
import {
  changeMembershipStatement,
  endFreezeStatements,
} from '#app/domain/entitlements/membership-statements.server.ts'
import { endPackFreezeStatement } from '#app/domain/entitlements/packs/freeze-packs.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { localDate } from '#app/values/zone.ts'
import { lastLeft, quoteEndFreeze } from '../../quotes/quote-freeze.ts'

/** Freezes that one run ends; the next takes the rest. */
const atOnce = 20

/** Days a year from which a plan has no longest freeze. */
const unlimited = 366

const openSql = ({ studio }: Look): SQL => sql`
  SELECT freeze.membership_id FROM membership_freezes AS freeze
  CROSS JOIN memberships AS membership ON membership.id = freeze.membership_id
  JOIN plans AS plan ON plan.id = membership.plan_id
  WHERE freeze.studio_id = ${studio} AND freeze.until_on IS NULL AND freeze.settled = 0
    AND plan.freeze_most_days < ${unlimited}
    AND membership.state NOT IN ('cancelled','expired','superseded')`

/** Whether a studio has such freezes. */
export const endOpenFreezesDue = (look: Look): SQL => sql`EXISTS (${openSql(look)})`

/**
 * Gives an open freeze whose plan has a longest freeze its last day: the last that the limit of each
 * year leaves, today at the earliest, so that no day is charged that somebody was frozen on. From then
 * on it ends automatically, and its minimum term and packs move as far. Those that came from elsewhere are
 * ended by hand. Twice is once. Answers how many.
 */
export async function endOpenFreezes(ctx: StudioContext): Promise<number> {
  const { rows } = await batch(ctx.db, {
    rows: heldPlansStatement(ctx, sql`membership.id IN (${openSql(lookAt(ctx))} LIMIT ${atOnce})`),
  })
  let done = 0
  for (const row of rows) done += await endOne(ctx, row)
  return done
}

async function endOne(ctx: StudioContext, row: HeldPlanRow): Promise<number> {
  const held = toHeldPlan(row)
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const open = held.freezes.find(({ until, settled }) => until === null && !settled)
  if (!open) return 0
  const others = held.freezes.filter((freeze) => freeze !== open)
  const last = lastLeft({ terms: held.terms, freezes: others }, open.from) ?? today
  const earliest = open.from > today ? open.from : today
  const on = last < earliest ? earliest : last
  const quote = quoteEndFreeze(held, on, today)
  if (!quote.ok) return 0
  const written = sql`EXISTS (SELECT 1 FROM memberships AS ended WHERE ended.id = ${row.id}
    AND ended.version = ${row.version + 1})`
  const own = { personId: row.personId, membershipId: row.id }
  const { change } = await batch(ctx.db, {
    change: changeMembershipStatement(ctx, row, quote.held, {}, { byHand: billedByHand(row) }),
    packs: endPackFreezeStatement(ctx, own, open, on, written),
    ...endFreezeStatements(ctx, { membershipId: row.id, from: open.from, until: on }, written),
  })
  return changed(change)
}
