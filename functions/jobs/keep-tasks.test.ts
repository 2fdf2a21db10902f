import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { confirmCourse } from '#app/domain/courses/change-course.server.ts'
import { saveEquipment } from '#app/domain/facilities/save-equipment.server.ts'
import { todayPage } from '#app/domain/overview/today-page.server.ts'
import { askForSubstitute } from '#app/domain/planning/ask-substitute.server.ts'
import { completeTask } from '#app/domain/tasks/settle-task.server.ts'
import { newId } from '#app/values/id.ts'
import { givenCourse } from '../../tests/support/courses.ts'
import { plansOf, remembering } from '../../tests/support/query-plans.ts'
import { openTitles, taskRows } from '../../tests/support/tasks.ts'
import { type World, world } from '../../tests/support/world.ts'
import { keepTasks } from './keep-tasks.ts'

// Tuesday 13 October 2026, noon in London.
const now = '2026-10-13T11:00:00Z'

const owner = (w: World, when = now) => {
  const ctx = w.asMember(w.coach, when)
  return { ...ctx, actor: { ...ctx.actor, role: 'owner' as const } }
}

const fee = (w: World, dueAt: string) =>
  w.db.run(sql`
    INSERT INTO fees (id, studio_id, person_id, booking_id, kind, amount_minor, currency, state,
      due_at, created_at)
    VALUES (${newId()}, ${w.studio.id}, ${w.ben.id}, ${newId()}, 'no_show', 500, 'GBP', 'pending',
      ${dueAt}, ${now})`)

test('a class of today with few booked is one task, follows the number, and ends when there are enough', async () => {
  const w = await world()
  const evening = await w.givenClass({ localStart: '2026-10-13T18:30' })
  await w.givenClass({ localStart: '2026-10-13T11:00' })
  await w.givenClass({ localStart: '2026-10-14T18:30' })
  await keepTasks(w.at(now))
  await Promise.all([keepTasks(w.at(now)), keepTasks(w.at(now))])
  expect(await openTitles(w, now)).toEqual(['Pole 2: spins at 18:30 has nobody booked'])

  await bookClass(w.asMember(w.ana, now), evening)
  await keepTasks(w.at(now))
  expect(await openTitles(w, now)).toEqual(['Pole 2: spins at 18:30 has only 1 booked'])
  for (const person of await w.givenPeople(['Kim', 'Lou'])) {
    await w.givePack(person)
    await bookClass(w.asMember(person, now), evening)
  }
  await keepTasks(w.at(now))
  expect(await openTitles(w, now)).toEqual([])
  expect(await keepTasks(w.at(now))).toBe(0)
})

test('a class that was cancelled asks nothing any more, at once; what someone kept is not asked again', async () => {
  const w = await world()
  const [noon, evening] = [
    await w.givenClass({ localStart: '2026-10-13T13:00' }),
    await w.givenClass({ localStart: '2026-10-13T18:30' }),
  ]
  await keepTasks(w.at(now))
  await cancelOccurrence(w.asDesk(now), noon, { reason: 'Too few' })
  expect(await openTitles(w, now)).toEqual(['Pole 2: spins at 18:30 has nobody booked'])
  const [, kept] = await taskRows(w, 'few_booked')
  await completeTask(owner(w), kept!.id)
  await keepTasks(w.at(now))
  expect(await openTitles(w, now)).toEqual([])
  expect((await taskRows(w, 'few_booked')).map(({ state }) => state)).toEqual(['over', 'done'])
  expect(evening).not.toBe(noon)
})

test('fees that fall due today are one task of the day, which ends with it', async () => {
  const w = await world()
  await fee(w, '2026-10-13T20:00:00Z')
  await keepTasks(w.at(now))
  expect(await openTitles(w, now)).toEqual(['1 fee, £5.00, falls due today'])
  await fee(w, '2026-10-13T21:00:00Z')
  await fee(w, '2026-10-14T08:00:00Z')
  await keepTasks(w.at(now))
  expect(await openTitles(w, now)).toEqual(['2 fees, £10.00, fall due today'])
  await keepTasks(w.at('2026-10-14T06:00:00Z'))
  expect(await openTitles(w, '2026-10-14T06:00:00Z')).toEqual(['1 fee, £5.00, falls due today'])
})

test('a course that needs a number of people asks for the decision a week before, until it is made', async () => {
  const w = await world()
  const course = await givenCourse(w, { minimumPeople: 4, decideAt: '2027-01-02T12:00:00Z' })
  await keepTasks(w.at('2026-12-20T09:00:00Z'))
  expect(await taskRows(w, 'course_decision')).toEqual([])
  const soon = '2026-12-28T09:00:00Z'
  await keepTasks(w.at(soon))
  const [task] = await taskRows(w, 'course_decision')
  expect(JSON.parse(task!.facts)).toMatchObject({ enrolled: 0, needs: 4 })
  await confirmCourse(w.asDesk(soon), course.id)
  expect(await taskRows(w, 'course_decision')).toMatchObject([{ state: 'over' }])
})

test('equipment whose inspection is due is a task until it was looked at', async () => {
  const w = await world()
  const id = newId()
  const draft = {
    name: 'Hoops',
    roomId: null,
    quantity: 4,
    outOfService: 0,
    defect: '',
    inspectDays: 30,
    inspectedOn: null,
    dueOn: '2026-10-13',
    classTypeIds: [],
  }
  await saveEquipment(w.asDesk(now), id, draft, { version: null, anyway: false })
  await keepTasks(w.at('2026-10-12T11:00:00Z'))
  expect(await openTitles(w, now)).toEqual([])
  await keepTasks(w.at(now))
  expect(await openTitles(w, now)).toEqual(['Inspect Hoops'])
  await saveEquipment(
    w.asDesk(now),
    id,
    { ...draft, dueOn: '2026-11-12' },
    { version: 1, anyway: false },
  )
  await keepTasks(w.at(now))
  expect(await openTitles(w, now)).toEqual([])
})

test('a request for a substitute asks until its class is cancelled or begins', async () => {
  const w = await world()
  const [thursday, friday] = [
    await w.givenClass({ localStart: '2026-10-15T18:30' }),
    await w.givenClass({ localStart: '2026-10-16T18:30' }),
  ]
  for (const occurrenceId of [thursday, friday]) {
    const key = newId()
    await askForSubstitute(w.asMember(w.coach, now), {
      key,
      occurrenceId,
      reason: '',
      onlyOwn: true,
    })
  }
  expect(await openTitles(w, now)).toEqual([
    'Find a substitute for Pole 2: spins, Thu 15 Oct, 18:30',
    'Find a substitute for Pole 2: spins, Fri 16 Oct, 18:30',
  ])
  await cancelOccurrence(w.asDesk(now), friday, { reason: 'Flood' })
  await keepTasks(w.at(now))
  expect(await openTitles(w, now)).toHaveLength(1)
  await keepTasks(w.at('2026-10-15T17:30:00Z'))
  expect((await taskRows(w, 'substitute')).map(({ state }) => state)).toEqual(['over', 'over'])
})

test('the board is one trip, the job another, and no statement of either scans a table that grows', async () => {
  const w = await world()
  await w.givenClass({ localStart: '2026-10-13T18:30' })
  const { sent, remember } = remembering(w)
  let before = w.meter.trips
  await keepTasks(remember(w.at(now)))
  expect(w.meter.trips - before).toBe(1)
  for (const role of ['owner', 'front_desk', 'coach'] as const) {
    before = w.meter.trips
    await todayPage(remember(w.at(now)), { role, personId: w.coach.id })
    expect(w.meter.trips - before).toBe(1)
  }
  expect(sent.size).toBeGreaterThan(15)
  expect(await plansOf(w, sent)).toEqual([])
})
