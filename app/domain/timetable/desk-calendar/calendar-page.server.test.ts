import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '#app/db/studio/schema.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { moveOccurrence } from '#app/domain/scheduling/series/move-occurrence.server.ts'
import { movePage } from '#app/domain/scheduling/series/move-page.server.ts'
import { newId } from '#app/values/id.ts'
import { bookingOf } from '../../../../tests/support/bookings.ts'
import { enrolAll, givenCourse } from '../../../../tests/support/courses.ts'
import { plansOf, remembering } from '../../../../tests/support/query-plans.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { calendarGrid } from './calendar-columns.ts'
import { calendarFilters } from './calendar-filters.ts'
import { clashesAhead, clashWords } from './calendar-items.ts'
import { calendarMonth } from './calendar-month.ts'
import { calendarPage, spanOf } from './calendar-page.server.ts'
import { weekOfYear } from './calendar-words.ts'

// Monday 11 January 2027; the course of the tests has its sessions on Tuesdays at 18:30 from 5
// January.
const now = '2027-01-11T10:00:00Z'
const filters = (more: Record<string, string> = {}) => calendarFilters.parse(more)
const look = { now, timeZone: 'Europe/London', locale: 'en-GB', canMove: true }

async function show(w: World, more: Record<string, string> = {}, at = now) {
  const asked = filters(more)
  const rows = await calendarPage(w.at(at), asked)
  const clashes = clashesAhead(rows, at)
  const clashing = new Set(clashes.flatMap(({ one, other }) => [one.id, other.id]))
  return {
    rows,
    asked,
    clashes,
    clashing,
    grid: () => calendarGrid(rows, asked, { ...look, now: at }, clashing),
  }
}

const titles = ({ columns }: ReturnType<typeof calendarGrid>) =>
  columns.flatMap(({ name, number, items }) =>
    items.map(({ title, time }) => `${name}${number} ${time} ${title}`),
  )

test('a week has classes and sessions in their days with how full they are, and no other studio’s', async () => {
  const w = await world()
  const other = await world()
  await other.givenClass({ localStart: '2027-01-13T10:00', at: now })
  const course = await givenCourse(w)
  const wednesday = await w.givenClass({
    localStart: '2027-01-13T07:00',
    at: '2027-01-04T09:00:00Z',
    capacity: 3,
  })
  await bookClass(w.asMember(w.ana, now), wednesday)
  await enrolAll(w, course.id, [w.ben], '2027-01-02T10:00:00Z')

  const { grid } = await show(w, { on: '2027-01-17' })
  expect(titles(grid())).toEqual(['Tue12 18:30 Beginner pole', 'Wed13 07:00 Pole 2: spins'])
  const [session, lesson] = grid().columns.flatMap(({ items }) => items)
  expect([session?.fill, lesson?.fill]).toEqual(['1/8', '1/3'])
  expect(session?.part).toBe('2 of 6')
  expect(session?.move).toMatchObject({ resizes: false, minutes: 60 })
  expect(lesson).toMatchObject({ cell: 'h0 m0 e1 f0', move: { resizes: true } })
  expect(grid().hours[0]?.name).toBe('07:00')
})

test('kind, coach and room narrow what is shown; words that mean nothing show everything of this week', async () => {
  const w = await world()
  await givenCourse(w)
  await w.givenClass({ localStart: '2027-01-13T07:00', at: now })
  const count = async (more: Record<string, string>) => titles((await show(w, more)).grid()).length
  expect(await count({})).toBe(2)
  expect(await count({ kind: 'course' })).toBe(1)
  expect(await count({ coach: w.coach.id })).toBe(2)
  expect(await count({ coach: w.ben.id })).toBe(0)
  expect(await count({ room: 'elsewhere' })).toBe(0)
  expect(await count({ view: 'year', on: '2027-02-31', kind: 'party', by: '' })).toBe(2)
})

test('a coach in two places is told once for the pair, also where one of the two is filtered away', async () => {
  const w = await world()
  await givenCourse(w)
  await w.givenClass({ localStart: '2027-01-12T19:00', at: now })
  const { clashes, clashing, grid } = await show(w, { kind: 'class' })
  expect(clashing.size).toBe(2)
  expect(grid().columns[1]?.items.map(({ clash }) => clash)).toEqual([true])
  expect(clashes.map((clash) => clashWords(clash, look))).toMatchObject([
    {
      lead: 'Dee teaches two things on Tuesday 12 January, 19:00 to 19:30.',
      rest: 'Beginner pole and Pole 2: spins, both in pole studio.',
    },
  ])
  // What is over is nobody's worry any more.
  expect((await show(w, { on: '2027-01-12' }, '2027-01-13T10:00:00Z')).clashes).toEqual([])
})

test('a day has its rooms beside each other, or its staff, and what comes over midnight is on both days', async () => {
  const w = await world()
  await w.givenClass({ localStart: '2027-01-15T23:00', minutes: 120, at: now })
  const friday = (await show(w, { view: 'day', on: '2027-01-15' })).grid()
  expect(friday.columns.map(({ name, items }) => [name, items.map(({ after }) => after)])).toEqual([
    ['pole studio', [true]],
  ])
  const saturday = (await show(w, { view: 'day', on: '2027-01-16', by: 'staff' })).grid()
  expect(saturday.columns.map(({ name }) => name)).toEqual(['Dee Coach'])
  expect(saturday.columns[0]?.items).toMatchObject([{ before: true, cell: 'h0 m0 e1 f0' }])
})

test('the day of 25 hours has an hour twice, and says so', async () => {
  const w = await world()
  await w.givenClass({ localStart: '2026-10-25T00:30', minutes: 150, at: '2026-10-20T09:00:00Z' })
  const { columns, hours } = (
    await show(w, { view: 'day', on: '2026-10-25' }, '2026-10-20T10:00:00Z')
  ).grid()
  expect(hours.slice(0, 4).map(({ name }) => name)).toEqual([
    '00:00',
    '01:00',
    '01:00 (after the clocks go back)',
    '02:00',
  ])
  expect(columns[0]).toMatchObject({
    clocks: 'Clocks go back: this day has 25 hours',
    items: [{ cell: 'h0 m6 e3 f0' }],
  })
})

test('a month has the figures of each day, its first things and how many more there are', async () => {
  const w = await world()
  for (let hour = 8; hour < 14; hour += 1)
    await w.givenClass({
      localStart: `2027-01-20T${String(hour).padStart(2, '0')}:00`,
      at: now,
      capacity: 5,
    })
  const asked = { view: 'month', on: '2027-01-09' }
  const { rows, clashing } = await show(w, asked)
  const { days } = calendarMonth(rows, filters(asked), look, clashing)
  expect([days.length, days[0]?.date, days.at(-1)?.date]).toEqual([35, '2026-12-28', '2027-01-31'])
  expect(days.find(({ date }) => date === '2027-01-20')).toMatchObject({
    count: 6,
    booked: 0,
    places: 30,
    more: 2,
  })
  expect(days.filter(({ inMonth }) => inMonth)).toHaveLength(31)
})

test('a coach who is out, a closed day and a class that needs cover are marked', async () => {
  const w = await world()
  const id = await w.givenClass({ localStart: '2027-01-13T10:00', at: now })
  const s = { studioId: w.studio.id, createdAt: now, createdBy: 'hana', createdByName: 'Hana' }
  const block = { ...s, id: newId(), coachId: w.coach.id, reason: 'Holiday' }
  await w.db
    .insert(tables.blocks)
    .values({ ...block, startsAt: '2027-01-13T00:00:00Z', endsAt: '2027-01-15T00:00:00Z' })
  await w.db.insert(tables.closures).values({
    ...s,
    id: newId(),
    name: 'Boiler',
    fromDate: '2027-01-16',
    untilDate: '2027-01-17',
    state: 'applied' as const,
  })
  await w.db.insert(tables.subRequests).values({
    ...s,
    id: newId(),
    occurrenceId: id,
    coachId: w.coach.id,
    state: 'requested' as const,
  })
  const { grid, clashes } = await show(w)
  const { columns } = grid()
  expect(columns.map(({ closed }) => closed)).toEqual(['', '', '', '', '', 'Boiler', 'Boiler'])
  expect(columns.map(({ allDay }) => allDay.length)).toEqual([0, 0, 1, 1, 0, 0, 0])
  expect(columns[2]).toMatchObject({
    allDay: ['Dee out: Holiday'],
    items: [{ seeks: true, clash: true }],
  })
  expect(clashes.map((clash) => clashWords(clash, look).lead)).toEqual([
    'Dee is out on Wednesday 13 January, 10:00 to 11:00 (Holiday).',
  ])
})

test('a class is moved once, with its people told; a taken room is said by name and can be meant', async () => {
  const w = await world()
  const course = await givenCourse(w)
  const id = await w.givenClass({ localStart: '2027-01-13T18:30', at: '2027-01-04T09:00:00Z' })
  await bookClass(w.asMember(w.ana, now), id)
  const desk = w.asDesk(now)
  const wanted = { date: '2027-01-12', time: '19:00', minutes: 75, anyway: false }
  const page = await movePage(desk, id, wanted)
  expect(page?.conflicts).toEqual([
    'pole studio is taken Tue 12 Jan, 18:30 to 19:30, by Beginner pole',
    'Dee Coach teaches Beginner pole Tue 12 Jan, 18:30 to 19:30',
  ])
  const version = page!.row.version!
  const taken = { ok: false, reason: 'taken', facts: { taken: page!.conflicts } }
  expect(await moveOccurrence(desk, id, { ...wanted, version })).toEqual(taken)

  const moved = () => moveOccurrence(desk, id, { ...wanted, version, anyway: true })
  expect(await moved()).toMatchObject({ ok: true, notified: 1 })
  expect(await moved()).toMatchObject({ ok: true, notified: 0, again: true })
  expect((await bookingOf(w, id, w.ana))?.state).toBe('booked')
  const [row] = await w.db.all(sql`
    SELECT local_start AS start, ends_at AS ends, sequence FROM occurrences WHERE id = ${id}`)
  expect(row).toEqual({ start: '2027-01-12T19:00', ends: '2027-01-12T20:15:00Z', sequence: 1 })

  // Someone whose page is older than that is told who was first.
  const late = await moveOccurrence(desk, id, {
    date: '2027-01-14',
    time: '10:00',
    version,
    anyway: true,
  })
  expect(late).toEqual({
    ok: false,
    reason: 'changed_meanwhile',
    facts: { by: 'Hana Desk', at: now },
  })

  const session = course.sessions[2]!
  const asSession = { date: '2027-01-20', time: '18:30', version: 0, anyway: false }
  expect(await moveOccurrence(desk, session, { ...asSession, minutes: 90 })).toMatchObject({
    reason: 'length',
  })
  expect(await moveOccurrence(desk, session, asSession)).toMatchObject({ ok: true })
  const again = await moveOccurrence(desk, session, { ...asSession, date: '2027-01-21' })
  expect(again).toMatchObject({ reason: 'changed_meanwhile' })
})

test('a class that has begun, one that would have begun, and one of another studio are not moved', async () => {
  const w = await world()
  const id = await w.givenClass({ localStart: '2027-01-13T18:30', at: '2027-01-04T09:00:00Z' })
  const wanted = { date: '2027-01-15', time: '10:00', version: 1, anyway: true }
  const move = (at: string, more = {}) => moveOccurrence(w.asDesk(at), id, { ...wanted, ...more })
  expect(await move('2027-01-13T18:30:00Z')).toEqual({ ok: false, reason: 'over' })
  expect(await move(now, { date: '2027-01-02' })).toEqual({ ok: false, reason: 'in_the_past' })
  expect(await move(now, { roomId: 'nowhere' })).toEqual({ ok: false, reason: 'not_found' })
  const other = await world()
  expect(await moveOccurrence(other.asDesk(now), id, wanted)).toEqual({
    ok: false,
    reason: 'not_found',
  })
})

test('nothing is moved to a day on which the studio is closed, whatever is ticked', async () => {
  const w = await world()
  const id = await w.givenClass({ localStart: '2027-01-13T18:30', at: '2027-01-04T09:00:00Z' })
  const s = { studioId: w.studio.id, createdAt: now, createdBy: 'hana', createdByName: 'Hana' }
  const closure = {
    ...s,
    id: newId(),
    name: 'Boiler',
    fromDate: '2027-01-16',
    untilDate: '2027-01-17',
  }
  await w.db.insert(tables.closures).values({ ...closure, state: 'applied' })
  const move = (date: string, more = {}) =>
    moveOccurrence(w.asDesk(now), id, { date, time: '18:30', version: 1, anyway: true, ...more })
  expect((await movePage(w.asDesk(now), id, { date: '2027-01-17' }))?.closed).toBe('Boiler')
  expect(await move('2027-01-17')).toEqual({
    ok: false,
    reason: 'closed_then',
    facts: { name: 'Boiler' },
  })
  await w.db
    .update(tables.closures)
    .set({ state: 'lifted' })
    .where(eq(tables.closures.id, closure.id))
  expect(await move('2027-01-17')).toMatchObject({ ok: true })
})

test('shared equipment that two classes need at once is named', async () => {
  const w = await world()
  const s = { studioId: w.studio.id }
  const room = { ...s, id: newId(), locationId: 'l', name: 'studio 2', capacity: 20 }
  await w.db.insert(tables.rooms).values(room)
  const hoops = { ...s, id: newId(), name: 'Hoops', quantity: 20, outOfService: 1 }
  await w.db.insert(tables.equipment).values(hoops)
  await w.db
    .insert(tables.equipmentNeeds)
    .values({ ...s, equipmentId: hoops.id, classTypeId: w.ids.poleType })
  const guest = await w.givenPerson('Guest Coach', { isStaff: true })
  await w.givenClass({ localStart: '2027-01-13T18:30', at: now, capacity: 10 })
  const id = await w.givenClass({ localStart: '2027-01-14T18:30', at: now, capacity: 10 })
  const elsewhere = { date: '2027-01-13', roomId: room.id, coachId: guest.id }
  expect((await movePage(w.asDesk(now), id, elsewhere))?.conflicts).toEqual([
    'Hoops: 20 needed at once with Pole 2: spins, 19 there',
  ])
  expect((await movePage(w.asDesk(now), id, { ...elsewhere, time: '20:00' }))?.conflicts).toEqual(
    [],
  )
})

test('the calendar and its moves are answered by indexes', async () => {
  const w = await world()
  const course = await givenCourse(w)
  const id = await w.givenClass({ localStart: '2027-01-13T18:30', at: '2027-01-04T09:00:00Z' })
  const { sent, remember } = remembering(w)
  const desk = remember(w.asDesk(now))
  for (const view of ['day', 'week', 'month']) await calendarPage(desk, filters({ view }))
  const [query, params] = [...sent].find(([text]) => text.includes('FROM occurrences AS o'))!
  const plan = await w.db.$client
    .prepare(`EXPLAIN QUERY PLAN ${query}`)
    .bind(...params)
    .all<{ detail: string }>()
  expect(
    plan.results.some(({ detail }) => detail.includes('USING INDEX occurrences_by_local_start')),
  ).toBe(true)
  await movePage(desk, id, { date: '2027-01-15' })
  await moveOccurrence(desk, id, { date: '2027-01-15', time: '18:30', version: 1, anyway: false })
  await moveOccurrence(desk, course.sessions[3]!, {
    date: '2027-01-28',
    time: '18:30',
    version: 0,
    anyway: false,
  })
  expect(sent.size).toBeGreaterThan(20)
  expect(await plansOf(w, sent)).toEqual([])
})

test('a span is a day, a week from Monday, or the weeks of a month; weeks are counted as ISO does', () => {
  expect(spanOf({ view: 'week', on: '2027-01-17' }, '', { weekStart: 1 })).toEqual({
    date: '2027-01-17',
    from: '2027-01-11',
    until: '2027-01-18',
  })
  expect(spanOf({ view: 'month', on: '2027-02-10' }, '', { weekStart: 1 })).toMatchObject({
    from: '2027-02-01',
    until: '2027-03-01',
  })
  expect(spanOf({ view: 'month', on: '2026-12-31' }, '', { weekStart: 1 })).toMatchObject({
    from: '2026-11-30',
    until: '2027-01-04',
  })
  expect(['2026-11-09', '2027-01-01', '2027-01-04', '2024-12-30'].map(weekOfYear)).toEqual([
    46, 53, 1, 1,
  ])
})
