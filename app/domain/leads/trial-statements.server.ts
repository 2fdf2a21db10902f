import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { liveSql } from './lead-sql.server.ts'

/** The trial of a lead goes on as another booking: for the batch that moves `from` to `to`. */
export const moveTrialStatement = (
  { db, studio }: StudioContext,
  { from, to }: { from: string; to: string },
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE leads SET trial_booking_id = ${to}
    WHERE studio_id = ${studio.id} AND trial_booking_id = ${from}
      AND trial_outcome IN ('booked','held') AND ${onlyIf}`)

/**
 * What became of a trial is asked again, as its booking was corrected: for the batch of the
 * correction. A lead that is over keeps what is written of it.
 */
export const askTrialAgainStatement = (
  { db, studio }: StudioContext,
  { bookingId, personId }: { bookingId: string; personId: string },
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE leads SET trial_outcome = 'booked',
      trial_attended_at = iif(trial_outcome = 'came', NULL, trial_attended_at)
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND ${liveSql('leads')}
      AND trial_booking_id = ${bookingId} AND trial_outcome IN ('came','missed') AND ${onlyIf}`)
