import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { endSeatsByStudioStatements } from '#app/domain/bookings/availability/appointment-seats.server.ts'
import { liveSql } from '#app/domain/places/booking-sql.server.ts'
import { type StudioContext, systemActor } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { appointmentsStatement } from './appointment-queries.server.ts'
import { confirmationStatements, priceStatement } from './confirm-appointment.server.ts'
import { notifyStatements } from './notify-appointment.server.ts'
import { answeredTaskStatement } from './request-task.server.ts'

export type AnswerResult =
  | { ok: true; again?: true }
  | { ok: false; reason: 'not_found' | 'over' | 'banned_since' }

/**
 * Confirms a request: its price goes on the account unless a credit pays, and the person is notified.
 * Twice is once. Refused for somebody who was banned since they asked (`banned_since`).
 */
export async function approveRequest(
  ctx: StaffContext,
  appointmentId: string,
): Promise<AnswerResult> {
  const { db, studio, now } = ctx
  const { found } = await batch(db, {
    found: appointmentsStatement(ctx, sql`appointment.id = ${appointmentId}`, 1),
  })
  const [was] = found
  if (!was) return { ok: false, reason: 'not_found' }
  if (was.state === 'confirmed') return { ok: true, again: true }
  const done = sql`EXISTS (SELECT 1 FROM appointments AS appointment
    WHERE appointment.studio_id = ${studio.id} AND appointment.id = ${appointmentId}
      AND appointment.state = 'confirmed')`
  // Whoever comes along is asked as well.
  const banned = sql`EXISTS (SELECT 1 FROM bookings AS place
    JOIN people AS comes ON comes.id = place.person_id
    WHERE place.studio_id = ${studio.id} AND place.occurrence_id = ${appointmentId}
      AND ${liveSql('place')} AND comes.banned_at IS NOT NULL)`
  const result = await batch(db, {
    turn: db.run(sql`
      UPDATE appointments SET state = 'confirmed'
      WHERE studio_id = ${studio.id} AND id = ${appointmentId} AND state = 'requested' AND EXISTS (
        SELECT 1 FROM occurrences AS o
        WHERE o.id = ${appointmentId} AND o.state = 'held' AND o.starts_at > ${now})
        AND NOT ${banned}`),
    audit: auditStatement(
      ctx,
      { action: 'appointment.approved', subjectKind: 'appointment', subjectId: appointmentId },
      rightAfterChange,
    ),
    take: db.run(sql`
      UPDATE occurrences SET state = 'scheduled', held_until = NULL
      WHERE studio_id = ${studio.id} AND id = ${appointmentId} AND state = 'held' AND ${done}`),
    item: was.lotName ? null : priceStatement(ctx, was, 'as agreed', done),
    ...confirmationStatements(ctx, was, 'confirmed', done),
    task: answeredTaskStatement(ctx, appointmentId, done),
    kept: db.all<{ out: number }>(sql`SELECT ${banned} AS out`),
  })
  if (changed(result.turn) > 0) return { ok: true }
  return { ok: false, reason: result.kept[0]?.out ? 'banned_since' : 'over' }
}

/**
 * Declines a request: coach and room are free, a credit goes back, and the person is notified why.
 * Twice is once; what is confirmed already is cancelled instead (`over`).
 */
export async function declineRequest(
  ctx: StaffContext,
  appointmentId: string,
  reason: string,
): Promise<AnswerResult> {
  const { db, studio, now } = ctx
  const { found } = await batch(db, {
    found: appointmentsStatement(ctx, sql`appointment.id = ${appointmentId}`, 1),
  })
  const [was] = found
  if (!was) return { ok: false, reason: 'not_found' }
  if (was.state === 'declined') return { ok: true, again: true }
  const why = reason.trim().slice(0, 200)
  const done = sql`EXISTS (SELECT 1 FROM appointments AS appointment
    WHERE appointment.studio_id = ${studio.id} AND appointment.id = ${appointmentId}
      AND appointment.state = 'declined')`
  const result = await batch(db, {
    turn: db.run(sql`
      UPDATE appointments SET state = 'declined', reason = ${why}, ended_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${appointmentId} AND state = 'requested'`),
    audit: auditStatement(
      ctx,
      {
        action: 'appointment.declined',
        subjectKind: 'appointment',
        subjectId: appointmentId,
        reason: why,
      },
      rightAfterChange,
    ),
    slot: db.run(sql`
      UPDATE occurrences SET state = 'cancelled', cancelled_at = ${now}, cancel_reason = ${why}
      WHERE studio_id = ${studio.id} AND id = ${appointmentId} AND state = 'held' AND ${done}`),
    ...endSeatsByStudioStatements(ctx, appointmentId, done),
    task: answeredTaskStatement(ctx, appointmentId, done),
    ...notifyStatements(
      ctx,
      was,
      'appointment-declined',
      {
        subject: `Declined: ${was.title}`,
        opening: `The studio could not confirm this time.${why ? ` ${why}` : ''}`,
        more: ['You were not charged. If you used a credit, it is back in your pack.'],
      },
      done,
    ),
  })
  return changed(result.turn) > 0 ? { ok: true } : { ok: false, reason: 'over' }
}

/** Rows of one run; the next minute takes more. */
const atOnce = 50

/** Appointments that are held or asked for, and whose time for it is over. */
const overSql = ({ studio, now }: Look): SQL => sql`
  FROM appointments AS appointment CROSS JOIN occurrences AS o ON o.id = appointment.id
  WHERE appointment.studio_id = ${studio} AND appointment.state IN ('held','requested')
    AND o.state = 'held' AND o.held_until <= ${now}`

/** Whether a studio has holds or requests that are over, or a hold without its time. */
export const lapseHoldsDue = (look: Look): SQL =>
  sql`(EXISTS (SELECT 1 ${overSql(look)}) OR EXISTS (
    SELECT 1 FROM appointments AS appointment CROSS JOIN occurrences AS o ON o.id = appointment.id
    WHERE appointment.studio_id = ${look.studio} AND appointment.state = 'held'
      AND o.state = 'cancelled'))`

/**
 * Ends holds whose 10 minutes are over, and declines requests that nobody answered before their
 * start. A hold that is over binds nobody from its last second on; this is what tidies up. Answers
 * how many.
 */
export async function lapseHolds(ctx: StudioContext): Promise<number> {
  const { db, studio, now } = ctx
  // From the few that are held or asked for to their occurrences by id, never through all that the
  // studio ever had.
  const over = (state: 'held' | 'requested') =>
    sql`SELECT appointment.id ${overSql(lookAt(ctx))} AND appointment.state = ${state}`
  const { lapsed, unanswered } = await batch(db, {
    // Before the appointments themselves, which are found by being held.
    slots: db.run(sql`
      UPDATE occurrences SET state = 'cancelled', cancelled_at = ${now}
      WHERE +studio_id = ${studio.id} AND state = 'held' AND id IN (${over('held')})`),
    lapsed: db.run(sql`
      UPDATE appointments SET state = 'lapsed', ended_at = ${now}
      WHERE studio_id = ${studio.id} AND state = 'held' AND EXISTS (
        SELECT 1 FROM occurrences AS o WHERE o.id = appointments.id AND o.state = 'cancelled')`),
    unanswered: db.all<{ id: string }>(sql`${over('requested')} LIMIT ${atOnce}`),
  })
  for (const { id } of unanswered) {
    await declineRequest({ ...ctx, actor: systemActor }, id, 'Nobody answered in time.')
  }
  return Math.max(0, changed(lapsed)) + unanswered.length
}
