import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { studioDb } from '#app/db/connection.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { addWalkIn } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { confirmOrder } from '#app/domain/events/confirm-order.server.ts'
import { markPaid } from '#app/domain/events/order-at-desk.server.ts'
import { changeSeries } from '#app/domain/scheduling/series/change-series.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import { expandSeries } from '#app/domain/scheduling/series/expand-series.server.ts'
import { moveOccurrence } from '#app/domain/scheduling/series/move-occurrence.server.ts'
import { previewSeries } from '#app/domain/scheduling/series/preview-series.server.ts'
import { tellPeople } from '#app/http/tell-people.server.ts'
import { newId } from '#app/values/id.ts'
import {
  givenAppointment,
  givenAppointments,
  stateOf,
} from '../../../tests/support/appointments.ts'
import {
  balanceOf,
  entriesOf,
  mailTo,
  noticesOf,
  rosterOf,
} from '../../../tests/support/bookings.ts'
import {
  enrolAll,
  enrolmentOf,
  givenCourse,
  itemsOf,
  makeUpsOf,
} from '../../../tests/support/courses.ts'
import {
  beforeEvent,
  givenEvent,
  hold,
  statesOf,
  ticketsOf,
} from '../../../tests/support/events.ts'
import { type Life, mortal } from '../../../tests/support/mortal-database.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { closeDays, continueClosure, extendNewPacks, liftClosure } from './close-days.server.ts'
import { closurePage, findClosure } from './closure-queries.server.ts'
import { previewClosure } from './preview-closure.server.ts'

// Tuesday 1 December 2026; the studio closes from Thursday 24 December to Saturday 2 January: ten
// days, one Monday.
const now = '2026-12-01T09:00:00Z'
const days = { from: '2026-12-24', until: '2027-01-02', locationId: null }
const patient = () => ({ clock: () => 0, untilMs: 1 })

/**
 * A weekly class on Mondays with two places: Ben (pack) and Ana (unlimited) are in, Cleo (pack)
 * waits for the 28th.
 */
async function beforeChristmas() {
  const w = await world({ now, policy: { waitlistLimit: 5 } })
  const cleoLot = await w.givePack(w.cleo, { expiresOn: '2027-03-01' })
  const mondays = await w.givenSeries({
    localStart: '2026-12-07T18:30',
    rrule: 'FREQ=WEEKLY;BYDAY=MO',
    capacity: 2,
    at: now,
  })
  const inTheDays = mondays[3]!
  for (const person of [w.ben, w.ana, w.cleo]) await bookClass(w.asMember(person, now), inTheDays)
  const close = (more: Partial<Parameters<typeof closeDays>[1]> = {}) => {
    const key = newId()
    const closure = { ...days, key, name: 'Christmas', message: '', extendsPacks: true, ...more }
    return { key, done: closeDays(w.asDesk(now), closure) }
  }
  return { w, cleoLot, mondays, inTheDays, close }
}

const expiryOf = async ({ db, studio }: World, lotId: string) =>
  (
    await db.all<{ on: string }>(
      sql`SELECT expires_on AS "on" FROM lots WHERE studio_id = ${studio.id} AND id = ${lotId}`,
    )
  )[0]!.on

const startsOf = async ({ db, studio }: World, state = 'scheduled') =>
  (
    await db.all<{ localStart: string }>(sql`
      SELECT local_start AS localStart FROM occurrences
      WHERE studio_id = ${studio.id} AND state = ${state} ORDER BY local_start`)
  ).map(({ localStart }) => localStart.slice(0, 10))

test('closing cancels what the preview said: credits back, everyone told once, packs run ten days longer', async () => {
  const { w, cleoLot, inTheDays, close } = await beforeChristmas()
  const preview = await previewClosure(w.at(now), { ...days, extendsPacks: true })
  expect(preview).toMatchObject({
    rows: [{ id: inTheDays, title: 'Pole 2: spins', booked: 2, waiting: 1, credits: 1 }],
    people: 3,
    credits: 1,
    soonEnding: 0,
    longer: [{ days: 10, packs: 2, people: 2 }],
  })

  const { key, done } = close()
  expect(await done).toEqual({ ok: true })
  expect((await continueClosure(w.at(now), key, patient()))?.state).toBe('applied')

  expect(await rosterOf(w, inTheDays)).toEqual({ studio_cancelled: 2, not_promoted: 1 })
  expect(await balanceOf(w, w.benLot)).toBe(10)
  expect([await expiryOf(w, w.benLot), await expiryOf(w, cleoLot)]).toEqual([
    '2027-01-10',
    '2027-03-11',
  ])
  for (const person of [w.ben, w.ana, w.cleo]) {
    expect((await mailTo(w, person)).filter(({ kind }) => kind === 'class-cancelled')).toHaveLength(
      1,
    )
  }
  expect((await mailTo(w, w.ben)).at(-1)!.text).toContain('Closed: Christmas.')
  expect((await noticesOf(w, w.cleo)).map(({ kind }) => kind)).toContain('pack-extended')
  const [row] = await w.db.all<{ state: string; sequence: number }>(
    sql`SELECT state, sequence FROM occurrences WHERE id = ${inTheDays}`,
  )
  expect(row).toEqual({ state: 'cancelled', sequence: 1 })
  expect(await closurePage(w.at(now), key)).toMatchObject({
    closure: { cancelled: 1, waiting: 0, packs: 2 },
    people: 3,
  })
})

test('an appointment, a course session and drop-ins go by their own ways: money, make-up, and the place in the course', async () => {
  const w = await world({ now })
  const typeId = await givenAppointments(w)
  const appointmentId = await givenAppointment(w, typeId, w.cleo, '2027-01-05T10:00:00Z', now)
  const course = await givenCourse(w)
  await enrolAll(w, course.id, [w.ana], now)
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500 WHERE id = ${w.ids.yogaType}`)
  const yoga = await w.givenClass({ localStart: '2027-01-06T10:00', discipline: 'yoga', at: now })
  for (const { id } of [w.ben, w.cleo]) {
    await addWalkIn(w.asDesk(now), yoga, { personId: id, pay: { kind: 'drop_in', method: 'cash' } })
  }
  const span = { from: '2027-01-05', until: '2027-01-06', locationId: null }
  const preview = await previewClosure(w.at(now), { ...span, extendsPacks: false })
  expect(preview.rows.map(({ kind }) => kind).sort()).toEqual(['appointment', 'class', 'course'])
  expect(preview).toMatchObject({ people: 3, credits: 0, enrolled: 1, longer: [] })

  const key = newId()
  await closeDays(w.asDesk(now), { ...span, key, name: 'Works', message: '', extendsPacks: false })
  await continueClosure(w.at(now), key, patient())
  expect(await stateOf(w, appointmentId)).toBe('studio_cancelled, cancelled')
  expect(await makeUpsOf(w, w.ana)).toHaveLength(1)
  expect((await enrolmentOf(w, course.id, w.ana))?.state).toBe('enrolled')
  // Both drop-ins were paid at the desk, and both are owed back.
  const [back] = await w.db.all<{ minor: number; n: number }>(sql`
    SELECT -sum(amount_minor) AS minor, count(*) AS n FROM open_items
    WHERE studio_id = ${w.studio.id} AND kind = 'refund' AND amount_minor = -1500`)
  expect(back).toEqual({ minor: 3000, n: 2 })
  const told = (await mailTo(w, w.ben)).find(({ kind }) => kind === 'class-cancelled')
  expect(told?.text).toContain('£15.00 is refunded to your account.')
})

test('sent twice and worked on by several at once it has one effect', async () => {
  const { w, inTheDays, close } = await beforeChristmas()
  const key = newId()
  await Promise.all([close({ key }).done, close({ key }).done])
  await Promise.all([1, 2, 3].map(() => continueClosure(w.at(now), key, patient())))
  await continueClosure(w.at(now), key, patient())
  await extendNewPacks(w.at(now))

  expect(await entriesOf(w, w.ben)).toEqual(['grant 10', 'book -1', 'return 1'])
  expect(await expiryOf(w, w.benLot)).toBe('2027-01-10')
  expect((await mailTo(w, w.ben)).filter(({ kind }) => kind === 'class-cancelled')).toHaveLength(1)
  expect((await noticesOf(w, w.ben)).filter(({ kind }) => kind === 'pack-extended')).toHaveLength(1)
  const lines = await w.db.all<{ action: string }>(sql`
    SELECT action FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND subject_id IN (${key}, ${inTheDays}) ORDER BY action`)
  expect(lines.map(({ action }) => action)).toEqual(['closure.added', 'occurrence.cancel'])
})

test('killed between any two writes it is finished by the next run, with the same outcome', async () => {
  const run = async (w: World, key: string, life: Life) => {
    const env = {
      ...w.env,
      STUDIOS_0: mortal(w.env.STUDIOS_0, life),
      STUDIOS_1: mortal(w.env.STUDIOS_1, life),
    }
    const ctx = { ...w.at(now), db: studioDb(env, w.studio, w.meter) }
    const closure = await continueClosure(ctx, key, patient())
    await tellPeople(ctx, patient())
    return closure
  }
  const outcome = async ({
    w,
    cleoLot,
    inTheDays,
  }: Awaited<ReturnType<typeof beforeChristmas>>) => ({
    roster: await rosterOf(w, inTheDays),
    entries: await entriesOf(w, w.ben),
    lots: [await expiryOf(w, w.benLot), await expiryOf(w, cleoLot)],
    mail:
      (await mailTo(w, w.ben)).length +
      (await mailTo(w, w.ana)).length +
      (await mailTo(w, w.cleo)).length,
    notices: (await noticesOf(w, w.ben)).length + (await noticesOf(w, w.cleo)).length,
  })
  const first = await beforeChristmas()
  const begun = first.close()
  await begun.done
  const whole: Life = { calls: Number.POSITIVE_INFINITY, after: false, spent: 0 }
  expect((await run(first.w, begun.key, whole))?.state).toBe('applied')
  const expected = await outcome(first)
  expect(whole.spent).toBeGreaterThan(6)

  for (let calls = 1; calls <= whole.spent; calls += 1) {
    for (const after of [false, true]) {
      const again = await beforeChristmas()
      const { key, done } = again.close()
      await done
      await expect(run(again.w, key, { calls, after, spent: 0 })).rejects.toThrow()
      expect((await run(again.w, key, { ...whole, spent: 0 }))?.state, `call ${calls}`).toBe(
        'applied',
      )
      expect(await outcome(again), `call ${calls}, ${after ? 'after' : 'before'}`).toEqual(expected)
    }
  }
}, 400_000)

test('a weekly class leaves closed days out, a single one is refused, and other locations go on', async () => {
  const { w, close } = await beforeChristmas()
  const { done } = close()
  await done
  const [locationId, roomId] = [newId(), newId()]
  await w.db.run(
    sql`INSERT INTO locations (id, studio_id, name) VALUES (${locationId}, ${w.studio.id}, 'Mill')`,
  )
  await w.db.run(sql`INSERT INTO rooms (id, studio_id, location_id, name, capacity)
    VALUES (${roomId}, ${w.studio.id}, ${locationId}, 'mill', 20)`)
  const series = {
    classTypeId: w.ids.yogaType,
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    policyId: w.ids.policyId,
    minutes: 60,
    capacity: 10,
  }
  const weekly = {
    ...series,
    firstStart: '2026-12-22T10:00',
    rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4',
  }
  expect(await createSeries(w.asDesk(now), weekly)).toMatchObject({ ok: true, occurrences: 3 })
  const draft = {
    ...series,
    from: '2026-12-22',
    time: '10:00',
    days: ['TU' as const],
    until: null,
    count: 4,
    except: [],
  }
  expect(await previewSeries(w.at(now), draft)).toMatchObject({
    total: 3,
    next: ['Tue 22 Dec', 'Tue 5 Jan', 'Tue 12 Jan'],
    off: ['Tue 29 Dec'],
  })
  const single = { ...series, firstStart: '2026-12-29T10:00', rrule: '' }
  expect(await createSeries(w.asDesk(now), single)).toEqual({ ok: false, reason: 'closed' })

  // Everywhere is everywhere; a closure of one location leaves the other open.
  expect(await createSeries(w.asDesk(now), { ...single, roomId })).toEqual({
    ok: false,
    reason: 'closed',
  })
  const here = close({ name: 'Works', from: '2027-01-04', until: '2027-01-08', locationId })
  expect(await here.done).toEqual({ ok: true })
  const later = { ...single, firstStart: '2027-01-05T10:00', anyway: true }
  expect(await createSeries(w.asDesk(now), later)).toMatchObject({ ok: true })
  expect(await createSeries(w.asDesk(now), { ...later, roomId })).toEqual({
    ok: false,
    reason: 'closed',
  })
})

test('no class of an open location is put into a room of a closed one, alone or with its series; elsewhere it may go', async () => {
  const { w, mondays, close } = await beforeChristmas()
  const [locationId, mill, loft] = [newId(), newId(), newId()]
  await w.db.run(
    sql`INSERT INTO locations (id, studio_id, name) VALUES (${locationId}, ${w.studio.id}, 'Mill')`,
  )
  for (const id of [mill, loft])
    await w.db.run(sql`INSERT INTO rooms (id, studio_id, location_id, name, capacity)
      VALUES (${id}, ${w.studio.id}, ${locationId}, ${id}, 20)`)
  await close({ locationId }).done
  const inTheDays = { id: mondays[3]!, date: '2026-12-28' }
  const form = {
    time: '18:30',
    minutes: 60,
    days: ['MO' as const],
    version: 1,
    capacity: 2,
    anyway: 'on',
    coachId: w.coach.id,
    policyId: w.ids.policyId,
    roomId: mill,
  }
  const change = (scope: 'one' | 'all', { id, date }: { id: string; date: string }, more = {}) =>
    changeSeries(w.asDesk(now), id, { ...form, scope, date, ...more })
  expect(await change('one', inTheDays)).toEqual({ ok: false, reason: 'closed_then' })
  expect(await change('all', inTheDays)).toEqual({ ok: false, reason: 'closed_then' })
  const move = { roomId: mill, version: 1, anyway: true }
  expect(await moveOccurrence(w.asDesk(now), inTheDays.id, move)).toMatchObject({
    reason: 'closed_then',
  })

  expect(await change('one', { id: mondays[0]!, date: '2026-12-07' })).toMatchObject({ ok: true })
  // What is in a closed room all the same may go on to another, or to another hour of its day.
  await w.db.run(sql`UPDATE occurrences SET room_id = ${mill} WHERE id = ${inTheDays.id}`)
  expect(await change('one', inTheDays, { version: 2, roomId: loft, time: '19:00' })).toMatchObject(
    { ok: true },
  )
})

test('a pack bought later runs longer too, and one that begins in the closed days gets only what is left of them', async () => {
  const { w, close } = await beforeChristmas()
  const { key, done } = close()
  await done
  await continueClosure(w.at(now), key, patient())
  const bought = await w.givePack(w.ana, { startsOn: '2026-12-20', expiresOn: '2027-01-20' })
  const inside = await w.givePack(w.ana, { startsOn: '2026-12-30', expiresOn: '2027-01-30' })
  const after = await w.givePack(w.ana, { startsOn: '2027-01-03', expiresOn: '2027-02-03' })
  expect(await extendNewPacks(w.at(now))).toBe(2)
  expect(await extendNewPacks(w.at(now))).toBe(0)
  expect([await expiryOf(w, bought), await expiryOf(w, inside), await expiryOf(w, after)]).toEqual([
    '2027-01-30',
    '2027-02-03',
    '2027-02-03',
  ])
})

test('lifted, the days fill again with what was never made; what was cancelled stays and packs keep their days', async () => {
  const { w, inTheDays, close } = await beforeChristmas()
  const { key, done } = close()
  await done
  await continueClosure(w.at(now), key, patient())
  const weekly = {
    classTypeId: w.ids.yogaType,
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    policyId: w.ids.policyId,
    minutes: 60,
    capacity: 10,
    firstStart: '2026-12-22T10:00',
    rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3',
  }
  await createSeries(w.asDesk(now), weekly)
  expect(await startsOf(w)).not.toContain('2026-12-29')

  expect(
    await Promise.all([liftClosure(w.asDesk(now), key), liftClosure(w.asDesk(now), key)]),
  ).toContainEqual({
    ok: true,
  })
  await expandSeries(w.at(now))
  expect((await startsOf(w)).filter((date) => date >= '2026-12-22' && date < '2027-01-06')).toEqual(
    ['2026-12-22', '2026-12-29', '2027-01-04', '2027-01-05'],
  )
  expect(await startsOf(w, 'cancelled')).toEqual(['2026-12-28'])
  expect(await rosterOf(w, inTheDays)).toEqual({ studio_cancelled: 2, not_promoted: 1 })
  expect(await expiryOf(w, w.benLot)).toBe('2027-01-10')
  expect((await findClosure(w.at(now), key))?.state).toBe('lifted')

  // The same days may be closed again, under the same name, and packs run no longer twice.
  const again = close()
  expect(await again.done).toEqual({ ok: true })
  await continueClosure(w.at(now), again.key, patient())
  expect((await findClosure(w.at(now), again.key))?.state).toBe('applied')
  expect((await startsOf(w)).filter((date) => date >= '2026-12-24' && date < '2027-01-03')).toEqual(
    [],
  )
  expect(await expiryOf(w, w.benLot)).toBe('2027-01-10')
})

test('lifted between the look at what is to be cancelled and the call, nothing more is cancelled', async () => {
  const { w, inTheDays, close } = await beforeChristmas()
  const { key, done } = close()
  await done
  const shard = w.env[`STUDIOS_${w.shard}`]
  let [calling, lifted] = [false, false]
  const beaten = {
    prepare: (query: string) => {
      calling ||= /UPDATE occurrences SET state = 'cancelled'/.test(query)
      return shard.prepare(query)
    },
    batch: async (statements: D1PreparedStatement[]) => {
      if (calling && !lifted) lifted = (await liftClosure(w.asDesk(now), key)).ok
      return shard.batch(statements)
    },
  } as unknown as D1Database
  const db = studioDb({ ...w.env, [`STUDIOS_${w.shard}`]: beaten }, w.studio, w.meter)
  await continueClosure({ ...w.at(now), db }, key, patient())
  expect(lifted).toBe(true)
  expect(await rosterOf(w, inTheDays)).toEqual({ booked: 2, waitlisted: 1 })
  expect((await mailTo(w, w.ben)).filter(({ kind }) => kind === 'class-cancelled')).toEqual([])
})

test('a closure is refused for past days, days already closed, a repeat, and a location of another studio', async () => {
  const { close } = await beforeChristmas()
  await close().done
  expect(await close({ from: '2026-11-01', until: '2026-11-30' }).done).toEqual({
    ok: false,
    reason: 'past',
  })
  expect(await close({ name: 'Other', from: '2027-01-02', until: '2027-01-03' }).done).toEqual({
    ok: false,
    reason: 'overlaps',
  })
  expect(await close().done).toEqual({ ok: false, reason: 'there' })
  const elsewhere = {
    name: 'Elsewhere',
    from: '2027-02-01',
    until: '2027-02-02',
    locationId: newId(),
  }
  expect(await close(elsewhere).done).toEqual({ ok: false, reason: 'not_found' })
})

test('a closure of another studio is not found', async () => {
  const [{ close }, other] = [await beforeChristmas(), await world()]
  const { key, done } = close()
  await done
  expect(await findClosure(other.at(now), key)).toBeNull()
  expect(await closurePage(other.at(now), key)).toBeNull()
  expect(await liftClosure(other.asDesk(now), key)).toEqual({ ok: false, reason: 'not_found' })
  expect(await continueClosure(other.at(now), key, patient())).toBeNull()
})

test('an event on closed days is cancelled with its tickets: buyers are told and what was paid goes back', async () => {
  const w = await world({ now })
  const event = await givenEvent(w, { localStart: '2026-12-28T19:00' })
  const buy = async (as: Parameters<typeof hold>[2]) => {
    const held = await hold(w, event, as)
    if (!held.ok) throw new Error(held.reason)
    return held.token ?? ''
  }
  const account = { pays: 'account', personId: w.ana.id } as const
  await confirmOrder(w.at(beforeEvent), await buy({ person: w.ana, count: 2 }), account)
  const [ticket] = await ticketsOf(w, event.id)
  await markPaid(w.asDesk(beforeEvent), event.id, ticket!.orderId, 'card')
  await confirmOrder(w.at(beforeEvent), await buy({}), { pays: 'door', personId: null })

  const preview = await previewClosure(w.at(beforeEvent), { ...days, extendsPacks: false })
  expect(preview).toMatchObject({
    rows: [{ id: event.id, booked: 3 }],
    people: 2,
    moneyMinor: 2_400,
  })

  const key = newId()
  await closeDays(w.asDesk(beforeEvent), {
    ...days,
    key,
    name: 'Christmas',
    message: '',
    extendsPacks: false,
  })
  expect((await continueClosure(w.at(beforeEvent), key, patient()))?.state).toBe('applied')
  // As many people as the page before the press said.
  expect(await closurePage(w.at(beforeEvent), key)).toMatchObject({ people: 2 })
  expect(await statesOf(w, event.id)).toEqual({ cancelled: 3 })
  expect(await itemsOf(w, w.ana)).toEqual(expect.arrayContaining(['refund -1200 open']))
  expect(
    (await mailTo(w, { ...w.ana, email: 'vera.guest@example.test' })).map(({ kind }) => kind),
  ).toContain('event-cancelled')
})
