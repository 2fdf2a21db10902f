/** What the page of an offered place says, and the message after it was taken. */
import { type CancellationTerms, isFree } from '#app/domain/places/cancellation-terms.ts'
import {
  cancellationRules,
  cancellationSentence,
  freeUntilWords,
} from '#app/domain/places/cancellation-words.ts'
import type { Formats } from '#app/values/formats.ts'
import { deadlineNear, weekdayTime } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { Availability } from '../availability/bookable-occurrence.ts'
import { refusalWords } from '../availability/refusal-words.ts'

type Offered = Extract<Availability, { kind: 'offered' }>

/** `terms` are those of the place once it is taken; null where nothing can pay. */
export function offerWords(
  { until, pays, why }: Pick<Offered, 'until' | 'pays' | 'why'>,
  terms: CancellationTerms | null,
  formats: Formats,
) {
  const { timeZone, locale, today } = formats
  const at = deadlineNear(until, timeZone, locale, today)
  const cost = { lot: '1 credit is used.', membership: 'Nothing is charged: it is included.' }
  const taken = pays?.kind === 'make_up' ? 'Your make-up is used.' : pays && cost[pays.kind]
  const told = { near: today }
  return {
    title: `Offered to you until ${at}`,
    canTake: pays !== null,
    sentence: pays
      ? `The place is kept for you until ${at}.`
      : `You can’t take it yet. ${why ? refusalWords(why, formats).sentence : ''}`,
    effects: [
      ...(taken ? [{ when: 'If you book it', what: taken }] : []),
      ...(terms ? cancellationRules(terms, told, formats).filter(({ what }) => what !== '') : []),
      {
        when: 'If you decline',
        what: 'You’re not charged, and the next person on the waitlist is offered the place.',
      },
      {
        when: `After ${at}`,
        what: 'You’re not charged. The place is offered to the next person on the waitlist.',
      },
    ],
  }
}

/**
 * What the page of an offer says once there is nothing to answer. Only a place that was not taken
 * is said to have cost nothing. `state` is null where another row of the class is the latest.
 */
export function endedWords(state: string | null): { title: string; sentence: string } {
  if (state === 'booked' || state === 'checked_in')
    return { title: 'You have this place', sentence: 'You took the offer and are booked.' }
  if (state === 'declined') return { title: 'You’ve declined', sentence: 'Nothing was charged.' }
  const free = ['waitlisted', 'offer_lapsed'].includes(state ?? '')
  return {
    title: 'No offer to answer',
    sentence: `This offer is over.${free ? ' Nothing was charged for it.' : ''}`,
  }
}

/** `Booked. Pole 2: spins, Thursday 18:30. Free to cancel until 06:30.` */
export function acceptedSentence(
  {
    occurrence: { title, localStart },
    terms,
  }: { occurrence: { title: string; localStart: LocalDateTime }; terms: CancellationTerms },
  formats: Formats,
): string {
  const told = { near: formats.today }
  const free = isFree(terms)
    ? `${freeUntilWords(terms, told, formats)}.`
    : cancellationSentence(terms, told, formats)
  return `Booked. ${title}, ${weekdayTime(localStart, formats.locale)}. ${free}`
}
