import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evening, play } from '../../../../tests/support/booking-race.ts'

test('whatever happens at once, no place is sold twice, no credit is lost and nobody is skipped', async () => {
  await fc.assert(
    fc.asyncProperty(evening, async (plan) => {
      expect(await play(plan)).toEqual([])
    }),
    { numRuns: 20, endOnFailure: true },
  )
}, 400_000)
