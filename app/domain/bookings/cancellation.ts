/** What a cancel does, decided before it is pressed and again when it is: the confirm page and the act cannot differ. */
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { clockTime, count, dayShort, deadline, deadlineNear, money } from '#app/values/wording.ts'
import type { LocalDate, LocalDateTime } from '#app/values/zone.ts'
import { type CancellationKind, cancellationKind } from './cancellation-kind.ts'

/** Why a booking cannot be cancelled; `ended` is one that was given up, moved or cancelled before. */
export const cancelRefusals = ['not_found', 'started', 'ended'] as const
export type CancelRefusal = (typeof cancelRefusals)[number]

export const cancelRefusalSentences: Record<CancelRefusal, string> = {
  not_found: 'We cannot find this booking.',
  started: 'The class has started. Ask the studio if something is wrong.',
  ended: 'This booking is over already. Nothing was changed.',
}

/** Fees wait this many minutes, so that staff can waive them. */
export const feeWaitsMinutes = 24 * 60

export type Cancellation = {
  kind: CancellationKind
  /** The state it leads to (SM-BOOK). */
  leadsTo: 'cancelled_on_time' | 'late_cancelled' | 'declined' | 'left'
  /** What happens to the credit; null when no credit paid. */
  credit: 'returned' | 'stays_used' | null
  /**
   * Of a place that a course pays, whether this gives a make-up (`given`) or is too late for one; of one that a make-up
   * pays, whether that can be used again (`returned`) or is lost. Null where neither pays or the course gives none.
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
  declineUntil: Instant | null
  startsAt: Instant
  cutoffAt: Instant
  creditCutoffAt?: Instant | null
  feeCutoffAt?: Instant | null
  lotId: string | null
  lateKeepsCredit: number | boolean
  lateFeeMinor: number
  /** What was charged for this place alone: a drop-in. */
  chargedMinor?: number
  enrolmentId?: string | null
  makeUpId?: string | null
  /** Last local date a make-up from it would be good for; null where its course gives none. */
  makeUpUntil?: LocalDate | null
}

/** What a cancel at `now` is and does; null when there is nothing to cancel. */
export function cancellationOf(booking: Cancellable, now: Instant): Cancellation | null {
  const kind = cancellationKind(booking, booking, now)
  if (!kind) return null
  const late = kind === 'late'
  // Two separate limits: past the one the credit is lost, past the other the fee is owed.
  const losesCredit =
    late && now > (booking.creditCutoffAt ?? booking.cutoffAt) && booking.lateKeepsCredit
  const owesFee = late && now > (booking.feeCutoffAt ?? booking.cutoffAt)
  const leadsTo = {
    on_time: 'cancelled_on_time',
    late: 'late_cancelled',
    decline: 'declined',
    leave: 'left',
  } as const
  return {
    kind,
    leadsTo: leadsTo[kind],
    credit:
      kind === 'leave' || booking.lotId === null ? null : losesCredit ? 'stays_used' : 'returned',
    makeUp: kind === 'leave' ? null : makeUpAfter(booking, late),
    backMinor: kind === 'leave' || losesCredit ? 0 : (booking.chargedMinor ?? 0),
    feeMinor: owesFee && !booking.enrolmentId && !booking.makeUpId ? booking.lateFeeMinor : 0,
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

/** One line of what happens, and when. */
export type Effect = { when: string; what: string }

/** The effects as a dated list, for the confirm page; first what is told in one sentence beside the button. */
export function cancellationWords(
  { kind, credit, backMinor, feeMinor, feeDueAt, makeUp = null }: Cancellation,
  booking: {
    enrolmentId?: string | null
    courseName?: string | null
    makeUpUntil?: LocalDate | null
    localStart: LocalDateTime
    cutoffAt: Instant
    declineUntil: Instant | null
    lotName: string | null
    lotExpiresOn: LocalDate | null
    lotLeft: number | null
    chargedMinor?: number
    waiting: number
    waitlistClosesAt: Instant
    /** Names of the guests who go with it. */
    guests?: string | null
    guestName?: string | null
    /** Lists that its wish waits on, this one included. */
    wishLists?: number
  },
  {
    now,
    timeZone,
    locale,
    currency,
  }: { now: Instant; timeZone: string; locale: string; currency: string },
): { sentence: string; effects: Effect[]; button: string } {
  const {
    localStart,
    cutoffAt,
    declineUntil,
    lotName,
    lotExpiresOn,
    lotLeft,
    waiting,
    waitlistClosesAt,
  } = booking
  const near = (instant: Instant) =>
    deadlineNear(instant, timeZone, locale, localStart.slice(0, 10))
  const effects: Effect[] = []
  if (credit === 'returned' && lotName !== null && lotExpiresOn !== null) {
    const left = lotLeft === null ? '' : ` ${lotLeft} left, then ${lotLeft + 1}.`
    effects.push({
      when: 'Now',
      what: `1 credit goes back to your ${lotName}.${left} Use by ${dayShort(lotExpiresOn, locale)}.`,
    })
  }
  if (credit === 'stays_used')
    effects.push({ when: 'Now', what: `The credit of your ${lotName} stays used.` })
  if (backMinor > 0)
    effects.push({
      when: 'Now',
      what: `${money(backMinor, currency, locale)} goes back to your account.`,
    })
  if (kind === 'late' && backMinor === 0 && (booking.chargedMinor ?? 0) > 0) {
    effects.push({
      when: 'Now',
      what: `The ${money(booking.chargedMinor ?? 0, currency, locale)} you paid stays paid.`,
    })
  }
  if (makeUp) effects.push({ when: 'Now', what: makeUpEffect(makeUp, booking, locale) })
  if (booking.enrolmentId && kind !== 'leave') {
    effects.push({
      when: 'Now',
      what: 'You stay in the course: only this session is given up. No money goes back.',
    })
  }
  if (kind === 'leave')
    effects.push({ when: 'Now', what: 'You lose your place on the waitlist. Nothing was charged.' })
  else if (waiting > 0 && now <= waitlistClosesAt) {
    effects.push({
      when: 'Now',
      what: `Your place goes to the first of ${count(waiting, 'person', 'people')} on the waitlist, who is told.`,
    })
  } else effects.push({ when: 'Now', what: 'Your place is free for somebody else.' })
  if (booking.guestName)
    effects.push({
      when: 'Now',
      what: `Only the place of your guest ${booking.guestName} is given up. Yours stays.`,
    })
  if (kind === 'leave' && (booking.wishLists ?? 0) > 1) {
    effects.push({
      when: 'Now',
      what: `You stay on the other ${count((booking.wishLists ?? 0) - 1, 'list')} of your wish.`,
    })
  }
  if (booking.guests)
    effects.push({ when: 'Now', what: guestEffect(booking.guests, kind === 'late') })
  if (feeMinor > 0) {
    const fee = money(feeMinor, currency, locale)
    effects.push({
      when: deadline(feeDueAt, timeZone, locale),
      what: `A fee of ${fee} is due unless the studio waives it.`,
    })
  }
  const start = clockTime(localStart, locale)
  if (booking.enrolmentId) {
    const limit = near(cutoffAt)
    const sentence = {
      given: `Give it up by ${limit} and you get a make-up.`,
      too_late: `The limit for a make-up was ${limit}: you get none.`,
      none: 'This course gives no make-ups.',
    }
    return {
      sentence: sentence[makeUp === 'given' || makeUp === 'too_late' ? makeUp : 'none'],
      effects,
      button: `Give up ${start}`,
    }
  }
  const costs = [
    credit === 'stays_used' ? '1 credit' : null,
    makeUp === 'lost' ? 'the make-up' : null,
    feeMinor > 0 ? money(feeMinor, currency, locale) : null,
  ]
  switch (kind) {
    case 'on_time':
      return {
        sentence: `Free to cancel until ${near(cutoffAt)}.`,
        effects,
        button: `Cancel ${start} in time`,
      }
    case 'decline':
      return {
        sentence: `Free to decline until ${near(declineUntil ?? cutoffAt)}.`,
        effects,
        button: `Decline ${start}`,
      }
    case 'leave':
      return { sentence: 'Leaving is free.', effects, button: `Leave waitlist for ${start}` }
    case 'late': {
      const cost = costs.filter(Boolean).join(' and ')
      const limit = `The limit was ${near(cutoffAt)}.`
      return {
        sentence: cost
          ? `${limit} A cancel now costs ${cost}.`
          : `${limit} A cancel now counts as late.`,
        effects,
        button: `Cancel ${start} late`,
      }
    }
  }
}

function guestEffect(names: string, late: boolean): string {
  const places = names.includes(',')
    ? `The places of your guests (${names}) go too`
    : `The place of your guest ${names} goes too`
  return late
    ? `${places}. What was used or is owed for it follows the same rule.`
    : `${places}. What it took comes back.`
}

function makeUpEffect(
  makeUp: NonNullable<Cancellation['makeUp']>,
  {
    courseName = null,
    makeUpUntil = null,
  }: { courseName?: string | null; makeUpUntil?: LocalDate | null },
  locale: string,
): string {
  const from = courseName ? ` from ${courseName}` : ''
  switch (makeUp) {
    case 'given':
      return `You get one make-up${from}${makeUpUntil ? `, to use by ${dayShort(makeUpUntil, locale)}` : ''}.`
    case 'too_late':
      return 'It is too late for a make-up.'
    case 'returned':
      return `Your make-up${from} can be used again.`
    case 'lost':
      return `Your make-up${from} is used up.`
  }
}
