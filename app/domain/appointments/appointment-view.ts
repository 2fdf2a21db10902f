/** What an appointment is, what it costs, and why one cannot be had. Pure. */
import { cancelRefusalSentences } from '#app/domain/bookings/cancelling/cancellation.ts'
import { type CancellationTerms, cancellationTerms } from '#app/domain/places/cancellation-terms.ts'
import type { Instant } from '#app/values/instant.ts'
import { factsLine } from '#app/values/text/separators.ts'
import { count, money } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/** A hold lasts so many minutes. */
export const holdMinutes = 10

/** Weeks that can be booked in one go. */
export const mostWeeks = 26

/** Grids that starts may lie on, in minutes. */
export const grids = [5, 10, 15, 20, 30, 60] as const

/**
 * What staff say of a type. Minutes, minor units; ids of rooms, coaches and packages are the
 * studio's own.
 */
export type TypeTerms = {
  name: string
  description: string
  disciplineId: string
  minutes: number
  priceMinor: number
  pricePer: 'session' | 'person'
  people: number
  bufferBefore: number
  bufferAfter: number
  noticeMinutes: number
  aheadDays: number
  gridMinutes: number
  approval: boolean
  policyId: string
  roomIds: readonly string[]
  coachIds: readonly string[]
  packageIds: readonly string[]
}

/** A type as it is offered, with the policy in force. */
export type AppointmentType = TypeTerms & {
  id: string
  policyName: string
  cancelMinutes: number
  blackoutFrom: string
  blackoutUntil: string
  lateLosesCredit: boolean
  lateFeeMinor: number
  archived: boolean
  version: number
}

/** What it costs for so many people, and how that came about. */
export function priceFor(
  type: Pick<AppointmentType, 'priceMinor' | 'pricePer'>,
  people: number,
  { currency, locale }: { currency: string; locale: string },
): { minor: number; working: string } {
  const one = money(type.priceMinor, currency, locale)
  if (type.pricePer === 'session' || people === 1) return { minor: type.priceMinor, working: one }
  return { minor: type.priceMinor * people, working: `${people} people at ${one} each` }
}

/** The price of a hold's type as it was shown when the time was taken. */
export const asHeld = <Type extends Pick<AppointmentType, 'priceMinor' | 'pricePer'>>(
  type: Type,
  { state, priceMinor, pricePer }: Pick<Appointment, 'state' | 'priceMinor' | 'pricePer'>,
): Type => (state === 'held' && pricePer !== null ? { ...type, priceMinor, pricePer } : type)

/** `60 min · £45.00 · up to 2 people` */
export function typeWords(
  { minutes, priceMinor, pricePer, people }: AppointmentType,
  { currency, locale }: { currency: string; locale: string },
): string {
  const each = people > 1 && pricePer === 'person' ? ' each' : ''
  const price = `${money(priceMinor, currency, locale)}${each}`
  return factsLine([
    `${minutes} min`,
    price,
    people > 1 && `up to ${count(people, 'person', 'people')}`,
  ])
}

export type AppointmentState =
  | 'held'
  | 'requested'
  | 'confirmed'
  | 'lapsed'
  | 'declined'
  | 'cancelled'
  | 'late_cancelled'
  | 'studio_cancelled'
  | 'rescheduled'

/**
 * SM-APPT as it is told: what its row says, and after it what its occurrence and the holder's place
 * say.
 */
export function appointmentStage(a: {
  state: AppointmentState
  occurrenceState: string
  bookingState: string | null
  heldUntil: Instant | null
  now: Instant
}): { text: string; tone: 'good' | 'warn' | 'bad' | 'muted' } {
  if (a.state === 'held' && (a.heldUntil ?? '') <= a.now) return { text: 'Lapsed', tone: 'muted' }
  if (a.state === 'confirmed') {
    if (a.occurrenceState === 'cancelled') return { text: 'Cancelled by the studio', tone: 'bad' }
    if (a.bookingState === 'checked_in') return { text: 'Arrived', tone: 'good' }
    if (a.bookingState === 'attended') return { text: 'Completed', tone: 'good' }
    if (a.bookingState === 'no_show') return { text: 'No-show', tone: 'bad' }
    return { text: 'Confirmed', tone: 'good' }
  }
  return {
    held: { text: 'Held', tone: 'warn' },
    requested: { text: 'Waiting for the studio', tone: 'warn' },
    lapsed: { text: 'Lapsed', tone: 'muted' },
    declined: { text: 'Declined', tone: 'bad' },
    cancelled: { text: 'Cancelled', tone: 'muted' },
    late_cancelled: { text: 'Cancelled late', tone: 'bad' },
    studio_cancelled: { text: 'Cancelled by the studio', tone: 'bad' },
    rescheduled: { text: 'Moved', tone: 'muted' },
  }[a.state] as { text: string; tone: 'good' | 'warn' | 'bad' | 'muted' }
}

/** Why an appointment cannot be held, confirmed or changed. */
const appointmentRefusals = [
  'not_found',
  'not_offered',
  'asked_already',
  'taken',
  'not_qualified',
  'lapsed',
  'overlaps',
  'no_entitlement',
  'banned',
  'waiver_missing',
  'people',
  'over',
  'dearer',
  'ask_studio',
] as const
export type AppointmentRefusal = (typeof appointmentRefusals)[number]

/** One sentence and one thing to do each. */
export const appointmentSentences: Record<AppointmentRefusal, string> = {
  not_found: 'We can’t find this appointment.',
  not_offered: 'This time isn’t available. Choose another.',
  asked_already:
    'You’ve already asked to move this appointment. Take that request back before you ask again.',
  taken: 'Someone else has just taken this time. Choose another.',
  not_qualified:
    'The coach doesn’t hold what this asks for on that date. Renew it under Staff, or choose someone else.',
  lapsed: 'The 10 minutes are over and the time is free again. Choose a time once more.',
  overlaps:
    'You have something else booked at this time. Cancel that first or choose another time.',
  no_entitlement: 'This package can no longer pay. Choose another way to pay.',
  banned: 'You can’t book here at the moment. Ask the studio.',
  waiver_missing: 'There is something to sign first. It’s in your account, under Documents.',
  people: 'That’s too many people. Choose fewer.',
  over: 'This appointment is over or cancelled. Nothing was changed.',
  dearer: cancelRefusalSentences.dearer,
  ask_studio: cancelRefusalSentences.ask_studio,
}

/** One appointment with all that its pages and letters tell. */
export type Appointment = {
  id: string
  typeId: string
  personId: string
  personName: string
  preferredName: string
  email: string
  /** Not empty where letters about it go to a guardian. */
  guardianName: string
  state: AppointmentState
  occurrenceState: string
  bookingId: string | null
  bookingState: string | null
  lotId: string | null
  lotName: string | null
  /** What its booking has taken of the lot: -1, or 0 where a request takes it once it is approved. */
  taken: number
  title: string
  startsAt: Instant
  endsAt: Instant
  localStart: LocalDateTime
  timeZone: string
  cutoffAt: Instant
  heldUntil: Instant | null
  coachId: string
  coachName: string
  roomId: string
  roomName: string
  people: number
  guests: string
  /** Of a hold: what its type asked when the time was taken, for `pricePer`. */
  priceMinor: number
  pricePer: 'session' | 'person' | null
  movesId: string | null
  reason: string
  /** When its time was taken: at most 10 minutes before it was asked for. */
  createdAt: Instant
}

/**
 * Until when an appointment can be cancelled or moved free; one that is only asked for, until it
 * begins. What it costs after that is decided with its booking (`leavingOf`).
 */
export const appointmentTerms = (
  { startsAt, cutoffAt, state }: Pick<Appointment, 'startsAt' | 'cutoffAt' | 'state'>,
  now: Instant,
): CancellationTerms =>
  cancellationTerms(
    {
      startsAt,
      cutoffAt: state === 'requested' ? startsAt : cutoffAt,
      lateLosesCredit: false,
      lateFeeMinor: 0,
    },
    { paidBy: 'membership' },
    now,
  )
