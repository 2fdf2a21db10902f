/** What giving up a place does, as a dated list, and the sentence beside its button. */
import { packEndWords } from '#app/domain/entitlements/lot-end.ts'
import type { CancellationTerms } from '#app/domain/places/cancellation-terms.ts'
import type { Told } from '#app/domain/places/cancellation-words.ts'
import {
  cancellationSentence,
  freeUntilWords,
  makeUpSentence,
} from '#app/domain/places/cancellation-words.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import type { Instant } from '#app/values/instant.ts'
import { clockTime, count, dayShort, deadline, money } from '#app/values/wording.ts'
import { type LocalDate, type LocalDateTime, localDate } from '#app/values/zone.ts'
import type { Cancellation, CancellationKind } from './cancellation.ts'

/** One line of what happens, and when. */
export type Effect = { when: string; what: string }

/**
 * The effects as a dated list, for the confirm page; first what is told in one sentence beside the
 * button.
 */
export function cancellationWords(
  { kind, terms, credit, backMinor, feeMinor, feeDueAt, makeUp = null }: Cancellation,
  booking: {
    enrolmentId?: string | null
    courseName?: string | null
    makeUpUntil?: LocalDate | null
    localStart: LocalDateTime
    lotName: string | null
    lotExpiresOn: LocalDate | null
    lotLeft: number | null
    chargedMinor?: number
    /** How much of it was paid: only that goes back, or stays paid. */
    paidMinor?: number
    waiting: number
    /** Open places are offered to people who wait, not booked for them. */
    offers?: number
    waitlistClosesAt: Instant
    /** Names of the guests who go with it. */
    guests?: string | null
    guestName?: string | null
    /** Lists that its wish waits on, this one included. */
    wishLists?: number
  },
  { now, ...formats }: PlainFormats & { now: Instant },
): { sentence: string; effects: Effect[]; button: string } {
  const { localStart, lotName, lotExpiresOn, lotLeft, waiting, waitlistClosesAt } = booking
  const { timeZone, locale, currency } = formats
  const told = { near: localDate(now, timeZone) }
  const effects: Effect[] = []
  if (credit === 'returned' && lotName !== null && lotExpiresOn !== null) {
    const left = lotLeft === null ? '' : ` ${lotLeft} left, then ${lotLeft + 1}.`
    effects.push({
      when: 'Now',
      what:
        `1 credit is back in your ${lotName}.${left} ` + `${packEndWords(lotExpiresOn, locale)}.`,
    })
  }
  if (credit === 'stays_used')
    effects.push({ when: 'Now', what: `You lose the credit from your ${lotName}.` })
  for (const what of moneyWords(kind, backMinor, booking, formats))
    effects.push({ when: 'Now', what })
  if (makeUp) effects.push({ when: 'Now', what: makeUpEffect(makeUp, booking, locale) })
  if (booking.enrolmentId && kind !== 'leave') {
    effects.push({
      when: 'Now',
      what: 'You give up only this session and stay in the course. There is no refund.',
    })
  }
  if (kind === 'leave')
    effects.push({ when: 'Now', what: 'You lose your place on the waitlist. Nothing was charged.' })
  else if (waiting > 0 && now <= waitlistClosesAt) {
    effects.push({
      when: 'Now',
      what:
        `Your place ${booking.offers ? 'is offered' : 'goes'} to the ` +
        `${waiting === 1 ? 'person' : `first of ${waiting} people`} on the waitlist.`,
    })
  } else effects.push({ when: 'Now', what: 'Your place is free for someone else.' })
  if (booking.guestName)
    effects.push({
      when: 'Now',
      what: `You give up only the place of your guest ${booking.guestName}. You keep yours.`,
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
    return {
      sentence: sessionSentence(makeUp, terms, told, formats),
      effects,
      button: `Give up ${start}`,
    }
  }
  return { ...actWords(terms, kind, told, formats, start), effects }
}

/** What becomes of what a single place was charged: only what was paid is refunded or stays paid. */
export function moneyWords(
  kind: CancellationKind,
  backMinor: number,
  { chargedMinor = 0, paidMinor = chargedMinor }: { chargedMinor?: number; paidMinor?: number },
  { locale, currency }: PlainFormats,
): string[] {
  const sum = (minor: number) => money(minor, currency, locale)
  const owedMinor = chargedMinor - paidMinor
  if (backMinor > 0)
    return [
      ...(paidMinor > 0 ? [`${sum(paidMinor)} is refunded to your account.`] : []),
      ...(owedMinor > 0 ? [`You no longer owe ${sum(owedMinor)} for it.`] : []),
    ]
  if (kind !== 'late') return []
  return [
    ...(paidMinor > 0 ? [`The ${sum(paidMinor)} you paid stays paid.`] : []),
    ...(owedMinor > 0 ? [`You still owe ${sum(owedMinor)}.`] : []),
  ]
}

/** Of a session of a course: what becomes of the make-up. */
function sessionSentence(
  makeUp: Cancellation['makeUp'],
  terms: CancellationTerms,
  told: Told,
  formats: PlainFormats,
): string {
  if (makeUp === 'given' || makeUp === 'too_late') return makeUpSentence(terms, told, formats)
  return 'This course gives no make-ups.'
}

/** The sentence beside the button, and the button. */
function actWords(
  terms: CancellationTerms,
  kind: CancellationKind,
  told: Told,
  formats: PlainFormats,
  start: string,
): { sentence: string; button: string } {
  if (kind === 'leave') {
    return { sentence: 'Leaving is free.', button: `Leave waitlist for ${start}` }
  }
  if (kind === 'late') {
    const sentence = cancellationSentence(terms, told, formats)
    return { sentence, button: `Cancel ${start} late` }
  }
  const sentence = `${freeUntilWords(terms, told, formats)}.`
  return {
    sentence,
    button: kind === 'decline' ? `Decline ${start}` : `Cancel ${start} in time`,
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
  const until = makeUpUntil ? `, to use by ${dayShort(makeUpUntil, locale)}` : ''
  switch (makeUp) {
    case 'given':
      return `You get one make-up${from}${until}.`
    case 'too_late':
      return 'It is too late for a make-up.'
    case 'returned':
      return `Your make-up${from} can be used again.`
    case 'lost':
      return `Your make-up${from} is used up.`
  }
}
