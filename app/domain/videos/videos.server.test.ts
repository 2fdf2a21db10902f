import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { quotaBytes } from '#app/domain/files/judge-file.ts'
import { sweepStrays } from '#app/domain/storage/stray-objects.server.ts'
import { asManager } from '../../../tests/support/staff-pay/pay.ts'
import { emptyBucket } from '../../../tests/support/training.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { bytesOfPart, largestVideoBytes, partBytes, partsOf, typeOfVideo } from './judge-video.ts'
import { keepPlace } from './keep-place.server.ts'
import { addVideo, changeVideo, removeVideo } from './save-video.server.ts'
import { beginUpload, finishUpload, keepWhole, takePart } from './upload-video.server.ts'
import type { VideoForm } from './video-form.ts'
import { findWatchable, shelfStatement } from './video-queries.server.ts'

const now = '2026-10-12T09:00:00Z'
const head = 'ftypisom\0\0\0\0mp42'

let media: R2Bucket
beforeAll(async () => {
  media = await emptyBucket()
})

const desk = (w: World) => ({ ...asManager(w, now), media })
const mp4 = (size: number) => {
  const bytes = new Uint8Array(size)
  bytes.set(new TextEncoder().encode(`\0\0\0\u0018${head}`))
  return bytes
}
const about: VideoForm = {
  title: 'Carousel from the side',
  about: '',
  credit: '',
  link: '',
  state: 'published',
  exercise: '',
  onShelf: true,
  access: 'everyone',
  plans: [],
  levelId: '',
  length: 0,
  chapters: [],
  captionsLanguage: 'en',
  poster: '',
  version: 1,
}

async function video(w: World, key: string, form: Partial<VideoForm> = {}) {
  const of = { key, title: 'Carousel', kind: 'file' as const, link: '', exercise: '' }
  expect(await addVideo(desk(w), of)).toEqual({ ok: true })
  expect(await changeVideo(desk(w), key, { ...about, ...form })).toEqual({ ok: true })
}

test('a video is told by what it holds, not by its name', () => {
  const of = (...bytes: (string | number[])[]) =>
    typeOfVideo(
      new Uint8Array(
        bytes.flatMap((part) =>
          typeof part === 'string' ? [...new TextEncoder().encode(part)] : part,
        ),
      ),
    )
  expect(of([0, 0, 0, 24], head)).toBe('video/mp4')
  expect(of([0x1a, 0x45, 0xdf, 0xa3], 'BB', [0x42, 0x82, 0x84], 'webm')).toBe('video/webm')
  expect(of([0x1a, 0x45, 0xdf, 0xa3], 'BB', [0x42, 0x82, 0x88], 'matroska')).toBeNull()
  expect(of([0, 0, 0, 24], 'ftypM4A \0\0\0\0isom')).toBeNull()
  expect(of([0, 0, 0, 24], 'ftypheic\0\0\0\0mif1')).toBeNull()
  expect(of([0, 0, 0, 24], 'ftypqt  \0\0\0\0qt  ')).toBeNull()
  expect(of('<html><video></html>')).toBeNull()
  expect(of('')).toBeNull()
})

test('a file sent in parts goes on after a break, and is the video’s once all have arrived', async () => {
  const w = await world()
  await video(w, 'film')
  const size = partBytes + 1_000
  const sent = { name: 'film.mp4', bytes: size }
  const begun = await beginUpload(desk(w), 'film', sent)
  if (!begun.ok) throw new Error(begun.reason)
  const { upload } = begun
  const whole = mp4(size)
  const part = (number: number) => ({
    upload,
    number,
    bytes: whole.subarray((number - 1) * partBytes, number * partBytes),
  })
  expect(partsOf(size)).toBe(2)
  expect(bytesOfPart(size, 2)).toBe(1_000)
  expect(await takePart(desk(w), 'film', part(1))).toEqual({ ok: true })
  expect(await finishUpload(desk(w), 'film', upload)).toEqual({ ok: false, reason: 'incomplete' })
  // The browser comes back with the same file.
  expect(await beginUpload(desk(w), 'film', sent)).toMatchObject({ upload, have: [1] })
  const short = { ...part(2), bytes: new Uint8Array(10) }
  expect(await takePart(desk(w), 'film', short)).toEqual({ ok: false, reason: 'part' })
  expect(await takePart(desk(w), 'film', part(2))).toEqual({ ok: true })
  expect(await finishUpload(desk(w), 'film', upload)).toEqual({ ok: true })
  expect(await finishUpload(desk(w), 'film', upload)).toEqual({ ok: true })
  const file = await findWatchable(w.at(now), { personId: w.ana.id, staff: false }, 'film')
  expect(file).toMatchObject({ contentType: 'video/mp4', bytes: size, everyone: 0 })
  expect((await media.head(file!.objectKey))?.size).toBe(size)
  const later = { db: w.db, media, nowMs: Date.parse(now) + 30 * 86_400_000 }
  await sweepStrays(later)
  expect(await media.head(file!.objectKey)).not.toBeNull()
})

test('a video loses where it was filmed, sent in parts or whole, and two presses are one', async () => {
  const w = await world()
  await video(w, 'film2')
  const place = '+51.5074-000.1278/'
  const box = (type: string, body: Uint8Array | string) => {
    const inside = typeof body === 'string' ? new TextEncoder().encode(body) : body
    const bytes = new Uint8Array(8 + inside.length)
    new DataView(bytes.buffer).setUint32(0, bytes.length)
    bytes.set(new TextEncoder().encode(type), 4)
    bytes.set(inside, 8)
    return bytes
  }
  const film = (samples: number) =>
    new Uint8Array(
      Buffer.concat([
        mp4(24),
        box('mdat', new Uint8Array(samples).fill(7)),
        box('moov', box('udta', `where: ${place}`)),
      ]),
    )
  // The box that says the place lies across the border of the two parts.
  const whole = film(partBytes - 24 - 8 - 20)
  const sent = { name: 'film.mp4', bytes: whole.length }
  const begun = await beginUpload(desk(w), 'film2', sent)
  if (!begun.ok) throw new Error(begun.reason)
  const { upload } = begun
  for (const number of [1, 2]) {
    const bytes = whole.subarray((number - 1) * partBytes, number * partBytes)
    expect(await takePart(desk(w), 'film2', { upload, number, bytes })).toEqual({ ok: true })
  }
  expect(await Promise.all([1, 2].map(() => finishUpload(desk(w), 'film2', upload)))).toEqual([
    { ok: true },
    { ok: true },
  ])
  expect(await finishUpload(desk(w), 'film2', upload)).toEqual({ ok: true })
  const kept = async () => {
    const file = await findWatchable(w.at(now), { personId: w.ana.id, staff: false }, 'film2')
    return Buffer.from(await (await media.get(file!.objectKey))!.arrayBuffer())
  }
  const text = await kept()
  expect(text.length).toBe(whole.length)
  expect(text.includes(place)).toBe(false)
  expect(
    text.subarray(0, partBytes - 20).equals(Buffer.from(whole.subarray(0, partBytes - 20))),
  ).toBe(true)
  const later = { db: w.db, media, nowMs: Date.parse(now) + 30 * 86_400_000 }
  await sweepStrays(later)
  expect((await media.list({ prefix: upload })).objects).toHaveLength(1)

  expect(await keepWhole(desk(w), 'film2', { name: 'b.mp4', bytes: film(40) })).toEqual({
    ok: true,
  })
  expect((await kept()).includes(place)).toBe(false)
})

test('a file that lies about its type, is too large or finds no room leaves nothing', async () => {
  const w = await world()
  await video(w, 'film3')
  const lie = new TextEncoder().encode('<html>This is no video at all.')
  const begun = await beginUpload(desk(w), 'film3', { name: 'film.mp4', bytes: lie.length })
  if (!begun.ok) throw new Error(begun.reason)
  const part = { upload: begun.upload, number: 1, bytes: lie }
  expect(await takePart(desk(w), 'film3', part)).toEqual({ ok: false, reason: 'no_video' })
  expect(await takePart(desk(w), 'film3', part)).toEqual({ ok: false, reason: 'other_file' })
  const large = { name: 'film.mp4', bytes: largestVideoBytes + 1 }
  expect(await beginUpload(desk(w), 'film3', large)).toEqual({ ok: false, reason: 'too_large' })
  expect(await keepWhole(desk(w), 'film3', { name: 'a.mp4', bytes: lie })).toEqual({
    ok: false,
    reason: 'no_video',
  })
  await video(w, 'full')
  await w.db.run(sql`UPDATE videos SET bytes = ${quotaBytes} WHERE id = 'full'`)
  expect(await beginUpload(desk(w), 'film3', { name: 'b.mp4', bytes: 10 })).toEqual({
    ok: false,
    reason: 'quota_full',
  })
  expect(await keepWhole(desk(w), 'film3', { name: 'b.mp4', bytes: mp4(64) })).toEqual({
    ok: false,
    reason: 'quota_full',
  })
})

test('a deleted video takes its bytes and where people stopped with it', async () => {
  const w = await world()
  await video(w, 'film4')
  expect(await keepWhole(desk(w), 'film4', { name: 'a.mp4', bytes: mp4(64) })).toEqual({ ok: true })
  const [{ key }] = (await w.db.all(sql`SELECT object_key AS key FROM videos
    WHERE id = 'film4'`)) as [{ key: string }]
  await w.db.run(sql`INSERT INTO video_places (studio_id, person_id, video_id, seconds, updated_at)
    VALUES (${w.studio.id}, ${w.ana.id}, 'film4', 20, ${now})`)
  expect(await removeVideo(desk(w), 'film4')).toEqual({ title: about.title })
  expect(await removeVideo(desk(w), 'film4')).toBeNull()
  expect(await media.head(key)).toBeNull()
  expect(await w.db.all(sql`SELECT 1 FROM video_places`)).toEqual([])
})

test('the shelf opens by plan, by credits held and by level, and a stranger sees only exercises', async () => {
  const w = await world()
  for (const [key, form] of [
    ['all', {}],
    ['held', { access: 'holders' }],
    ['plan', { access: 'plan', plans: ['Unlimited'] }],
    ['level', { access: 'level', levelId: w.ids.levelIds[1] }],
    ['draft', { state: 'draft' }],
  ] as [string, Partial<VideoForm>][]) {
    await video(w, key, form)
    await keepWhole(desk(w), key, { name: 'a.mp4', bytes: mp4(64) })
  }
  await w.db.run(sql`UPDATE people SET held_until = '2026-10-11' WHERE id = ${w.ana.id}`)
  const ana = { personId: w.ana.id, staff: false }
  const open = async () =>
    Object.fromEntries((await shelfStatement(w.at(now), ana)).map(({ id, open }) => [id, open]))
  expect(await open()).toEqual({ all: 1, held: 0, level: 0, plan: 1 })
  expect(await findWatchable(w.at(now), ana, 'held')).toBeNull()
  await w.db.run(sql`INSERT INTO person_levels (studio_id, person_id, discipline_id, level_id, since)
    VALUES (${w.studio.id}, ${w.ana.id}, ${w.ids.pole}, ${w.ids.levelIds[1]!}, '2026-01-01')`)
  await w.db.run(sql`UPDATE memberships SET state = 'cancelled' WHERE person_id = ${w.ana.id}`)
  await w.db.run(sql`UPDATE people SET held_until = '2026-10-12' WHERE id = ${w.ana.id}`)
  expect(await open()).toEqual({ all: 1, held: 1, level: 1, plan: 0 })
  expect(await findWatchable(w.at(now), ana, 'draft')).toBeNull()
  expect(
    await findWatchable(w.at(now), { personId: w.ana.id, staff: true }, 'draft'),
  ).not.toBeNull()
  expect(await findWatchable(w.at(now), { personId: '', staff: false }, 'all')).toBeNull()

  const member = { ...asManager(w, now), person: { id: w.ana.id } }
  expect(await keepPlace(member, ana, 'all', { seconds: 75, done: false })).toBe(true)
  expect(await keepPlace(member, ana, 'draft', { seconds: 75, done: false })).toBe(false)
  const [row] = (await shelfStatement(w.at(now), ana)).filter(({ id }) => id === 'all')
  expect(row).toMatchObject({ place: 75, done: 0 })
})

test('a change of a video names an exercise, plan and level that the studio has', async () => {
  const w = await world()
  await video(w, 'film6')
  const next = { ...about, version: 2 }
  const refuse = (form: Partial<VideoForm>) => changeVideo(desk(w), 'film6', { ...next, ...form })
  expect(await refuse({ exercise: 'No such move' })).toEqual({
    ok: false,
    reason: 'no_such_exercise',
  })
  expect(await refuse({ access: 'plan', plans: ['No such plan'] })).toEqual({
    ok: false,
    reason: 'no_such_plan',
  })
  expect(await refuse({ access: 'level', levelId: 'none' })).toEqual({
    ok: false,
    reason: 'no_such_level',
  })
  expect(await refuse({ version: 1 })).toEqual({ ok: false, reason: 'changed' })
  expect(await refuse({})).toEqual({ ok: true })
})
