import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setClassFlow } from '#app/domain/flows/classes/set-class-flow.server.ts'
import { addFlow } from '#app/domain/flows/library/add-flow.server.ts'
import { changeFlow } from '#app/domain/flows/library/change-flow.server.ts'
import { readEdit } from '#app/domain/flows/library/read-edit.server.ts'
import { addExercise } from '#app/domain/training/save-exercise.server.ts'
import { setClassWorkout } from '#app/domain/workouts/classes/set-class-workout.server.ts'
import { addWorkout } from '#app/domain/workouts/library/save-workout.server.ts'
import { newId } from '#app/values/id.ts'
import { world } from '../../../../tests/support/world.ts'
import { equipmentWords } from './equipment-check.ts'
import { classWorkoutPage } from './training-desk-page.server.ts'

const now = '2026-06-02T08:00:00Z'

test('the plan of a class says what is missing for those who are booked, beside what other classes use', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  for (const [name, equipment] of [
    ['Goblet squat', 'kettlebells'],
    ['Pole sit', 'pole'],
    ['Bench press', 'barbell'],
  ] as const)
    await addExercise(desk, { name, equipment, logType: 'reps', version: 0 })
  const count = (id: string, name: string, quantity: number, out = 0, room: string | null = null) =>
    w.db.run(sql`INSERT INTO equipment (id, studio_id, name, room_id, quantity, out_of_service)
      VALUES (${id}, ${w.studio.id}, ${name}, ${room}, ${quantity}, ${out})`)
  const poles = newId()
  await count(poles, 'Poles', 4)
  await count(newId(), 'Kettlebells 12 kg', 2, 1)
  await count(newId(), 'Kettlebells 16 kg', 1)
  await count(newId(), 'Barbells', 20, 0, newId())
  const occurrence = await w.givenClass({ localStart: '2026-06-04T18:30', capacity: 5 })
  const beside = await w.givenClass({ localStart: '2026-06-04T18:45', discipline: 'yoga' })
  await w.db.run(sql`INSERT INTO equipment_needs (studio_id, equipment_id, class_type_id)
    VALUES (${w.studio.id}, ${poles}, ${w.ids.yogaType})`)
  const book = (id: string, person: { id: string }) =>
    w.db.run(sql`INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id,
        created_at)
      VALUES (${newId()}, ${w.studio.id}, ${id}, ${person.id}, 'booked', ${w.ids.policyId},
        ${now})`)
  for (const person of [w.ana, w.ben, w.cleo]) await book(occurrence, person)
  await book(beside, w.ana)
  const [flow, workout] = [newId(), newId()]
  await addFlow(desk, {
    ...{ key: flow, title: 'Sits', discipline: '', level: 'beginner', focus: '' },
    ...{ minutes: 60, breath: 5, notes: '' },
  })
  const read = await readEdit(desk, {
    act: 'add',
    block: 'b0',
    key: newId(),
    text: 'Pole sit 5 min',
  })
  if ('edit' in read) await changeFlow(desk, flow, read.edit)
  await addWorkout(desk, {
    ...{ key: workout, version: 0, name: 'Legs', notes: '', picks: [], kind: 'strength' },
    text: '3x8 goblet squat\n3x5 bench press',
  })
  const said = async (id = occurrence) => {
    const page = await classWorkoutPage(desk, { ...desk.actor, role: 'owner' }, id)
    return [page?.equipment.counted.map(equipmentWords), page?.equipment.uncounted]
  }
  expect(await said()).toEqual([[], []])
  await setClassFlow(desk, occurrence, { flow, was: '' })
  await setClassWorkout(desk, occurrence, { workout, version: '' })
  expect(await said()).toEqual([
    [
      {
        short: true,
        text: 'Kettlebells 12 kg, Kettlebells 16 kg for Goblet squat: 3 needed, 2 free at this time. Teach it in 2 groups that take turns.',
      },
      {
        short: false,
        text: 'Poles for Pole sit: 3 needed, 3 free at this time. A full class would need 5, 2 more.',
      },
    ],
    ['barbell'],
  ])
  const elsewhere = await world()
  const foreign = { ...elsewhere.asDesk(now).actor, role: 'owner' as const }
  expect(await classWorkoutPage(elsewhere.asDesk(now), foreign, occurrence)).toBeNull()
})
