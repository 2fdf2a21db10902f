import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countFilters,
  type FilterOptions,
  knownFilters,
  openToAll,
  parseTimetableFilters,
  timetableQuery,
} from './timetable-filters.ts'

const today = '2026-10-13'
const options: FilterOptions = {
  disciplines: [{ id: 'd1', name: 'Pole' }],
  coaches: [{ id: 'c1', name: 'Ben Okafor' }],
  levels: [{ id: 'l2', name: 'Pole, Level 2' }],
  locations: [{ id: 'p1', name: 'Canal Street' }],
  kinds: [
    { id: 'class', name: 'Classes' },
    { id: 'workshop', name: 'Workshops' },
  ],
}
const read = (search: string) => knownFilters(parseTimetableFilters(new URLSearchParams(search), today), options)

test('what a filter names is kept, what names nothing falls away', () => {
  expect(read('discipline=Pole&coach=Ben+Okafor&level=Pole%2C+Level+2&places=1')).toEqual({
    from: null,
    discipline: 'Pole',
    coach: 'Ben Okafor',
    level: 'Pole, Level 2',
    location: null,
    time: null,
    kind: null,
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
        Object.entries(timetableQuery(filters)).filter((entry): entry is [string, string] => entry[1] !== undefined),
      )
      expect(read(again.toString())).toEqual(filters)
    }),
  )
})
