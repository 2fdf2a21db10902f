import { expect, test } from 'vitest'
import { formatsAt } from '#app/values/formats.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { addWalkIn } from './add-walk-in.server.ts'
import { bookForPersonPage } from './book-for-person-page.server.ts'
import { classForPersonWords } from './class-for-person-words.ts'

const now = '2026-10-12T09:00:00Z'

async function wordsOf(w: World, person: Person, day: string) {
  const before = w.meter.trips
  const page = await bookForPersonPage(w.at(now), person.id, day)
  expect(w.meter.trips - before).toBe(1)
  const formats = formatsAt(w.studio, now)
  return page!.classes.map((one) => classForPersonWords(one, formats))
}

test('the desk sees a day’s classes for a person with what pays, and books one of any later day', async () => {
  const w = await world()
  const morning = await w.givenClass({ localStart: '2026-10-29T07:00' })
  const evening = await w.givenClass({ localStart: '2026-10-29T18:30' })
  await w.givenClass({ localStart: '2026-10-30T18:30' })

  expect(await wordsOf(w, w.ben, '2026-10-29')).toMatchObject([
    { id: morning, at: '07:00', says: 'Pays: 10-class pack, 10 left', paid: true, shut: null },
    { id: evening, paid: true },
  ])
  await addWalkIn(w.asDesk(now), morning, { personId: w.ben.id })
  expect(await wordsOf(w, w.ben, '2026-10-29')).toMatchObject([
    { says: 'Already booked', paid: false, shut: 'there' },
    { says: 'Pays: 10-class pack, 9 left' },
  ])
})

test('someone whom nothing pays for reads why, and what is in the way is said instead', async () => {
  const w = await world()
  const full = await w.givenClass({ localStart: '2026-10-29T07:00', capacity: 1 })
  await w.givenClass({ localStart: '2026-10-29T18:30' })
  const same = await w.givenClass({ localStart: '2026-10-29T18:45' })
  await addWalkIn(w.asDesk(now), full, { personId: w.ana.id })
  await addWalkIn(w.asDesk(now), same, { personId: w.ben.id })

  expect(await wordsOf(w, w.cleo, '2026-10-29')).toMatchObject([
    { shut: 'full', paid: false },
    { paid: false, shut: null, says: expect.stringContaining('no credit or plan for this class') },
    { paid: false },
  ])
  expect(await wordsOf(w, w.ben, '2026-10-29')).toMatchObject([
    { shut: 'full' },
    { shut: 'overlaps', says: expect.stringMatching(/They have .* at the same time\./) },
    { shut: 'there' },
  ])
})

test('a day without classes tells the next one that has some; another studio’s person is nobody', async () => {
  const [w, other] = [await world(), await world()]
  await w.givenClass({ localStart: '2026-10-30T18:30' })
  await bookClass(w.asMember(w.ana, now), await w.givenClass({ localStart: '2026-10-12T07:00' }))

  expect(await bookForPersonPage(w.at(now), w.ana.id, '2026-10-12')).toMatchObject({
    classes: [],
    nextDay: '2026-10-30',
  })
  expect(await bookForPersonPage(w.at(now), other.ana.id, '2026-10-30')).toBe(null)
})
