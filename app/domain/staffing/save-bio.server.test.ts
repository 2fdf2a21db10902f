import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bucketOfFolder } from '#app/domain/storage/buckets.ts'
import { coachesPage } from '#app/domain/timetable/coaches-page.server.ts'
import { newId } from '#app/values/id.ts'
import { noticesOf } from '../../../tests/support/bookings.ts'
import { world } from '../../../tests/support/world.ts'
import { bioForm } from './bio-form.ts'
import { findBio, saveBio } from './save-bio.server.ts'

const now = '2026-10-05T09:00:00Z'

async function studio() {
  const w = await world({ now })
  await w.db.run(sql`UPDATE people SET is_staff = 1 WHERE id = ${w.coach.id}`)
  await w.givenClass({ localStart: '2026-10-13T18:30', at: now })
  const manager = w.asDesk(now, 'Mina Manager')
  const form = (version: number, text: string, shown = false) =>
    bioForm.parse({ version: String(version), text, photo: '', ...(shown ? { shown: 'on' } : {}) })
  const shown = async () =>
    (await coachesPage(w.at(now), null)).coaches.map(({ id, bio }) => [id, bio])
  return { w, manager, form, shown }
}

test('a bio is public once its person agrees, and hidden again when anybody else changes it', async () => {
  const { w, manager, form, shown } = await studio()
  const own = { own: true }
  expect(await saveBio(manager, w.coach.id, form(0, 'Teaches spins.'), { own: false })).toEqual({
    ok: true,
  })
  expect(await shown()).toEqual([[w.coach.id, null]])
  expect((await noticesOf(w, w.coach)).map(({ text }) => text)).toEqual([
    'Mina Manager changed your public bio. It is hidden until you agree to it.',
  ])
  const coach = w.asMember(w.coach, now)
  expect(await saveBio(coach, w.coach.id, form(1, 'Teaches spins.', true), own)).toEqual({
    ok: true,
  })
  expect(await shown()).toEqual([[w.coach.id, 'Teaches spins.']])
  expect(await saveBio(coach, w.coach.id, form(1, 'Other words', true), own)).toEqual({
    ok: false,
    reason: 'changed',
  })
  // The same again, by a manager, asks nobody.
  await saveBio(manager, w.coach.id, form(2, 'Teaches spins.'), { own: false })
  expect(await shown()).toEqual([[w.coach.id, 'Teaches spins.']])
  await saveBio(manager, w.coach.id, form(2, 'The best.'), { own: false })
  expect(await shown()).toEqual([[w.coach.id, null]])
})

test('who does not work here has no bio, and of who left nothing is shown', async () => {
  const { w, manager, form, shown } = await studio()
  expect(await saveBio(manager, w.ana.id, form(0, 'Hello'), { own: false })).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await findBio(w.at(now), w.ana.id)).toBe(null)
  await saveBio(w.asMember(w.coach, now), w.coach.id, form(0, 'Hello', true), { own: true })
  await w.db.run(sql`UPDATE people SET is_staff = 0 WHERE id = ${w.coach.id}`)
  expect(await shown()).toEqual([[w.coach.id, null]])
})

test('a photo that another bio keeps too stays when one of them lets it go', async () => {
  const { w, manager } = await studio()
  const path = `${w.studio.id}/staff/x/face.webp`
  await w.db.run(sql`UPDATE people SET is_staff = 1 WHERE id = ${w.ana.id}`)
  await w.db.run(sql`INSERT INTO objects (id, studio_id, bucket_id, path, object_key, content_type,
      bytes, cache_control, etag, version, created_at_ms, updated_at_ms)
    VALUES (${newId()}, ${w.studio.id}, ${bucketOfFolder('staff')}, ${path}, ${newId()},
      'image/webp', 1, '', '', '1', 1, 1)`)
  const save = (id: string, version: number, photo: string) =>
    saveBio(manager, id, bioForm.parse({ version: String(version), text: 'Hi', photo }), {
      own: false,
    })
  for (const { id } of [w.coach, w.ana])
    expect(await save(id, 0, `${path}#face`)).toEqual({ ok: true })
  const there = async () => (await w.db.all(sql`SELECT 1 FROM objects WHERE path = ${path}`)).length
  expect(await save(w.ana.id, 1, '')).toEqual({ ok: true })
  expect(await there()).toBe(1)
  expect(await save(w.coach.id, 1, '')).toEqual({ ok: true })
  expect(await there()).toBe(0)
})
