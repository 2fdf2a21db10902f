import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { rosterStatement } from '#app/domain/bookings/roster/roster-page.server.ts'
import { bringVisitsStatements } from '#app/domain/reception/bring-visits.server.ts'
import { completeTask } from '#app/domain/tasks/settle-task.server.ts'
import { raiseTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import { newId } from '#app/values/id.ts'
import { keepTasks } from '#functions/jobs/keep-tasks.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { todayPage } from './today-page.server.ts'
import { todayWords } from './today-words.ts'

const now = '2026-10-13T11:00:00Z'
const viewer = { role: 'owner' as const, personId: '' }
const formats = {
  now,
  timeZone: 'Europe/London',
  zone: 'UK time',
  locale: 'en-GB',
  currency: 'GBP',
}

async function book(
  w: World,
  occurrenceId: string,
  person: Person,
  state = 'booked',
): Promise<void> {
  await w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
    VALUES (${newId()}, ${w.studio.id}, ${occurrenceId}, ${person.id}, ${state},
      ${w.ids.policyId}, ${now})`)
}

test('the board parts the day into now, next and later, and counts who is in', async () => {
  const w = await world()
  const [over, running, next, later] = [
    await w.givenClass({ localStart: '2026-10-13T07:00' }),
    await w.givenClass({ localStart: '2026-10-13T11:30' }),
    await w.givenClass({ localStart: '2026-10-13T12:30' }),
    await w.givenClass({ localStart: '2026-10-13T18:30' }),
  ]
  await w.givenClass({ localStart: '2026-10-14T07:00' })
  await book(w, over, w.ana, 'attended')
  await book(w, running, w.ana, 'checked_in')
  await book(w, running, w.ben)
  await book(w, next, w.ana)
  const before = w.meter.trips
  const board = todayWords(await todayPage(w.at(now), viewer), formats)

  expect(w.meter.trips - before).toBe(1)
  expect(board.now).toMatchObject({
    note: '1 of 2 in',
    classes: [{ id: running, big: '1 of 2 in' }],
  })
  expect(board.next).toMatchObject({
    note: 'Starts in 30 minutes',
    classes: [{ id: next, big: '1 booked' }],
  })
  expect(board.later.classes.map(({ id }) => id)).toEqual([later])
  expect(board.earlier.note).toBe('1 earlier class: 1 booked, 1 came')
})

test('what needs someone: a free place with people waiting, an empty class, fees due today, first visits', async () => {
  const w = await world()
  const evening = await w.givenClass({ localStart: '2026-10-13T18:30', capacity: 2 })
  const regular = await w.givenClass({ localStart: '2026-10-01T18:30' })
  await book(w, regular, w.ana, 'attended')
  await book(w, evening, w.ana)
  await book(w, evening, w.cleo, 'waitlisted')
  const late = await w.givenClass({ localStart: '2026-10-13T20:00' })
  await book(w, late, w.ben)
  await w.db.run(sql`
    INSERT INTO fees (id, studio_id, person_id, booking_id, kind, amount_minor, currency, state,
      due_at, created_at)
    VALUES (${newId()}, ${w.studio.id}, ${w.ben.id}, 'b', 'no_show', 500, 'GBP', 'pending',
      '2026-10-13T20:00:00Z', ${now}),
      (${newId()}, ${w.studio.id}, ${w.ben.id}, 'c', 'no_show', 500, 'GBP', 'pending',
        '2026-10-14T08:00:00Z', ${now})`)
  await keepTasks(w.at(now))
  const board = todayWords(await todayPage(w.at(now), viewer), formats)

  expect(board.tasks.map(({ title }) => title)).toEqual([
    'Pole 2: spins at 18:30 has only 1 booked',
    'Pole 2: spins at 20:00 has only 1 booked',
    '1 fee, £5.00, falls due today',
  ])
  expect(board.needs.map(({ title }) => title)).toEqual([
    'Pole 2: spins at 18:30 has a free place and people waiting',
    'Ben Okoro’s first visit',
  ])
  // The sentence below a first visit leads to its class, the person's name to the person.
  expect(board.needs[1]).toMatchObject({
    leads: { to: 'person', id: w.ben.id },
    noteClass: board.later.classes
      .concat(board.next.classes)
      .find(({ labels }) => labels.some(({ text }) => text === '1 first visit'))?.id,
  })
  expect(board).toMatchObject({ needing: '5', more: '', first: board.tasks[0]!.title })
})

test('fees that are noted after Done are a task of their own, due when the first of them is', async () => {
  const w = await world()
  const fee = (dueAt: string, notedAt: string) =>
    w.db.run(sql`
      INSERT INTO fees (id, studio_id, person_id, booking_id, kind, amount_minor, currency, state,
        due_at, created_at)
      VALUES (${newId()}, ${w.studio.id}, ${w.ben.id}, ${newId()}, 'no_show', 500, 'GBP',
        'pending', ${dueAt}, ${notedAt})`)
  const open = async () => {
    await keepTasks(w.at(now))
    const { tasks } = todayWords(await todayPage(w.at(now), viewer), formats)
    return tasks.map(({ id, title, due }) => ({ id, title, due }))
  }
  await fee('2026-10-13T20:00:00Z', '2026-10-12T20:00:00Z')
  await fee('2026-10-13T18:00:00Z', '2026-10-12T18:00:00Z')
  const [first] = await open()
  expect(first).toMatchObject({
    title: '2 fees, £10.00, fall due today',
    due: 'The first is due 19:00',
  })

  const dee = w.asMember(w.coach, now)
  await completeTask({ ...dee, actor: { ...dee.actor, role: 'owner' } }, first!.id)
  expect(await open()).toEqual([])
  await fee('2026-10-13T19:00:00Z', '2026-10-12T21:00:00Z')
  expect(await open()).toMatchObject([{ title: '1 fee, £5.00, falls due today', due: 'Due 20:00' }])
})

test('of very much that is open the board shows what is due first, and counts to a hundred', async () => {
  const w = await world()
  await batch(
    w.db,
    Object.fromEntries(
      Array.from({ length: 130 }, (_, i) => [
        `task${i}`,
        raiseTaskStatement(w.at(now), {
          cause: { kind: 'inspection_due', ref: `${i}` },
          facts: { name: `Hoop ${i}`, dueOn: '2026-10-13' },
          role: 'manager',
          dueAt: `2026-10-13T12:00:${String(i % 60).padStart(2, '0')}Z`,
          endsAt: null,
          path: '/x',
        }),
      ]),
    ),
  )
  const board = todayWords(await todayPage(w.at(now), viewer), formats)
  expect(board).toMatchObject({ needing: 'More than 100', more: 'More are due later.' })
  expect(board.tasks).toHaveLength(20)
  expect(board.tasks[0]!.title).toMatch(/^Inspect Hoop (0|60|120)$/)
})

test("another studio's day is never on the board", async () => {
  const [here, there] = [await world(), await world()]
  await there.givenClass({ localStart: '2026-10-13T18:30' })
  expect((await todayPage(here.at(now), viewer)).classes).toEqual([])
})

test('a coach sees first what they teach, and which classes they are asked to cover', async () => {
  const w = await world()
  const theirs = await w.givenClass({ localStart: '2026-10-13T18:30' })
  const others = await w.givenClass({ localStart: '2026-10-13T19:30' })
  await w.db.run(sql`UPDATE occurrences SET coach_id = ${w.cleo.id} WHERE id = ${others}`)
  const requestId = newId()
  await w.db.run(sql`
    INSERT INTO sub_requests (id, studio_id, occurrence_id, coach_id, state, created_by, created_at)
    VALUES (${requestId}, ${w.studio.id}, ${others}, ${w.cleo.id}, 'offered', 'x', ${now})`)
  await w.db.run(sql`
    INSERT INTO sub_offers (studio_id, request_id, coach_id, state, offered_at)
    VALUES (${w.studio.id}, ${requestId}, ${w.coach.id}, 'offered', ${now})`)
  const coach = { role: 'coach' as const, personId: w.coach.id }
  const board = todayWords(await todayPage(w.at(now), coach), { ...formats, coachId: w.coach.id })

  expect(board.yours).toMatchObject({ note: 'Starts in 7 hours', classes: [{ id: theirs }] })
  expect([...board.next.classes, ...board.later.classes].map(({ id }) => id)).toEqual([others])
  expect(board.needs[0]).toMatchObject({
    title: 'Cover Pole 2: spins, Tue 13 Oct, 19:30?',
    note: expect.stringContaining('A manager approves who takes it.'),
    leads: { to: 'substitution', id: requestId },
  })
  const desk = todayWords(await todayPage(w.at(now), viewer), formats)
  expect(desk.yours.classes).toEqual([])
  expect(desk.needs).toEqual([])
})

test('many classes still to come are folded by part of the day', async () => {
  const w = await world()
  for (let i = 0; i < 14; i++)
    await w.givenClass({
      localStart: `2026-10-13T${13 + Math.floor(i / 2)}:${i % 2 ? '45' : '15'}`,
    })
  const board = todayWords(await todayPage(w.at(now), viewer), formats)

  expect(board.later.classes).toEqual([])
  expect(board.later.parts.map(({ name, note }) => `${name}: ${note}`)).toEqual([
    'Afternoon: 7 classes, 0 booked',
    'Evening: 6 classes, 0 booked',
  ])
})

test('an imported person who joined earlier or has visits is no first visit; one who joined that day is', async () => {
  const w = await world()
  const classId = await w.givenClass({ localStart: '2026-10-13T18:30' })
  const [old, visited, fresh] = (await w.givenPeople(['Old', 'Visited', 'Fresh'])) as Person[]
  for (const [i, person] of [old!, visited!, fresh!].entries()) {
    await w.db.run(sql`UPDATE people SET created_at = '2026-10-12T09:00:00Z',
      joined_on = ${i === 0 ? '2020-03-01' : '2026-10-12'} WHERE id = ${person.id}`)
    await w.db.run(sql`
      INSERT INTO imported_people (studio_id, import_id, line, person_id, outcome, filled)
      VALUES (${w.studio.id}, 'file', ${i}, ${person.id}, 'added', '{}')`)
    await book(w, classId, person)
  }
  await batch(
    w.db,
    bringVisitsStatements(
      w.at(now),
      JSON.stringify([
        { id: newId(), personId: visited!.id, at: '2025-01-01T10:00:00Z', what: '' },
      ]),
      'hana',
      sql`1`,
    ),
  )
  const { firstTimers } = await todayPage(w.at(now), viewer)
  expect(firstTimers.map(({ name }) => name)).toEqual(['Fresh'])
  const rows = await rosterStatement(w.at(now), classId)
  expect(rows.filter(({ first }) => first).map(({ name }) => name)).toEqual(['Fresh'])
})

test('first visits still to come are counted past those listed, each person once, without who is in', async () => {
  const w = await world()
  const running = await w.givenClass({ localStart: '2026-10-13T11:30' })
  const evening = await w.givenClass({ localStart: '2026-10-13T18:30' })
  const people = await w.givenPeople(Array.from({ length: 15 }, (_, i) => `New ${i}`))
  for (const [i, person] of people.entries()) {
    await book(w, i < 2 ? running : evening, person, i === 0 ? 'checked_in' : 'booked')
  }
  await book(w, evening, people[1]!)
  const board = await todayPage(w.at(now), viewer)
  expect(board.firstTimers).toHaveLength(12)
  expect(board.firstTimers[1]).toMatchObject({ name: 'New 1', occurrenceId: running })
  expect(todayWords(board, formats).figures[3]).toMatchObject({ note: '14 still to come' })
})
