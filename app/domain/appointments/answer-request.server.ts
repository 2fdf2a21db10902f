import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { endSeatsByStudioStatements } from '#app/domain/bookings/availability/appointment-seats.server.ts'
import { feeWaitsMinutes } from '#app/domain/bookings/cancelling/cancellation.ts'
import { spendStatement } from '#app/domain/entitlements/ledger.server.ts'
import { liveSql } from '#app/domain/places/booking-sql.server.ts'
import { lotPaysSql } from '#app/domain/places/pays-guards.server.ts'
import { type StudioContext, systemActor } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addMinutes } from '#app/values/instant.ts'
import { appointmentsStatement } from './appointment-queries.server.ts'
import type { Appointment } from './appointment-view.ts'
import { confirmationStatements, priceStatement, staysWords } from './confirm-appointment.server.ts'
import {
  type Leaving,
  leaveStatements,
  leavingStatements,
  toLeaving,
} from './leave-appointment.server.ts'
import { notifyStatements } from './notify-appointment.server.ts'
import { answeredTaskStatement } from './request-task.server.ts'

export type AnswerResult =
  | { ok: true; again?: true }
  | { ok: false; reason: 'not_found' | 'over' | 'banned_since' | 'no_entitlement' }

/**
 * Confirms a request: its price goes on the account unless a credit pays, and the person is
 * notified. What it moves is given up only now, in time or late as it was when it was asked for; a
 * fee waits from now on. One that was given up or has begun meanwhile is left alone. Twice is once.
 * Refused for somebody who was banned since they asked (`banned_since`), and where the credit to be
 * used has been spent elsewhere (`no_entitlement`).
 */
export async function approveRequest(
  ctx: StaffContext,
  appointmentId: string,
): Promise<AnswerResult> {
  // A second look, for the moment in which what it moves was given up.
  const first = await tryApprove(ctx, appointmentId)
  if (first !== 'changed') return first
  const second = await tryApprove(ctx, appointmentId)
  return second === 'changed' ? { ok: false, reason: 'over' } : second
}

async function tryApprove(
  ctx: StaffContext,
  appointmentId: string,
): Promise<AnswerResult | 'changed'> {
  const { db, studio, now } = ctx
  const { found } = await batch(db, {
    found: appointmentsStatement(ctx, sql`appointment.id = ${appointmentId}`, 1),
  })
  const [was] = found
  if (!was) return { ok: false, reason: 'not_found' }
  if (was.state === 'confirmed') return { ok: true, again: true }
  const old = await movedBy(ctx, was)
  const done = sql`EXISTS (SELECT 1 FROM appointments AS appointment
    WHERE appointment.studio_id = ${studio.id} AND appointment.id = ${appointmentId}
      AND appointment.state = 'confirmed')`
  // Anyone who comes along is asked as well.
  const banned = sql`EXISTS (SELECT 1 FROM bookings AS place
    JOIN people AS comes ON comes.id = place.person_id
    WHERE place.studio_id = ${studio.id} AND place.occurrence_id = ${appointmentId}
      AND ${liveSql('place')} AND comes.banned_at IS NOT NULL)`
  const { pays, spend } = creditOf(ctx, was, old, done)
  const stands = old ? old.standsSql : sql`1`
  const result = await batch(db, {
    turn: db.run(sql`
      UPDATE appointments SET state = 'confirmed'
      WHERE studio_id = ${studio.id} AND id = ${appointmentId} AND state = 'requested' AND EXISTS (
        SELECT 1 FROM occurrences AS o
        WHERE o.id = ${appointmentId} AND o.state = 'held' AND o.starts_at > ${now})
        AND NOT ${banned} AND ${pays} AND ${stands}`),
    audit: auditStatement(
      ctx,
      { action: 'appointment.approved', subjectKind: 'appointment', subjectId: appointmentId },
      rightAfterChange,
    ),
    take: db.run(sql`
      UPDATE occurrences SET state = 'scheduled', held_until = NULL
      WHERE studio_id = ${studio.id} AND id = ${appointmentId} AND state = 'held' AND ${done}`),
    ...(old ? leaveStatements(ctx, old, { to: appointmentId, onlyIf: done }) : {}),
    spend,
    item: was.lotName ? null : priceStatement(ctx, was, 'as agreed', done),
    ...confirmationStatements(
      ctx,
      was,
      { state: 'confirmed', old: old?.appointment ?? null },
      done,
    ),
    task: answeredTaskStatement(ctx, appointmentId, done),
    kept: db.all<{ out: number; pays: number; stands: number }>(
      sql`SELECT ${banned} AS out, ${pays} AS pays, ${stands} AS stands`,
    ),
  })
  if (changed(result.turn) > 0) return { ok: true }
  const [kept] = result.kept
  if (was.state !== 'requested') return { ok: false, reason: 'over' }
  if (kept?.out) return { ok: false, reason: 'banned_since' }
  if (!kept?.stands) return 'changed'
  return { ok: false, reason: kept.pays ? 'over' : 'no_entitlement' }
}

/** What a request moves, as it was left when that was asked for; null where nothing is any more. */
async function movedBy(ctx: StaffContext, was: Appointment): Promise<Leaving | null> {
  const { db, studio, now } = ctx
  if (!was.movesId) return null
  const read = await batch(db, leavingStatements(ctx, was.personId, was.movesId))
  const old = toLeaving({ studio, now: was.createdAt }, read)
  if (old?.appointment.state !== 'confirmed' || old.appointment.startsAt <= now) return null
  const feeDueAt = addMinutes(now, feeWaitsMinutes)
  return { ...old, cancellation: { ...old.cancellation, feeDueAt } }
}

/** The credit that a request takes only now: the one that comes back from what it moves, or another. */
function creditOf(ctx: StaffContext, was: Appointment, old: Leaving | null, done: SQL) {
  const { personId, lotId, bookingId, taken, localStart } = was
  if (!lotId || !bookingId || taken < 0) return { pays: sql`1`, spend: null }
  const back = old?.cancellation.credit === 'returned' && old.booking.lotId === lotId
  const classDate = localStart.slice(0, 10)
  return {
    pays: lotPaysSql(ctx.studio, { lotId, personId, classDate, credits: back ? 0 : 1 }),
    spend: spendStatement(ctx, { personId, lotId, bookingId }, done),
  }
}

/**
 * Declines a request: coach and room are free, a credit goes back, and the person is notified why.
 * What it would have moved stays as it was. Twice is once; what is confirmed already is cancelled
 * instead (`over`).
 */
export async function declineRequest(
  ctx: StaffContext,
  appointmentId: string,
  reason: string,
): Promise<AnswerResult> {
  const { db, studio, now } = ctx
  const { found, moved } = await batch(db, {
    found: appointmentsStatement(ctx, sql`appointment.id = ${appointmentId}`, 1),
    moved: appointmentsStatement(
      ctx,
      sql`appointment.state = 'confirmed' AND o.starts_at > ${now} AND appointment.id = (
        SELECT moving.moves_id FROM appointments AS moving
        WHERE moving.studio_id = ${studio.id} AND moving.id = ${appointmentId})`,
      1,
    ),
  })
  const [[was], [old]] = [found, moved]
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
        more: [
          ...(old ? [`${staysWords(old, ctx)} as it was.`] : []),
          'You were not charged. If you used a credit, it is back in your pack.',
        ],
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
