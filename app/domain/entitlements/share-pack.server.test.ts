import { expect, test } from 'vitest'
import { asGuardian, givenChild } from '../../../tests/support/people/families.ts'
import { world } from '../../../tests/support/world.ts'
import { bookClass } from '../bookings/booking/book-class.server.ts'
import { sharePack } from './share-pack.server.ts'

const now = '2026-10-12T09:00:00Z'

test('a pack pays for a child from when its owner shares it until they stop, and only its owner may', async () => {
  const w = await world()
  const leo = await givenChild(w, 'Leo Okoro', { guardians: [w.ben] })
  const [first, second] = [
    await w.givenClass({ localStart: '2026-10-15T18:30' }),
    await w.givenClass({ localStart: '2026-10-16T18:30' }),
  ]
  const book = (id: string) => bookClass(asGuardian(w, w.ben, leo, now), id)
  expect(await sharePack(w.asMember(w.ana, now), w.benLot, true)).toBe(false)
  expect(await book(first)).toMatchObject({ ok: false, reason: 'no_entitlement' })
  expect(await sharePack(w.asMember(w.ben, now), w.benLot, true)).toBe(true)
  expect(await book(first)).toMatchObject({ ok: true, booking: { lotId: w.benLot } })
  expect(await sharePack(w.asMember(w.ben, now), w.benLot, false)).toBe(true)
  expect(await book(second)).toMatchObject({ ok: false, reason: 'no_entitlement' })
  expect(await book(first)).toMatchObject({ ok: true, again: true })
})
