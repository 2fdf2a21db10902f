import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import { firstPlan, type OwnPlanKey } from './plan-prices.ts'
import type { PlanChangeRow } from './plan-queries.server.ts'

/**
 * Notes what happened to a studio's plan, with how it stands now, and lets every request know: right
 * behind the guarded write of `studio_plans` that it tells of. A studio that is closed for want of a
 * plan is archived, and open again once it is paid. `id` is the row's, there only if it wrote.
 */
export const planChangedStatements = (
  directory: DirectoryDb,
  of: {
    id?: string
    studioId: string
    at: Instant
    kind: PlanChangeRow['kind']
    by: string
    detail?: string
  },
) => ({
  changed: directory.run(sql`
    INSERT INTO studio_plan_changes (id, studio_id, at, kind, state, plan, by_name, detail)
    SELECT ${of.id ?? newId()}, own.studio_id, ${of.at}, ${of.kind}, own.state, own.plan, ${of.by},
      ${of.detail ?? ''}
    FROM studio_plans AS own WHERE own.studio_id = ${of.studioId} AND changes() > 0`),
  known: directory.run(sql`
    UPDATE studios SET
      state = CASE WHEN plan_state = 'closed' AND state = 'archived' THEN 'open' ELSE state END,
      (plan_state, plan) = (
        SELECT own.state, own.plan FROM studio_plans AS own WHERE own.studio_id = studios.id)
    WHERE id = ${of.studioId} AND EXISTS (
      SELECT 1 FROM studio_plans AS own WHERE own.studio_id = studios.id
        AND (own.state, own.plan) IS NOT (studios.plan_state, studios.plan))`),
  closed: directory.run(sql`
    UPDATE studios SET state = 'archived'
    WHERE id = ${of.studioId} AND state = 'open' AND plan_state = 'closed'`),
})

/** Begins a studio's trial, once; its last day is the last of `days`. */
export const startTrialStatements = (
  directory: DirectoryDb,
  of: {
    studioId: string
    today: LocalDate
    days: number
    at: Instant
    by: string
    plan?: OwnPlanKey
  },
) => ({
  planStarted: directory.run(sql`
    INSERT INTO studio_plans (studio_id, plan, state, started_on, paid_until, trial)
    VALUES (${of.studioId}, ${of.plan ?? firstPlan}, 'trial', ${of.today},
      ${addDays(of.today, of.days - 1)}, 1)
    ON CONFLICT (studio_id) DO NOTHING`),
  ...planChangedStatements(directory, { ...of, kind: 'started' }),
})

/**
 * Bills the period behind what is paid, with the plan it will have: one invoice at a time is open.
 * `months` may be paid at once.
 */
export const billPlanStatement = (
  directory: DirectoryDb,
  of: {
    studioId: string
    plan: OwnPlanKey
    fromDay: LocalDate
    untilDay: LocalDate
    amountMinor: number
    currency: string
    issuedOn: LocalDate
    dueOn: LocalDate
  },
) =>
  directory.run(sql`
    INSERT INTO studio_plan_invoices (id, studio_id, number, plan, from_day, until_day,
      amount_minor, currency, issued_on, due_on)
    SELECT ${newId()}, ${of.studioId},
      (SELECT coalesce(max(number), 1000) + 1 FROM studio_plan_invoices), ${of.plan},
      ${of.fromDay}, ${of.untilDay}, ${of.amountMinor}, ${of.currency}, ${of.issuedOn},
      ${of.dueOn}
    WHERE 1 ON CONFLICT DO NOTHING`)
