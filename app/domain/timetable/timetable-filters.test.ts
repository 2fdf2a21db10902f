import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ClassListing } from './class-listing.ts'
import {
  countFilters,
  type FilterOptions,
  knownFilters,
  openToAll,
  parseTimetableFilters,
  passesFilters,
  timetableQuery,
  waysToWiden,
} from './timetable-filters.ts'

const today = '2026-10-13'
const options: FilterOptions = {
  disciplines: [{ id: 'd1', name: 'Pole' }],
  coaches: [{ id: 'c1', name: 'Ben Okafor' }],
  levels: [{ id: 'l2', name: 'Pole, Level 2' }],
  locations: [
    { id: 'p1', name: 'Canal Street' },
    { id: 'p2', name: 'Mill Lane' },
  ],
  kinds: [
    { id: 'class', name: 'Classes' },
    { id: 'workshop', name: 'Workshops' },
  ],
  languages: [{ id: 'German', name: 'German' }],
  access: [{ id: 'Step-free', name: 'Step-free' }],
}
const read = (search: string) =>
  knownFilters(parseTimetableFilters(new URLSearchParams(search), today), options)

test('known values of a filter are kept, unknown ones are dropped', () => {
  expect(read('discipline=Pole&coach=Ben+Okafor&level=Pole%2C+Level+2&places=1')).toEqual({
    from: null,
    discipline: 'Pole',
    coach: 'Ben Okafor',
    level: 'Pole, Level 2',
    location: null,
    q: null,
    time: null,
    kind: null,
    language: null,
    access: null,
    places: true,
    included: false,
  })
  expect(countFilters(read('discipline=Judo&coach=%00&level=&places=true'))).toBe(0)
  expect(read(`level=${openToAll}`).level).toBe(openToAll)
})

test('a first day is a date within a year, and today goes without saying', () => {
  expect(read('from=2026-10-20').from).toBe('2026-10-20')
  for (const from of ['2026-10-13', '2026-02-30', 'soon', '2036-01-01', '1999-01-01'])
    expect(read(`from=${from}`).from, from).toBeNull()
})

test('any query is read without an error, and what was read says itself again', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (query) => {
      const filters = read(new URLSearchParams(query).toString())
      const again = new URLSearchParams(
        Object.entries(timetableQuery(filters)).filter(
          (entry): entry is [string, string] => entry[1] !== undefined,
        ),
      )
      expect(read(again.toString())).toEqual(filters)
    }),
  )
})

test('language and accessibility narrow to classes whose type says so', () => {
  const german = { language: 'German' }
  const reached = { access: ['Step-free', 'Hearing loop'] }
  const passes = (search: string, more: Partial<ClassListing>) =>
    passesFilters(class_('2026-10-14T09:00', more), read(search), options)
  expect(passes('language=German', german)).toBe(true)
  expect(passes('language=German', {})).toBe(false)
  expect(passes('access=Step-free', reached)).toBe(true)
  expect(passes('language=German&access=Step-free', reached)).toBe(false)
  // What no class of these days says is no filter.
  expect(passes('language=Klingon&access=Hearing loop', {})).toBe(true)
  expect(countFilters(read('language=German&access=Step-free'))).toBe(2)
})

const class_ = (localStart: string, more: Partial<ClassListing> = {}) =>
  ({
    localStart,
    kind: 'class',
    disciplineId: 'd1',
    coachId: 'c1',
    locationId: 'p1',
    minimumLevel: null,
    placesLeft: 3,
    availability: { kind: 'sign_in', placesLeft: 3, wouldBe: null },
    ...more,
  }) as ClassListing

test('time of day, location and kind narrow the list, and the hour on the edge belongs to what follows', () => {
  const passing = (search: string, ...listings: ClassListing[]) =>
    listings
      .filter((listing) => passesFilters(listing, read(search), options))
      .map(({ localStart }) => localStart)

  const day = ['07:00', '11:59', '12:00', '16:59', '17:00', '23:30'].map((clock) =>
    class_(`2026-10-14T${clock}`),
  )
  expect(passing('time=Morning', ...day)).toEqual(['2026-10-14T07:00', '2026-10-14T11:59'])
  expect(passing('time=Midday', ...day)).toEqual(['2026-10-14T12:00', '2026-10-14T16:59'])
  expect(passing('time=Evening', ...day)).toEqual(['2026-10-14T17:00', '2026-10-14T23:30'])
  expect(passing('time=Night', ...day)).toHaveLength(6)
  const elsewhere = class_('2026-10-14T09:00', { locationId: 'p2', kind: 'workshop' })
  expect(passing('location=Canal+Street', elsewhere, day[0]!)).toEqual(['2026-10-14T07:00'])
  expect(passing('kind=Workshops', elsewhere, day[0]!)).toEqual(['2026-10-14T09:00'])
})

test('an empty list says which filter to take away and how much that shows', () => {
  const week = [
    class_('2026-10-14T07:00'),
    class_('2026-10-15T08:00'),
    class_('2026-10-15T18:00', { coachId: 'c2' }),
  ]

  expect(waysToWiden(week, read('coach=Ben+Okafor&time=Evening'), options)).toEqual([
    { name: 'Evening', without: { time: null }, shows: 2 },
    { name: 'Ben Okafor', without: { coach: null }, shows: 1 },
  ])
  expect(waysToWiden([], read('coach=Ben+Okafor'), options)).toEqual([])
})

test('a class is found by the beginnings of words of its name, without case and accents', () => {
  const found = (typed: string) =>
    ['Aerial hoop 1', 'Hatha für Anfänger', '瑜伽 60'].filter((title) =>
      passesFilters(class_('2026-10-14T09:00', { title }), read(`q=${typed}`), options),
    )
  expect(found('hoop AER')).toEqual(['Aerial hoop 1'])
  expect(found('anfanger')).toEqual(['Hatha für Anfänger'])
  expect(found('瑜')).toEqual(['瑜伽 60'])
  expect(found('oop')).toEqual([])
  expect(found('!')).toHaveLength(3)
})

test('an address that is silent means where one was last, and "all" gives it up', () => {
  const last = (search: string) =>
    parseTimetableFilters(new URLSearchParams(search), today, 'Mill Lane').location
  expect([
    last(''),
    last('location=all'),
    last('location='),
    last('location=Canal+Street'),
  ]).toEqual(['Mill Lane', null, null, 'Canal Street'])
  const here = read('location=Mill+Lane')
  expect(timetableQuery(here, { location: null })).toMatchObject({ location: 'all' })
  expect(timetableQuery(read(''), { location: null })).toMatchObject({ location: undefined })
  expect(knownFilters(here, { ...options, locations: [options.locations[1]!] }).location).toBe(null)
})
