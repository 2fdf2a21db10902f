import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import { raiseTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let other: Week
const cookies = new Map<Role, string>()
const staff = new Map<Role, string>()

beforeAll(async () => {
  await freezeClock(weekNow)
  ;[week, other] = [await mintWeek(databases), await mintWeek(databases)]
  for (const role of ['owner', 'coach', 'member'] as const) {
    const account = await mintAccount(databases, {
      studio: week.studio,
      role,
      name: `Some ${role}`,
    })
    const { cookie } = await mintSession(databases, account, { variables: inject('variables') })
    cookies.set(role, cookie)
    staff.set(role, account.personId!)
  }
})
afterAll(releaseClock)

const send = (path: string, role: Role, fields?: Record<string, string>) =>
  fetch(origin + path, {
    method: fields ? 'POST' : 'GET',
    headers: { Cookie: cookies.get(role)!, Origin: origin },
    ...(fields ? { body: new URLSearchParams(fields) } : {}),
    redirect: 'manual',
  })

async function raised(
  { studio }: Week,
  ref: string,
  kind: 'inspection_due' | 'fees_due' = 'inspection_due',
): Promise<string> {
  const db = databases.shard(studio.shard as 0 | 1)
  const ctx = { db, studio, now: weekNow, nowMs: Date.parse(weekNow), origin, secret: '' }
  await batch(db, {
    task: raiseTaskStatement(ctx, {
      ...(kind === 'fees_due'
        ? { cause: { kind, ref }, facts: { n: 1, amountMinor: 500 } }
        : { cause: { kind, ref }, facts: { name: `Pole ${ref}`, dueOn: weekNow.slice(0, 10) } }),
      role: 'manager',
      dueAt: weekNow,
      endsAt: null,
      path: paths.manageFacilities(studio),
    }),
  })
  const [row] = await db.all<{ id: string }>(
    sql`SELECT id FROM tasks WHERE studio_id = ${studio.id} AND cause_ref = ${ref}`,
  )
  return row!.id
}

test('a task is on the board, is done by its form without scripts, and can be taken back', async () => {
  const { studio } = week
  const taskId = await raised(week, 'seven')
  const task = paths.manageTask(studio, taskId)
  const board = async () => (await send(paths.manageToday(studio), 'owner')).text()
  expect(await board()).toMatch(
    new RegExp(`Inspect Pole seven[\\s\\S]*<form method="post" action="${task}"`),
  )
  expect((await send(task, 'owner')).status).toBe(200)

  for (const press of [1, 2]) {
    const done = await send(task, 'owner', { act: 'done' })
    expect([press, done.status]).toEqual([press, 303])
    expect(done.headers.get('Location')).toBe(paths.manageToday(studio))
  }
  expect(await board()).toContain('Done today')
  expect(await (await send(task, 'owner')).text()).toContain('Done by Some owner')
  expect((await send(task, 'owner', { act: 'reopen' })).status).toBe(303)
  expect(await board()).not.toContain('Done today')
})

test('a task about fees is offered to those who see fees only, and a refused choice stays on the page', async () => {
  const { studio } = week
  const taskId = await raised(week, 'fees', 'fees_due')
  const task = paths.manageTask(studio, taskId)
  const page = await (await send(task, 'owner')).text()
  expect(page).toContain('Some owner</option>')
  expect(page).not.toContain('Some coach</option>')

  const coach = staff.get('coach')!
  const answer = await send(task, 'owner', { act: 'give', personId: coach })
  expect(answer.status).toBe(422)
  const refused = await answer.text()
  expect(refused).toContain('data-refusal="no_fees"')
  expect(refused).toContain('This is about fees, which they can’t see.')
  expect(refused).toContain('Who does it')
})

test('odd posts are refused and never break, and strangers and other studios find nothing', async () => {
  const { studio } = week
  const taskId = await raised(week, 'eight')
  const foreign = paths.manageTask(studio, await raised(other, 'nine'))
  const task = paths.manageTask(studio, taskId)
  expect((await send(task, 'owner', { act: 'burn' })).status).toBe(422)
  expect((await send(task, 'owner', { act: 'give', personId: 'nobody' })).status).toBe(422)
  expect((await send(task, 'coach', { act: 'done' })).status).toBe(404)
  expect((await send(task, 'member', { act: 'done' })).status).toBe(403)
  expect((await send(foreign, 'owner')).status).toBe(404)
  for (const act of ['done', 'reopen', 'give'])
    expect((await send(foreign, 'owner', { act })).status).toBe(404)
})
