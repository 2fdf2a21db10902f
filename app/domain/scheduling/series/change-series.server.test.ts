import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { bookRepeating } from '#app/domain/bookings/standing-places/book-repeating.server.ts'
import { bookStandingPlaces } from '#app/domain/bookings/standing-places/book-standing-places.server.ts'
import { changeCapacity } from '#app/domain/bookings/waitlist/change-capacity.server.ts'
import { bookingOf, mailTo, noticesOf, rosterOf } from '../../../../tests/support/bookings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { changeSeries } from './change-series.server.ts'
import { expandSeries } from './expand-series.server.ts'
import type { ChangeSeriesForm } from './series-fields.ts'

// Mondays and Thursdays 18:30 from Monday 5 October 2026; it is Wednesday 14 October.
const now = '2026-10-14T09:00:00Z'

async function mondaysAndThursdays() {
  const w = await world()
  const all = await w.givenSeries({
    localStart: '2026-10-05T18:30',
    rrule: 'FREQ=WEEKLY;BYDAY=MO,TH',
    capacity: 12,
    at: '2026-10-01T09:00:00Z',
  })
  const at = (localStart: string) => idAt(w, localStart)
  const form: ChangeSeriesForm = {
    scope: 'all',
    version: 1,
    date: '2026-10-15',
    time: '18:30',
    minutes: 60,
    days: ['MO', 'TH'],
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    capacity: 12,
    policyId: w.ids.policyId,
  }
  return { w, all, at, form }
}

async function idAt({ db, studio }: World, localStart: string): Promise<string> {
  const [row] = await db.all<{ id: string }>(
    sql`SELECT id FROM occurrences
      WHERE studio_id = ${studio.id} AND local_start = ${localStart} AND state <> 'cancelled'`,
  )
  return row?.id ?? ''
}

const startsOf = async ({ db, studio }: World) =>
  (
    await db.all<{ localStart: string }>(sql`
      SELECT local_start AS localStart FROM occurrences
      WHERE studio_id = ${studio.id} AND local_start < '2026-10-27' AND state = 'scheduled'
      ORDER BY local_start`)
  ).map(({ localStart }) => localStart)

test('all that are still to come move to 19:00 in place: places stay, who has one is told once, the past stays', async () => {
  const { w, at, form } = await mondaysAndThursdays()
  const [thursday, monday] = [await at('2026-10-15T18:30'), await at('2026-10-19T18:30')]
  for (const id of [thursday, monday]) await bookClass(w.asMember(w.ben, now), id)

  const change = () => changeSeries(w.asDesk(now), thursday, { ...form, time: '19:00' })
  expect(await change()).toMatchObject({ ok: true, notified: 1, kept: [] })

  expect(await startsOf(w)).toEqual([
    '2026-10-05T18:30',
    '2026-10-08T18:30',
    '2026-10-12T18:30',
    '2026-10-15T19:00',
    '2026-10-19T19:00',
    '2026-10-22T19:00',
    '2026-10-26T19:00',
  ])
  expect(await idAt(w, '2026-10-15T19:00')).toBe(thursday)
  expect(await rosterOf(w, thursday)).toEqual({ booked: 1 })
  const [row] = await w.db.all<{ cutoffAt: string; sequence: number }>(
    sql`SELECT cutoff_at AS cutoffAt, sequence FROM occurrences WHERE id = ${thursday}`,
  )
  expect(row).toEqual({ cutoffAt: '2026-10-15T06:00:00Z', sequence: 1 })
  const letters = (await mailTo(w, w.ben)).filter(({ kind }) => kind === 'class-changed')
  expect(letters.map(({ subject }) => subject)).toEqual(['Changed: 2 classes of Pole 2: spins'])
  expect(letters[0]!.text).toContain('now Thursday 15 October, 19:00, pole studio, with Dee Coach')
  expect((await noticesOf(w, w.ben)).at(-1)!.text).toContain('Your place stays.')

  // The nightly expansion makes none of them again.
  const [before] = await w.db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM occurrences WHERE studio_id = ${w.studio.id}`,
  )
  await expandSeries(w.at(now))
  expect(
    await w.db.all(sql`SELECT count(*) AS n FROM occurrences WHERE studio_id = ${w.studio.id}`),
  ).toEqual([before])
})

test('the second of two editors changes nothing and is told who was first', async () => {
  const { w, at, form } = await mondaysAndThursdays()
  const thursday = await at('2026-10-15T18:30')
  const results = await Promise.all([
    changeSeries(w.asDesk(now, 'Hana Desk'), thursday, { ...form, time: '19:00' }),
    changeSeries(w.asDesk(now, 'Omar Desk'), thursday, { ...form, time: '17:00' }),
  ])

  const first = results.findIndex((r) => r.ok)
  expect(results.filter((r) => r.ok)).toHaveLength(1)
  expect(results[1 - first]).toEqual({
    ok: false,
    reason: 'changed_meanwhile',
    facts: { by: first === 0 ? 'Hana Desk' : 'Omar Desk', at: now },
  })
  expect(await startsOf(w)).toContain(first === 0 ? '2026-10-15T19:00' : '2026-10-15T17:00')
})

test('places that were changed at the desk are not undone by a form opened before', async () => {
  const { w, at, form } = await mondaysAndThursdays()
  const thursday = await at('2026-10-15T18:30')
  await changeCapacity(w.asDesk(now, 'Hana Desk'), thursday, 14)
  for (const scope of ['one', 'all'] as const)
    expect(await changeSeries(w.asDesk(now, 'Omar Desk'), thursday, { ...form, scope })).toEqual({
      ok: false,
      reason: 'changed_meanwhile',
      facts: { by: 'Hana Desk', at: now },
    })
  // Nor by the desk's own form, opened by somebody else before.
  expect(await changeCapacity(w.asDesk(now), thursday, 10, { shown: { capacity: 12 } })).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(
    await changeCapacity(w.asDesk(now), thursday, 14, { shown: { capacity: 12 } }),
  ).toMatchObject({
    ok: true,
  })
  expect(
    await changeCapacity(w.asDesk(now), thursday, 10, { shown: { capacity: 14 } }),
  ).toMatchObject({
    ok: true,
  })
})

test('this and later splits the series, and each half continues separately', async () => {
  const { w, at, form } = await mondaysAndThursdays()
  const monday = await at('2026-10-19T18:30')
  await bookClass(w.asMember(w.ben, now), monday)

  expect(
    await changeSeries(w.asDesk(now), monday, { ...form, scope: 'later', time: '20:00' }),
  ).toMatchObject({
    ok: true,
    notified: 1,
  })

  expect((await startsOf(w)).slice(3)).toEqual([
    '2026-10-15T18:30',
    '2026-10-19T20:00',
    '2026-10-22T20:00',
    '2026-10-26T20:00',
  ])
  expect(await rosterOf(w, monday)).toEqual({ booked: 1 })
  const halves = await w.db.all<{ rrule: string; firstStart: string }>(
    sql`SELECT rrule, first_start AS firstStart FROM series WHERE studio_id = ${w.studio.id}
      ORDER BY first_start`,
  )
  expect(halves).toEqual([
    { rrule: 'FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20261018', firstStart: '2026-10-05T18:30' },
    { rrule: 'FREQ=WEEKLY;BYDAY=MO,TH', firstStart: '2026-10-19T20:00' },
  ])
  await expandSeries(w.at('2026-11-14T09:00:00Z'))
  const december = await w.db.all<{ localStart: string }>(sql`
    SELECT local_start AS localStart FROM occurrences
    WHERE studio_id = ${w.studio.id} AND local_start >= '2026-12-28'
      AND local_start < '2027-01-04'`)
  expect(december.map(({ localStart }) => localStart).sort()).toEqual([
    '2026-12-28T20:00',
    '2026-12-31T20:00',
  ])
})

test('a page that was opened before a split is stale for both halves, and is told who split it', async () => {
  const { w, at, form } = await mondaysAndThursdays()
  const [thursday, monday] = [await at('2026-10-15T18:30'), await at('2026-10-19T18:30')]
  await changeSeries(w.asDesk(now, 'Hana Desk'), monday, { ...form, scope: 'later', time: '20:00' })

  const stale = { ...form, time: '17:00' }
  for (const id of [thursday, monday]) {
    for (const scope of ['one', 'later', 'all'] as const) {
      expect(await changeSeries(w.asDesk(now, 'Omar Desk'), id, { ...stale, scope })).toEqual({
        ok: false,
        reason: 'changed_meanwhile',
        facts: { by: 'Hana Desk', at: now },
      })
    }
  }
  expect((await startsOf(w)).slice(3, 5)).toEqual(['2026-10-15T18:30', '2026-10-19T20:00'])
})

test('standing places go on in the second half, and what became of a date stays known', async () => {
  const { w, at, form } = await mondaysAndThursdays()
  const [thursday, cut] = [await at('2026-10-15T18:30'), await at('2026-10-22T18:30')]
  await bookRepeating(w.asMember(w.ana, now), thursday, {
    dates: [thursday],
    goOn: true,
    key: 'repeat-of-ana',
  })
  // As a guardian’s repeat for a child has it.
  await w.db.run(sql`UPDATE standing_places SET guardian_id = ${w.ben.id}`)

  expect(
    await changeSeries(w.asDesk(now), cut, {
      ...form,
      scope: 'later',
      date: '2026-10-22',
      time: '19:00',
    }),
  ).toMatchObject({
    ok: true,
  })
  await bookStandingPlaces(w.at(now))

  // Left out when it was pressed, before the cut and after it; a date that only the second half has
  // is booked.
  expect(await rosterOf(w, await at('2026-10-19T18:30'))).toEqual({})
  expect(await rosterOf(w, await at('2026-10-22T19:00'))).toEqual({})
  const places = await w.db.all<{
    untilDate: string | null
    seriesId: string
    guardianId: string
  }>(sql`
    SELECT until_date AS untilDate, series_id AS seriesId, guardian_id AS guardianId
    FROM standing_places
    WHERE studio_id = ${w.studio.id} AND ended_at IS NULL ORDER BY until_date`)
  expect(places.map(({ guardianId }) => guardianId)).toEqual([w.ben.id, w.ben.id])
  expect(places.map(({ untilDate }) => untilDate)).toEqual([null, '2026-10-21'])
  expect(new Set(places.map(({ seriesId }) => seriesId)).size).toBe(2)
  const later = { ...w.at('2026-11-30T09:00:00Z') }
  await expandSeries(later)
  expect(await bookStandingPlaces(later)).toBeGreaterThan(0)
})

test('a date that falls out of the rule goes when nobody is in it, and stays and is named when someone is', async () => {
  const { w, at, form } = await mondaysAndThursdays()
  const [thursday, monday] = [await at('2026-10-15T18:30'), await at('2026-10-19T18:30')]
  await bookClass(w.asMember(w.ben, now), monday)

  expect(
    await changeSeries(w.asDesk(now), thursday, { ...form, days: ['TH', 'SA'] }),
  ).toMatchObject({
    ok: true,
    kept: ['2026-10-19T18:30'],
  })
  expect((await startsOf(w)).slice(3)).toEqual([
    '2026-10-15T18:30',
    '2026-10-17T18:30',
    '2026-10-19T18:30',
    '2026-10-22T18:30',
    '2026-10-24T18:30',
  ])
  expect(await bookingOf(w, monday, w.ben)).toMatchObject({ state: 'booked' })
})

test('a substitute and a time of one class alone survive a change of all', async () => {
  const { w, at, form } = await mondaysAndThursdays()
  const [thursday, monday] = [await at('2026-10-15T18:30'), await at('2026-10-19T18:30')]
  const theo = await w.givenPerson('Theo Park', { isStaff: true })
  const desk = w.asDesk(now)
  const one = { ...form, scope: 'one' as const }

  expect(await changeSeries(desk, thursday, { ...one, coachId: theo.id })).toMatchObject({
    ok: true,
    changed: 1,
  })
  expect(
    await changeSeries(desk, monday, { ...one, version: 2, date: '2026-10-20', time: '10:00' }),
  ).toMatchObject({
    ok: true,
  })
  expect(await changeSeries(desk, thursday, { ...form, version: 3, time: '19:00' })).toMatchObject({
    ok: true,
  })

  const rows = await w.db.all(sql`
    SELECT local_start AS localStart, coach_id AS coachId, substituted_coach_id AS insteadOf
    FROM occurrences
    WHERE id IN (${thursday}, ${monday}) ORDER BY local_start`)
  expect(rows).toEqual([
    { localStart: '2026-10-15T19:00', coachId: theo.id, insteadOf: w.coach.id },
    { localStart: '2026-10-20T10:00', coachId: w.coach.id, insteadOf: null },
  ])
})

test('fewer places than booked, a room too small, a foreign class and a past time change nothing', async () => {
  const [{ w, at, form }] = [await mondaysAndThursdays(), await world()]
  const stranger = await world()
  const monday = await at('2026-10-19T18:30')
  for (const person of await w.givenPeople(['One', 'Two', 'Three'])) {
    await w.giveMembership(person)
    await bookClass(w.asMember(person, now), monday)
  }
  const thursday = await at('2026-10-15T18:30')
  const change = (more: Partial<ChangeSeriesForm>) =>
    changeSeries(w.asDesk(now), thursday, { ...form, ...more })

  expect(await change({ capacity: 2 })).toEqual({
    ok: false,
    reason: 'below_booked',
    facts: { booked: 3, localStart: '2026-10-19T18:30' },
  })
  expect(await change({ capacity: 400 })).toEqual({
    ok: false,
    reason: 'over_room',
    facts: { room: 300 },
  })
  expect(await change({ coachId: stranger.coach.id })).toEqual({ ok: false, reason: 'not_found' })
  expect(await change({ scope: 'one', date: '2026-10-13' })).toEqual({
    ok: false,
    reason: 'in_the_past',
  })
  expect(await change({ days: [] })).toEqual({ ok: false, reason: 'no_days' })
  expect(await changeSeries(stranger.asDesk(now), thursday, form)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect((await startsOf(w)).slice(3, 5)).toEqual(['2026-10-15T18:30', '2026-10-19T18:30'])
  expect(
    await w.db.all(sql`SELECT id FROM audit_entries WHERE studio_id = ${w.studio.id}`),
  ).toEqual([])
})

/** The same room and another coach on Tuesdays at 18:30, from 20 October. */
async function withTuesdays() {
  const given = await mondaysAndThursdays()
  await given.w.givenSeries({
    localStart: '2026-10-20T18:30',
    rrule: 'FREQ=WEEKLY;BYDAY=TU',
    at: '2026-10-01T09:00:00Z',
  })
  return given
}

test('a room that another class has then is named with its times and asked about once, for one class and for all', async () => {
  const { w, at, form } = await withTuesdays()
  const thursday = await at('2026-10-15T18:30')
  const one = { ...form, scope: 'one' as const, date: '2026-10-20', time: '19:00' }
  const refused = await changeSeries(w.asDesk(now), thursday, one)

  expect(refused).toMatchObject({ ok: false, reason: 'taken' })
  expect(refused).toHaveProperty(
    'facts.taken.0',
    'pole studio is taken Tue 20 Oct, 18:30 to 19:30, by Pole 2: spins',
  )
  expect(
    await changeSeries(w.asDesk(now), thursday, { ...form, days: ['MO', 'TU', 'TH'] }),
  ).toMatchObject({
    reason: 'taken',
  })
  expect(await changeSeries(w.asDesk(now), thursday, { ...one, anyway: 'on' })).toMatchObject({
    ok: true,
  })
})

test('a series put onto a class that its people hold is asked about, and only what meets it is free', async () => {
  const { w, at, form } = await mondaysAndThursdays()
  const [thursday, monday] = [await at('2026-10-15T18:30'), await at('2026-10-19T18:30')]
  const yoga = await w.givenClass({ localStart: '2026-10-19T19:30', discipline: 'yoga' })
  for (const id of [thursday, monday, yoga]) await bookClass(w.asMember(w.ben, now), id)
  await w.db.run(sql`UPDATE occurrences SET capacity = 1 WHERE id = ${monday}`)
  await bookClass(w.asMember(w.ana, now), monday)
  expect(await rosterOf(w, monday)).toEqual({ booked: 1, waitlisted: 1 })
  const later = { ...form, time: '19:00' }

  expect(await changeSeries(w.asDesk(now), thursday, later)).toEqual({
    ok: false,
    reason: 'taken',
    facts: {
      taken: expect.arrayContaining([
        'Ben Okoro is also booked in Yin yoga then, Mon 19 Oct, 19:30',
      ]),
    },
  })
  expect(await mailTo(w, w.ben)).not.toContainEqual(
    expect.objectContaining({ kind: 'class-changed' }),
  )
  expect(await changeSeries(w.asDesk(now), thursday, { ...later, anyway: 'on' })).toMatchObject({
    notified: 2,
  })

  const letterTo = async (person: typeof w.ben) =>
    (await mailTo(w, person)).findLast(({ kind }) => kind === 'class-changed')?.text.split('\n') ??
    []
  const free = 'It’s at the same time as Yin yoga, which you’ve also booked. You can cancel it free'
  expect((await letterTo(w.ben)).filter((line) => line.includes('free'))).toEqual([
    expect.stringContaining(free),
  ])
  expect((await letterTo(w.ana)).join()).not.toContain('free')
  const limits = () =>
    w.db.all<{ own: string | null }>(sql`
      SELECT cutoff_at AS own FROM bookings
      WHERE occurrence_id IN (${thursday}, ${monday}) AND person_id = ${w.ben.id}
      ORDER BY cutoff_at`)
  expect(await limits()).toEqual([{ own: null }, { own: '2026-10-19T18:00:00Z' }])

  // Moved on, the place stays free until its new start.
  const again = { ...later, version: 2, time: '19:15', anyway: 'on' as const }
  expect(await changeSeries(w.asDesk(now), thursday, again)).toMatchObject({ ok: true })
  expect(await limits()).toEqual([{ own: null }, { own: '2026-10-19T18:15:00Z' }])
})

test('unchanged fields are not asked about again, and a class is no conflict of itself', async () => {
  const { w, at, form } = await withTuesdays()
  const thursday = await at('2026-10-15T18:30')
  await changeSeries(w.asDesk(now), thursday, {
    ...form,
    scope: 'one',
    date: '2026-10-20',
    anyway: 'on',
  })
  const other = await at('2026-10-19T18:30')

  expect(
    await changeSeries(w.asDesk(now), other, { ...form, version: 2, capacity: 14 }),
  ).toMatchObject({ ok: true })
  expect(
    await changeSeries(w.asDesk(now), other, { ...form, version: 3, capacity: 14, time: '18:45' }),
  ).toMatchObject({
    ok: true,
  })
})

test('a class that was moved behind later ones stays when its series is changed from there on, or as a whole', async () => {
  for (const scope of ['later', 'all'] as const) {
    const { w, at, form } = await mondaysAndThursdays()
    const thursday = await at('2026-10-15T18:30')
    // From Thursday 15 to Saturday 24 October, behind Monday 19 and Thursday 22.
    expect(
      await changeSeries(w.asDesk(now), thursday, {
        ...form,
        scope: 'one',
        date: '2026-10-24',
        time: '10:00',
      }),
    ).toMatchObject({ ok: true })

    const change = { ...form, scope, version: 2, time: '19:00' }
    expect(await changeSeries(w.asDesk(now), thursday, change)).toMatchObject({
      ok: true,
      kept: [],
    })
    expect((await startsOf(w)).slice(3)).toEqual([
      '2026-10-19T19:00',
      '2026-10-22T19:00',
      '2026-10-24T10:00',
      '2026-10-26T19:00',
    ])
    expect(await idAt(w, '2026-10-24T10:00')).toBe(thursday)
  }
})

test('a class that was moved out of the past stays when its series is changed, and nothing is made in the past', async () => {
  const { w, at, form } = await mondaysAndThursdays()
  const monday = await at('2026-10-12T18:30')
  const before = '2026-10-11T09:00:00Z'
  expect(
    await changeSeries(w.asDesk(before), monday, {
      ...form,
      scope: 'one',
      date: '2026-10-17',
      time: '10:00',
    }),
  ).toMatchObject({ ok: true })

  expect(
    await changeSeries(w.asDesk(now), monday, { ...form, version: 2, time: '19:00' }),
  ).toMatchObject({
    ok: true,
    kept: [],
  })
  expect(await startsOf(w)).toEqual([
    '2026-10-05T18:30',
    '2026-10-08T18:30',
    '2026-10-15T19:00',
    '2026-10-17T10:00',
    '2026-10-19T19:00',
    '2026-10-22T19:00',
    '2026-10-26T19:00',
  ])
})

test('moving a series to an earlier time leaves today’s class and its bookings alone once that time has passed', async () => {
  const { w, at, form } = await mondaysAndThursdays()
  const noon = '2026-10-15T11:00:00Z'
  for (const scope of ['all', 'later'] as const) {
    const today = scope === 'all' ? '2026-10-15' : '2026-10-19'
    const id = await at(`${today}T18:30`)
    const now = noon.replace('2026-10-15', today)
    await bookClass(w.asMember(w.ben, now), id)

    expect(
      await changeSeries(w.asDesk(now), id, {
        ...form,
        scope,
        version: scope === 'all' ? 1 : 3,
        ...(scope === 'all' ? { time: '09:00' } : { time: '08:00' }),
      }),
    ).toMatchObject({ ok: true, stays: [`${today}T18:30`] })

    const [row] = await w.db.all(
      sql`SELECT starts_at AS startsAt, recurrence_key AS key FROM occurrences WHERE id = ${id}`,
    )
    expect(row).toEqual({
      startsAt: `${today}T17:30:00Z`,
      key: `${today}T${scope === 'all' ? '09:00' : '08:00'}`,
    })
    await reconcileClasses(w.at(now.replace('T11', 'T14')))
    expect((await bookingOf(w, id, w.ben))?.state).toBe('booked')
    // As a series that this day is still to come for.
    if (scope === 'all')
      expect(
        await changeSeries(w.asDesk(now), await at('2026-10-19T09:00'), {
          ...form,
          version: 2,
          time: '18:30',
        }),
      ).toMatchObject({ ok: true, stays: [] })
  }
})
