import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookAtDesk } from '#app/domain/appointments/book-at-desk.server.ts'
import { holdSlot } from '#app/domain/appointments/hold-slot.server.ts'
import { createCourse } from '#app/domain/courses/create-course.server.ts'
import { saveEvent } from '#app/domain/events/save-event.server.ts'
import { blockSpan } from '#app/domain/facilities/block-span.server.ts'
import { dryRun } from '#app/domain/planning/dry-run.server.ts'
import { publishPlan } from '#app/domain/planning/publish-plan.server.ts'
import { changeSeries } from '#app/domain/scheduling/series/change-series.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import { expandSeries } from '#app/domain/scheduling/series/expand-series.server.ts'
import { newId } from '#app/values/id.ts'
import { expand } from '#app/values/recurrence.ts'
import { addDays, isoWeekday } from '#app/values/zone.ts'
import { givenAppointments } from '../../../tests/support/appointments.ts'
import { courseDraft } from '../../../tests/support/courses.ts'
import { eventDraft } from '../../../tests/support/events.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { comesOnSql, weeklySeriesSql } from './coming-classes.server.ts'

// A Monday. Classes are made until 7 December.
const now = '2026-10-12T09:00:00Z'

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

test('the database finds the same days in a weekly rule as the calendar that makes the classes', async () => {
  const w = await world({ now })
  const rule = fc.record({
    first: fc.integer({ min: 0, max: 40 }).map((days) => addDays('2026-10-12', days)),
    more: fc.subarray(weekdays),
    named: fc.boolean(),
    every: fc.integer({ min: 1, max: 3 }),
    end: fc.oneof(
      fc.constant(''),
      fc.integer({ min: 1, max: 9 }).map((n) => `;COUNT=${n}`),
      fc
        .integer({ min: 0, max: 80 })
        .map((days) => `;UNTIL=${addDays('2026-10-12', days).replaceAll('-', '')}`),
    ),
    except: fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-10-12', days)),
  })
  await fc.assert(
    fc.asyncProperty(rule, async ({ first, more, named, every, end, except }) => {
      const own = weekdays[isoWeekday(first) - 1]!
      const days = weekdays.filter((day) => day === own || more.includes(day))
      const rrule = [
        'FREQ=WEEKLY',
        ...(named ? [`BYDAY=${days.join(',')}`] : []),
        ...(every > 1 ? [`INTERVAL=${every}`] : []),
      ].join(';')
      const id = newId()
      await w.db.run(sql`
        INSERT INTO series (id, studio_id, class_type_id, room_id, coach_id, policy_id, first_start,
          time_zone, rrule, except_dates, minutes, capacity, created_at)
        VALUES (${id}, ${w.studio.id}, '', '', '', '', ${`${first}T18:30`}, 'Europe/London',
          ${rrule + end}, ${except}, 60, 1, ${now})`)
      const range = { from: '2026-10-12', until: addDays('2026-10-12', 90) }
      const all = Array.from({ length: 91 }, (_, i) => addDays(range.from, i))
      const found = await w.db.all<{ day: string }>(sql`
        SELECT day.value AS day FROM ${weeklySeriesSql(w.at(now), sql`series.id = ${id}`)} AS coming
        CROSS JOIN json_each(${JSON.stringify(all)}) AS day
        WHERE ${comesOnSql(sql`day.value`)} ORDER BY day.value`)
      const starts = expand({
        firstStart: `${first}T18:30`,
        timeZone: 'Europe/London',
        rrule: rrule + end,
        exceptDates: [except],
        ...range,
      })
      expect(found.map(({ day }) => day)).toEqual(
        starts.map(({ recurrenceKey }) => recurrenceKey.slice(0, 10)),
      )
    }),
    { numRuns: 60 },
  )
})

/** Every Tuesday at 10:00, of which the classes of the next eight weeks are made. */
const givenTuesdays = (w: World) =>
  w.givenSeries({ localStart: '2026-10-13T10:00', rrule: 'FREQ=WEEKLY;BYDAY=TU', at: now })

/** A Tuesday 20 weeks on. */
const far = { localStart: '2027-03-02T10:30', startsAt: '2027-03-02T10:30:00Z' }

const single = (w: World, more: object = {}) => ({
  classTypeId: w.ids.yogaType,
  roomId: w.ids.roomId,
  coachId: w.coach.id,
  policyId: w.ids.policyId,
  firstStart: far.localStart,
  rrule: '',
  minutes: 60,
  capacity: 9,
  ...more,
})

test('nothing is confirmed on top of a weekly class whose date is not made yet', async () => {
  const w = await world({ now })
  const [tuesday] = await givenTuesdays(w)
  const desk = w.asDesk(now)
  const words = [
    'pole studio is taken Tue 2 Mar, 10:00 to 11:00, by Pole 2: spins',
    'Dee Coach teaches Pole 2: spins Tue 2 Mar, 10:00 to 11:00',
  ]
  const facts = { taken: words }
  expect(await createSeries(desk, single(w))).toEqual({ ok: false, reason: 'taken', facts })
  const other = { firstStart: '2027-01-06T12:00', rrule: 'FREQ=WEEKLY;BYDAY=WE' }
  const wednesdays = await createSeries(desk, single(w, other))
  expect(wednesdays.ok).toBe(true)
  const onTuesdays = { firstStart: '2027-02-23T10:59', rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=1' }
  expect(await createSeries(desk, single(w, onTuesdays))).toMatchObject({ reason: 'taken' })
  expect((await createSeries(desk, single(w, { firstStart: '2027-03-09T11:00' }))).ok).toBe(true)

  const course = courseDraft(w, { starts: ['2027-01-11T19:00', far.localStart] })
  expect(await createCourse(desk, course)).toEqual({ ok: false, reason: 'taken', clashes: words })
  const event = eventDraft(w, { localStart: far.localStart })
  expect(await saveEvent(desk, newId(), event, null)).toMatchObject({
    ok: false,
    clashes: expect.arrayContaining(words),
  })

  const typeId = await givenAppointments(w, { aheadDays: 365, noticeMinutes: 0 })
  const hold = (startsAt: string) =>
    holdSlot(w.asMember(w.ana, now), { typeId, coachId: w.coach.id, startsAt })
  expect(await hold(far.startsAt)).toEqual({ ok: false, reason: 'not_offered' })
  // The buffer after it reaches to the class.
  expect(await hold('2027-03-16T09:00:00Z')).toEqual({ ok: false, reason: 'not_offered' })
  expect(await hold('2027-03-16T11:00:00Z')).toMatchObject({ ok: true })
  const booked = await bookAtDesk(desk, {
    key: newId(),
    typeId,
    personId: w.ben.id,
    coachId: w.coach.id,
    roomId: w.ids.roomId,
    localStart: '2027-03-01T10:00',
    weeks: 1,
    people: 1,
    guests: '',
  })
  expect(booked).toMatchObject({ ok: true, failed: [] })
  const taken = await bookAtDesk(desk, {
    key: newId(),
    typeId,
    personId: w.ben.id,
    coachId: w.coach.id,
    roomId: w.ids.roomId,
    localStart: far.localStart,
    weeks: 1,
    people: 1,
    guests: '',
  })
  expect(taken).toMatchObject({ failed: [{ reason: 'taken' }] })

  const block = {
    roomId: w.ids.roomId,
    coachId: null,
    reason: 'New floor',
    startsAt: '2027-03-01T08:00:00Z',
    endsAt: '2027-03-06T20:00:00Z',
  }
  expect(await blockSpan(desk, block, { anyway: false })).toMatchObject({
    reason: 'in_the_way',
    inTheWay: expect.arrayContaining([expect.stringMatching(/^Pole 2: spins, Tue 2 Mar, 10:00/)]),
  })

  // Its own coming classes are not in the way of its change.
  const form = { ...single(w), days: ['TU' as const], date: '2026-10-13', time: '10:15' }
  expect(
    await changeSeries(desk, tuesday!, { ...form, scope: 'all', version: 1, capacity: 12 }),
  ).toMatchObject({
    reason: 'taken',
    facts: {
      taken: [
        'pole studio is taken Tue 9 Mar, 11:00 to 12:00, by Yin yoga',
        'Dee Coach teaches Yin yoga Tue 9 Mar, 11:00 to 12:00',
        expect.stringMatching(/^pole studio is taken Tue 16 Mar, 11:00 to 12:00, by Private/),
        expect.stringMatching(/^Dee Coach teaches Private/),
      ],
    },
  })
  expect(
    await changeSeries(desk, tuesday!, {
      ...form,
      time: '09:45',
      scope: 'all',
      version: 1,
      capacity: 12,
    }),
  ).toMatchObject({ ok: true })
})

test('a weekly class is asked about everything that is on its dates, however far ahead', async () => {
  const w = await world({ now })
  const desk = w.asDesk(now)
  expect(await createSeries(desk, single(w))).toMatchObject({ ok: true })
  const tuesdays = { firstStart: '2026-10-13T10:00', rrule: 'FREQ=WEEKLY;BYDAY=TU' }
  expect(await createSeries(desk, single(w, tuesdays))).toEqual({
    ok: false,
    reason: 'taken',
    facts: {
      taken: [
        'pole studio is taken Tue 2 Mar, 10:30 to 11:30, by Yin yoga',
        'Dee Coach teaches Yin yoga Tue 2 Mar, 10:30 to 11:30',
      ],
    },
  })
  // That day is left out, so nothing is in its way.
  expect(
    await createSeries(desk, single(w, { ...tuesdays, exceptDates: ['2027-03-02'] })),
  ).toMatchObject({ ok: true })
})

test('a room or coach that is out is told before a class is put there, and it stays possible', async () => {
  const w = await world({ now })
  const desk = w.asDesk(now)
  const block = {
    roomId: w.ids.roomId,
    coachId: null,
    reason: 'New floor',
    startsAt: '2026-10-20T08:00:00Z',
    endsAt: '2026-10-21T08:00:00Z',
  }
  expect(await blockSpan(desk, block, { anyway: false })).toEqual({ ok: true })
  const there = single(w, { firstStart: '2026-10-20T12:00' })
  const refused = {
    ok: false,
    reason: 'taken',
    facts: { taken: ['pole studio is unavailable then: New floor'] },
  }
  expect(await createSeries(desk, there)).toEqual(refused)
  const weekly = single(w, { firstStart: '2026-10-13T12:00', rrule: 'FREQ=WEEKLY;COUNT=3' })
  expect(await createSeries(desk, weekly)).toEqual(refused)
  expect(await createSeries(desk, { ...there, anyway: true })).toMatchObject({ ok: true })
})

test('a weekly class never comes to stand silently on what was put there before it was made', async () => {
  const w = await world({ now })
  await givenTuesdays(w)
  const desk = w.asDesk(now)
  expect(await createSeries(desk, { ...single(w), anyway: true })).toMatchObject({ ok: true })
  const later = '2027-02-01T09:00:00Z'
  await expandSeries(w.at(later))
  const made = await w.db.all<{ state: string; day: string }>(sql`
    SELECT state, local_start AS day FROM occurrences
    WHERE studio_id = ${w.studio.id} AND class_type_id = ${w.ids.poleType}
      AND local_start > '2027-02-20' AND local_start < '2027-03-12' ORDER BY local_start`)
  expect(made).toEqual([
    { state: 'scheduled', day: '2027-02-23T10:00' },
    { state: 'draft', day: '2027-03-02T10:00' },
    { state: 'scheduled', day: '2027-03-09T10:00' },
  ])
  // It is in the plan with what it meets, and can be published all the same.
  const rows = await dryRun(w.asDesk(later), null)
  expect(rows.map(({ clashes }) => clashes)).toEqual([
    [
      'pole studio is taken Tue 2 Mar, 10:30 to 11:30, by Yin yoga',
      'Dee Coach teaches Yin yoga Tue 2 Mar, 10:30 to 11:30',
    ],
  ])
  const { row } = rows[0]!
  const chosen = (anyway: boolean) => [{ id: row.id, sequence: row.sequence, anyway }]
  const publish = (anyway: boolean) =>
    publishPlan(w.asDesk(later), { runId: newId(), chosen: chosen(anyway) })
  expect((await publish(false)).refused).toHaveLength(1)
  expect((await publish(true)).done).toHaveLength(1)
})
