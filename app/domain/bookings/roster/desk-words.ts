/**
 * What the desk's acts say when they are refused: the person is there, so it is said about
 * them, not to them.
 */

import { inPeriod } from '#app/domain/entitlements/class-limit.ts'
import type { Refused } from '#app/domain/places/refusals.ts'
import { count, dayShort, dayTime } from '#app/values/wording.ts'

/** Why an act on someone's place is refused, of whatever kind. */
export type DeskRefusal = keyof typeof deskRefusals

/** One sentence for each way an act on someone's place can be refused. */
export const deskRefusals = {
  not_found: 'That person isn’t in this class.',
  not_booked: 'They no longer have a place. Someone has just changed it.',
  another_day: 'You can check in on the day of the class.',
  reconciled: 'Attendance is finalised. Correct the outcome instead.',
  nothing_to_correct: 'There is nothing to correct.',
  changed_meanwhile: 'Someone has just changed it. Check again.',
  credit_spent: 'They got the credit back and have used it. Add a credit first, then correct this.',
  no_reason: 'Give a reason. It’s kept with your name.',
  collected: 'The fee has been collected. Refund it instead.',
  another_type: 'Choose a date of the same class.',
  over: 'That class is over or cancelled.',
  banned: 'They are banned. End the ban on their profile first.',
  full: 'That class is full. Add places first.',
  overlaps: 'They have another class at that time.',
  has_guests:
    'A guest comes with the person who brings them. Cancel the guest’s place first, ' +
    'then move.',
  spot_taken: 'That place is taken, or the room doesn’t have it. Choose another.',
  does_not_pay: 'What paid for this class isn’t valid on that date.',
} as const

/** Why a walk-in cannot be added. */
export function walkInRefusal(
  refused:
    | { reason: 'over' | 'needs_reason' | 'no_drop_in' | 'till_closed' | 'takes_no_money' }
    | Refused,
  { locale }: { locale: string },
): string {
  switch (refused.reason) {
    case 'over':
      return 'The class is over.'
    case 'needs_reason':
      return 'They don’t have the level or skill this class needs. Write why they take part.'
    case 'till_closed':
      return 'Today’s takings are closed. Choose Pay later.'
    case 'takes_no_money':
      return 'You can’t take payments. Choose Pay later.'
    case 'no_drop_in':
      return 'This class has no drop-in price.'
    case 'class_full':
      return (
        `Full: all ${refused.facts.capacity} places are taken or promised to the waitlist. ` +
        'Add places or wait for one.'
      )
    case 'cancelled':
      return 'The class is cancelled.'
    case 'overlaps':
      return (
        `They have ${refused.facts.title}, ${dayTime(refused.facts.localStart, locale)}, at ` +
        'the same time.'
      )
    case 'banned':
      return deskRefusals.banned
    case 'weekly_limit':
      return `${refused.facts.name} is used up for that ${inPeriod[refused.facts.per]}.`
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
        : 'They have no credit or plan for this class. Add them as a drop-in, or add a package.'
    default:
      return 'They can’t be added to this class.'
  }
}

/** Who a message reaches and by what: `12 people in the app, 11 of them by email`. */
export function reachWords({ people, mailed }: { people: number; mailed: number }): string {
  const all = count(people, 'person', 'people')
  return mailed === people
    ? `${all} in the app and by email`
    : `${all} in the app, ${mailed} by email`
}
