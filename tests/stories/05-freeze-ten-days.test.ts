import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { addWalkIn } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { previewAct } from '#app/domain/sales/memberships/act-on-membership.server.ts'
import { newId } from '#app/values/id.ts'
import { bookingOf, mailTo, rosterOf } from '../support/bookings.ts'
import {
  act,
  billAt,
  givenPlan,
  invoicesOf,
  membershipOf,
  sellPlan,
} from '../support/sales/memberships.ts'
import { world } from '../support/world.ts'

async function frozenInApril() {
  const w = await world()
  const planId = await givenPlan(w, { name: 'Everything', priceMinor: 9_000, anchorDay: 1 })
  const id = await sellPlan(w, w.cleo, planId, { now: '2027-04-01T09:00:00Z' })
  const now = '2027-04-05T09:00:00Z'
  const [ninth, fifteenth, twentySecond] = await Promise.all(
    ['2027-04-09', '2027-04-15', '2027-04-22'].map((day) =>
      w.givenClass({ localStart: `${day}T18:30`, capacity: 1, at: '2027-04-01T09:00:00Z' }),
    ),
  )
  for (const one of [ninth, fifteenth, twentySecond]) {
    expect(await bookClass(w.asMember(w.cleo, now), one!)).toMatchObject({ outcome: 'booked' })
  }
  const waits = await w.givenPerson('Waits First')
  await w.givePack(waits, { expiresOn: '2027-12-31' })
  await bookClass(w.asMember(waits, now), fifteenth!)
  const freeze = { act: 'freeze', from: '2027-04-11', until: '2027-04-20' } as const
  return {
    w,
    id,
    now,
    ninth: ninth!,
    fifteenth: fifteenth!,
    twentySecond: twentySecond!,
    waits,
    freeze,
  }
}

test('ten frozen days cancel what lies in them without penalty, promote who waits, and come off the next bill', async () => {
  const { w, id, now, ninth, fifteenth, twentySecond, waits, freeze } = await frozenInApril()
  const preview = await previewAct(w.asDesk(now), {
    personId: w.cleo.id,
    membershipId: id,
    act: freeze,
    by: 'desk',
  })
  expect(preview!.freed.map(({ occurrenceId }) => occurrenceId)).toEqual([fifteenth])
  const key = newId()
  const press = () => act(w, w.cleo, id, freeze, { now, key, seen: preview!.seen })
  expect(await Promise.all([press(), press()])).toMatchObject([{ ok: true }, { ok: true }])

  expect(await bookingOf(w, ninth, w.cleo)).toMatchObject({ state: 'booked' })
  expect(await bookingOf(w, twentySecond, w.cleo)).toMatchObject({ state: 'booked' })
  expect(await bookingOf(w, fifteenth, w.cleo)).toMatchObject({ state: 'cancelled_on_time' })
  expect(await bookingOf(w, fifteenth, waits)).toMatchObject({ state: 'booked' })
  expect(await rosterOf(w, fifteenth)).toEqual({ booked: 1, cancelled_on_time: 1 })
  expect(
    (await mailTo(w, w.cleo)).filter(({ kind }) => kind === 'membership-changed'),
  ).toHaveLength(1)

  // Nothing can be booked inside it.
  const inside = await w.givenClass({ localStart: '2027-04-12T18:30', at: now })
  expect(await bookClass(w.asMember(w.cleo, now), inside)).toMatchObject({ reason: 'frozen' })

  expect(await billAt(w, '2027-05-01T06:00:00Z')).toBe(1)
  expect((await invoicesOf(w, w.cleo)).at(-1)).toBe(
    '2027-05-01 6000 open: Everything 9000; Everything, 10/30 days frozen -3000',
  )
})

test('ended on the 16th it has six days, and May costs £72.00', async () => {
  const { w, id, now, freeze } = await frozenInApril()
  expect(await act(w, w.cleo, id, freeze, { now })).toMatchObject({ ok: true })
  const later = '2027-04-16T12:00:00Z'
  expect(
    await act(w, w.cleo, id, { act: 'unfreeze', on: '2027-04-16' }, { now: later }),
  ).toMatchObject({ ok: true })
  expect(await membershipOf(w, id)).toMatchObject({
    frozenFrom: '2027-04-11',
    frozenUntil: '2027-04-16',
  })
  await billAt(w, '2027-05-01T06:00:00Z')
  expect((await invoicesOf(w, w.cleo)).at(-1)).toBe(
    '2027-05-01 7200 open: Everything 9000; Everything, 6/30 days frozen -1800',
  )
  await billAt(w, '2027-06-01T06:00:00Z')
  expect((await invoicesOf(w, w.cleo)).at(-1)).toBe('2027-06-01 9000 open: Everything 9000')
})

test('a press on what has changed since the page was opened does nothing', async () => {
  const { w, id, now, freeze } = await frozenInApril()
  const seen = (await previewAct(w.asDesk(now), {
    personId: w.cleo.id,
    membershipId: id,
    act: freeze,
    by: 'desk',
  }))!.seen
  await act(w, w.cleo, id, { act: 'cancel' }, { now })
  expect(await act(w, w.cleo, id, freeze, { now, seen })).toEqual({ ok: false, reason: 'changed' })
  expect(await membershipOf(w, id)).toMatchObject({ frozenFrom: null })
})

test('a frozen membership is stopped at the door, with the reason', async () => {
  const { w, id, now, freeze } = await frozenInApril()
  await act(w, w.cleo, id, freeze, { now })
  const at = '2027-04-12T18:00:00Z'
  const evening = await w.givenClass({ localStart: '2027-04-12T18:30', at: now })
  expect(await addWalkIn(w.asDesk(at), evening, { personId: w.cleo.id })).toMatchObject({
    ok: false,
    reason: 'frozen',
    facts: { name: 'Everything', until: '2027-04-20' },
  })
})
