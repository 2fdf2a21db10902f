import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { localDate } from '#app/values/zone.ts'
import { monthPrice, type OwnPlanKey, type OwnUsage, ownPlans } from './plan-prices.ts'
import { type StudioPlanRow, studioPlanStatement } from './plan-queries.server.ts'
import { planChangedStatements } from './plan-statements.server.ts'

export type ChangePlanResult =
  | { ok: true; row: StudioPlanRow }
  | { ok: false; reason: 'no_plan' | 'changed_meanwhile' }
  | { ok: false; reason: 'too_many_members'; facts: { members: number; most: number } }

/**
 * Chooses the plan a studio has: of a trial at once, else from the next period on, and the bill for
 * that, where it is open, is for the new one. Refused: a plan that is for fewer active members than
 * the studio has, since nobody is turned away (`too_many_members`); and a form that was opened
 * before another change.
 */
export async function choosePlan(
  ctx: StaffContext,
  directory: DirectoryDb,
  { plan, version, usage }: { plan: OwnPlanKey; version: number; usage: OwnUsage },
): Promise<ChangePlanResult> {
  const { studio } = ctx
  const most = ownPlans[plan].members
  if (most !== null && usage.members > most)
    return { ok: false, reason: 'too_many_members', facts: { members: usage.members, most } }
  const price = monthPrice(plan, studio.currency)
  const set = sql`plan = CASE WHEN trial THEN ${plan} ELSE plan END,
    next_plan = CASE WHEN trial OR plan = ${plan} THEN '' ELSE ${plan} END`
  return change(ctx, directory, { version, set, kind: 'chosen', detail: plan }, (onlyIf) => ({
    bill: directory.run(sql`
      UPDATE studio_plan_invoices SET plan = ${plan}, amount_minor = ${price.amountMinor},
        currency = ${price.currency}
      WHERE studio_id = ${studio.id} AND paid_on IS NULL AND ${onlyIf}`),
  }))
}

/**
 * Cancels a studio's plan: it works until the last day that is paid and closes then; a bill for
 * later is taken back. Refused: a form that was opened before another change.
 */
export function cancelPlan(ctx: StaffContext, directory: DirectoryDb, version: number) {
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const set = sql`cancelled_on = coalesce(cancelled_on, ${today}), next_plan = ''`
  return change(ctx, directory, { version, set, kind: 'cancelled' }, (onlyIf) => ({
    bill: directory.run(sql`
      DELETE FROM studio_plan_invoices
      WHERE studio_id = ${ctx.studio.id} AND paid_on IS NULL AND ${onlyIf}`),
  }))
}

/** Takes a cancellation back, as long as the studio is not closed by it. */
export const resumePlan = (ctx: StaffContext, directory: DirectoryDb, version: number) =>
  change(ctx, directory, { version, set: sql`cancelled_on = NULL`, kind: 'resumed' }, () => ({}))

async function change(
  { studio, now, actor }: StaffContext,
  directory: DirectoryDb,
  of: {
    version: number
    set: SQL
    kind: 'chosen' | 'cancelled' | 'resumed'
    detail?: string
  },
  more: (onlyIf: SQL) => Record<string, ReturnType<DirectoryDb['run']>>,
): Promise<ChangePlanResult> {
  const mine = sql`own.studio_id = ${studio.id}`
  const id = newId()
  const done = sql`EXISTS (SELECT 1 FROM studio_plan_changes WHERE id = ${id})`
  const { set, after } = await batch(directory, {
    set: directory.run(sql`
      UPDATE studio_plans SET ${of.set}, version = version + 1
      WHERE studio_id = ${studio.id} AND version = ${of.version} AND state <> 'closed'`),
    ...planChangedStatements(directory, {
      id,
      studioId: studio.id,
      at: now,
      kind: of.kind,
      by: actor.name,
      detail: of.detail ?? '',
    }),
    ...more(done),
    after: studioPlanStatement(directory, mine),
  })
  const [row] = after
  if (!row) return { ok: false, reason: 'no_plan' }
  return changed(set) > 0 ? { ok: true, row } : { ok: false, reason: 'changed_meanwhile' }
}
