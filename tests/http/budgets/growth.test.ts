import { beforeAll, expect, test } from 'vitest'
import { needless, offences } from '../../support/growth/judge-growth.ts'
import { measurePages } from '../../support/growth/measure-pages.ts'
import { wallPatterns } from '../../support/walls/wall-routes.ts'

// Rows read are what D1 bills and waits for. A page that reads more as the studio grows is slow in
// the largest one first, and no plan shows it: an index on the studio alone is a search, too.
// With ten times the people: tests/long/growth.test.ts.
const sizes = {
  small: { people: 1_000, bookings: 2_000 },
  large: { people: 3_000, bookings: 30_000 },
}

let measured: Awaited<ReturnType<typeof measurePages>>

beforeAll(async () => {
  measured = await measurePages(sizes)
}, 900_000)

test('every GET of the route list was measured, with the filters and searches of its page', () => {
  const asked = new Set(measured.map(({ pattern }) => pattern))
  expect(wallPatterns().filter((pattern) => !asked.has(pattern))).toEqual([])
  expect(measured.filter(({ asked }) => asked.includes('?')).length).toBeGreaterThan(100)
  expect(measured.filter(({ statuses }) => statuses.some((one) => one >= 500))).toEqual([])
  expect(measured.filter(({ small }) => small > 0).length).toBeGreaterThan(300)
})

test('three times the people and fifteen times the bookings make no page read more rows', () => {
  expect(offences(measured)).toEqual([])
})

test('pages excepted from the limit do grow', () => {
  expect(needless(measured)).toEqual([])
})
