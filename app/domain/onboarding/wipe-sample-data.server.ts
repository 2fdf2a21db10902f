import { batch } from '#app/db/batch.server.ts'
import { removeBookingsStatements } from '#app/domain/bookings/sample-bookings.server.ts'
import { removeHoldingsStatements } from '#app/domain/entitlements/ledger.server.ts'
import { removeNoticesStatement } from '#app/domain/messaging/notices.server.ts'
import {
  removeSamplePeopleStatements,
  samplePeople,
} from '#app/domain/people/sample-people.server.ts'
import { removeArrivalsStatements } from '#app/domain/reception/sample-arrivals.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { countSampleStatement } from './sample-page.server.ts'

/**
 * Takes the made-up people and everything of theirs away: bookings, fees, credits, memberships,
 * arrivals, notices. Real people and their bookings stay; anyone who waits for a place that becomes
 * free gets it with the next run of the waitlist job. One batch; done twice it does nothing.
 * Answers how many people went.
 */
export async function wipeSampleData(ctx: StudioContext): Promise<{ people: number }> {
  const people = samplePeople(ctx.studio.id)
  const gone = removeSamplePeopleStatements(ctx)
  const { before } = await batch(ctx.db, {
    before: countSampleStatement(ctx, people),
    ...removeBookingsStatements(ctx, people),
    ...removeHoldingsStatements(ctx, people),
    ...removeArrivalsStatements(ctx, people),
    notices: removeNoticesStatement(ctx, people),
    ...gone,
  })
  return { people: before[0]?.people ?? 0 }
}
