import { expect, test } from 'vitest'
import { balanceOf, entriesOf } from '../../../tests/support/bookings.ts'
import { world } from '../../../tests/support/world.ts'
import { expireLots } from './expire-lots.server.ts'

test('a lot ends with its last day on the studio clock, and what is left goes once', async () => {
  const w = await world({ zone: 'America/New_York', currency: 'USD', locale: 'en-US' })
  const dan = await w.givenPerson('Dan Ends')
  const lot = await w.givePack(dan, { credits: 3, expiresOn: '2026-07-27' })

  // 27 July, 23:59 in New York is already the 28th in UTC.
  expect(await expireLots(w.at('2026-07-28T03:59:00Z'))).toBe(0)
  const runs = await Promise.all([1, 2, 3].map(() => expireLots(w.at('2026-07-28T04:00:00Z'))))

  expect(runs.reduce((a, b) => a + b, 0)).toBe(1)
  expect(await entriesOf(w, dan)).toEqual(['grant 3', 'expire -3'])
  expect(await balanceOf(w, lot)).toBe(0)
  expect(await balanceOf(w, w.benLot)).toBe(10)
})
