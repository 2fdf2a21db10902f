import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { world } from '../../../tests/support/world.ts'
import { saveLocation } from './save-location.server.ts'

const now = '2026-10-12T09:00:00Z'
const mill = {
  name: 'Mill Lane',
  address: '3 Mill Lane, Leeds',
  directions: 'Bus 4.',
  hours: '06:30-21:00,,,,,,',
}

test('a location is added once, changed over what its page showed, and audited', async () => {
  const w = await world()
  const id = newId()
  const rows = () =>
    w.db.all(sql`SELECT name, address, directions, hours, version FROM locations
      WHERE studio_id = ${w.studio.id} AND id = ${id}`)
  expect(await saveLocation(w.asDesk(now), id, mill, null)).toEqual({ ok: true })
  expect(await saveLocation(w.asDesk(now), id, mill, null)).toEqual({ ok: true })
  expect(await rows()).toEqual([{ ...mill, version: 1 }])

  const moved = { ...mill, address: '5 Mill Lane, Leeds' }
  expect(await saveLocation(w.asDesk(now), id, moved, 1)).toEqual({ ok: true })
  expect(await saveLocation(w.asDesk(now), id, moved, 1)).toEqual({ ok: true })
  expect(await saveLocation(w.asDesk(now), id, mill, 1)).toEqual({ ok: false, reason: 'changed' })
  expect(await rows()).toEqual([{ ...moved, version: 2 }])
  expect(
    await w.db.all(sql`SELECT action FROM audit_entries
      WHERE studio_id = ${w.studio.id} AND subject_id = ${id} ORDER BY action`),
  ).toEqual([{ action: 'location.added' }, { action: 'location.changed' }])
})

test('two locations of one name are refused, and one of another studio is none', async () => {
  const w = await world()
  const [first, second] = [newId(), newId()]
  await saveLocation(w.asDesk(now), first, mill, null)
  const taken = { ok: false, reason: 'name_taken' }
  expect(await saveLocation(w.asDesk(now), second, mill, null)).toEqual(taken)
  const other = { ...mill, name: 'Canal Row' }
  await saveLocation(w.asDesk(now), second, other, null)
  expect(await saveLocation(w.asDesk(now), second, mill, 1)).toEqual(taken)
  expect(await saveLocation(w.asDesk(now), newId(), { ...mill, name: 'Else' }, 1)).toEqual({
    ok: false,
    reason: 'not_found',
  })
})
