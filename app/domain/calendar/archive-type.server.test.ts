import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { givenAppointments } from '../../../tests/support/appointments.ts'
import { givenCourse } from '../../../tests/support/courses.ts'
import { world } from '../../../tests/support/world.ts'
import { archiveType } from './archive-type.server.ts'

test('a type is archived and brought back once each, and only as what it is', async () => {
  const w = await world()
  const desk = w.asDesk('2026-12-01T09:00:00Z')
  const lesson = await givenAppointments(w)
  const course = await givenCourse(w)
  const [{ id: ofCourse } = { id: '' }] = await w.db.all<{ id: string }>(
    sql`SELECT class_type_id AS id FROM courses WHERE id = ${course.id}`,
  )
  expect(await archiveType(desk, 'class', w.ids.poleType, true)).toBe(true)
  expect(await archiveType(desk, 'class', w.ids.poleType, true)).toBe(true)
  expect(await archiveType(desk, 'appointment', lesson, true)).toBe(true)
  expect(await archiveType(desk, 'appointment', lesson, false)).toBe(true)
  // The type of a course goes and comes with its course.
  for (const id of [lesson, ofCourse])
    expect(await archiveType(desk, 'class', id, true)).toBe(false)
  const other = await world()
  expect(
    await archiveType(other.asDesk('2026-12-01T09:00:00Z'), 'class', w.ids.poleType, false),
  ).toBe(false)
  const rows = await w.db.all<{ id: string }>(
    sql`SELECT id FROM class_types WHERE studio_id = ${w.studio.id} AND archived_at IS NOT NULL`,
  )
  expect(rows).toEqual([{ id: w.ids.poleType }])
  const audit = await w.db.all<{ action: string }>(sql`
    SELECT action FROM audit_entries WHERE studio_id = ${w.studio.id}
      AND action LIKE '%type.%ed' AND action NOT LIKE '%.added' ORDER BY rowid`)
  expect(audit.map(({ action }) => action)).toEqual([
    'class_type.archived',
    'appointment_type.archived',
    'appointment_type.restored',
  ])
})
