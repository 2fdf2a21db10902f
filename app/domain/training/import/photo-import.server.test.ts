import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { MediaContext } from '#app/domain/storage/media-context.ts'
import { pngOf, zipOf } from '../../../../tests/support/files.ts'
import { library } from '../../../../tests/support/training.ts'
import { storePhoto } from '../store-photo.server.ts'
import { startImport } from './commit-import.server.ts'
import { continueImport } from './continue-import.server.ts'
import { findImport } from './import-queries.server.ts'
import {
  addPhotoFiles,
  checkPhotoArchive,
  importNextPhotos,
  photosAtOnce,
} from './photo-import.server.ts'

const origin = { source: 'free-exercise-db', licence: 'Unlicense' }
const always = { clock: () => 0, untilMs: 1 }

async function givenExercises({ db, studio, now }: MediaContext, names: string[]) {
  for (const name of names) {
    await db.run(sql`
      INSERT INTO exercises (id, studio_id, name, aliases, primary_muscles, secondary_muscles,
        instructions, cues, faults, log_type, state, source_dataset, source_id, created_at,
        updated_at)
      VALUES (${`${studio.id}-${name}`}, ${studio.id}, ${name}, '[]', '[]', '[]', '[]', '[]', '[]',
        'reps', 'published', 'free-exercise-db', ${name.replaceAll(' ', '_')}, ${now}, ${now})`)
  }
}

type Photo = {
  exerciseId: string
  position: number
  objectId: string
  objectKey: string
  alt: string
  width: number
  contentType: string
}

const photosOf = ({ db, studio }: MediaContext) =>
  db.all<Photo>(sql`SELECT photo.exercise_id AS exerciseId, photo.position,
    photo.object_id AS objectId, object.object_key AS objectKey, photo.alt, object.width,
      object.content_type AS contentType
    FROM exercise_media AS photo JOIN objects AS object ON object.id = photo.object_id
    WHERE photo.studio_id = ${studio.id} ORDER BY photo.exercise_id, photo.position`)

test('an archive adds each photo to the exercise its folder names, and a second time adds none', async () => {
  const ctx = await (await library()).newStudio()
  await givenExercises(ctx, ['Side Plank', 'Rope Climb'])
  const archive = {
    name: 'photos.zip',
    bytes: zipOf([
      { name: 'images/Side_Plank/0.jpg', data: pngOf(85, 57, { shade: 1 }), stored: true },
      { name: 'images/Side_Plank/1.jpg', data: pngOf(85, 57, { shade: 2 }), stored: true },
      { name: 'images/Rope_Climb/0.png', data: pngOf(85, 57, { shade: 3 }), stored: true },
      { name: 'images/Unknown/0.jpg', data: pngOf(85, 57, { shade: 4 }), stored: true },
      { name: 'images/Rope_Climb/1.jpg', data: new TextEncoder().encode('<svg/>'), stored: true },
      { name: '__MACOSX/images/Rope_Climb/._0.png', data: new Uint8Array(4), stored: true },
      { name: 'readme.txt', data: new Uint8Array(4), stored: true },
    ]),
  }
  const run = async () => {
    const checked = await checkPhotoArchive(ctx, archive, origin)
    if (!checked.ok) throw new Error(checked.sentence)
    const dryRun = await findImport(ctx, checked.importId)
    await startImport(ctx, checked.importId)
    return { dryRun, done: await continueImport(ctx, checked.importId, always) }
  }
  const first = await run()
  const second = await run()

  expect(first.dryRun).toMatchObject({
    state: 'dry_run',
    total: 5,
    findings: { photos: 4, exercises: 2, strangers: 1 },
  })
  expect(first.done).toMatchObject({ state: 'committed', created: 3, unchanged: 0, refused: 2 })
  expect(first.done?.refusals).toEqual([
    { where: 'images/Unknown/0.jpg', reason: 'No exercise has the name of its folder.' },
    {
      where: 'images/Rope_Climb/1.jpg',
      reason: 'It is not a JPEG, PNG, WebP, AVIF or GIF picture.',
    },
  ])
  expect(second.done).toMatchObject({ created: 0, unchanged: 3 })
  const photos = await photosOf(ctx)
  expect(photos.map(({ position, alt }) => [position, alt])).toEqual([
    [0, 'Rope Climb: start'],
    [0, 'Side Plank: start'],
    [1, 'Side Plank: finish'],
  ])
  expect(await ctx.media.get(first.done!.objectKey)).toBeNull()
})

test('an archive cut off between two steps goes on where it was', async () => {
  const ctx = await (await library()).newStudio()
  await givenExercises(ctx, ['Plank'])
  const files = Array.from({ length: photosAtOnce + 2 }, (_, i) => ({
    name: `Plank/${String(i).padStart(2, '0')}.png`,
    data: pngOf(20, 20, { shade: i }),
    stored: true,
  }))
  const checked = await checkPhotoArchive(ctx, { name: 'p.zip', bytes: zipOf(files) }, origin)
  if (!checked.ok) throw new Error(checked.sentence)
  await startImport(ctx, checked.importId)
  await importNextPhotos(ctx, (await findImport(ctx, checked.importId))!)

  expect(await findImport(ctx, checked.importId)).toMatchObject({
    state: 'committing',
    cursor: photosAtOnce,
  })
  expect(await continueImport(ctx, checked.importId, always)).toMatchObject({
    state: 'committed',
    created: photosAtOnce + 2,
  })
  expect(await photosOf(ctx)).toHaveLength(photosAtOnce + 2)
})

test('two hands that go on with one import at once count each photo once, as added or as there before', async () => {
  const ctx = await (await library()).newStudio()
  await givenExercises(ctx, ['Plank'])
  const files = Array.from({ length: photosAtOnce + 4 }, (_, i) => ({
    name: `Plank/${String(i).padStart(2, '0')}.png`,
    data: pngOf(20, 20, { shade: i }),
    stored: true,
  }))
  // Three were there before, and one of the archive is no photo.
  const [first, second, third] = files
  await addPhotoFiles(
    ctx,
    [first!, second!, third!].map(({ name, data }) => ({ name, bytes: data })),
    origin,
  )
  files.push({ name: 'Plank/broken.png', data: new Uint8Array([1, 2, 3]), stored: true })
  const checked = await checkPhotoArchive(ctx, { name: 'p.zip', bytes: zipOf(files) }, origin)
  if (!checked.ok) throw new Error(checked.sentence)
  await startImport(ctx, checked.importId)
  await Promise.all([1, 2].map(() => continueImport(ctx, checked.importId, always)))

  expect(await findImport(ctx, checked.importId)).toMatchObject({
    state: 'committed',
    created: photosAtOnce + 1,
    unchanged: 3,
    refused: 1,
  })
  expect(await photosOf(ctx)).toHaveLength(photosAtOnce + 4)
}, 400_000)

test('the same picture is kept once in the bucket, and what travelled in the file is gone', async () => {
  const ctx = await (await library()).newStudio()
  await givenExercises(ctx, ['Plank', 'Side Plank'])
  const secret = 'taken at 53.79 N, 1.54 W'
  const picture = pngOf(40, 30, { text: secret })
  const outcome = await addPhotoFiles(
    ctx,
    ['Plank/a.png', 'Plank/b.png', 'Side Plank/a.png', 'loose.png'].map((name) => ({
      name,
      bytes: picture,
    })),
    origin,
  )

  expect(outcome).toMatchObject({ stored: 2, alreadyThere: 1, refusals: [{ where: 'loose.png' }] })
  const [first, second] = await photosOf(ctx)
  expect(first?.objectKey).toBe(second?.objectKey)
  expect(first).toMatchObject({ contentType: 'image/webp', width: 40 })
  const kept = await (await ctx.media.get(first!.objectKey))!.text()
  expect(kept).not.toContain(secret)
})

test('a damaged picture and an exercise of another studio are refused, and leave nothing', async () => {
  const { newStudio } = await library()
  const [ctx, other] = [await newStudio(), await newStudio()]
  await givenExercises(other, ['Plank'])
  await givenExercises(ctx, ['Plank'])
  const file = { alt: '', source: '', licence: '' }
  const damaged = pngOf(40, 30)
  damaged.fill(7, 45, 60)

  expect(await storePhoto(ctx, `${ctx.studio.id}-Plank`, { ...file, bytes: damaged })).toEqual({
    ok: false,
    reason: 'unreadable',
  })
  expect(
    await storePhoto(ctx, `${other.studio.id}-Plank`, { ...file, bytes: pngOf(40, 30) }),
  ).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect([await photosOf(ctx), await photosOf(other)]).toEqual([[], []])
})
