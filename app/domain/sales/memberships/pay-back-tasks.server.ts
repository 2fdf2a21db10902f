/** Money of a cooling-off that somebody has to pay back by hand: it stands as account credit. */
import { type SQL, sql } from 'drizzle-orm'
import { payableCreditSql } from '#app/domain/billing/invoices/pay-out-credit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  followTasksStatements,
  raiseTaskStatement,
} from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import { addMinutes } from '#app/values/instant.ts'

/** So many days the law gives to pay back what a consumer withdrew from (2011/83/EU, article 13). */
const daysToPayBack = 14

/** Asks for it, for the batch of the withdrawal; null where nothing comes back. */
export const payBackTask = (
  ctx: StudioContext,
  {
    membershipId,
    payerId,
    name,
    amountMinor,
  }: { membershipId: string; payerId: string; name: string; amountMinor: number },
  onlyIf: SQL,
) =>
  amountMinor > 0
    ? raiseTaskStatement(
        ctx,
        {
          cause: { kind: 'pay_back', ref: membershipId },
          facts: { name, amountMinor, payerId },
          role: 'manager',
          dueAt: addMinutes(ctx.now, daysToPayBack * 24 * 60),
          endsAt: null,
          path: paths.managePersonAct(ctx.studio, payerId, 'payment'),
        },
        onlyIf,
      )
    : null

/** Closes it once nothing is left on the account that can be paid out. */
export const payBackTasks = (ctx: StudioContext) =>
  followTasksStatements(ctx, {
    kind: 'pay_back',
    next: sql`SELECT task.due_at, task.ends_at, task.path, task.facts
      WHERE ${payableCreditSql(ctx, sql`task.facts ->> 'payerId'`)} > 0`,
    stays: sql`0`,
  })
