import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { givenAppointments } from '../../../tests/support/appointments.ts'
import { type World, world } from '../../../tests/support/world.ts'
import type { TypeTerms } from './appointment-view.ts'
import { saveType } from './save-type.server.ts'

const now = '2026-10-02T09:00:00Z'

const termsOf = (w: World, more: Partial<TypeTerms>): TypeTerms => ({
  name: 'Private lesson',
  description: '',
  disciplineId: w.ids.pole,
  minutes: 60,
  priceMinor: 4_500,
  pricePer: 'session',
  people: 2,
  bufferBefore: 0,
  bufferAfter: 15,
  noticeMinutes: 60,
  aheadDays: 60,
  gridMinutes: 15,
  approval: false,
  policyId: w.ids.policyId,
  roomIds: [w.ids.roomId],
  coachIds: [w.coach.id],
  packageIds: [],
  ...more,
})

const named = async (w: World, id: string) =>
  (
    await w.db.all(
      sql`SELECT name, discipline_id AS disciplineId FROM class_types WHERE id = ${id}`,
    )
  )[0]

test('anyone who saves an appointment type over the change of someone else changes not even its name', async () => {
  const w = await world()
  const id = await givenAppointments(w)
  const [first, second] = [termsOf(w, { name: 'One to one' }), termsOf(w, { name: 'Private hour' })]
  expect(await saveType(w.asDesk(now), id, first, 1)).toEqual({ ok: true })
  expect(await saveType(w.asDesk(now, 'Theo'), id, second, 1)).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await named(w, id)).toMatchObject({ name: 'One to one' })
})

test("an appointment type names no discipline of another studio's, not even from a stale form", async () => {
  const [w, other] = [await world(), await world()]
  const id = await givenAppointments(w)
  const foreign = termsOf(w, { disciplineId: other.ids.yoga })
  expect(await saveType(w.asDesk(now), id, foreign, 1)).toEqual({ ok: false, reason: 'not_found' })
  expect((await saveType(w.asDesk(now), id, termsOf(w, {}), 1)).ok).toBe(true)
  expect((await saveType(w.asDesk(now), id, foreign, 1)).ok).toBe(false)
  expect(await named(w, id)).toMatchObject({ disciplineId: w.ids.pole })
})
