import { type AttendanceRefusal, attendanceWords } from '#app/domain/places/attendance-window.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { dateTime } from '#app/values/wording.ts'
import { cancelForPerson } from '../cancelling/cancel-for-person.server.ts'
import { waiveFee } from '../cancelling/waive-fee.server.ts'
import { addWalkIn } from './add-walk-in.server.ts'
import { bookingAtDesk } from './booking-at-desk.server.ts'
import { checkIn, undoCheckIn } from './check-in.server.ts'
import { corrections } from './corrections.ts'
import type { BookingAct } from './desk-forms.ts'
import { type DeskRefusal, deskRefusals, walkInRefusal } from './desk-words.ts'
import { giveSpot } from './give-spot.server.ts'
import { moveBooking } from './move-booking.server.ts'
import { reverseOutcome } from './reverse-outcome.server.ts'

export type ActResult =
  | { ok: true; message: string }
  | { ok: false; reason: string; message: string }

/** Acts that take back money asked for; anyone who may only keep the roster may not. */
export const needsFees = (act: BookingAct) =>
  act.act === 'waive' || (act.act === 'reverse' && act.from === 'late_cancelled')

/**
 * Does what a form of the roster asks for, by the use case of that act, and says it in one
 * sentence.
 */
export async function actOnBooking(
  ctx: StaffContext,
  occurrenceId: string,
  bookingId: string,
  act: BookingAct,
): Promise<ActResult> {
  const say = (result: Acted, done: string) => told(ctx, result, done)
  switch (act.act) {
    case 'check_in':
      return say(await checkIn(ctx, occurrenceId, bookingId, act.reason), 'Checked in.')
    case 'undo_check_in':
      return say(await undoCheckIn(ctx, occurrenceId, bookingId, act.reason), 'Check-in undone.')
    case 'cancel':
    case 'late_cancel': {
      const as = act.act === 'cancel' ? 'on_time' : 'late'
      const result = await cancelForPerson(ctx, occurrenceId, bookingId, {
        as,
        reason: act.reason ?? '',
      })
      return say(result, result.ok ? outcomes[result.outcome] : '')
    }
    case 'move': {
      const result = await moveBooking(ctx, occurrenceId, bookingId, {
        to: act.to,
        reason: act.reason ?? '',
      })
      const { locale } = ctx.studio
      return say(result, result.ok ? `Moved to ${dateTime(result.localStart, locale)}.` : '')
    }
    case 'reverse':
      return say(
        await reverseOutcome(ctx, occurrenceId, bookingId, { from: act.from, reason: act.reason }),
        outcomes[corrections[act.from]],
      )
    case 'waive':
      return say(
        await waiveFee(ctx, occurrenceId, bookingId, { reason: act.reason }),
        'Fee waived.',
      )
    case 'spot': {
      const done = act.spot ? `Place ${act.spot} is theirs.` : 'They can take any place.'
      return say(await giveSpot(ctx, occurrenceId, bookingId, act.spot), done)
    }
    case 'give_place':
      return givePlace(ctx, occurrenceId, bookingId)
  }
}

const outcomes = {
  cancelled_on_time: 'Cancelled in time. No charge, and they get back what they used.',
  late_cancelled: 'Cancelled late, by the policy.',
  declined: 'Declined.',
  left: 'Taken off the waitlist.',
  attended: 'Marked as attended. Any fee is cancelled.',
  no_show: 'Marked as no-show.',
}

type Acted = { ok: true } | { ok: false; reason: DeskRefusal } | AttendanceRefusal

function told({ studio }: StaffContext, result: Acted, done: string): ActResult {
  if (result.ok) return { ok: true, message: done }
  const { reason } = result
  const message =
    'window' in result ? attendanceWords(result.window, studio) : deskRefusals[result.reason]
  return { ok: false, reason, message }
}

async function givePlace(
  ctx: StaffContext,
  occurrenceId: string,
  bookingId: string,
): Promise<ActResult> {
  const booking = await bookingAtDesk(ctx, occurrenceId, bookingId)
  if (!booking) return { ok: false, reason: 'not_found', message: deskRefusals.not_found }
  if (booking.state !== 'waitlisted')
    return { ok: false, reason: 'not_booked', message: 'They’re no longer waiting.' }
  const result = await addWalkIn(ctx, occurrenceId, {
    personId: booking.personId,
    reason: 'from the waitlist',
  })
  if (result.ok)
    return { ok: true, message: `${booking.name} has a place, paid with ${result.pays}.` }
  return { ok: false, reason: result.reason, message: walkInRefusal(result, ctx.studio) }
}
