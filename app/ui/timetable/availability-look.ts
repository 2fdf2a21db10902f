/** How an availability looks in a row: its icon, its tone, the short form of its action. */

import type { Availability } from '#app/domain/bookings/availability/bookable-occurrence.ts'
import type { Action } from '#app/domain/bookings/availability/refusal-words.ts'
import type { IconName } from '../icon/icon.tsx'

/**
 * The action in a word or two, for a narrow column; the words for screen readers name the class.
 */
export function shortLabel(action: Action, availability: Availability): string {
  switch (action.kind) {
    case 'sign_in':
      return availability.kind === 'sign_in' && availability.wouldBe !== null ? 'Join list' : 'Book'
    case 'join_waitlist':
      return 'Join list'
    case 'leave_waitlist':
      return 'Leave list'
    case 'other_dates':
      return 'Other dates'
    case 'see_prices':
      return 'Prices'
    case 'see_booking':
      return 'See it'
    case 'see_offer':
      return 'Answer'
    case 'see_level':
      return 'See level'
    case 'see_skill':
      return 'See skill'
    case 'see_course':
      return 'Course'
    case 'sign_document':
      return 'Sign'
    default:
      return action.label
  }
}

/** `6 left`, `last 2`, `last place`: scarcity is said only when there is some. */
export function placesLabel(placesLeft: number): { text: string; few: boolean } {
  if (placesLeft === 1) return { text: 'last place', few: true }
  if (placesLeft === 2) return { text: 'last 2', few: true }
  return { text: `${placesLeft} left`, few: false }
}

export type Look = { icon: IconName; tone: '' | 'good' | 'warn' | 'bad' }

/** The mark beside the sentence of a standing: state is never told by colour alone. */
export function availabilityLook(availability: Availability): Look {
  switch (availability.kind) {
    case 'booked':
    case 'checked_in':
    case 'running':
    case 'bookable':
      return { icon: 'check', tone: 'good' }
    case 'offered':
    case 'waiting':
      return { icon: 'queue', tone: 'warn' }
    case 'waitlist':
    case 'sign_in':
      return { icon: 'queue', tone: '' }
    case 'cancelled':
      return { icon: 'off', tone: 'bad' }
    case 'tickets':
      return { icon: 'receipt', tone: '' }
    case 'finished':
      return { icon: 'clock', tone: '' }
    case 'refused':
      return { icon: refusalIcon(availability.reason), tone: '' }
  }
}

function refusalIcon(reason: Extract<Availability, { kind: 'refused' }>['reason']): IconName {
  switch (reason) {
    case 'not_open_yet':
    case 'closed':
    case 'started':
      return 'clock'
    case 'class_full':
    case 'waitlist_full':
      return 'queue'
    case 'overlaps':
    case 'already_booked':
      return 'swap'
    case 'cancelled':
    case 'not_found':
      return 'off'
    default:
      return 'lock'
  }
}

/** The action on a page of its own: a verb and its object. */
export function actionLabel(action: Action, when: string): string {
  switch (action.kind) {
    case 'book':
      return `Book ${when}`
    case 'join_waitlist':
      return `Join waitlist for ${when}`
    case 'leave_waitlist':
      return `Leave waitlist for ${when}`
    case 'cancel':
      return `Cancel ${when}`
    case 'decline':
      return `Decline ${when}`
    default:
      return action.label
  }
}
