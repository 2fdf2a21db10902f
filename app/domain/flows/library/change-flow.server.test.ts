import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addExercise } from '#app/domain/training/save-exercise.server.ts'
import { newId } from '#app/values/id.ts'
import { world } from '../../../../tests/support/world.ts'
import { setClassFlow, setSeriesFlow } from '../classes/set-class-flow.server.ts'
import { itemsOf } from '../plan/flow-plan.ts'
import { addFlow, copyFlow } from './add-flow.server.ts'
import { changeFlow, restoreVersion } from './change-flow.server.ts'
import { commentOnFlow } from './comment-on-flow.server.ts'
import type { FlowEditForm } from './flow-forms.ts'
import {
  commentsStatement,
  flowStatement,
  planOf,
  versionsStatement,
} from './flow-queries.server.ts'
import { keptVersions } from './flow-statements.server.ts'
import { readDetails, readEdit } from './read-edit.server.ts'
import { setFlowState } from './set-flow-state.server.ts'

const now = '2026-06-01T08:00:00Z'

async function teaching() {
  const w = await world()
  const ctx = w.asDesk(now)
  const id = newId()
  await addFlow(ctx, {
    key: id,
    title: 'Spins 4',
    discipline: '',
    level: 'beginner',
    focus: 'Carousel spin',
    minutes: 60,
    breath: 5,
    notes: '',
  })
  const flow = async (at: StaffContext = ctx, version?: number) => {
    const [found] = await flowStatement(at, at.actor, id, version ?? null)
    return found && { ...found, plan: planOf(found) }
  }
  const edit = async (form: Exclude<FlowEditForm, { act: 'undo' }>, at: StaffContext = ctx) => {
    const read = await readEdit(at, form)
    return 'edit' in read ? changeFlow(at, id, read.edit) : read
  }
  const names = async (version?: number) =>
    itemsOf((await flow(ctx, version))!.plan).map(({ name }) => name)
  const colleague = (role: 'coach' | 'owner' = 'coach'): StaffContext => ({
    ...ctx,
    actor: { userId: newId(), name: 'Hugo', role },
  })
  return { w, ctx, id, flow, edit, names, colleague }
}

const add = (text: string, key = newId()) => ({ act: 'add', block: 'b0', key, text }) as const

test('lines become items of the library where they name one, once however often they are sent', async () => {
  const { ctx, id, edit, flow } = await teaching()
  const spin = await addExercise(
    ctx,
    { name: 'Chair spin', aliases: [], logType: 'pass', version: 0 },
    newId(),
  )
  const form = add('chair-spins 10 min left first\nWrists, shoulders, hips 8 min')
  expect(await edit(form)).toMatchObject({ ok: true, version: 2 })
  expect(await edit(form)).toMatchObject({ ok: true, version: 2 })
  const found = await flow()
  expect(itemsOf(found!.plan).map(({ name, exerciseId }) => [name, exerciseId])).toEqual([
    ['chair-spins', spin],
    ['Wrists, shoulders, hips', ''],
  ])
  expect(await ctx.db.all(sql`SELECT seconds, items FROM flows WHERE id = ${id}`)).toEqual([
    { seconds: 1080, items: 2 },
  ])
  expect(
    await ctx.db.all(sql`SELECT exercise_id AS id FROM flow_exercises WHERE flow_id = ${id}`),
  ).toEqual([{ id: spin }])
  expect(await edit(add('5 min'))).toEqual({
    fields: { text: ['Line 1: There is a length, but no name'] },
  })
})

test('five coaches who edit one flow at the same moment lose nothing', async () => {
  const { edit, names, ctx, id } = await teaching()
  const results = await Promise.all(
    Array.from({ length: 5 }, (_, i) => edit(add(`Item ${i} 1 min`))),
  )
  const said = results.map((one) => 'ok' in one && one.ok)
  const kept = await names()
  expect(kept).toHaveLength(said.filter(Boolean).length)
  expect(kept.length).toBe(5)
  const versions = await versionsStatement(ctx, id)
  expect(versions.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1])
})

test('undo takes the last change back, and is told where somebody saved since', async () => {
  const { ctx, id, edit, names } = await teaching()
  await edit(add('One 1 min'))
  await edit(add('Two 2 min'))
  expect(await restoreVersion(ctx, id, { version: 2 })).toMatchObject({
    reason: 'changed_meanwhile',
  })
  expect(await restoreVersion(ctx, id, { version: 3 })).toMatchObject({ ok: true, version: 4 })
  expect(await names()).toEqual(['One'])
  expect(await restoreVersion(ctx, id, { version: 4, from: 3 })).toMatchObject({ ok: true })
  expect(await names()).toEqual(['One', 'Two'])
  expect(await restoreVersion(ctx, id, { version: 5, from: 99 })).toMatchObject({
    reason: 'nothing_before',
  })
})

test('a class keeps the version of its flow that it began with', async () => {
  const { w, ctx, id, edit, names } = await teaching()
  const occurrence = await w.givenClass({ localStart: '2026-06-01T18:30' })
  const later = await w.givenClass({ localStart: '2026-06-08T18:30' })
  await edit(add('Taught 1 min'))
  for (const one of [occurrence, later])
    expect(await setClassFlow(ctx, one, { flow: id, was: '' })).toEqual({ ok: true })
  const next = w.asDesk('2026-06-02T08:00:00Z')
  await edit(add('Added the day after 1 min'), next)
  const rows = await ctx.db.all<{ id: string; version: number | null }>(sql`
    SELECT occurrence_id AS id, version FROM class_flows WHERE studio_id = ${w.studio.id}`)
  expect(Object.fromEntries(rows.map((row) => [row.id, row.version]))).toEqual({
    [occurrence]: 2,
    [later]: null,
  })
  for (let i = 0; i < keptVersions + 3; i += 1) await edit(add(`More ${i} 1 min`), next)
  expect(await names(2)).toEqual(['Taught'])
  const versions = await versionsStatement(ctx, id)
  expect(versions).toHaveLength(keptVersions + 1)
  expect(versions.at(-1)).toMatchObject({ version: 2, taught: 1 })
})

test('a series hands its flow to its coming classes, and those planned for themselves keep theirs', async () => {
  const { w, ctx, id } = await teaching()
  const other = newId()
  await copyFlow(ctx, id, other)
  const first = await w.givenClass({ localStart: '2026-06-04T18:30' })
  const [{ series }] = (await ctx.db.all<{ series: string }>(sql`
    SELECT series_id AS series FROM occurrences WHERE id = ${first}`)) as [{ series: string }]
  const flowOf = async (occurrence: string) =>
    (
      await ctx.db.all<{ flow: string }>(sql`
        SELECT flow_id AS flow FROM class_flows WHERE occurrence_id = ${occurrence}`)
    )[0]?.flow
  expect(await setSeriesFlow(ctx, series, { flow: id, was: '' })).toEqual({ ok: true })
  expect(await flowOf(first)).toBe(id)
  const columns = await ctx.db.all<{ name: string }>(sql`
    SELECT name FROM pragma_table_info('occurrences')`)
  const made = newId()
  const changed = { id: made, recurrence_key: '2026-06-11T18:30' }
  await ctx.db.run(sql`INSERT INTO occurrences (${sql.raw(columns.map((c) => c.name).join(', '))})
    SELECT ${sql.join(
      columns.map(({ name }) =>
        name in changed ? sql`${changed[name as keyof typeof changed]}` : sql.raw(name),
      ),
      sql`, `,
    )} FROM occurrences WHERE id = ${first}`)
  expect(await flowOf(made)).toBe(id)
  expect(await setClassFlow(ctx, made, { flow: '', was: id })).toEqual({ ok: true })
  expect(await setClassFlow(ctx, first, { flow: other, was: id })).toEqual({ ok: true })
  expect(await setSeriesFlow(ctx, series, { flow: '', was: id })).toEqual({ ok: true })
  expect(await flowOf(first)).toBe(other)
  expect(await setSeriesFlow(ctx, series, { flow: id, was: id })).toMatchObject({
    reason: 'changed_meanwhile',
  })
})

test('a draft is its author’s, and what is planned for a class is not taken from coaches', async () => {
  const { w, ctx, id, flow, colleague } = await teaching()
  expect(await flow(colleague())).toBeUndefined()
  expect(await flow(colleague('owner'))).toBeDefined()
  const occurrence = await w.givenClass({ localStart: '2026-06-04T18:30' })
  expect(await setClassFlow(colleague(), occurrence, { flow: id, was: '' })).toMatchObject({
    reason: 'unknown_flow',
  })
  expect(await setFlowState(ctx, id, { act: 'share' })).toEqual({ ok: true })
  expect(await flow(colleague())).toBeDefined()
  expect(await setFlowState(colleague(), id, { act: 'draft' })).toMatchObject({
    reason: 'not_yours',
  })
  expect(await setClassFlow(colleague(), occurrence, { flow: id, was: '' })).toEqual({ ok: true })
  for (const act of ['archive', 'draft'] as const)
    expect(await setFlowState(ctx, id, { act })).toMatchObject({ reason: 'in_classes' })
  await setClassFlow(ctx, occurrence, { flow: '', was: id })
  expect(await setFlowState(ctx, id, { act: 'archive' })).toEqual({ ok: true })
  expect(await changeFlow(ctx, id, { act: 'block', key: newId(), name: 'x' })).toMatchObject({
    reason: 'archived',
  })
})

test('a comment is said once, settled and opened again, and another studio’s flow is nobody’s', async () => {
  const { ctx, id } = await teaching()
  const key = newId()
  const say = (act: 'add' | 'settle' | 'reopen', flow = id) =>
    commentOnFlow(ctx, flow, { act, key, item: '', text: 'Shorter warm-up?' })
  expect([await say('add'), await say('add'), await say('add', newId())]).toEqual([
    true,
    true,
    false,
  ])
  await say('settle')
  expect(await commentsStatement(ctx, id)).toMatchObject([
    { settledAt: now, text: 'Shorter warm-up?' },
  ])
})

test('a discipline or a level of another studio is no choice', async () => {
  const { ctx, edit, flow } = await teaching()
  const foreign = newId()
  const about = {
    title: 'Foreign',
    level: 'beginner',
    focus: '',
    minutes: 60,
    breath: 5,
    notes: '',
  }
  const key = newId()
  expect(await addFlow(ctx, { ...about, key, discipline: foreign } as never)).toBeNull()
  expect(await flowStatement(ctx, ctx.actor, key)).toEqual([])
  const details = { ...about, version: 1, discipline: foreign } as never
  expect(await readDetails(ctx, details)).toHaveProperty('fields.discipline')
  await edit(add('Cat and cow 4 min'))
  const [item] = itemsOf((await flow())!.plan)
  const said = { act: 'item', item: item!.id, version: 1, name: 'Cat and cow', length: '4 min' }
  expect(await edit({ ...said, level: foreign } as never)).toHaveProperty('fields.level')
})
