import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  balanceOf,
  bookingOf,
  mailTo,
  noticesOf,
  rosterOf,
} from '../../../../tests/support/bookings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { cancelBooking } from '../cancelling/cancel-booking.server.ts'
import { promoteWaitlist } from '../waitlist/promote-waitlist.server.ts'
import { bookRepeating } from './book-repeating.server.ts'
import { bookStandingPlaces } from './book-standing-places.server.ts'
import { endRepeat, endStandingPlace, giveStandingPlace } from './give-standing-place.server.ts'

const now = '2026-10-12T09:00:00Z'
const nextWeek = '2026-10-19T09:00:00Z'

/** A weekly series on Thursdays from 15 October, four times. */
async function thursdays(w: World, more: { capacity?: number } = {}) {
  const ids = await w.givenSeries({
    localStart: '2026-10-15T18:30',
    rrule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=4',
    at: now,
    ...more,
  })
  const [row] = await w.db.all<{ id: string }>(
    sql`SELECT series_id AS id FROM occurrences
      WHERE studio_id = ${w.studio.id} AND id = ${ids[0]!}`,
  )
  return { ids, seriesId: row!.id }
}

const opensAt = (w: World, ids: readonly string[], at: string) =>
  w.db.run(
    sql`UPDATE occurrences SET opens_at = ${at}
      WHERE studio_id = ${w.studio.id}
        AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  )

test('several dates are booked with one press, each once, and those that fail say why', async () => {
  const w = await world()
  const { ids } = await thursdays(w)
  const dan = await w.givenPerson('Dan Two')
  const lot = await w.givePack(dan, { credits: 2 })

  const press = () =>
    bookRepeating(w.asMember(dan, now), ids[0]!, { dates: ids.slice(0, 3), goOn: false, key: 'r0' })
  const first = await press()
  expect(first).toMatchObject({
    ok: true,
    goesOn: false,
    dates: [
      { outcome: 'booked' },
      { outcome: 'booked' },
      { outcome: 'failed', why: { reason: 'no_entitlement' } },
    ],
  })
  expect(await press()).toEqual(first)
  expect(await balanceOf(w, lot)).toBe(0)
  expect(await rosterOf(w, ids[3]!)).toEqual({})
})

test('a repeat books later dates when they open, leaves out what was not chosen, and can be ended', async () => {
  const w = await world()
  const { ids } = await thursdays(w)
  await opensAt(w, ids.slice(2), nextWeek)

  await bookRepeating(w.asMember(w.ana, now), ids[0]!, { dates: [ids[0]!], goOn: true, key: 'r1' })
  expect(await bookStandingPlaces(w.at(now))).toBe(0)
  expect(await rosterOf(w, ids[1]!)).toEqual({})

  // A run that stops anywhere and is run again books each date once.
  expect(await bookStandingPlaces(w.at(nextWeek))).toBe(2)
  expect(await bookStandingPlaces(w.at(nextWeek))).toBe(0)
  expect(await rosterOf(w, ids[2]!)).toEqual({ booked: 1 })

  // A date that is given up is not taken again.
  await cancelBooking(w.asMember(w.ana, nextWeek), (await bookingOf(w, ids[3]!, w.ana))!.id)
  await w.db.run(
    sql`DELETE FROM standing_dates WHERE studio_id = ${w.studio.id} AND occurrence_id = ${ids[3]!}`,
  )
  await bookStandingPlaces(w.at(nextWeek))
  expect((await bookingOf(w, ids[3]!, w.ana))!.state).toBe('cancelled_on_time')

  expect(await endRepeat(w.asMember(w.ben, nextWeek), 'r1')).toBe('not_found')
  expect(await endRepeat(w.asMember(w.ana, nextWeek), 'r1')).toBe('ended')
  expect(await endRepeat(w.asMember(w.ana, nextWeek), 'r1')).toBe('again')
})

test('a date that cannot be booked is told once and tried again each day', async () => {
  const w = await world()
  const { ids } = await thursdays(w)
  await opensAt(w, ids, nextWeek)
  const dan = await w.givenPerson('Dan Broke')
  await bookRepeating(w.asMember(dan, now), ids[0]!, { dates: [], goOn: true, key: 'r2' })

  await bookStandingPlaces(w.at(nextWeek))
  await bookStandingPlaces(w.at('2026-10-19T10:00:00Z'))
  await bookStandingPlaces(w.at('2026-10-20T10:00:00Z'))
  const notified = await noticesOf(w, dan)
  expect(notified).toHaveLength(3)
  expect(notified[0]!.text).toBe(
    'Your place in Pole 2: spins, Thu 18:30 could not be booked. ' +
      'You have no credits or membership for this class. We’ll try again each day.',
  )
  await w.giveMembership(dan)
  expect(await bookStandingPlaces(w.at('2026-10-20T11:00:00Z'))).toBe(0)
  expect(await bookStandingPlaces(w.at('2026-10-21T10:30:00Z'))).toBe(3)
})

test('standing places are booked before booking opens, and everyone else books the rest', async () => {
  const w = await world()
  const { ids, seriesId } = await thursdays(w, { capacity: 1 })
  await opensAt(w, ids, nextWeek)
  const given = { id: 's1', seriesId, from: '2026-10-12', until: '2026-10-29' }

  expect(await giveStandingPlace(w.asDesk(now), w.ben.id, given)).toEqual({ ok: true, booked: 3 })
  expect(await giveStandingPlace(w.asDesk(now), w.ben.id, given)).toEqual({
    ok: true,
    booked: 0,
    again: true,
  })
  expect(await giveStandingPlace(w.asDesk(now), w.ben.id, { ...given, id: 's2' })).toEqual({
    ok: false,
    reason: 'already',
  })
  expect(
    await giveStandingPlace(w.asDesk(now), w.ben.id, { ...given, id: 's3', seriesId: 'none' }),
  ).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await balanceOf(w, w.benLot)).toBe(7)
  expect(await mailTo(w, w.ben)).toEqual([])
  expect((await noticesOf(w, w.ben)).map(({ kind }) => kind)).toEqual([
    'standing-booked',
    'standing-booked',
    'standing-booked',
  ])
  expect(await bookClass(w.asMember(w.ana, nextWeek), ids[1]!)).toMatchObject({
    outcome: 'waitlisted',
  })
  expect(await rosterOf(w, ids[3]!)).toEqual({})

  // One date is given up in time: the credit comes back, the next on the list has the place, and it
  // stays given up.
  await cancelBooking(w.asMember(w.ben, nextWeek), (await bookingOf(w, ids[1]!, w.ben))!.id)
  await bookStandingPlaces(w.at(nextWeek))
  expect(await balanceOf(w, w.benLot)).toBe(8)
  expect((await bookingOf(w, ids[1]!, w.ana))!.state).toBe('booked')
  expect(await endRepeat(w.asMember(w.ben, nextWeek), 's1')).toBe('not_found')
  expect(await endStandingPlace(w.asDesk(nextWeek), w.ben.id, 's1')).toBe(true)
})

test('a standing place that nothing pays is told to the person and to who gave it, and two runs at once book once', async () => {
  const w = await world()
  const { ids, seriesId } = await thursdays(w)
  const hana = await w.givenPerson('Hana Staff', { isStaff: true })
  const desk = { ...w.asDesk(now), actor: { ...w.asDesk(now).actor, userId: hana.userId } }

  await giveStandingPlace(desk, w.cleo.id, {
    id: 's4',
    seriesId,
    from: '2026-10-12',
    until: '2026-10-15',
  })
  expect((await noticesOf(w, hana)).map(({ text }) => text)).toEqual([
    expect.stringContaining(
      'has a standing place in Pole 2: spins, Thu 18:30, but it could not be booked.',
    ),
  ])
  expect(await rosterOf(w, ids[0]!)).toEqual({})

  await w.givePack(w.cleo, { credits: 5 })
  await Promise.all(
    Array.from({ length: 4 }, () => bookStandingPlaces(w.at('2026-10-13T10:00:00Z'))),
  )
  expect(await rosterOf(w, ids[0]!)).toEqual({ booked: 1 })
})

test('a standing place takes nobody past those who wait before them', async () => {
  const w = await world()
  const { ids, seriesId } = await thursdays(w, { capacity: 1 })
  const [nia, dan] = await w.givenPeople(['Nia First', 'Dan Holder'])
  for (const person of [nia!, dan!]) await w.giveMembership(person)
  for (const person of [dan!, nia!, w.ben]) await bookClass(w.asMember(person, now), ids[0]!)
  // A place is free, and the promotion that follows has not run yet.
  await w.db.run(sql`UPDATE occurrences SET capacity = 2 WHERE id = ${ids[0]!}`)

  await giveStandingPlace(w.asDesk(now), w.ben.id, {
    id: 'st-waits',
    seriesId,
    from: '2026-10-12',
    until: null,
  })
  await promoteWaitlist(w.at(now), ids[0]!)

  expect((await bookingOf(w, ids[0]!, nia!))!.state).toBe('booked')
  expect((await bookingOf(w, ids[0]!, w.ben))!.state).toBe('waitlisted')
  expect((await bookingOf(w, ids[1]!, w.ben))!.state).toBe('booked')
  const notified = (await noticesOf(w, w.ben)).filter(({ text }) => text.includes('Thu 15 Oct'))
  expect(notified).toEqual([])
})
