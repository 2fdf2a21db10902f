import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { MediaContext } from '#app/domain/storage/media-context.ts'
import { library } from '../../../../tests/support/training.ts'
import { checkExerciseFile } from './check-exercise-file.server.ts'
import { discardImport, importNextRows, rowsAtOnce, startImport } from './commit-import.server.ts'
import { findImport } from './import-queries.server.ts'

/** A file of `count` exercises, as free-exercise-db writes them. */
function fileOf(
  count: number,
  change: (row: Record<string, unknown>, i: number) => object = (row) => row,
) {
  const rows = Array.from({ length: count }, (_, i) =>
    change(
      {
        id: `Move_${i}`,
        name: `Move ${i}`,
        force: i % 3 ? 'pull' : 'static',
        level: 'beginner',
        mechanic: null,
        equipment: i % 5 ? 'barbell' : null,
        primaryMuscles: ['lats'],
        secondaryMuscles: [],
        instructions: i % 7 ? ['Move.'] : [],
        category: 'strength',
        images: [],
      },
      i,
    ),
  )
  return { name: 'exercises.json', bytes: new TextEncoder().encode(JSON.stringify(rows)) }
}

async function checked(
  ctx: Parameters<typeof checkExerciseFile>[0],
  file: ReturnType<typeof fileOf>,
) {
  const result = await checkExerciseFile(ctx, file)
  if (!result.ok) throw new Error(result.sentence)
  return (await findImport(ctx, result.importId))!
}

async function runWhole(ctx: Parameters<typeof startImport>[0], importId: string) {
  await startImport(ctx, importId)
  for (;;) {
    const job = (await findImport(ctx, importId))!
    if (job.state !== 'committing') return job
    await importNextRows(ctx, job)
  }
}

const countOf = async ({ db, studio }: MediaContext) =>
  (
    await db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM exercises WHERE studio_id = ${studio.id}`,
    )
  )[0]?.n

test('a dry run says what would come and writes no exercise', async () => {
  const ctx = await (await library()).newStudio()
  const job = await checked(ctx, fileOf(20))

  expect(job).toMatchObject({
    state: 'dry_run',
    total: 20,
    findings: {
      new: 20,
      changed: 0,
      unchanged: 0,
      noEquipment: 4,
      noInstructions: 3,
      noForce: 0,
      noMechanic: 20,
    },
  })
  expect(await countOf(ctx)).toBe(0)
})

test('a second import changes nothing, and a third changes what its file changed', async () => {
  const ctx = await (await library()).newStudio()
  const first = await runWhole(ctx, (await checked(ctx, fileOf(250))).id)
  const again = await checked(ctx, fileOf(250))
  const second = await runWhole(ctx, again.id)
  const third = await runWhole(
    ctx,
    (
      await checked(
        ctx,
        fileOf(251, (row, i) => (i === 7 ? { ...row, name: 'Renamed' } : row)),
      )
    ).id,
  )

  expect(first).toMatchObject({ state: 'committed', created: 250, changed: 0, unchanged: 0 })
  expect(again.findings).toMatchObject({ new: 0, unchanged: 250 })
  expect(second).toMatchObject({ created: 0, changed: 0, unchanged: 250, kept: 0 })
  expect(third).toMatchObject({ created: 1, changed: 1, unchanged: 249 })
  expect(await countOf(ctx)).toBe(251)
})

test('an import cut off between two steps goes on where it was, and each row counts once', async () => {
  const ctx = await (await library()).newStudio()
  const job = await checked(ctx, fileOf(2 * rowsAtOnce + 1))
  await startImport(ctx, job.id)
  await importNextRows(ctx, (await findImport(ctx, job.id))!)
  const cutOff = (await findImport(ctx, job.id))!
  expect([cutOff.cursor, await countOf(ctx)]).toEqual([rowsAtOnce, rowsAtOnce])

  // Two go on at once, and one of them believes the import is where it was before.
  await Promise.all([
    importNextRows(ctx, cutOff),
    importNextRows(ctx, cutOff),
    importNextRows(ctx, { ...cutOff, cursor: 0 }),
  ])
  const done = await runWhole(ctx, job.id)

  expect(done).toMatchObject({
    state: 'committed',
    created: 2 * rowsAtOnce + 1,
    unchanged: 0,
    cursor: 2 * rowsAtOnce + 1,
  })
  expect(await countOf(ctx)).toBe(2 * rowsAtOnce + 1)
  expect(await ctx.media.get(done.objectKey)).toBeNull()
})

test("a studio's own edit survives a later import", async () => {
  const ctx = await (await library()).newStudio()
  await runWhole(ctx, (await checked(ctx, fileOf(5))).id)
  await ctx.db.run(
    sql`UPDATE exercises SET name = 'Ours', edited_at = ${ctx.now}
      WHERE studio_id = ${ctx.studio.id} AND source_id = 'Move_2'`,
  )
  const changed = fileOf(5, (row) => ({ ...row, level: 'expert' }))
  const job = await checked(ctx, changed)
  const done = await runWhole(ctx, job.id)

  expect(job.findings).toMatchObject({ new: 0, changed: 4, kept: 1 })
  expect(done).toMatchObject({ changed: 4, kept: 1 })
  const [ours] = await ctx.db.all<{ name: string; level: string }>(
    sql`SELECT name, level FROM exercises
      WHERE studio_id = ${ctx.studio.id} AND source_id = 'Move_2'`,
  )
  expect(ours).toEqual({ name: 'Ours', level: 'beginner' })
})

test('log types are guessed: stretching and holds by time, cardio by distance, the rest by weight', async () => {
  const ctx = await (await library()).newStudio()
  const kinds = [
    { category: 'stretching', force: 'pull' },
    { category: 'strength', force: 'static' },
    { category: 'cardio', force: 'push' },
    { category: 'powerlifting', force: null },
  ]
  await runWhole(
    ctx,
    (
      await checked(
        ctx,
        fileOf(4, (row, i) => ({ ...row, ...kinds[i] })),
      )
    ).id,
  )
  const rows = await ctx.db.all<{ logType: string }>(
    sql`SELECT log_type AS logType FROM exercises WHERE studio_id = ${ctx.studio.id}
      ORDER BY source_id`,
  )
  expect(rows.map((row) => row.logType)).toEqual(['time', 'time', 'distance_time', 'weight_reps'])
})

test('an import that was thrown away cannot start, and another studio cannot see it', async () => {
  const { newStudio } = await library()
  const [ctx, other] = [await newStudio(), await newStudio()]
  const job = await checked(ctx, fileOf(3))

  expect(await findImport(other, job.id)).toBeNull()
  expect(await startImport(other, job.id)).toEqual({ ok: false, reason: 'not_found' })
  expect(await discardImport(other, job.id)).toBe(false)
  expect(await discardImport(ctx, job.id)).toBe(true)
  expect(await startImport(ctx, job.id)).toEqual({ ok: false, reason: 'not_found' })
  expect(await ctx.media.get(job.objectKey)).toBeNull()
  expect(await countOf(ctx)).toBe(0)
})
