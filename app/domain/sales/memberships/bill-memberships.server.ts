import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { rightAfterChange } from '#app/domain/audit/audit.server.ts'
import {
  billingSettingsStatement,
  settingsFrom,
} from '#app/domain/billing/settings/billing-settings.server.ts'
import type { BillingSettings } from '#app/domain/billing/settings/billing-settings.ts'
import {
  billedByHand,
  type HeldPlanRow,
  heldPlansStatement,
  type MembershipState,
  planIdOn,
  toHeldPlan,
} from '#app/domain/entitlements/held-plans.server.ts'
import {
  billedPeriodStatements,
  changeMembershipStatement,
} from '#app/domain/entitlements/membership-statements.server.ts'
import {
  afterBill,
  nextBill,
  nextUnbilledDay,
  outstandingFreezeLines,
  termsOn,
} from '#app/domain/entitlements/membership-terms.ts'
import { blockSuccessorStatement } from '#app/domain/entitlements/overdue-memberships.server.ts'
import { thawPacksStatement } from '#app/domain/entitlements/packs/freeze-packs.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { localDate } from '#app/values/zone.ts'
import {
  collectBillStatement,
  handOnStepsStatement,
} from '../collecting/collection-statements.server.ts'
import { linesOf } from './bill-lines.ts'
import { billStatements, invoiceOfBill } from './bill-statements.server.ts'

/** Memberships that one run bills, starts or ends; the next takes the rest. */
export const billedAtOnce = 20

/** Memberships that a day has come for: a period to bill, the first day, or one after the last. */
const dueSql = ({ studio, today }: Look): SQL => sql`
  SELECT id, next_bill_on AS due FROM memberships
  WHERE studio_id = ${studio} AND next_bill_on IS NOT NULL AND next_bill_on <= ${today}
    AND state <> 'pending_payment'
  UNION ALL
  SELECT id, starts_on FROM memberships
  WHERE studio_id = ${studio} AND state = 'scheduled' AND starts_on <= ${today}
  UNION ALL
  SELECT id, ends_on FROM memberships
  WHERE studio_id = ${studio} AND ends_on IS NOT NULL AND ends_on < ${today}
    AND state NOT IN ('cancelled','expired','superseded','pending_payment')
  UNION ALL
  SELECT id, ends_on || ' last' FROM memberships
  WHERE studio_id = ${studio} AND ends_on = ${today}
    AND state NOT IN ('cancelled','expired','superseded','pending_payment')
    AND EXISTS (SELECT 1 FROM membership_freezes AS freeze
      WHERE freeze.studio_id = memberships.studio_id AND freeze.membership_id = memberships.id
        AND freeze.settled = 0)
    AND NOT EXISTS (SELECT 1 FROM invoices AS back
      WHERE back.id = 'bill-back-' || memberships.id || ':last:' || memberships.ends_on)`

/** Whether a studio has memberships to bill, to start or to end. */
export const billMembershipsDue = (look: Look): SQL => sql`EXISTS (${dueSql(look)})`

/**
 * Bills each membership whose next unbilled day has come in the studio's zone, and starts and ends
 * those whose day it is (SM-MEM). A period is billed once, no matter who else runs: it is a row, and each
 * bill is guarded by what it read. Months that were missed are billed one after the other. A second
 * run finds nothing left to do. Answers how many it changed.
 */
export async function billMemberships(ctx: StudioContext): Promise<number> {
  const { db } = ctx
  const { rows, settings } = await batch(db, {
    rows: heldPlansStatement(
      ctx,
      sql`membership.id IN (SELECT id FROM (${dueSql(lookAt(ctx))}) ORDER BY due, id
        LIMIT ${billedAtOnce})`,
    ),
    settings: billingSettingsStatement(ctx),
  })
  const given = settingsFrom(ctx, settings)
  let done = 0
  for (const row of rows) done += await bringUpToDate(ctx, given, row)
  return done
}

/** Bills what is due of one membership, a period at a time, then ends it where its last day is over. */
async function bringUpToDate(
  ctx: StudioContext,
  settings: BillingSettings,
  first: HeldPlanRow,
): Promise<number> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  let row = first
  let done = 0
  // Two years of months at most in one run, so that a date long past cannot hold up the others.
  while (done < 26) {
    const step = nextStep(ctx, settings, row, today)
    if (!step) break
    const { after } = await batch(db, {
      ...step,
      after: heldPlansStatement(ctx, sql`membership.id = ${row.id}`),
    })
    const [read] = after
    if (!read || read.version === row.version) break
    row = read
    done += 1
  }
  return done
}

function nextStep(ctx: StudioContext, settings: BillingSettings, row: HeldPlanRow, today: string) {
  const held = toHeldPlan(row)
  if (!billedByHand(row) && nextUnbilledDay(held) <= today && nextBill(held)) {
    return billStep(ctx, settings, row)
  }
  if (row.endsOn === today && !isOver(row.state) && !nextBill(held)) {
    return lastDayStep(ctx, settings, row)
  }
  if (row.endsOn !== null && row.endsOn < today && !isOver(row.state)) {
    return endStep(ctx, settings, row)
  }
  if (row.state === 'scheduled' && row.startsOn <= today) {
    const state = row.endsOn === null ? 'active' : 'cancel_scheduled'
    return startStep(ctx, row, row.ownTrialDays > 0 ? 'trialing' : state)
  }
  return null
}

const isOver = (state: MembershipState) =>
  state === 'cancelled' || state === 'expired' || state === 'superseded'

/** Rows written by the batch that this marker is of: nobody else can have come to this version. */
const markOf = (row: HeldPlanRow, from: string): SQL => sql`EXISTS (
  SELECT 1 FROM memberships AS billed WHERE billed.id = ${row.id}
    AND billed.version = ${row.version + 1})
  AND EXISTS (SELECT 1 FROM membership_periods AS period WHERE period.membership_id = ${row.id}
    AND period.from_on = ${from})`

function billStep(ctx: StudioContext, settings: BillingSettings, row: HeldPlanRow) {
  const { studio } = ctx
  const held = toHeldPlan(row)
  const bill = nextBill(held)!
  const from = bill.billed.at(-1)!.from
  const after = afterBill(held, bill)
  const planId = planIdOn(row, from)
  const terms = termsOn(held, from)
  const lines = linesOf(bill.lines, terms, studio)
  const begins = row.state === 'trialing' || row.state === 'scheduled'
  // Another run may have billed the period: then its row is there, and this writes nothing.
  const unbilled = sql`NOT EXISTS (SELECT 1 FROM membership_periods AS there
    WHERE there.studio_id = ${studio.id} AND there.membership_id = ${row.id}
      AND there.from_on = ${from})`
  const written = markOf(row, from)
  return {
    change: changeMembershipStatement(
      ctx,
      row,
      after,
      {
        ...(begins ? { state: row.endsOn === null ? 'active' : 'cancel_scheduled' } : {}),
        ...(planId === row.planId ? {} : { planId, nextDone: true }),
      },
      { onlyIf: unbilled },
    ),
    ...billedPeriodStatements(
      ctx,
      row.id,
      bill.billed,
      sql`EXISTS (SELECT 1 FROM memberships AS billed WHERE billed.id = ${row.id}
        AND billed.version = ${row.version + 1}) AND ${rightAfterChange}`,
    ),
    ...billStatements(
      ctx,
      settings,
      {
        id: `${row.id}:${from}`,
        membershipId: row.id,
        payerId: row.payerId ?? row.personId,
        lines,
      },
      written,
    ),
    collect: collectBillStatement(
      ctx,
      { invoiceId: invoiceOfBill(`${row.id}:${from}`), membershipId: row.id },
      written,
    ),
  }
}

/** What freezes left to come off and no bill takes is account credit on the last day (R9). */
function lastDayStep(ctx: StudioContext, settings: BillingSettings, row: HeldPlanRow) {
  const held = toHeldPlan(row)
  const left = outstandingFreezeLines(held)
  const sum = left.reduce((all, { amountMinor }) => all + amountMinor, 0)
  if (sum >= 0 || billedByHand(row)) return null
  const given = sql`EXISTS (SELECT 1 FROM memberships AS last WHERE last.id = ${row.id}
    AND last.version = ${row.version + 1})`
  return {
    change: changeMembershipStatement(ctx, row, held, {}, { byHand: true }),
    ...settledStatements(ctx, settings, row, `last:${row.endsOn}`, given),
  }
}

/** What freezes left to come off, or to charge, as a bill of its own. */
function settledStatements(
  ctx: StudioContext,
  settings: BillingSettings,
  row: HeldPlanRow,
  id: string,
  written: SQL,
) {
  const held = toHeldPlan(row)
  const left = outstandingFreezeLines(held)
  const settled = held.billed.map((period) => ({
    ...period,
    frozenMinor:
      period.frozenMinor -
      left
        .filter(({ from }) => from === period.from)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  }))
  const payerId = row.payerId ?? row.personId
  const lines = linesOf(left, held.terms, ctx.studio)
  return {
    ...billedPeriodStatements(ctx, row.id, settled, written),
    ...billStatements(
      ctx,
      settings,
      { id: `${row.id}:${id}`, membershipId: row.id, payerId, lines },
      written,
    ),
  }
}

/**
 * Its last day is over: what freezes left to come off, or to charge, has no bill any more (R9), and
 * packs that were frozen with it pay again, and what is unpaid of it holds back the plan that takes
 * its place (R10).
 */
function endStep(ctx: StudioContext, settings: BillingSettings, row: HeldPlanRow) {
  const held = toHeldPlan(row)
  const state = stateAtEnd(row)
  const ended = sql`EXISTS (SELECT 1 FROM memberships AS over WHERE over.id = ${row.id}
    AND over.version = ${row.version + 1} AND over.state = ${state})`
  return {
    ...(row.supersededBy === null ? {} : { block: blockSuccessorStatement(ctx, row) }),
    change: changeMembershipStatement(ctx, row, held, { state }, { byHand: true }),
    packs: thawPacksStatement(
      ctx,
      { personId: row.personId, membershipId: row.id },
      row.endsOn ?? localDate(ctx.now, ctx.studio.timeZone),
      ended,
    ),
    ...(row.supersededBy === null
      ? {}
      : { steps: handOnStepsStatement(ctx, { from: row.id, to: row.supersededBy }, ended) }),
    ...(outstandingFreezeLines(held).length > 0
      ? settledStatements(ctx, settings, row, `end:${row.endsOn}`, ended)
      : {}),
  }
}

function stateAtEnd({ supersededBy, state }: HeldPlanRow): MembershipState {
  if (supersededBy !== null) return 'superseded'
  const unpaid = state === 'past_due' || state === 'suspended'
  return state === 'cancel_scheduled' || unpaid ? 'cancelled' : 'expired'
}

const startStep = (ctx: StudioContext, row: HeldPlanRow, state: MembershipState) => ({
  change: changeMembershipStatement(
    ctx,
    row,
    toHeldPlan(row),
    { state },
    {
      byHand: billedByHand(row),
    },
  ),
})
