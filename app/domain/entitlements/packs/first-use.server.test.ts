import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { bookingOf } from '../../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../../bookings/booking/book-class.server.ts'
import { cancelBooking } from '../../bookings/cancelling/cancel-booking.server.ts'
import { reconcileClasses } from '../../bookings/roster/reconcile-classes.server.ts'
import { reverseOutcome } from '../../bookings/roster/reverse-outcome.server.ts'
import { givePackage } from '../give-package.server.ts'
import { notStarted } from '../lot-end.ts'

const now = '2026-10-12T09:00:00Z'

/** A pack of three, valid 30 days from its first class. */
async function givenWaitingPack(w: World, person: Person): Promise<string> {
  const packageId = newId()
  await w.db.run(sql`
    INSERT INTO packages (id, studio_id, name, version, credits, price_minor, currency, valid_days,
      valid_from)
    VALUES (${packageId}, ${w.studio.id}, 'Three to start', 1, 3, 3600, 'GBP', 30, 'first_use')`)
  const key = newId()
  await givePackage(w.asDesk(now), person.id, {
    key,
    packageId,
    startsOn: '2026-10-12',
    reason: 'a present',
  })
  return key
}

const lotOf = async (w: World, id: string) =>
  (
    await w.db.all<{ startedOn: string | null; expiresOn: string; days: number }>(sql`
      SELECT started_on AS startedOn, expires_on AS expiresOn, first_use_days AS days
      FROM lots WHERE studio_id = ${w.studio.id} AND id = ${id}`)
  )[0]

test('a pack valid from first use gets its end with its first booking, from the day of that class', async () => {
  const w = await world()
  const lot = await givenWaitingPack(w, w.cleo)
  expect(await lotOf(w, lot)).toEqual({ startedOn: null, expiresOn: notStarted, days: 30 })
  const first = await w.givenClass({ localStart: '2026-11-20T18:30' })
  const [inside, beyond] = [
    await w.givenClass({ localStart: '2026-12-20T18:30' }),
    await w.givenClass({ localStart: '2026-12-21T18:30' }),
  ]
  const cleo = w.asMember(w.cleo, now)
  expect(await bookClass(cleo, first)).toMatchObject({ ok: true, booking: { lotId: lot } })
  expect(await lotOf(w, lot)).toMatchObject({ startedOn: '2026-11-20', expiresOn: '2026-12-20' })
  expect(await bookClass(cleo, beyond)).toMatchObject({
    ok: false,
    reason: 'entitlement_ends_before',
  })
  expect(await bookClass(cleo, inside)).toMatchObject({ ok: true })
})

test('two classes booked at once on a pack that waits are never further apart than its days', async () => {
  const w = await world()
  const lot = await givenWaitingPack(w, w.cleo)
  const [near, far] = [
    await w.givenClass({ localStart: '2026-10-20T18:30' }),
    await w.givenClass({ localStart: '2026-12-20T18:30' }),
  ]
  const cleo = w.asMember(w.cleo, now)
  await Promise.all([bookClass(cleo, near), bookClass(cleo, far)])
  const { startedOn, expiresOn } = (await lotOf(w, lot))!
  expect(startedOn).not.toBeNull()
  for (const [id, day] of [
    [near, '2026-10-20'],
    [far, '2026-12-20'],
  ] as const) {
    if ((await bookingOf(w, id, w.cleo))?.state === 'booked')
      expect(day <= expiresOn, `${day} until ${expiresOn}`).toBe(true)
  }
})

test('once every class is given back in time the pack waits again, for the days it had', async () => {
  const w = await world()
  const lot = await givenWaitingPack(w, w.cleo)
  const first = await w.givenClass({ localStart: '2026-11-20T18:30' })
  const cleo = w.asMember(w.cleo, now)
  await bookClass(cleo, first)
  await w.db.run(sql`UPDATE lots SET expires_on = '2026-12-25' WHERE id = ${lot}`)
  const booking = await bookingOf(w, first, w.cleo)
  expect(await cancelBooking(cleo, booking!.id)).toMatchObject({ ok: true })
  expect(await lotOf(w, lot)).toEqual({ startedOn: null, expiresOn: notStarted, days: 35 })
})

test('a credit that a no-show got back and uses again once marked attended starts the pack that waits', async () => {
  const w = await world({ policy: { lateLosesCredit: false } })
  const lot = await givenWaitingPack(w, w.cleo)
  const id = await w.givenClass({ localStart: '2026-10-15T18:30' })
  expect(await bookClass(w.asMember(w.cleo, now), id)).toMatchObject({ ok: true })
  const settled = '2026-10-15T20:31:00Z'
  await reconcileClasses(w.at(settled))
  expect(await lotOf(w, lot)).toMatchObject({ startedOn: null, expiresOn: notStarted })
  const place = (await bookingOf(w, id, w.cleo))!.id
  const correct = (from: 'no_show' | 'attended') =>
    reverseOutcome(w.asDesk(settled), id, place, { from, reason: 'Was there' })
  expect(await correct('no_show')).toMatchObject({ ok: true, outcome: 'attended' })
  expect(await lotOf(w, lot)).toMatchObject({ startedOn: '2026-10-15', expiresOn: '2026-11-14' })
  expect(await correct('attended')).toMatchObject({ ok: true, outcome: 'no_show' })
  expect(await lotOf(w, lot)).toMatchObject({ startedOn: null, expiresOn: notStarted, days: 30 })
})
