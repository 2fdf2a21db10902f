import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import {
  balanceOf,
  bookingOf,
  entriesOf,
  feesOf,
  rosterOf,
} from '../../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { cancelBooking, previewCancellation } from '../cancelling/cancel-booking.server.ts'
import { cancelForPerson } from '../cancelling/cancel-for-person.server.ts'
import { cancelOccurrence } from '../cancelling/cancel-occurrence.server.ts'
import { bookingsPaidByStatement } from '../cancelling/cancellation-queries.server.ts'
import { freeBookingStatements } from '../cancelling/free-bookings.server.ts'
import { cancellationWords } from '../cancelling/giving-up-words.ts'
import { moveBooking } from '../roster/move-booking.server.ts'
import { reconcileClasses } from '../roster/reconcile-classes.server.ts'
import { reverseOutcome } from '../roster/reverse-outcome.server.ts'
import { rosterPage } from '../roster/roster-page.server.ts'
import { bookClass } from './book-class.server.ts'
import { bookGuest } from './book-guest.server.ts'

const now = '2026-10-12T09:00:00Z'
const zoe = { name: 'Zoe Guest', email: '', pay: 'credit' as const }

async function host(w: World, person: Person, more: { capacity?: number } = {}) {
  const occurrence = await w.givenClass(more)
  const booked = await bookClass(w.asMember(person, now), occurrence)
  if (!booked.ok) throw new Error(booked.reason)
  return { occurrence, hostId: booked.booking.id }
}

const itemsOf = (w: World, person: Person) =>
  w.db.all<{ amountMinor: number; state: string; working: string }>(sql`
    SELECT amount_minor AS amountMinor, state, working FROM open_items
    WHERE studio_id = ${w.studio.id} AND person_id = ${person.id} ORDER BY rowid`)

const guestsNamed = async (w: World, name: string) =>
  (
    await w.db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM people WHERE studio_id = ${w.studio.id} AND name = ${name}`,
    )
  )[0]!.n

test('a guest takes a place and a credit of the member, once, and is on the roster with who brings them', async () => {
  const w = await world({ policy: { guestLimit: 2 } })
  const { occurrence, hostId } = await host(w, w.ben)

  const bring = () => bookGuest(w.asMember(w.ben, now), hostId, { ...zoe, key: 'guest-one0' })
  expect(await bring()).toMatchObject({ ok: true, name: 'Zoe Guest' })
  expect(await bring()).toMatchObject({ ok: true, again: true })

  expect(await rosterOf(w, occurrence)).toEqual({ booked: 2 })
  expect(await balanceOf(w, w.benLot)).toBe(8)
  expect(await entriesOf(w, w.ben)).toEqual(['grant 10', 'book -1', 'book -1'])
  const roster = await rosterPage(w.at(now), occurrence, '')
  expect(roster!.rows.find(({ name }) => name === 'Zoe Guest')).toMatchObject({
    hostName: 'Ben Okoro',
  })

  // Brought again to another class, under the same name, it is the same person.
  const next = await w.givenClass({ localStart: '2026-10-16T18:30' })
  const other = await bookClass(w.asMember(w.ben, now), next)
  await bookGuest(w.asMember(w.ben, now), other.ok ? other.booking.id : '', {
    ...zoe,
    name: 'zoe guest',
    key: 'guest-two0',
  })
  expect(await guestsNamed(w, 'Zoe Guest')).toBe(1)
  expect(await rosterOf(w, next)).toEqual({ booked: 2 })
})

test('guests are refused beyond the limit, a full class and another’s booking', async () => {
  const w = await world({ policy: { guestLimit: 1 } })
  const { hostId } = await host(w, w.ben)
  const bring = (key: string, id = hostId, person = w.ben) =>
    bookGuest(w.asMember(person, now), id, { ...zoe, name: key, key })

  // Two pressed at once: one place, one credit, one visitor on the books.
  const results = await Promise.all(['guest-aa1', 'guest-bb1'].map((key) => bring(key)))
  expect(results.filter((r) => r.ok)).toHaveLength(1)
  expect(results.find((r) => !r.ok)).toMatchObject({ reason: 'guest_limit' })
  expect(await balanceOf(w, w.benLot)).toBe(8)
  expect((await guestsNamed(w, 'guest-aa1')) + (await guestsNamed(w, 'guest-bb1'))).toBe(1)
  expect(await bring('guest-cc1', hostId, w.ana)).toMatchObject({ ok: false, reason: 'not_found' })

  const full = await host(w, w.ana, { capacity: 1 })
  expect(
    await bookGuest(w.asMember(w.ana, now), full.hostId, { ...zoe, key: 'guest-dd1' }),
  ).toMatchObject({
    ok: false,
    reason: 'class_full',
  })
})

test('without a credit a guest is a single place that the member owes, and without a price there is none', async () => {
  const w = await world({ policy: { guestLimit: 1 } })
  const { occurrence, hostId } = await host(w, w.ana)
  const bring = (pay: 'credit' | 'drop_in') =>
    bookGuest(w.asMember(w.ana, now), hostId, { ...zoe, pay, key: `guest-${pay}2` })

  expect(await bring('drop_in')).toMatchObject({ ok: false, reason: 'no_entitlement' })
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500 WHERE studio_id = ${w.studio.id}`)
  expect(await bring('credit')).toMatchObject({ ok: false, reason: 'no_entitlement' })
  expect(await bring('drop_in')).toMatchObject({ ok: true })
  expect(await itemsOf(w, w.ana)).toEqual([
    { amountMinor: 1500, state: 'open', working: 'Guest Zoe Guest: Pole 2: spins, Thu 18:30' },
  ])

  // The studio cancels the class: nothing is owed any more.
  await cancelOccurrence({ ...w.at(now), actor: w.asDesk(now).actor }, occurrence, { reason: '' })
  expect((await itemsOf(w, w.ana)).map(({ state }) => state)).toEqual(['void'])
})

test('when the member cancels in time the guests go too and what they took comes back', async () => {
  const w = await world({ policy: { guestLimit: 2 } })
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500 WHERE studio_id = ${w.studio.id}`)
  const { occurrence, hostId } = await host(w, w.ben, { capacity: 3 })
  await bookGuest(w.asMember(w.ben, now), hostId, { ...zoe, key: 'guest-one3' })
  await bookGuest(w.asMember(w.ben, now), hostId, {
    ...zoe,
    name: 'Max',
    pay: 'drop_in',
    key: 'guest-two3',
  })
  await bookClass(w.asMember(w.ana, now), occurrence)

  expect(await cancelBooking(w.asMember(w.ben, now), hostId)).toMatchObject({
    ok: true,
    outcome: 'cancelled_on_time',
  })

  expect(await rosterOf(w, occurrence)).toEqual({ booked: 1, cancelled_on_time: 3 })
  expect((await bookingOf(w, occurrence, w.ana))!.state).toBe('booked')
  expect(await balanceOf(w, w.benLot)).toBe(10)
  expect((await itemsOf(w, w.ben)).map(({ state }) => state)).toEqual(['void'])
})

test('of several guests who are paid for each has the money back when the studio cancels the class', async () => {
  const w = await world({ policy: { guestLimit: 2 } })
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500 WHERE studio_id = ${w.studio.id}`)
  const { occurrence, hostId } = await host(w, w.ana)
  for (const name of ['Zoe', 'Max']) {
    await bookGuest(w.asMember(w.ana, now), hostId, {
      name,
      email: '',
      pay: 'drop_in',
      key: `guest-paid-${name}`,
    })
  }
  await w.db.run(sql`UPDATE open_items SET state = 'settled' WHERE studio_id = ${w.studio.id}`)

  await cancelOccurrence({ ...w.at(now), actor: w.asDesk(now).actor }, occurrence, { reason: '' })

  expect(
    (await itemsOf(w, w.ana)).map(({ amountMinor, state }) => `${amountMinor} ${state}`),
  ).toEqual(['1500 settled', '1500 settled', '-1500 open', '-1500 open'])
})

test('a guest’s place alone can be given up, and late it keeps the credit without a fee', async () => {
  const w = await world({ policy: { guestLimit: 2 } })
  const { occurrence, hostId } = await host(w, w.ben)
  await bookGuest(w.asMember(w.ben, now), hostId, { ...zoe, key: 'guest-one4' })
  await bookGuest(w.asMember(w.ben, now), hostId, { ...zoe, name: 'Max', key: 'guest-two4' })

  expect(await cancelBooking(w.asMember(w.ana, now), 'guest-one4')).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await cancelBooking(w.asMember(w.ben, now), 'guest-one4')).toMatchObject({ ok: true })
  expect(await balanceOf(w, w.benLot)).toBe(8)

  const late = '2026-10-15T12:00:00Z'
  expect(await cancelBooking(w.asMember(w.ben, late), hostId)).toMatchObject({
    outcome: 'late_cancelled',
  })
  expect(await rosterOf(w, occurrence)).toEqual({ cancelled_on_time: 1, late_cancelled: 2 })
  expect(await balanceOf(w, w.benLot)).toBe(8)
  expect(await feesOf(w, w.ben)).toHaveLength(1)
})

test('under a policy without late fees a guest who would pay for a single place owes nothing after a late cancel', async () => {
  const w = await world({ policy: { guestLimit: 2, lateLosesCredit: false } })
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500 WHERE studio_id = ${w.studio.id}`)
  const { hostId } = await host(w, w.ben)
  await bookGuest(w.asMember(w.ben, now), hostId, { ...zoe, key: 'guest-one6' })
  await bookGuest(w.asMember(w.ben, now), hostId, {
    ...zoe,
    name: 'Max',
    pay: 'drop_in',
    key: 'guest-two6',
  })

  const late = '2026-10-15T12:00:00Z'
  expect(await cancelBooking(w.asMember(w.ben, late), hostId)).toMatchObject({
    outcome: 'late_cancelled',
  })
  expect(await balanceOf(w, w.benLot)).toBe(10)
  expect((await itemsOf(w, w.ben)).map(({ state }) => state)).toEqual(['void'])
})

test('the desk moves no guest away from their host, and no host away from their guests', async () => {
  const w = await world({ policy: { guestLimit: 1 } })
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500 WHERE studio_id = ${w.studio.id}`)
  const { occurrence, hostId } = await host(w, w.ben)
  await bookGuest(w.asMember(w.ben, now), hostId, { ...zoe, pay: 'drop_in', key: 'guest-one7' })
  const saturday = await w.givenClass({ localStart: '2026-10-17T18:30' })
  const move = (id: string) =>
    moveBooking(w.asDesk(now), occurrence, id, { to: saturday, reason: 'asked' })

  expect(await move('guest-one7')).toEqual({ ok: false, reason: 'has_guests' })
  expect(await move(hostId)).toEqual({ ok: false, reason: 'has_guests' })
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 2 })

  await cancelBooking(w.asMember(w.ben, now), 'guest-one7')
  expect(await move(hostId)).toMatchObject({ ok: true })
})

test('a guest who does not come costs no fee', async () => {
  const w = await world({ policy: { guestLimit: 1 } })
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500 WHERE studio_id = ${w.studio.id}`)
  const { occurrence, hostId } = await host(w, w.ana)
  await bookGuest(w.asMember(w.ana, now), hostId, { ...zoe, pay: 'drop_in', key: 'guest-one5' })

  await reconcileClasses(w.at('2026-10-15T21:00:00Z'))

  expect(await rosterOf(w, occurrence)).toEqual({ no_show: 2 })
  const [fees] = await w.db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM fees WHERE studio_id = ${w.studio.id}`,
  )
  expect(fees!.n).toBe(1)
})

test('when the late cancel of a member is corrected, the guests who went with it are corrected too', async () => {
  const w = await world({ policy: { guestLimit: 2 } })
  const { occurrence, hostId } = await host(w, w.ben)
  await bookGuest(w.asMember(w.ben, now), hostId, { ...zoe, key: 'guest-one8' })
  await bookGuest(w.asMember(w.ben, now), hostId, { ...zoe, name: 'Max', key: 'guest-two8' })
  const late = '2026-10-15T14:30:00Z'
  const max = (await rosterPage(w.at(now), occurrence, ''))!.rows.find(({ name }) => name === 'Max')
  await cancelBooking(w.asMember(w.ben, '2026-10-15T14:00:00Z'), max!.bookingId)
  await cancelBooking(w.asMember(w.ben, late), hostId)
  expect(await rosterOf(w, occurrence)).toEqual({ late_cancelled: 3 })
  expect(await balanceOf(w, w.benLot)).toBe(7)

  const correct = () =>
    reverseOutcome(w.asDesk(late), occurrence, hostId, {
      from: 'late_cancelled',
      reason: 'The train stood still',
    })
  await Promise.all([correct(), correct()])
  // Max had been given up alone before, late: that stays.
  expect(await rosterOf(w, occurrence)).toEqual({ cancelled_on_time: 2, late_cancelled: 1 })
  expect(await balanceOf(w, w.benLot)).toBe(9)
  expect((await feesOf(w, w.ben)).map(({ state }) => state)).toEqual(['void'])
})

test('giving up a single place that was not paid promises no money back and says what is still owed', async () => {
  const w = await world({ policy: { guestLimit: 2 } })
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500 WHERE studio_id = ${w.studio.id}`)
  const { hostId } = await host(w, w.ana)
  const key = 'guest-unpaid1'
  const brought = await bookGuest(w.asMember(w.ana, now), hostId, { ...zoe, pay: 'drop_in', key })
  expect(brought).toMatchObject({ ok: true })
  const [guest] = await w.db.all<{ id: string }>(
    sql`SELECT id FROM bookings WHERE studio_id = ${w.studio.id} AND guest_of = ${hostId}`,
  )
  const told = async () => {
    const preview = await previewCancellation(w.asMember(w.ana, now), guest!.id)
    if (!preview.ok) throw new Error(preview.reason)
    const { cancellation, booking } = preview
    return cancellationWords(cancellation, booking, { ...w.studio, now }).effects[0]!.what
  }
  expect(await told()).toBe('You no longer owe £15.00 for it.')
  await w.db.run(sql`UPDATE open_items SET state = 'settled' WHERE studio_id = ${w.studio.id}`)
  expect(await told()).toBe('£15.00 is refunded to your account.')
})

test('whether the desk cancels in time or late decides for guests too whether their credits come back', async () => {
  for (const [as, at, left, item] of [
    ['on_time', '2026-10-15T12:00:00Z', 10, 'void'],
    ['late', '2026-10-13T12:00:00Z', 8, 'open'],
  ] as const) {
    const w = await world({ policy: { guestLimit: 2 } })
    await w.db.run(
      sql`UPDATE class_types SET drop_in_minor = 1500 WHERE studio_id = ${w.studio.id}`,
    )
    const { occurrence, hostId } = await host(w, w.ben)
    await bookGuest(w.asMember(w.ben, now), hostId, { ...zoe, key: 'guest-one9' })
    await bookGuest(w.asMember(w.ben, now), hostId, {
      ...zoe,
      name: 'Max',
      pay: 'drop_in',
      key: 'guest-two9',
    })
    await cancelForPerson(w.asDesk(at), occurrence, hostId, { as, reason: 'rang' })
    expect(await balanceOf(w, w.benLot)).toBe(left)
    expect((await itemsOf(w, w.ben)).map(({ state }) => state)).toEqual([item])
  }
})

test('cancelling a place because of a freeze gives guests their credits back, even after the limit', async () => {
  const w = await world({ policy: { guestLimit: 1 } })
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500 WHERE studio_id = ${w.studio.id}`)
  const { occurrence, hostId } = await host(w, w.ana)
  await bookGuest(w.asMember(w.ana, now), hostId, { ...zoe, pay: 'drop_in', key: 'guest-oneA' })
  const ctx = w.asDesk('2026-10-15T12:00:00Z')
  const { freed } = await batch(w.db, {
    freed: bookingsPaidByStatement(
      ctx,
      { personId: w.ana.id, membershipId: w.anaMembership },
      { from: '2026-10-15', until: null },
    ),
  })
  await batch(w.db, freeBookingStatements(ctx, freed, sql`1`))
  expect(await rosterOf(w, occurrence)).toEqual({ cancelled_on_time: 2 })
  expect((await itemsOf(w, w.ana)).map(({ state }) => state)).toEqual(['void'])
})
