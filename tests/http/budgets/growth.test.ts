import { beforeAll, expect, test } from 'vitest'
import { measurePages } from '../../support/growth/measure-pages.ts'
import { wallPatterns } from '../../support/walls/wall-routes.ts'

// Rows read are what D1 bills and waits for. A page that reads more as the studio grows is slow in
// the largest one first, and no plan shows it: an index on the studio alone is a search, too.
const sizes = {
  small: { people: 1_000, bookings: 2_000 },
  large: { people: 10_000, bookings: 200_000 },
}

/** What may grow, and why. */
const growing: [asked: RegExp, why: string][] = [
  [/\/members\/members\.csv/, 'a file of everybody, streamed'],
  [/\/briefing$/, 'earlier visits of those who are booked are counted'],
  [/\/reports\/run\?of=paying/, 'who pays at the end of a month is counted among all memberships'],
  [/\/members\/duplicates/, 'two of one address, number or birthday are looked for among everyone'],
  [/\/members\/members\?plan\b/, 'holders of a plan are counted up to 1,000'],
  [/\/members\/members\?account=/, 'who has no account is looked for among everyone'],
  [
    /\/members\/members\?waiver\b/,
    'who has not signed is looked for among everyone, until 1,000 are counted',
  ],
]

let measured: Awaited<ReturnType<typeof measurePages>>

beforeAll(async () => {
  measured = await measurePages(sizes)
}, 900_000)

const grows = ({ small, large }: { small: number; large: number }) => large > 1.2 * small

test('every GET of the route list was measured, with the filters and searches of its page', () => {
  const asked = new Set(measured.map(({ pattern }) => pattern))
  expect(wallPatterns().filter((pattern) => !asked.has(pattern))).toEqual([])
  expect(measured.filter(({ asked }) => asked.includes('?')).length).toBeGreaterThan(100)
  expect(measured.filter(({ statuses }) => statuses.some((one) => one >= 500))).toEqual([])
  expect(measured.filter(({ small }) => small > 0).length).toBeGreaterThan(300)
})

test('ten times the people and a hundred times the bookings make no page read more rows', () => {
  const offences = measured
    .filter((one) => grows(one) && !growing.some(([asked]) => asked.test(one.asked)))
    .map(({ asked, small, large }) => `${asked}: ${small} rows, then ${large}`)
  expect(offences).toEqual([])
})

test('pages excepted from the limit do grow', () => {
  const needless = growing.filter(
    ([asked]) => !measured.some((one) => asked.test(one.asked) && grows(one)),
  )
  expect(needless).toEqual([])
})
