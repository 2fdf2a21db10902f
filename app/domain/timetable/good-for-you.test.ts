import { expect, test } from 'vitest'
import type { ClassListing } from './class-listing.ts'
import { goodForYou } from './good-for-you.ts'

const bookable = { kind: 'bookable', placesLeft: 4 } as ClassListing['availability']

const listing = (id: string, classTypeId: string, hour: number, availability = bookable) =>
  ({ id, classTypeId, startsAt: `2026-10-15T${hour}:00:00Z`, availability }) as ClassListing

test('what was visited most is suggested, one class of each type, in order of time', () => {
  const listings = [
    listing('yoga', 'yoga', 10),
    listing('silks', 'silks', 11),
    listing('pole', 'pole', 12),
    listing('pole again', 'pole', 13),
    listing('hoop', 'hoop', 14),
  ]
  const visits = new Map([
    ['hoop', 5],
    ['pole', 3],
    ['silks', 1],
  ])
  expect(goodForYou(listings, visits).map(({ id }) => id)).toEqual(['silks', 'pole', 'hoop'])
})

test('a class that cannot be booked is not suggested, however often it was visited', () => {
  const full = { kind: 'waitlist' } as ClassListing['availability']
  const listings = [listing('pole', 'pole', 12, full), listing('yoga', 'yoga', 13)]
  expect(goodForYou(listings, new Map([['pole', 9]])).map(({ id }) => id)).toEqual(['yoga'])
})
