import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setClassFlow } from '#app/domain/flows/classes/set-class-flow.server.ts'
import { addFlow } from '#app/domain/flows/library/add-flow.server.ts'
import { changeFlow } from '#app/domain/flows/library/change-flow.server.ts'
import { flowFilters } from '#app/domain/flows/library/flow-filters.ts'
import { usesStatement } from '#app/domain/flows/library/flow-queries.server.ts'
import { flowsPage } from '#app/domain/flows/library/flows-page.server.ts'
import { readEdit } from '#app/domain/flows/library/read-edit.server.ts'
import { setFlowState } from '#app/domain/flows/library/set-flow-state.server.ts'
import { flowVersionsPage } from '#app/domain/flows/library/versions-page.server.ts'
import { changeExerciseState } from '#app/domain/training/change-exercise-state.server.ts'
import { addExercise } from '#app/domain/training/save-exercise.server.ts'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { exerciseEntryPage } from './exercise-entry-page.server.ts'
import { flowPage } from './flow-page.server.ts'

const now = '2026-06-03T08:00:00Z'

/** Copies the class `of` to `classes` days before it, each taught from version 1 of the flow. */
async function taughtBefore(w: World, { flow, of, classes }: Taught): Promise<void> {
  const columns = await w.db.all<{ name: string }>(
    sql`SELECT name FROM pragma_table_info('occurrences')`,
  )
  const day = (column: string, format: string) =>
    `strftime('${format}', ${column}, '-' || n || ' days')`
  const set: Record<string, string> = {
    id: `'earlier' || n`,
    recurrence_key: `'earlier' || n`,
    starts_at: day('starts_at', '%Y-%m-%dT%H:%M:%SZ'),
    ends_at: day('ends_at', '%Y-%m-%dT%H:%M:%SZ'),
    local_start: day('local_start', '%Y-%m-%dT%H:%M'),
    state: `'reconciled'`,
  }
  await w.db.run(sql`
    INSERT INTO occurrences (${sql.raw(columns.map(({ name }) => name).join())})
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${classes})
    SELECT ${sql.raw(columns.map(({ name }) => set[name] ?? name).join())} FROM numbers
    JOIN occurrences AS o ON o.id = ${of}`)
  await w.db.run(sql`
    INSERT INTO class_flows (studio_id, occurrence_id, flow_id, version, set_at)
    SELECT studio_id, id, ${flow}, 1, ${now} FROM occurrences
    WHERE studio_id = ${w.studio.id} AND id GLOB 'earlier*'`)
}
type Taught = { flow: string; of: string; classes: number }

/** A flow with one exercise, planned into a class of tomorrow. */
async function planned() {
  const w = await world()
  const desk = w.asDesk(now)
  const spin = await addExercise(desk, { name: 'Chair spin', logType: 'pass', version: 0 })
  await changeExerciseState(desk, spin, 'published')
  const flow = newId()
  const about = { discipline: '', level: 'beginner' as const, focus: '', minutes: 60 }
  await addFlow(desk, { key: flow, title: 'Spins', ...about, breath: 5, notes: '' })
  await setFlowState(desk, flow, { act: 'share' })
  const read = await readEdit(desk, {
    act: 'add',
    block: 'b0',
    key: newId(),
    text: 'Chair spin 5 min',
  })
  if ('edit' in read) await changeFlow(desk, flow, read.edit)
  const next = await w.givenClass({ localStart: '2026-06-04T18:30' })
  await setClassFlow(desk, next, { flow, was: '' })
  return { w, desk, spin, flow, next }
}

async function rowsOf(classes: number) {
  const { w, desk, spin, flow, next } = await planned()
  const of = await w.givenClass({ localStart: '2026-06-01T18:30' })
  await taughtBefore(w, { flow, of, classes })
  const reads = async <T>(ask: () => Promise<T>) => {
    const before = w.meter.rows
    const answer = await ask()
    return { answer, rows: w.meter.rows - before }
  }
  const viewer = { personId: w.ana.id, role: 'member' as const, name: '', email: '' }
  const coach = { ...desk.actor, role: 'coach' as const }
  return {
    list: await reads(() =>
      flowsPage(desk, coach, flowFilters.parse({}), { page: 1, perPage: 25 }),
    ),
    page: await reads(() =>
      flowPage(desk, { actor: coach, viewer }, { flowId: flow, occurrenceId: '' }),
    ),
    versions: await reads(() => flowVersionsPage(desk, coach, flow, { from: null, to: null })),
    entry: await reads(() => exerciseEntryPage(w.asMember(w.ana, now), viewer, spin)),
    next,
  }
}

test('pages of a flow and of its exercises read no more once it was taught in a thousand classes', async () => {
  const [few, many] = [await rowsOf(12), await rowsOf(1_000)]
  for (const page of ['list', 'page', 'versions', 'entry'] as const)
    expect({ page, rows: many[page].rows }).toEqual({
      page,
      rows: expect.toSatisfy((rows: number) => rows <= few[page].rows * 1.1),
    })
  expect(many.list.answer.page.items).toMatchObject([{ coming: 1 }])
  expect(many.page.answer?.uses.map(({ localStart }) => localStart)).toEqual([
    '2026-06-04T18:30',
    ...[31, 30, 29, 28, 27, 26, 25].map((day) => `2026-05-${day}T18:30`),
  ])
  const versions = many.versions.answer?.versions.map(({ version, taught }) => [version, taught])
  expect(versions).toEqual([
    [2, 0],
    [1, 1_000],
  ])
  const entry = many.entry.answer
  expect(entry && 'teaching' in entry && entry.teaching.map(({ id }) => id)).toEqual([many.next])
})

test('a flow that was planned into a class is listed at the time the class moves to', async () => {
  const { w, desk, flow, next } = await planned()
  const later = await w.givenClass({ localStart: '2026-06-05T18:30' })
  await setClassFlow(desk, later, { flow, was: '' })
  const order = async () => {
    const uses = await usesStatement(desk, flow)
    return uses.map(({ occurrenceId }) => (occurrenceId === next ? 'next' : 'later'))
  }
  expect(await order()).toEqual(['next', 'later'])
  await w.db.run(sql`UPDATE occurrences SET starts_at = '2026-06-08T17:30:00Z',
    ends_at = '2026-06-08T18:30:00Z' WHERE id = ${next}`)
  expect(await order()).toEqual(['later', 'next'])
})
