/**
 * What a cancel does, decided before it is pressed and again when it is: the confirm page and the
 * act cannot differ.
 */
import {
  type CancellationTerms,
  cancellationTerms,
  type PaidBy,
} from '#app/domain/places/cancellation-terms.ts'
import { portalRules, studioLets } from '#app/domain/scope/portal-rules.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import type { LocalDate } from '#app/values/zone.ts'

/**
 * Why a booking is not cancelled; `ended` is one that was given up, moved or cancelled before,
 * `dearer` costs more by now than the page had shown, `ask_studio` is cancelled by the studio
 * alone.
 */
const cancelRefusals = ['not_found', 'started', 'ended', 'dearer', 'ask_studio'] as const
export type CancelRefusal = (typeof cancelRefusals)[number]

export const cancelRefusalSentences: Record<CancelRefusal, string> = {
  not_found: 'We can’t find this booking.',
  started: 'The class has started. Ask the studio if something is wrong.',
  ended: 'This booking is already over. Nothing was changed.',
  dearer:
    'It costs more than when you opened this page. Check the new cost, then try again. ' +
    'Nothing has changed yet.',
  ask_studio: portalRules.cancel_bookings.off,
}

/** Fees wait this many minutes, so that staff can waive them. */
export const feeWaitsMinutes = 24 * 60

/** What giving up a place means at this moment (SM-BOOK). */
export type CancellationKind = 'on_time' | 'late' | 'decline' | 'leave'

export type Cancellation = {
  kind: CancellationKind
  /** Until when it is free, and what it costs. */
  terms: CancellationTerms
  /** The state it leads to (SM-BOOK). */
  leadsTo: 'cancelled_on_time' | 'late_cancelled' | 'declined' | 'left'
  /** What happens to the credit; null when no credit paid. */
  credit: 'returned' | 'stays_used' | null
  /**
   * Of a place that a course pays, whether this gives a make-up (`given`) or is too late for one;
   * of one that a make-up pays, whether that can be used again (`returned`) or is lost. Null where
   * neither pays or the course gives none.
   */
  makeUp?: 'given' | 'too_late' | 'returned' | 'lost' | null
  /** What was charged for this place alone and goes back, in minor units; 0 is none. */
  backMinor: number
  /** Minor units; 0 is none. */
  feeMinor: number
  feeDueAt: Instant
}

type Cancellable = {
  state: string
  /** Of somebody who waits: an open place is offered to them. */
  offeredUntil?: Instant | null
  declineUntil: Instant | null
  startsAt: Instant
  cutoffAt: Instant
  creditCutoffAt?: Instant | null
  feeCutoffAt?: Instant | null
  lotId: string | null
  lateLosesCredit: number | boolean
  lateFeeMinor: number
  /** What was charged for this place alone: a drop-in. */
  chargedMinor?: number
  enrolmentId?: string | null
  makeUpId?: string | null
  /** Last local date a make-up from it would be good for; null where its course gives none. */
  makeUpUntil?: LocalDate | null
}

/** What pays for a place that may be given up. */
const payerOf = ({ enrolmentId, makeUpId, lotId, chargedMinor = 0 }: Cancellable): PaidBy => {
  if (enrolmentId) return 'course'
  if (makeUpId) return 'make_up'
  if (lotId !== null) return 'lot'
  return chargedMinor > 0 ? 'drop_in' : 'membership'
}

/** The terms of a place that someone holds. */
export const termsOf = (booking: Cancellable, now: Instant): CancellationTerms =>
  cancellationTerms(booking, { paidBy: payerOf(booking), declineUntil: booking.declineUntil }, now)

/**
 * What a cancel would be now; null when there is nothing to cancel any more: the class has started
 * or the booking has ended. At or before the cut-off instant is on time (R3); a person promoted
 * inside the window declines free until their deadline (R4).
 */
function kindOf({ state }: Cancellable, { stage }: CancellationTerms): CancellationKind | null {
  if (stage === 'started') return null
  if (state === 'waitlisted') return 'leave'
  if (state !== 'booked') return null
  return ({ free: 'on_time', grace: 'decline', late: 'late' } as const)[stage]
}

/** What a cancel at `now` is and does; null when there is nothing to cancel. */
export function cancellationOf(booking: Cancellable, now: Instant): Cancellation | null {
  const terms = termsOf(booking, now)
  const kind = kindOf(booking, terms)
  if (!kind) return null
  const { losesCredit, losesPaid, feeMinor } = terms.now
  const leaves = kind === 'leave'
  const ofCredit = losesCredit ? 'stays_used' : 'returned'
  const leadsTo = {
    on_time: 'cancelled_on_time',
    late: 'late_cancelled',
    decline: 'declined',
    leave: booking.offeredUntil ? 'declined' : 'left',
  } as const
  return {
    kind,
    terms,
    leadsTo: leadsTo[kind],
    credit: leaves || booking.lotId === null ? null : ofCredit,
    makeUp: leaves ? null : makeUpAfter(booking, kind === 'late'),
    backMinor: leaves || losesPaid || losesCredit ? 0 : (booking.chargedMinor ?? 0),
    feeMinor: leaves ? 0 : feeMinor,
    feeDueAt: addMinutes(now, feeWaitsMinutes),
  }
}

/** What becomes of the make-up; shared with the desk, which says itself whether it was late. */
export function makeUpAfter(
  {
    enrolmentId,
    makeUpId,
    makeUpUntil,
  }: Pick<Cancellable, 'enrolmentId' | 'makeUpId' | 'makeUpUntil'>,
  late: boolean,
): NonNullable<Cancellation['makeUp']> | null {
  if (makeUpId) return late ? 'lost' : 'returned'
  if (!enrolmentId || !makeUpUntil) return null
  return late ? 'too_late' : 'given'
}

/** Whether people do this themselves: a waitlist is left and an offer declined at any studio. */
export const cancelsThemselves = (
  studio: Pick<Studio, 'portal'>,
  { kind }: Pick<Cancellation, 'kind'>,
): boolean => kind === 'leave' || kind === 'decline' || studioLets(studio, 'cancel_bookings')
