import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { previewAct } from '#app/domain/sales/memberships/act-on-membership.server.ts'
import { newId } from '#app/values/id.ts'
import { bookingOf } from '../support/bookings.ts'
import {
  act,
  billAt,
  givenPlan,
  invoicesOf,
  membershipOf,
  sellPlan,
} from '../support/sales/memberships.ts'
import { world } from '../support/world.ts'

async function eightAMonth() {
  const w = await world()
  const eight = await givenPlan(w, {
    name: '8 a month',
    priceMinor: 6_000,
    periodLimit: 8,
    anchorDay: 1,
  })
  const everything = await givenPlan(w, { name: 'Everything', priceMinor: 9_000, anchorDay: 1 })
  const id = await sellPlan(w, w.cleo, eight, { now: '2027-06-01T09:00:00Z' })
  const now = '2027-06-16T09:00:00Z'
  const ahead = await w.givenClass({ localStart: '2027-06-20T18:30', at: now })
  await bookClass(w.asMember(w.cleo, now), ahead)
  return { w, id, now, everything, eight, ahead }
}

test('an upgrade pays the difference of the days that are left, and takes over the bookings', async () => {
  const { w, id, now, everything, ahead } = await eightAMonth()
  const change = { act: 'change', planId: everything } as const
  const preview = await previewAct(w.asMember(w.cleo, now), {
    personId: w.cleo.id,
    membershipId: id,
    act: change,
    by: 'member',
  })
  expect(preview!.quote).toMatchObject({ way: 'upgrade', dueNowMinor: 1_500 })
  const key = newId()
  const press = () => act(w, w.cleo, id, change, { now, key, seen: preview!.seen })
  expect(await Promise.all([press(), press()])).toMatchObject([{ ok: true }, { ok: true }])

  expect(await membershipOf(w, id)).toMatchObject({
    state: 'superseded',
    endsOn: '2027-06-15',
    nextBillOn: null,
    supersededBy: key,
  })
  expect(await membershipOf(w, key)).toMatchObject({ state: 'active', nextBillOn: '2027-07-01' })
  expect((await invoicesOf(w, w.cleo)).at(-1)).toBe(
    '2027-06-16 1500 open: 8 a month, 15/30 days of £60.00 -3000; ' +
      'Everything, 15/30 days of £90.00 4500',
  )
  expect(await bookingOf(w, ahead, w.cleo)).toMatchObject({ state: 'booked' })
  expect(
    await w.db.all(sql`SELECT membership_id AS pays FROM bookings
    WHERE occurrence_id = ${ahead} AND person_id = ${w.cleo.id}`),
  ).toEqual([{ pays: key }])
  // The eight are gone with the old plan: a tenth class of the month can be booked.
  for (let day = 17; day < 27; day += 1) {
    const one = await w.givenClass({ localStart: `2027-06-${day}T12:00`, at: now })
    expect(await bookClass(w.asMember(w.cleo, now), one)).toMatchObject({ outcome: 'booked' })
  }
  await billAt(w, '2027-07-01T06:00:00Z')
  expect((await invoicesOf(w, w.cleo)).slice(2)).toEqual(['2027-07-01 9000 open: Everything 9000'])
})

test('a downgrade begins with the next bill, moves no money before, and can be taken back', async () => {
  const { w, id, now, everything, eight } = await eightAMonth()
  const up = newId()
  await act(w, w.cleo, id, { act: 'change', planId: everything }, { now, key: up })
  const down = newId()
  const later = '2027-06-20T09:00:00Z'
  const change = { act: 'change', planId: eight } as const
  expect(await act(w, w.cleo, up, change, { now: later, key: down })).toMatchObject({ ok: true })
  const before = await invoicesOf(w, w.cleo)
  expect(await membershipOf(w, up)).toMatchObject({
    state: 'cancel_scheduled',
    endsOn: '2027-06-30',
  })
  expect(await membershipOf(w, down)).toMatchObject({ state: 'scheduled', startsOn: '2027-07-01' })

  expect(await act(w, w.cleo, up, { act: 'keep' }, { now: later })).toMatchObject({ ok: true })
  expect(await membershipOf(w, up)).toMatchObject({ state: 'active', nextBillOn: '2027-07-01' })
  // Nothing of the step down was ever held.
  expect(await membershipOf(w, down)).toBeNull()

  const again = newId()
  await act(w, w.cleo, up, change, { now: later, key: again })
  await billAt(w, '2027-07-01T06:00:00Z')
  expect(await membershipOf(w, up)).toMatchObject({ state: 'superseded' })
  expect(await membershipOf(w, again)).toMatchObject({ state: 'active', nextBillOn: '2027-08-01' })
  expect((await invoicesOf(w, w.cleo)).slice(before.length)).toEqual([
    '2027-07-01 6000 open: 8 a month 6000',
  ])
})
