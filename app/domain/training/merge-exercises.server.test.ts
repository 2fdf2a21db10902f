import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Actor, MemberContext } from '#app/domain/scope/contexts.ts'
import { pngOf } from '../../../tests/support/files.ts'
import { library } from '../../../tests/support/training.ts'
import type { MediaContext } from '../storage/media-context.ts'
import { changeExerciseState } from './change-exercise-state.server.ts'
import { encyclopediaPage } from './encyclopedia-page.server.ts'
import { exercisePage } from './exercise-page.server.ts'
import { keepFavourite } from './keep-favourite.server.ts'
import { mergeExercises, separateExercise } from './merge-exercises.server.ts'
import { addExercise } from './save-exercise.server.ts'
import { storePhoto } from './store-photo.server.ts'

type Context = MediaContext & { actor: Actor }

async function given(ctx: Context, name: string, photos: number[]): Promise<string> {
  const id = await addExercise(ctx, {
    name,
    logType: 'reps',
    version: 1,
    primary: ['lats'],
    aliases: [`${name} old`],
  })
  await changeExerciseState(ctx, id, 'published')
  for (const shade of photos) {
    const file = { bytes: pngOf(20, 20, { shade }), alt: '', source: '', licence: '' }
    await storePhoto(ctx, id, file)
  }
  return id
}

const found = async (ctx: Context, q: string) =>
  (await encyclopediaPage(ctx, null, new URLSearchParams({ q }))).cards.map(({ name }) => name)

const photosOf = async ({ db, studio }: Context, exerciseId: string) =>
  (
    await db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM exercise_media
        WHERE studio_id = ${studio.id} AND exercise_id = ${exerciseId}`,
    )
  )[0]?.n

const keeper = (ctx: Context): MemberContext => ({
  ...ctx,
  person: { id: 'ana' },
  actor: { userId: 'ana', name: 'Ana', role: 'member' },
})

async function twoOfOne() {
  const ctx = await (await library()).newStudio()
  const [stays, gone] = [await given(ctx, 'Pull-up', [1]), await given(ctx, 'Chinning', [1, 2])]
  return { ctx, stays, gone }
}

test('of two entries for one move one stays, with the photos and names of both, and the old address leads there', async () => {
  const { ctx, stays, gone } = await twoOfOne()
  await keepFavourite(keeper(ctx), gone, true)
  const [first, second] = await Promise.all([
    mergeExercises(ctx, gone, stays),
    mergeExercises(ctx, gone, stays),
  ])

  expect([first.ok, second.ok].includes(true)).toBe(true)
  expect(await mergeExercises(ctx, gone, stays)).toMatchObject({ ok: true, again: true })
  expect([await photosOf(ctx, stays), await photosOf(ctx, gone)]).toEqual([2, 1])
  expect(await found(ctx, 'chinning')).toEqual(['Pull-up'])
  expect(await found(ctx, '')).toEqual(['Pull-up'])
  expect(await exercisePage(ctx, null, gone)).toEqual({ mergedInto: stays })
  const page = await exercisePage(
    ctx,
    { personId: 'ana', role: 'member', name: '', email: '' },
    stays,
  )
  expect(page).toMatchObject({
    favourite: true,
    exercise: { aliases: ['Pull-up old', 'Chinning', 'Chinning old'] },
  })
  const lines = await ctx.db.all(
    sql`SELECT actor_name AS by FROM audit_entries
      WHERE studio_id = ${ctx.studio.id} AND action = 'exercise.merged'`,
  )
  expect(lines).toEqual([{ by: 'Kit Coach' }])
})

test('a merge is taken apart as it was, once', async () => {
  const { ctx, stays, gone } = await twoOfOne()
  await mergeExercises(ctx, gone, stays)
  expect(await separateExercise(ctx, gone)).toEqual({ ok: true, name: 'Chinning' })
  expect(await separateExercise(ctx, gone)).toEqual({ ok: false, reason: 'not_merged' })

  expect([await photosOf(ctx, stays), await photosOf(ctx, gone)]).toEqual([1, 2])
  expect(await found(ctx, 'chinning')).toEqual(['Chinning'])
  expect(await exercisePage(ctx, null, stays)).toMatchObject({
    exercise: { aliases: ['Pull-up old'] },
  })
})

test('an exercise is not merged into itself, into one that is merged, or into another studio’s', async () => {
  const { ctx, stays, gone } = await twoOfOne()
  const third = await given(ctx, 'Pullup', [])
  const other = await twoOfOne()
  await mergeExercises(ctx, gone, stays)

  expect(await mergeExercises(ctx, stays, stays)).toEqual({ ok: false, reason: 'same' })
  expect(await mergeExercises(ctx, third, gone)).toEqual({ ok: false, reason: 'changed_meanwhile' })
  expect(await mergeExercises(ctx, third, other.stays)).toEqual({ ok: false, reason: 'not_found' })
  expect(await mergeExercises(ctx, stays, third)).toMatchObject({ ok: true })
  expect(await exercisePage(ctx, null, gone)).toEqual({ mergedInto: third })
})

test('favourites are one’s own, of published exercises, and narrow the list for nobody else', async () => {
  const { ctx, stays, gone } = await twoOfOne()
  expect(await keepFavourite(keeper(ctx), stays, true)).toBe(true)
  expect(await keepFavourite(keeper(ctx), stays, true)).toBe(true)
  const mine = new URLSearchParams({ mine: '1' })
  const ana = { personId: 'ana', name: '', email: '' }
  expect((await encyclopediaPage(ctx, ana, mine)).cards.map(({ id }) => id)).toEqual([stays])
  expect((await encyclopediaPage(ctx, null, mine)).total).toBe(2)
  expect((await encyclopediaPage(ctx, { ...ana, personId: 'ben' }, mine)).total).toBe(0)

  await keepFavourite(keeper(ctx), stays, false)
  expect((await encyclopediaPage(ctx, ana, mine)).total).toBe(0)
  await changeExerciseState(ctx, gone, 'hidden')
  expect(await keepFavourite(keeper(ctx), gone, true)).toBe(false)
})
