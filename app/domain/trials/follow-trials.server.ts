import { type SQL, sql } from 'drizzle-orm'
import { planNext } from '#app/domain/leads/log-contact.server.ts'
import { noteTrial, type TrialOutcome } from '#app/domain/leads/note-trial.server.ts'
import { type StudioContext, systemActor } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { derivedId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'

/** Trials of one run; the next minute takes more. */
const atOnce = 20

/** What the state of a booking makes of a trial; null is still to come. */
const outcomeSql = sql`CASE
  WHEN booking.state IN ('checked_in','attended') THEN 'came'
  WHEN booking.state IN ('no_show','late_cancelled') THEN 'missed'
  WHEN booking.state = 'booked' THEN 'booked'
  WHEN booking.state = 'waitlisted' THEN 'held'
  ELSE 'over' END`

const changedSql = ({ studio }: Look): SQL => sql`FROM leads AS lead
  CROSS JOIN bookings AS booking ON booking.id = lead.trial_booking_id
    AND booking.studio_id = lead.studio_id
  WHERE lead.studio_id = ${studio} AND lead.trial_outcome IN ('booked','held')
    AND lead.trial_booking_id IS NOT NULL AND lead.state IN ('open','nurture')
    AND ${outcomeSql} <> lead.trial_outcome`

/** Whether a studio has trials that something has become of. */
export const followTrialsDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${changedSql(look)})`

/** What is next once a trial is over, and within how many minutes. */
const nextAfter: Partial<Record<TrialOutcome, { action: 'offer' | 'call'; note: string }>> = {
  came: { action: 'offer', note: 'Came to the trial.' },
  missed: { action: 'call', note: 'Missed the trial. Book another.' },
}

/**
 * Notes what became of trials by their bookings: came, missed, given up. Who came is to be made an
 * offer within a day, who missed it to be called. Answers how many there were.
 */
export async function followTrials(studio: StudioContext): Promise<number> {
  const ctx = { ...studio, actor: systemActor }
  const rows = await ctx.db.all<{ leadId: string; bookingId: string; outcome: TrialOutcome }>(sql`
    SELECT lead.id AS leadId, booking.id AS bookingId, ${outcomeSql} AS outcome
    ${changedSql(lookAt(ctx))} ORDER BY booking.seq LIMIT ${atOnce}`)
  for (const { leadId, bookingId, outcome } of rows) {
    await noteTrial(ctx, leadId, { bookingId, outcome, words: '' })
    const next = nextAfter[outcome]
    if (next) {
      const key = await derivedId('after-trial', leadId, bookingId, outcome)
      await planNext(ctx, leadId, { ...next, key, at: addMinutes(ctx.now, 24 * 60) })
    }
  }
  return rows.length
}
