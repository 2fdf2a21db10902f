import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import {
  classTasksDue,
  feesDueTasks,
  fewBookedTasks,
} from '#app/domain/bookings/class-tasks.server.ts'
import { courseDecisionTasks, courseTasksDue } from '#app/domain/courses/course-tasks.server.ts'
import {
  inspectionTasks,
  inspectionTasksDue,
} from '#app/domain/facilities/inspection-tasks.server.ts'
import { endOpeningTasksStatement } from '#app/domain/onboarding/opening-tasks.server.ts'
import { ofAgeTasks, ofAgeTasksDue } from '#app/domain/person-records/of-age-tasks.server.ts'
import {
  substituteTasks,
  substituteTasksDue,
} from '#app/domain/planning/substitute-tasks.server.ts'
import { lowStockTasks, lowStockTasksDue } from '#app/domain/products/stock-tasks.server.ts'
import {
  failedPaymentTasks,
  failedPaymentTasksDue,
} from '#app/domain/sales/collecting/failed-payment-tasks.server.ts'
import { payBackTasks } from '#app/domain/sales/memberships/pay-back-tasks.server.ts'
import { keepClashTasksStatements } from '#app/domain/scheduling/series/clash-tasks.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import {
  qualificationTasks,
  qualificationTasksDue,
} from '#app/domain/staffing/qualification-tasks.server.ts'
import { endPastTasksStatement, openTasksDue } from '#app/domain/tasks/task-statements.server.ts'
import type { StudioJob } from './job.ts'

/** A studio costs a dozen statements, and most have something that asks for someone. */
const studiosTogether = 40

const keepTasksDue = (look: Look): SQL => sql`(${openTasksDue(look)} OR ${classTasksDue(look)}
  OR ${courseTasksDue(look)} OR ${inspectionTasksDue(look)} OR ${substituteTasksDue(look)}
  OR ${ofAgeTasksDue(look)} OR ${failedPaymentTasksDue(look)} OR ${lowStockTasksDue(look)}
  OR ${qualificationTasksDue(look)})`

/**
 * Raises the tasks that only time brings, and closes those that ask nothing any more, in one trip.
 * Answers how many changed.
 */
export async function keepTasks(ctx: StudioContext): Promise<number> {
  const [few, fees, courses, inspections, ofAge, low] = [
    fewBookedTasks(ctx),
    feesDueTasks(ctx),
    courseDecisionTasks(ctx),
    inspectionTasks(ctx),
    ofAgeTasks(ctx),
    lowStockTasks(ctx),
  ]
  const unpaid = failedPaymentTasks(ctx)
  const clashes = keepClashTasksStatements(ctx)
  const payBack = payBackTasks(ctx)
  const results = await batch(ctx.db, {
    fewRaised: few.raised,
    fewEnded: few.ended,
    feesRaised: fees.raised,
    feesEnded: fees.ended,
    coursesRaised: courses.raised,
    coursesEnded: courses.ended,
    inspectionsRaised: inspections.raised,
    inspectionsEnded: inspections.ended,
    ofAgeRaised: ofAge.raised,
    ofAgeEnded: ofAge.ended,
    unpaidRaised: unpaid.raised,
    unpaidEnded: unpaid.ended,
    lowRaised: low.raised,
    lowEnded: low.ended,
    ...substituteTasks(ctx),
    ...qualificationTasks(ctx),
    clashesFollowed: clashes.followed,
    clashesClosed: clashes.closed,
    payBackFollowed: payBack.followed,
    payBackClosed: payBack.closed,
    openingEnded: endOpeningTasksStatement(ctx),
    past: endPastTasksStatement(ctx),
  })
  return Object.values(results).reduce((sum, result) => sum + changed(result), 0)
}

export const keepTasksJob: StudioJob = {
  of: 'studios',
  name: 'keep-tasks',
  description: 'Raise tasks that need someone, and close those that are settled.',
  everyMinutes: 1,
  due: keepTasksDue,
  together: studiosTogether,
  work: keepTasks,
}
