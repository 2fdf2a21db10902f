import { batch, changed } from '#app/db/batch.server.ts'
import { feesDueTasks, fewBookedTasks } from '#app/domain/bookings/class-tasks.server.ts'
import { courseDecisionTasks } from '#app/domain/courses/course-tasks.server.ts'
import { inspectionTasks } from '#app/domain/facilities/inspection-tasks.server.ts'
import { substituteTasks } from '#app/domain/planning/substitute-tasks.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { endPastTasksStatement } from '#app/domain/tasks/task-statements.server.ts'

/**
 * Raises the tasks that only time brings, and closes those that ask nothing any more, in one trip.
 * Answers how many changed.
 */
export async function keepTasks(ctx: StudioContext): Promise<number> {
  const [few, fees, courses, inspections] = [
    fewBookedTasks(ctx),
    feesDueTasks(ctx),
    courseDecisionTasks(ctx),
    inspectionTasks(ctx),
  ]
  const results = await batch(ctx.db, {
    fewRaised: few.raised,
    fewEnded: few.ended,
    feesRaised: fees.raised,
    feesEnded: fees.ended,
    coursesRaised: courses.raised,
    coursesEnded: courses.ended,
    inspectionsRaised: inspections.raised,
    inspectionsEnded: inspections.ended,
    ...substituteTasks(ctx),
    past: endPastTasksStatement(ctx),
  })
  return Object.values(results).reduce((sum, result) => sum + changed(result), 0)
}
