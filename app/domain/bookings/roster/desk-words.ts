/**
 * What the desk's acts say when they are refused: the person stands there, so it is said about
 * them, not to them.
 */

import type { Refused } from '#app/domain/places/refusals.ts'
import { count, dayShort, dayTime } from '#app/values/wording.ts'

/** Why an act on somebody's place is refused, of whatever kind. */
export type DeskRefusal = keyof typeof deskRefusals

/** One sentence for each way an act on somebody's place can be refused. */
export const deskRefusals = {
  not_found: 'There is no such place in this class.',
  not_booked: 'They hold no place any more. Somebody changed it meanwhile.',
  another_day: 'Check in on the day of the class.',
  reconciled: 'The class is settled. Correct the outcome instead.',
  nothing_to_correct: 'There is nothing to correct.',
  changed_meanwhile: 'Somebody changed it meanwhile. Look again.',
  credit_spent: 'The credit was given back and is spent. Give a credit first, then correct it.',
  no_reason: 'Give a reason: it stands in the record beside your name.',
  collected: 'The fee has been collected. Give it back as a refund.',
  another_type: 'Choose a date of the same class.',
  over: 'That class is over or does not take place.',
  full: 'That class is full. Raise its places first.',
  overlaps: 'They have another class at that time.',
  has_guests: 'A guest comes with who brings them. Cancel the guest’s place first, then move.',
  does_not_pay: 'What paid for this class cannot pay on that date.',
} as const

/** Why a walk-in cannot be added. */
export function walkInRefusal(
  refused: { reason: 'over' | 'needs_reason' | 'no_drop_in' } | Refused,
  { locale }: { locale: string },
): string {
  switch (refused.reason) {
    case 'over':
      return 'The class is over.'
    case 'needs_reason':
      return 'They are below the level of this class. Write why they take part.'
    case 'no_drop_in':
      return 'This class is not sold singly.'
    case 'class_full':
      return (
        `No place is free: ${refused.facts.capacity} are taken or promised to the waitlist. ` +
        'Raise the places or wait for one.'
      )
    case 'cancelled':
      return 'The class does not take place.'
    case 'overlaps':
      return (
        `They have ${refused.facts.title}, ${dayTime(refused.facts.localStart, locale)}, at ` +
        'the same time.'
      )
    case 'weekly_limit':
      return `${refused.facts.name} is used up this week.`
    case 'frozen':
      return `${refused.facts.name} is frozen on that day.`
    case 'past_due':
      return `A payment for ${refused.facts.name} is overdue.`
    case 'entitlement_ends_before':
      return (
        `${refused.facts.name} ends ${dayShort(refused.facts.endsOn, locale)}, ` +
        'before this class.'
      )
    case 'no_entitlement':
      return refused.facts.usedUp
        ? `${refused.facts.usedUp} has no credits left.`
        : 'They hold nothing that pays for this class. Add them as a drop-in, or give a package.'
    default:
      return 'They cannot be added to this class.'
  }
}

/** Who a message reaches and by what: `12 people in the app, 11 of them by mail`. */
export function reachWords({ people, mailed }: { people: number; mailed: number }): string {
  const all = count(people, 'person', 'people')
  return mailed === people
    ? `${all} in the app and by mail`
    : `${all} in the app, ${mailed} by mail`
}
