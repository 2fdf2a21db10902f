import { expect, test } from 'vitest'
import type { Availability } from '#app/domain/bookings/availability/bookable-occurrence.ts'
import type { ClassListing } from './class-listing.ts'
import { commonRefusal } from './common-refusal.ts'

const formats = {
  timeZone: 'Europe/London',
  locale: 'en-GB',
  currency: 'GBP',
  today: '2026-10-13',
} as const
const listing = (availability: unknown) =>
  ({ availability: availability as Availability }) as ClassListing
const broke = () => listing({ kind: 'refused', reason: 'no_entitlement', facts: {} })
const locked = () =>
  listing({ kind: 'refused', reason: 'level_locked', facts: { needs: 'Level 3', holds: null } })

test('a rule of all classes is said once, in the plural', () => {
  const list = [broke(), broke(), broke(), locked()]
  const refusal = commonRefusal(list, formats)
  expect(refusal).toMatchObject({
    sentence: 'You have no credits or membership for these classes.',
    action: { kind: 'see_prices' },
  })
  expect(list.map((one) => refusal?.covers(one))).toEqual([true, true, true, false])
})

test('a class that can be booked keeps the others speaking for themselves', () => {
  const open = listing({ kind: 'bookable', placesLeft: 3, pays: { kind: 'membership' } })
  expect(commonRefusal([broke(), broke(), broke(), open], formats)).toBeNull()
})

test('two say it themselves, and so do places that are sold with their course', () => {
  const inCourse = listing({
    kind: 'refused',
    reason: 'no_entitlement',
    facts: { course: { id: 'c', name: 'Beginner pole', places: 2 } },
  })
  expect(commonRefusal([broke(), broke(), inCourse, inCourse, inCourse], formats)).toBeNull()
  expect(commonRefusal([locked(), locked(), locked()], formats)).toBeNull()
})
