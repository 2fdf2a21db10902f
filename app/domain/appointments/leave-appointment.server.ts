/** Giving up an appointment: by its cancel, and by its move to another time. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { chargedSql, paidSql } from '#app/domain/billing/open-item-sums.server.ts'
import { giveBackStatements } from '#app/domain/billing/open-items.server.ts'
import { endCompanionsStatement } from '#app/domain/bookings/availability/appointment-seats.server.ts'
import { type Cancellation, cancellationOf } from '#app/domain/bookings/cancelling/cancellation.ts'
import {
  type BookingToCancel,
  bookingOfAppointmentStatement,
} from '#app/domain/bookings/cancelling/cancellation-queries.server.ts'
import { cancelStatements } from '#app/domain/bookings/cancelling/cancellation-statements.server.ts'
import { costOf, isDearer, type ShownCost } from '#app/domain/bookings/cancelling/shown-cost.ts'
import type { Actor, MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { appointmentsStatement } from './appointment-queries.server.ts'
import type { Appointment, AppointmentRefusal } from './appointment-view.ts'
import { answeredTaskStatement } from './request-task.server.ts'

/** What giving it up does at this moment. */
export type Leaving = {
  appointment: Appointment
  booking: BookingToCancel
  cancellation: Cancellation & { leadsTo: 'cancelled_on_time' | 'late_cancelled' }
  /**
   * What was charged for it and not given back, what of that is paid, and what goes back of it, in
   * minor units; the rest stays owed.
   */
  money: { chargedMinor: number; paidMinor: number; backMinor: number }
  /** It still stands as it was read. */
  standsSql: SQL
}

type Charged = Pick<Leaving['money'], 'chargedMinor' | 'paidMinor'>

/** Statements for a batch; `toLeaving` reads their results. */
export function leavingStatements(
  ctx: StudioContext,
  personId: string,
  appointmentId: string | SQL,
) {
  const [studioId, id] = [sql`${ctx.studio.id}`, sql`${appointmentId}`]
  return {
    leaving: appointmentsStatement(
      ctx,
      sql`appointment.id = ${appointmentId} AND appointment.person_id = ${personId}`,
      1,
    ),
    leavingBooking: bookingOfAppointmentStatement(ctx, personId, appointmentId),
    leavingMoney: ctx.db.all<Charged>(sql`
      SELECT ${chargedSql(studioId, id)} AS chargedMinor, ${paidSql(studioId, id)} AS paidMinor`),
  }
}

/**
 * What leaving would do; null where there is nothing to give up any more. A request is free to take
 * back.
 */
export function toLeaving(
  { now, studio }: Pick<StudioContext, 'now' | 'studio'>,
  {
    leaving: [appointment],
    leavingBooking: [booking],
    leavingMoney: [money = { chargedMinor: 0, paidMinor: 0 }],
  }: { leaving: Appointment[]; leavingBooking: BookingToCancel[]; leavingMoney: Charged[] },
): Leaving | null {
  if (
    !appointment ||
    !booking ||
    (appointment.state !== 'confirmed' && appointment.state !== 'requested')
  )
    return null
  if (appointment.occurrenceState === 'cancelled') return null
  const requested = appointment.state === 'requested'
  const cancellation = cancellationOf(
    requested ? { ...booking, cutoffAt: booking.startsAt } : booking,
    now,
  )
  if (
    !cancellation ||
    (cancellation.leadsTo !== 'cancelled_on_time' && cancellation.leadsTo !== 'late_cancelled')
  ) {
    return null
  }
  const { leadsTo } = cancellation
  const keeps = leadsTo === 'late_cancelled' && Boolean(booking.lateLosesCredit)
  return {
    appointment,
    booking,
    // A request that takes its credit once it is approved has none to give back.
    cancellation: {
      ...cancellation,
      leadsTo,
      credit: requested && appointment.taken === 0 ? null : cancellation.credit,
    },
    money: { ...money, backMinor: keeps || requested ? 0 : money.chargedMinor },
    standsSql: sql`EXISTS (SELECT 1 FROM appointments AS appointment
      JOIN bookings AS booking ON booking.id = ${booking.id}
      WHERE appointment.studio_id = ${studio.id} AND appointment.id = ${appointment.id}
        AND appointment.state = ${appointment.state} AND booking.state = 'booked')`,
  }
}

/**
 * Ends the appointment with all its places: the holder's with its credit and fee, coach and room
 * are free at once, and what was charged goes back unless the policy keeps it. `to` is the
 * appointment it moved to.
 */
export function leaveStatements(
  ctx: StudioContext & { actor: Actor },
  { appointment, booking, cancellation, money: { backMinor } }: Leaving,
  {
    to = '',
    onlyIf = sql`1`,
    atDesk = false,
  }: { to?: string; onlyIf?: SQL; atDesk?: boolean } = {},
) {
  const { db, studio, now } = ctx
  const { leadsTo } = cancellation
  const given = leadsTo === 'late_cancelled' ? 'late_cancelled' : 'cancelled'
  const state = to ? 'rescheduled' : given
  const over = sql`EXISTS (SELECT 1 FROM appointments AS appointment
    WHERE appointment.studio_id = ${studio.id} AND appointment.id = ${appointment.id}
      AND appointment.state = ${state})`
  const { end, credit, fee, mail } = cancelStatements(ctx, booking, cancellation, {
    atDesk,
    onlyIf: over,
  })
  const { back, void: voided } = giveBackStatements(ctx, appointment.id, over)
  return {
    leave: db.run(sql`
      UPDATE appointments SET state = ${state}, ended_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${appointment.id} AND state = ${appointment.state}
        AND ${onlyIf}
        AND EXISTS (SELECT 1 FROM occurrences AS o
          WHERE o.id = ${appointment.id} AND o.state IN ('scheduled','held')
            AND o.starts_at > ${now})`),
    leaveSlot: db.run(sql`
      UPDATE occurrences SET state = 'cancelled', cancelled_at = ${now}, sequence = sequence + 1
      WHERE studio_id = ${studio.id} AND id = ${appointment.id} AND state IN ('scheduled','held')
        AND ${over}`),
    leaveSeat: end,
    leaveCredit: credit,
    leaveFee: fee,
    leaveCompanions: endCompanionsStatement(ctx, appointment.id, leadsTo, over),
    leaveBack: backMinor > 0 ? back : null,
    leaveVoid: backMinor > 0 ? voided : null,
    // A move is told with the new time.
    leaveMail: to ? null : mail,
    leaveTask: answeredTaskStatement(ctx, appointment.id, over),
  }
}

/** What leaving costs at this moment; what was charged for an appointment is the price of the place. */
export function costOfLeaving(
  { booking, cancellation, money }: Leaving,
  { now }: Pick<StudioContext, 'now'>,
): ShownCost {
  const cost = costOf(booking, cancellation, now)
  return { ...cost, paid: cost.late && money.chargedMinor > 0 && money.backMinor === 0 }
}

export type CancelResult =
  | { ok: true; leaving: Leaving | null; again?: true }
  | {
      ok: false
      reason: Extract<AppointmentRefusal, 'not_found' | 'over' | 'dearer' | 'ask_studio'>
    }

/**
 * Cancels the member's own appointment, or takes their request back: at or before the cut-off it is
 * free, later the policy's fee is due and the credit or price stays (R3). Twice is once. Someone
 * else's is `not_found`; what costs more than `shown`, which the person has read, is `dearer`. Two
 * trips.
 */
export async function cancelAppointment(
  ctx: MemberContext,
  appointmentId: string,
  { shown }: { shown?: ShownCost } = {},
): Promise<CancelResult> {
  const personId = ctx.person.id
  const read = await batch(ctx.db, leavingStatements(ctx, personId, appointmentId))
  const [appointment] = read.leaving
  if (!appointment) return { ok: false, reason: 'not_found' }
  if (['cancelled', 'late_cancelled', 'lapsed'].includes(appointment.state))
    return { ok: true, leaving: null, again: true }
  if (appointment.state === 'held') {
    await batch(ctx.db, dropHoldStatements(ctx, appointmentId))
    return { ok: true, leaving: null }
  }
  const leaving = toLeaving(ctx, read)
  if (!leaving) return { ok: false, reason: 'over' }
  if (!studioLets(ctx.studio, 'cancel_bookings')) return { ok: false, reason: 'ask_studio' }
  if (shown && isDearer(costOfLeaving(leaving, ctx), shown)) return { ok: false, reason: 'dearer' }
  const result = await batch(ctx.db, leaveStatements(ctx, leaving, { onlyIf: leaving.standsSql }))
  return changed(result.leave) > 0
    ? { ok: true, leaving }
    : { ok: true, leaving: null, again: true }
}

/** Ends one hold. */
export function dropHoldStatements({ db, studio, now }: StudioContext, appointmentId: string) {
  return {
    drop: db.run(sql`
      UPDATE appointments SET state = 'lapsed', ended_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${appointmentId} AND state = 'held'`),
    dropSlot: db.run(sql`
      UPDATE occurrences SET state = 'cancelled', cancelled_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${appointmentId} AND state = 'held' AND EXISTS (
        SELECT 1 FROM appointments AS appointment
        WHERE appointment.studio_id = ${studio.id} AND appointment.id = ${appointmentId}
          AND appointment.state = 'lapsed')`),
  }
}
