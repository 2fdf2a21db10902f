import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { MediaContext } from '#app/domain/storage/media-context.ts'
import { pngOf } from '../../../tests/support/files.ts'
import { library } from '../../../tests/support/training.ts'
import { changeExerciseState } from './change-exercise-state.server.ts'
import { deleteExercise, removePhoto } from './delete-exercise.server.ts'
import { encyclopediaPage } from './encyclopedia-page.server.ts'
import { type ExerciseFields, exerciseFields } from './exercise-fields.ts'
import { parseLibraryFilters } from './exercise-filters.ts'
import { findExercise } from './exercise-queries.server.ts'
import { checkExerciseFile } from './import/check-exercise-file.server.ts'
import { startImport } from './import/commit-import.server.ts'
import { continueImport } from './import/continue-import.server.ts'
import { libraryPage } from './library-page.server.ts'
import { addExercise, changeExercise } from './save-exercise.server.ts'
import { storePhoto } from './store-photo.server.ts'

const fields = (more: Partial<ExerciseFields> = {}): ExerciseFields => ({
  name: 'Fireman spin',
  logType: 'pass',
  primary: ['forearms'],
  version: 0,
  ...more,
})

const find = async (ctx: MediaContext, q: string) =>
  (await encyclopediaPage(ctx, null, new URLSearchParams({ q }))).cards.map(({ name }) => name)

const auditOf = ({ db, studio }: MediaContext) =>
  db.all<{ action: string; actor: string }>(
    sql`SELECT action, actor_name AS actor FROM audit_entries WHERE studio_id = ${studio.id}
      ORDER BY created_at, rowid`,
  )

test('an exercise is a draft first, found by its aliases once it is published, and everything is written down', async () => {
  const ctx = await (await library()).newStudio()
  const id = await addExercise(
    ctx,
    fields({ aliases: ['Firefly'], secondary: ['forearms', 'lats'] }),
  )
  expect(await find(ctx, 'firefli')).toEqual([])
  expect(await changeExerciseState(ctx, id, 'published')).toBe(true)
  expect(await find(ctx, 'firefli')).toEqual(['Fireman spin'])
  expect(await findExercise(ctx, id)).toMatchObject({
    bodyPart: 'arms',
    secondaryMuscles: ['lats'],
    disciplineId: null,
  })

  await changeExercise(ctx, id, fields({ name: 'Back hook spin', version: 1 }))
  expect([await find(ctx, 'fireman'), await find(ctx, 'bak hook')]).toEqual([
    [],
    ['Back hook spin'],
  ])
  expect(await auditOf(ctx)).toEqual(
    ['exercise.added', 'exercise.published', 'exercise.changed'].map((action) => ({
      action,
      actor: 'Kit Coach',
    })),
  )
})

test('pressing twice adds once', async () => {
  const ctx = await (await library()).newStudio()
  await addExercise(ctx, fields(), 'aaaaaaaaaa')
  await addExercise(ctx, fields(), 'aaaaaaaaaa')
  expect(
    (await libraryPage(ctx, parseLibraryFilters(new URLSearchParams()), { page: 1, perPage: 50 }))
      .total,
  ).toBe(1)
  expect(await auditOf(ctx)).toHaveLength(1)
})

test('of two who change the same exercise the second is told, and nothing of theirs is written', async () => {
  const ctx = await (await library()).newStudio()
  const id = await addExercise(ctx, fields())
  const both = await Promise.all(
    ['First', 'Second'].map((name) => changeExercise(ctx, id, fields({ name, version: 1 }))),
  )
  expect(both).toContainEqual({ ok: true })
  expect(both).toContainEqual({ ok: false, reason: 'changed_meanwhile' })
  const winner = both[0]?.ok ? 'First' : 'Second'
  expect(await findExercise(ctx, id)).toMatchObject({ name: winner, version: 2 })
  expect((await auditOf(ctx)).filter(({ action }) => action === 'exercise.changed')).toHaveLength(1)
})

test('what the studio changed of an import stays through the next import, its search with it', async () => {
  const ctx = await (await library()).newStudio()
  const run = async (level: string) => {
    const row = {
      id: 'Pullups',
      name: 'Pullups',
      level,
      category: 'strength',
      primaryMuscles: ['lats'],
      secondaryMuscles: [],
      instructions: [],
    }
    const checked = await checkExerciseFile(ctx, {
      name: 'e.json',
      bytes: new TextEncoder().encode(JSON.stringify([row])),
    })
    if (!checked.ok) throw new Error(checked.sentence)
    await startImport(ctx, checked.importId)
    return continueImport(ctx, checked.importId, { clock: () => 0, untilMs: 1 })
  }
  await run('beginner')
  const [{ id }] = (await ctx.db.all<{ id: string }>(
    sql`SELECT id FROM exercises WHERE studio_id = ${ctx.studio.id}`,
  )) as [{ id: string }]
  await changeExercise(ctx, id, fields({ name: 'Chin over the bar', version: 1 }))

  expect(await run('expert')).toMatchObject({ created: 0, changed: 0, kept: 1 })
  expect(await find(ctx, 'chin')).toEqual(['Chin over the bar'])
  expect(await find(ctx, 'pullups')).toEqual([])
})

test('only what members do not see is deleted, with its photos, unless another exercise shows them', async () => {
  const ctx = await (await library()).newStudio()
  const [one, two] = [
    await addExercise(ctx, fields({ name: 'One' })),
    await addExercise(ctx, fields({ name: 'Two' })),
  ]
  const picture = { bytes: pngOf(30, 50, { shade: 9 }), alt: '', source: '', licence: '' }
  await storePhoto(ctx, one, picture)
  await storePhoto(ctx, two, picture)
  const photos = await ctx.db.all<{ id: string; objectKey: string; exerciseId: string }>(
    sql`SELECT photo.id, object.object_key AS objectKey, photo.exercise_id AS exerciseId
      FROM exercise_media AS photo
      JOIN objects AS object ON object.id = photo.object_id
      WHERE photo.studio_id = ${ctx.studio.id}`,
  )
  const key = photos[0]!.objectKey
  await changeExerciseState(ctx, one, 'published')

  expect(await deleteExercise(ctx, one)).toEqual({ ok: false, reason: 'published' })
  await changeExerciseState(ctx, one, 'hidden')
  expect(await deleteExercise(ctx, one)).toEqual({ ok: true, name: 'One' })
  expect(await ctx.media.head(key)).not.toBeNull()
  const last = photos.find(({ exerciseId }) => exerciseId === two)!
  expect(await removePhoto(ctx, one, last.id)).toBe(false)
  expect(await removePhoto(ctx, two, last.id)).toBe(true)
  expect(await ctx.media.head(key)).toBeNull()
  expect(await deleteExercise(ctx, one)).toEqual({ ok: false, reason: 'not_found' })
})

test("another studio's exercise cannot be changed, hidden or deleted", async () => {
  const { newStudio } = await library()
  const [ctx, other] = [await newStudio(), await newStudio()]
  const id = await addExercise(other, fields())
  expect(await changeExercise(ctx, id, fields({ name: 'Stolen', version: 1 }))).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await changeExerciseState(ctx, id, 'hidden')).toBe(false)
  expect(await deleteExercise(ctx, id)).toEqual({ ok: false, reason: 'not_found' })
  expect(await findExercise(other, id)).toMatchObject({ name: 'Fireman spin', version: 1 })
  expect(await auditOf(ctx)).toEqual([])
})

test('the form refuses what the library has no word for, and lists are written one entry a line', () => {
  expect(
    exerciseFields.parse({ name: ' Plank ', logType: 'time', instructions: 'One\r\n\n Two  ' }),
  ).toMatchObject({
    name: 'Plank',
    instructions: ['One', 'Two'],
    version: 0,
  })
  const wrong = exerciseFields.safeParse({
    name: 'x'.repeat(121),
    level: 'god',
    primary: ['heart'],
    logType: 'never',
    cues: 'x'.repeat(301),
  })
  expect(wrong.error?.issues.map(({ path }) => path[0])).toEqual([
    'name',
    'level',
    'primary',
    'cues',
    'logType',
  ])
})
