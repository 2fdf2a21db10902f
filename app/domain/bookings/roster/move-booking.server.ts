import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { moveOpenItemsStatement } from '#app/domain/billing/open-items.server.ts'
import { notHere } from '#app/domain/entitlements/choose-entitlement.ts'
import { returnStatement, spendStatement } from '#app/domain/entitlements/ledger.server.ts'
import { moveTrialStatement } from '#app/domain/leads/trial-statements.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import {
  attendanceFactsStatement,
  mayEditAttendanceSql,
} from '#app/domain/places/attendance-sql.server.ts'
import {
  type AttendanceRefusal,
  attendanceRefusal,
  attendanceWindow,
} from '#app/domain/places/attendance-window.ts'
import { seatedSql } from '#app/domain/places/booking-sql.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { bookingMoved } from '#app/messages/booking-moved.ts'
import { newId } from '#app/values/id.ts'
import {
  type BookingFacts,
  bookingFactStatements,
  toFacts,
} from '../availability/booking-facts.server.ts'
import {
  noOverlapSql,
  openAtDeskSql,
  paysSql,
  placeAtDeskSql,
} from '../availability/seat-guards.server.ts'
import { messageOf } from '../booking/message-of.ts'
import {
  type BookingToCancel,
  bookingOfClassStatement,
} from '../cancelling/cancellation-queries.server.ts'
import { promoteBeforeDesk, promoteFrom } from '../waitlist/promote-waitlist.server.ts'
import { promotionFactStatements } from '../waitlist/promotion-facts.server.ts'
import { samePayment } from './same-payment.server.ts'

export type MoveRefusal =
  | 'not_found'
  | 'not_booked'
  | 'another_type'
  | 'over'
  | 'full'
  | 'overlaps'
  | 'does_not_pay'
  | 'has_guests'
  | 'banned'

export type MoveBookingResult =
  | { ok: true; bookingId: string; localStart: string; again?: true }
  | { ok: false; reason: MoveRefusal }
  | AttendanceRefusal

/**
 * Moves someone's place to another date of the same class type, paid by the same thing: the old
 * booking ends as `moved`, the new one begins, one credit changes from one to the other, all in one
 * guarded batch; a lead’s trial goes with it. Refused: a full or finished class, one at the time of
 * another class they hold, what cannot pay on that date, and a guest or who brings one: they come
 * together. The person is told and the old place goes to its waitlist. Twice is once: the second
 * answers the first's booking. A place in a class that is over counts as attendance, and is moved
 * as long as that is edited.
 */
export async function moveBooking(
  ctx: StaffContext,
  occurrenceId: string,
  bookingId: string,
  { to, reason }: { to: string; reason: string },
): Promise<MoveBookingResult> {
  // A second look, for the moment in which the same move was sent twice.
  const first = await tryMove(ctx, occurrenceId, bookingId, { to, reason })
  return first.ok || first.reason !== 'not_booked'
    ? first
    : tryMove(ctx, occurrenceId, bookingId, { to, reason })
}

async function tryMove(
  ctx: StaffContext,
  occurrenceId: string,
  bookingId: string,
  { to, reason }: { to: string; reason: string },
): Promise<MoveBookingResult> {
  const { found, attendance } = await batch(ctx.db, {
    attendance: attendanceFactsStatement(ctx, occurrenceId),
    found: bookingOfClassStatement(ctx, occurrenceId, bookingId),
  })
  const [booking] = found
  if (!booking || to === occurrenceId) return { ok: false, reason: 'not_found' }
  const facts = toFacts(
    ctx,
    booking.personId,
    await batch(ctx.db, bookingFactStatements(ctx, booking.personId, to)),
  )
  if (!facts) return { ok: false, reason: 'not_found' }
  const { mine, occurrence, held } = facts
  const arrived = mine !== null && (mine.state === 'booked' || mine.state === 'checked_in')
  if (booking.state === 'moved' && arrived) {
    return { ok: true, bookingId: mine.id, localStart: occurrence.localStart, again: true }
  }
  // A place of an enrolment is one of a whole: it is given up for a make-up, or the course is
  // changed.
  if (booking.state !== 'booked' || booking.enrolmentId !== null)
    return { ok: false, reason: 'not_booked' }

  if (booking.guestOf !== null || booking.guests !== null)
    return { ok: false, reason: 'has_guests' }

  const window = attendanceWindow(attendance[0]!, ctx.actor.role, ctx.now)
  const over = attendanceRefusal(window, reason)
  if (over) return over

  const plan = held.memberships.find(({ id }) => id === booking.membershipId)
  if (plan && notHere(plan, occurrence)) return { ok: false, reason: 'does_not_pay' }

  await promoteBeforeDesk(ctx, occurrence)
  const id = newId()
  const result = await batch(ctx.db, {
    ...moveStatements(ctx, booking, facts, { id, reason, reopened: window.stage === 'reopen' }),
    moved: ctx.db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM bookings WHERE studio_id = ${ctx.studio.id} AND id = ${id}`,
    ),
    ...promotionFactStatements(ctx, occurrenceId),
  })
  await promoteFrom(ctx, occurrenceId, result)
  if (changed(result.seat) > 0)
    return { ok: true, bookingId: id, localStart: occurrence.localStart }
  return { ok: false, reason: await refusalOf(ctx, booking, facts) }
}

function moveStatements(
  ctx: StaffContext,
  booking: BookingToCancel,
  facts: BookingFacts,
  { id, reason, reopened }: { id: string; reason: string; reopened: boolean },
) {
  const { db, studio, now, actor } = ctx
  const { occurrence } = facts
  const auditId = newId()
  const done = lineWrittenSql(auditId)
  const entry = { personId: booking.personId, lotId: booking.lotId ?? '' }
  return {
    seat: seatStatement(ctx, booking, facts, { id, reason }),
    audit: auditStatement(
      ctx,
      {
        id: auditId,
        action: 'booking.moved',
        subjectKind: 'booking',
        subjectId: booking.id,
        reason,
        detail: {
          personId: booking.personId,
          from: booking.occurrenceId,
          to: occurrence.id,
          newBookingId: id,
          ...(reopened ? { reopened } : {}),
        },
      },
      rightAfterChange,
    ),
    end: db.run(sql`
      UPDATE bookings SET state = 'moved', ended_at = ${now}, ended_by = ${actor.userId}
      WHERE studio_id = ${studio.id} AND id = ${booking.id} AND ${done}`),
    back:
      booking.lotId === null
        ? null
        : returnStatement(ctx, { ...entry, bookingId: booking.id, reason: 'moved' }, done),
    spend:
      booking.lotId === null
        ? null
        : spendStatement(ctx, { ...entry, bookingId: id, reason: 'moved' }, done),
    charged: moveOpenItemsStatement(ctx, { from: booking.id, to: id }, done),
    trial: moveTrialStatement(ctx, { from: booking.id, to: id }, done),
    mail: movedMail(ctx, booking, occurrence, id, done),
  }
}

/**
 * The new row: everything that could refuse the move is in its WHERE, the old row still being
 * there included.
 */
function seatStatement(
  ctx: StaffContext,
  booking: BookingToCancel,
  facts: BookingFacts,
  { id, reason }: { id: string; reason: string },
): Statement<D1Result> {
  const { db, studio, now } = ctx
  const { occurrence } = facts
  const pays = samePayment(booking, facts.occurrence, { ...facts, studio, now })
  return db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, lot_id, membership_id,
      make_up_id, guardian_id, policy_id, created_at)
    SELECT ${id}, o.studio_id, o.id, moved.person_id, 'booked', moved.lot_id, moved.membership_id,
      moved.make_up_id, moved.guardian_id, o.policy_id, ${now}
    FROM occurrences AS o
    JOIN bookings AS moved ON moved.studio_id = o.studio_id AND moved.id = ${booking.id}
      AND moved.state = 'booked' AND moved.pay_turn = ${booking.payTurn}
      AND ${comesAloneSql}
    JOIN occurrences AS old_class ON old_class.id = moved.occurrence_id
      AND old_class.state = 'scheduled' AND ${mayEditAttendanceSql(ctx, reason, 'old_class')}
      AND old_class.class_type_id = o.class_type_id
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrence.id} AND ${openAtDeskSql(now)}
      AND ${placeAtDeskSql(now)}
      AND ${noOverlapSql(booking.personId, booking.id)}
      AND ${pays ? paysSql(ctx, booking.personId, occurrence, pays, booking.id) : sql`1`}
    ON CONFLICT DO NOTHING`)
}

/** Booking `moved` is of no guest, and brings none. */
const comesAloneSql: SQL = sql`(moved.guest_of IS NULL AND NOT EXISTS (
  SELECT 1 FROM bookings AS guest_booking
  WHERE guest_booking.studio_id = moved.studio_id AND guest_booking.guest_of = moved.id
    AND ${seatedSql('guest_booking')}))`

/** Why the guard let nothing through, for the sentence on the page. */
async function refusalOf(
  ctx: StaffContext,
  booking: BookingToCancel,
  facts: BookingFacts,
): Promise<MoveRefusal> {
  const { db, studio, now } = ctx
  const [row] = await db.all<
    Record<'booked' | 'alone' | 'sameType' | 'open' | 'free' | 'apart', number>
  >(sql`
    SELECT moved.state = 'booked' AS booked, ${comesAloneSql} AS alone,
      old_class.class_type_id = o.class_type_id AS sameType, (${openAtDeskSql(now)}) AS open,
      (${placeAtDeskSql(now)}) AS free, (${noOverlapSql(booking.personId, booking.id)}) AS apart
    FROM occurrences AS o, bookings AS moved
    JOIN occurrences AS old_class ON old_class.id = moved.occurrence_id
    WHERE o.studio_id = ${studio.id} AND o.id = ${facts.occurrence.id}
      AND moved.id = ${booking.id}`)
  if (!row?.booked) return 'not_booked'
  if (!row.alone) return 'has_guests'
  if (!row.sameType) return 'another_type'
  if (!row.open) return 'over'
  if (facts.banned) return 'banned'
  if (!row.apart || facts.mine !== null) return 'overlaps'
  return row.free ? 'does_not_pay' : 'full'
}

function movedMail(
  ctx: StaffContext,
  booking: BookingToCancel,
  occurrence: BookingFacts['occurrence'],
  id: string,
  onlyIf: SQL,
) {
  if (!booking.email) return null
  return queueStatement(
    ctx.db,
    {
      studioId: ctx.studio.id,
      dedupeKey: `booking-moved:${id}`,
      to: booking.email,
      kind: 'booking-moved',
      letter: bookingMoved({
        ...messageOf(ctx, booking, occurrence),
        bookingId: id,
        was: booking.localStart,
      }),
    },
    ctx.nowMs,
    onlyIf,
  )
}
