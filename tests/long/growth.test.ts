import { expect, test } from 'vitest'
import { needless, offences } from '../support/growth/judge-growth.ts'
import { measurePages } from '../support/growth/measure-pages.ts'

test('ten times the people and a hundred times the bookings make no page read more rows', async () => {
  const measured = await measurePages({
    small: { people: 1_000, bookings: 2_000 },
    large: { people: 10_000, bookings: 200_000 },
  })
  expect(offences(measured)).toEqual([])
  expect(needless(measured)).toEqual([])
}, 900_000)
