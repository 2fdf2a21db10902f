import { withoutMeter } from '#app/db/connection.server.ts'
import { tellCancelled } from '#app/domain/bookings/cancelling/tell-cancelled.server.ts'
import { tellRestored } from '#app/domain/bookings/cancelling/tell-restored.server.ts'
import { tellRoster } from '#app/domain/bookings/roster/notify-roster.server.ts'
import { endCancelledCourse } from '#app/domain/courses/end-cancelled-course.server.ts'
import { tellSessionMoved } from '#app/domain/courses/move-session.server.ts'
import { tellMoved, tellOff } from '#app/domain/events/event-mail.server.ts'
import { tellManyPeople } from '#app/domain/families/tell-many-people.server.ts'
import type { Happening, HappeningKind } from '#app/domain/happenings/happening-kinds.ts'
import { listUntold } from '#app/domain/happenings/happening-queries.server.ts'
import { type Teller, tellNext } from '#app/domain/messaging/tell-people.server.ts'
import { tellChanged } from '#app/domain/scheduling/series/notify-changed.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { deliverQuietly } from './deliver-soon.server.ts'
import type { RequestContext } from './request-context.server.ts'

/** One step of what follows from a happening; false once nothing is left of it. */
type Step<Kind extends HappeningKind> = (
  ctx: StudioContext,
  happening: Happening<Kind>,
) => Promise<boolean>

const tellingBy =
  <Kind extends HappeningKind>(teller: Teller<Kind>): Step<Kind> =>
  async (ctx, happening) =>
    (await tellNext(ctx, happening, teller)) !== null

/** What follows from each kind of happening. */
const steps: { [Kind in HappeningKind]: Step<Kind> } = {
  'class.cancelled': tellingBy(tellCancelled),
  'class.restored': tellingBy(tellRestored),
  'classes.changed': tellingBy(tellChanged),
  'roster.written_to': tellingBy(tellRoster),
  'people.written_to': tellingBy(tellManyPeople),
  'course.cancelled': endCancelledCourse,
  'event.moved': tellingBy(tellMoved),
  'event.cancelled': tellingBy(tellOff),
  'session.moved': tellingBy(tellSessionMoved),
}

/** Steps of one run: each is a dozen queries, of which an invocation may make a thousand. */
const stepsAtOnce = 40

/** So long a request goes on behind its answer. */
const behindMs = 20_000

/**
 * Tells everyone whom what happened in the studio concerns and who has not been told, oldest
 * happening first, until all are or `clock()` has passed `untilMs` (real time). Any number may do
 * so at once. One that fails is logged, stands for the next run and does not stop the others.
 * Answers the steps that were taken and how many happenings failed.
 */
export async function tellPeople(
  ctx: StudioContext,
  { clock, untilMs }: { clock(): number; untilMs: number },
): Promise<{ steps: number; failed: number }> {
  const failed = new Set<string>()
  let taken = 0
  while (taken < stepsAtOnce && clock() < untilMs) {
    const happening = (await listUntold(ctx)).find(({ id }) => !failed.has(id))
    if (!happening) break
    try {
      await (steps[happening.kind] as Step<HappeningKind>)(ctx, happening)
      taken += 1
    } catch (error) {
      failed.add(happening.id)
      console.error('Telling stopped', { happening: happening.id, kind: happening.kind, error })
    }
  }
  return { steps: taken, failed: failed.size }
}

/**
 * Goes on telling behind the answer of the request that made something happen, and sends the first
 * messages. It never throws and delays nobody: what is left is the work of the jobs.
 */
export function tellSoon(app: RequestContext, ctx: StudioContext): void {
  app.waitUntil(tellAndDeliver(app, ctx))
}

async function tellAndDeliver(app: RequestContext, ctx: StudioContext): Promise<void> {
  const db = withoutMeter(ctx.db)
  const clock = () => Date.now()
  try {
    await tellPeople({ ...ctx, db }, { clock, untilMs: clock() + behindMs })
  } catch (error) {
    console.error('Telling stopped', { requestId: app.requestId, error })
  }
  await deliverQuietly(app, db)
}
