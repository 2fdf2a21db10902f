import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import { openTitles, taskRows } from '../../../tests/support/tasks.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { assignTask, completeTask, reopenTask } from './settle-task.server.ts'
import type { NewTask } from './task-facts.ts'
import { taskPage } from './task-page.server.ts'
import {
  countOpenTasksStatement,
  doneTasksStatement,
  openTasksStatement,
} from './task-queries.server.ts'
import { closeTaskStatement, raiseTaskStatement } from './task-statements.server.ts'

const now = '2026-10-13T11:00:00Z'
const evening = '2026-10-13T17:30:00Z'

const clash = (ref: string, more: Partial<NewTask> = {}): NewTask => ({
  cause: { kind: 'inspection_due', ref },
  facts: { name: `Pole ${ref}`, dueOn: '2026-10-13' },
  role: 'manager',
  dueAt: evening,
  endsAt: null,
  path: '/x',
  ...(more as object),
})

const raise = (w: World, task: NewTask) =>
  batch(w.db, { task: raiseTaskStatement(w.at(now), task) })

const close = (w: World, ref: string) =>
  batch(w.db, { task: closeTaskStatement(w.at(now), { kind: 'inspection_due', ref }) })

async function raised(w: World, task: NewTask): Promise<string> {
  await raise(w, task)
  const [row] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM tasks WHERE studio_id = ${w.studio.id} AND cause_ref = ${task.cause.ref}
      AND state = 'open'`)
  return row!.id
}

function at(w: World, person: Person, role: Role) {
  const ctx = w.asMember(person, now)
  return { ...ctx, actor: { ...ctx.actor, role } }
}

const audits = (w: World) =>
  w.db.all<{ action: string; actorName: string }>(sql`
    SELECT action, actor_name AS actorName FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND subject_kind = 'task' ORDER BY rowid`)

test('a cause raised by two at once, and once more, is one task', async () => {
  const w = await world()
  await Promise.all([raise(w, clash('1')), raise(w, clash('1')), raise(w, clash('1'))])
  await raise(w, clash('1'))

  expect(await openTitles(w, now)).toEqual(['Inspect Pole 1'])
})

test('what someone did is not raised again; what ended automatically may come back', async () => {
  const w = await world()
  await completeTask(at(w, w.coach, 'owner'), await raised(w, clash('1')))
  await raise(w, clash('1'))
  expect(await openTitles(w, now)).toEqual([])

  await raise(w, clash('2'))
  await close(w, '2')
  await close(w, '1')
  expect((await taskRows(w, 'inspection_due')).map(({ state }) => state)).toEqual(['done', 'over'])
  await raise(w, clash('2'))
  expect(await openTitles(w, now)).toEqual(['Inspect Pole 2'])
})

test('done twice, also at the same moment, is done once by anyone who was first', async () => {
  const w = await world()
  const taskId = await raised(w, clash('1'))
  const [dee, eve] = [at(w, w.coach, 'owner'), await w.givenPerson('Eve Desk', { isStaff: true })]
  const results = await Promise.all([
    completeTask(dee, taskId),
    completeTask(dee, taskId),
    completeTask(dee, taskId),
  ])
  expect(results.map((result) => result.ok)).toEqual([true, true, true])
  expect(results.filter((result) => result.ok && !result.again)).toHaveLength(1)
  expect(await completeTask(at(w, eve, 'manager'), taskId)).toMatchObject({ ok: true, again: true })

  expect(await taskRows(w, 'inspection_due')).toMatchObject([
    { state: 'done', doneByName: 'Dee Coach' },
  ])
  expect(await audits(w)).toEqual([{ action: 'task.done', actorName: 'Dee Coach' }])
  const { done } = await batch(w.db, {
    done: doneTasksStatement(w.at(now), { role: 'owner', personId: '' }, now),
  })
  expect(done.map(({ id }) => id)).toEqual([taskId])
})

test('a wrong press is taken back once, and not where nothing can be done any more', async () => {
  const w = await world()
  const dee = at(w, w.coach, 'owner')
  const taskId = await raised(w, clash('1', { endsAt: evening }))
  await completeTask(dee, taskId)
  expect(await reopenTask(dee, taskId)).toMatchObject({ ok: true })
  expect(await reopenTask(dee, taskId)).toMatchObject({ ok: true, again: true })
  expect(await openTitles(w, now)).toEqual(['Inspect Pole 1'])
  await completeTask(dee, taskId)
  expect(await reopenTask({ ...dee, now: evening }, taskId)).toEqual({ ok: false, reason: 'over' })
  expect((await audits(w)).map(({ action }) => action)).toEqual([
    'task.done',
    'task.reopened',
    'task.done',
  ])
})

test('a task of another studio is found by no door, and neither is one that is not theirs', async () => {
  const [here, there] = [await world(), await world()]
  const foreign = await raised(there, clash('1'))
  const owner = at(here, here.coach, 'owner')
  const missing = { ok: false, reason: 'not_found' }
  expect(await completeTask(owner, foreign)).toEqual(missing)
  expect(await assignTask(owner, foreign, here.coach.id)).toEqual(missing)
  expect(await taskPage(owner, { role: 'owner', personId: here.coach.id }, foreign)).toBeNull()
  await completeTask(at(there, there.coach, 'owner'), foreign)
  expect(await reopenTask(owner, foreign)).toEqual(missing)
  expect(await taskRows(there, 'inspection_due')).toMatchObject([{ state: 'done' }])

  const own = await raised(here, clash('2'))
  for (const role of ['coach', 'front_desk'] as const)
    expect(await completeTask(at(here, here.coach, role), own)).toEqual(missing)
  expect(await audits(here)).toEqual([])
})

test('owners and managers see everything, the front desk its own, a coach what was given to them', async () => {
  const w = await world()
  await raise(w, clash('manager'))
  await raise(w, clash('desk', { role: 'front_desk' }))
  await raise(w, clash('mine', { role: 'front_desk', personId: w.coach.id }))
  await raise(w, clash('past', { role: 'front_desk', endsAt: now }))
  const seen = async (role: Role) => {
    const viewer = { role, personId: w.coach.id }
    const { rows, counted } = await batch(w.db, {
      rows: openTasksStatement(w.at(now), viewer),
      counted: countOpenTasksStatement(w.at(now), viewer),
    })
    expect(counted).toEqual([{ n: rows.length }])
    return rows.map(({ facts }) => (JSON.parse(facts) as { name: string }).name).sort()
  }
  expect(await seen('owner')).toEqual(['Pole desk', 'Pole manager', 'Pole mine'])
  expect(await seen('manager')).toEqual(['Pole desk', 'Pole manager', 'Pole mine'])
  expect(await seen('front_desk')).toEqual(['Pole desk', 'Pole mine'])
  expect(await seen('coach')).toEqual(['Pole mine'])
})

test('a manager gives a task to anyone who works here, the front desk takes it or hands it back', async () => {
  const w = await world()
  const hana = await w.givenPerson('Hana Desk', { isStaff: true })
  const taskId = await raised(w, clash('1', { role: 'front_desk' }))
  const [manager, desk] = [at(w, w.coach, 'manager'), at(w, hana, 'front_desk')]
  const holder = async () =>
    (await taskPage(manager, { role: 'manager', personId: '' }, taskId))!.task.personName

  expect(await assignTask(desk, taskId, w.coach.id)).toEqual({ ok: false, reason: 'not_yours' })
  expect(await assignTask(desk, taskId, hana.id)).toMatchObject({ ok: true })
  expect(await assignTask(desk, taskId, hana.id)).toMatchObject({ ok: true, again: true })
  expect(await holder()).toBe('Hana Desk')
  expect(await assignTask(manager, taskId, w.ana.id)).toEqual({ ok: false, reason: 'not_staff' })
  expect(await assignTask(manager, taskId, w.coach.id)).toMatchObject({ ok: true })
  expect(await assignTask(desk, taskId, null)).toEqual({ ok: false, reason: 'not_yours' })
  expect(await holder()).toBe('Dee Coach')
  expect(await assignTask(manager, taskId, null)).toMatchObject({ ok: true })
  expect(await audits(w)).toHaveLength(3)
  await close(w, '1')
  expect(await assignTask(manager, taskId, w.coach.id)).toEqual({ ok: false, reason: 'over' })
  expect(await completeTask(manager, taskId)).toEqual({ ok: false, reason: 'over' })
})

test('a task someone did stays done once its cause has ended, and cannot be undone', async () => {
  const w = await world()
  const owner = at(w, w.coach, 'owner')
  const id = await raised(w, clash('1'))
  await completeTask(owner, id)
  await close(w, '1')

  expect(await reopenTask(owner, id)).toEqual({ ok: false, reason: 'over' })
  expect((await taskRows(w, 'inspection_due')).map(({ state }) => state)).toEqual(['done'])
})

test('fees due are no task of someone who may not read fees, also where it was given to them', async () => {
  const w = await world()
  const id = await raised(w, {
    cause: { kind: 'fees_due', ref: '2026-10-13' },
    facts: { n: 1, amountMinor: 500 },
    role: 'front_desk',
    dueAt: evening,
    endsAt: null,
    path: '/x',
  })
  const owner = at(w, w.ana, 'owner')
  expect(await assignTask(owner, id, w.coach.id, 'coach')).toEqual({
    ok: false,
    reason: 'no_fees',
  })
  expect(await assignTask(owner, id, w.coach.id, 'front_desk')).toMatchObject({ ok: true })
  const seenBy = async (role: Role) => {
    const viewer = { role, personId: w.coach.id }
    const { open } = await batch(w.db, { open: openTasksStatement(w.at(now), viewer) })
    return [open.length, await taskPage(w.at(now), viewer, id)]
  }

  expect(await seenBy('coach')).toEqual([0, null])
  expect(await completeTask(at(w, w.coach, 'coach'), id)).toMatchObject({ reason: 'not_found' })
  expect(await seenBy('front_desk')).toMatchObject([1, { task: { id } }])
})
