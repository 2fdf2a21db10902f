import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { instantToMs } from '#app/values/instant.ts'
import { databases } from '../../tests/support/databases.ts'
import { demoNow } from '../../tests/support/demo-moment.ts'
import { fillDemoWorld } from '../demo/fill-world.ts'
import { gatewayEnv, type LocalDatabases, startLocalDatabases } from '../local-server.ts'
import { Refused } from '../refused.ts'
import { dump, restore } from './dump.ts'
import { type MoveEnv, moveStudio } from './move-studio.ts'
import { rowsOf, schemaOf } from './tables.ts'

// The demo world has rows in nearly every table, with all their triggers.
let env: MoveEnv & LocalDatabases
let north: string
let south: string

async function idOf(slug: string): Promise<string> {
  const row = await env.DIRECTORY.prepare('SELECT id FROM studios WHERE slug = ?')
    .bind(slug)
    .first<{ id: string }>()
  return row?.id ?? ''
}

beforeAll(async () => {
  const { env: local } = await databases()
  await fillDemoWorld(local, instantToMs(demoNow), { keep: true })
  env = local
  north = await idOf('northside')
  south = await idOf('southside')
})

async function everything(database: D1Database, studioId?: string) {
  const all: Record<string, string[]> = {}
  const { tables } = await schemaOf(database)
  await Promise.all(
    tables
      .filter(({ columns }) => studioId === undefined || columns.includes('studio_id'))
      .map(async (table) => {
        const rows: string[] = []
        for await (const part of rowsOf(database, table, studioId))
          rows.push(...part.map(({ seq: _, ...row }) => JSON.stringify(row)))
        if (rows.length > 0) all[table.name] = rows.sort()
      }),
  )
  return all
}

const search = async (database: D1Database, word: string) =>
  (
    await database
      .prepare(`SELECT rowid FROM people_search WHERE people_search MATCH ?`)
      .bind(word)
      .all()
  ).results.length

test('a studio that moves to another shard has every row there and nothing at the old place', {
  timeout: 90_000,
}, async () => {
  const before = await everything(env.STUDIOS_0, north)
  const neighbour = await everything(env.STUDIOS_1, south)
  expect(Object.keys(before).length).toBeGreaterThan(3)

  const { rows } = await moveStudio(env, 'northside', 1)

  expect(rows).toBe(Object.values(before).flat().length)
  expect(await everything(env.STUDIOS_1, north)).toEqual(before)
  expect(await everything(env.STUDIOS_0, north)).toEqual({})
  expect(await everything(env.STUDIOS_1, south)).toEqual(neighbour)
  expect(
    await env.DIRECTORY.prepare('SELECT shard, state FROM studios WHERE id = ?')
      .bind(north)
      .first(),
  ).toEqual({ shard: 1, state: 'open' })
  expect(await search(env.STUDIOS_1, `studio:s${north} AND name:ana`)).toBe(1)
  expect(await search(env.STUDIOS_0, `studio:s${north} AND name:ana`)).toBe(0)

  // The triggers of the new shard are at work again, and the way back changes nothing either.
  await moveStudio(env, 'northside', 0)
  expect(await everything(env.STUDIOS_0, north)).toEqual(before)
  await env.STUDIOS_0.prepare(
    `UPDATE people SET name = 'Quilla Reyes' WHERE name = 'Ana Reyes'`,
  ).run()
  expect(await search(env.STUDIOS_0, `studio:s${north} AND name:quilla`)).toBe(1)
  await env.STUDIOS_0.prepare(
    `UPDATE people SET name = 'Ana Reyes' WHERE name = 'Quilla Reyes'`,
  ).run()
})

test('a move that broke off anywhere is finished by the same command', {
  timeout: 90_000,
}, async () => {
  const before = await everything(env.STUDIOS_0, north)
  const broken = new Error('the machine went away')
  for (const at of [40, 90]) {
    let calls = 0
    const failing = (database: D1Database) =>
      new Proxy(database, {
        get(target, name) {
          const value = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          return (...args: unknown[]) => {
            if (name === 'batch' && ++calls === at) throw broken
            return value.apply(target, args)
          }
        },
      })
    const [from, to] = await placesOf(north)
    const flaky = {
      DIRECTORY: failing(env.DIRECTORY),
      STUDIOS_0: failing(env.STUDIOS_0),
      STUDIOS_1: failing(env.STUDIOS_1),
    } as MoveEnv
    const outcome = await moveStudio(flaky, 'northside', to).catch((error: unknown) => error)
    expect(outcome).toBe(broken)
    await moveStudio(env, 'northside', to).catch((error: unknown) => {
      // Broken behind its last write: it had moved.
      if (!(error instanceof Refused)) throw error
    })
    const there = to === 1 ? env.STUDIOS_1 : env.STUDIOS_0
    const here = from === 1 ? env.STUDIOS_1 : env.STUDIOS_0
    expect(await everything(there, north)).toEqual(before)
    expect(await everything(here, north)).toEqual({})
  }
  const [at] = await placesOf(north)
  if (at === 1) await moveStudio(env, 'northside', 0)
})

async function placesOf(id: string): Promise<[number, number]> {
  const row = await env.DIRECTORY.prepare('SELECT shard FROM studios WHERE id = ?')
    .bind(id)
    .first<{ shard: number }>()
  return row?.shard === 1 ? [1, 0] : [0, 1]
}

test('unknown studios and shards, and a move to where it is, are refused', {
  timeout: 90_000,
}, async () => {
  await expect(moveStudio(env, 'nowhere', 1)).rejects.toThrow('There is no studio at /nowhere.')
  await expect(moveStudio(env, 'northside', 7)).rejects.toThrow('There is no shard 7')
  await expect(moveStudio(env, 'northside', 0)).rejects.toThrow('northside is on shard 0 already.')
})

test('a dump fills empty databases with equal rows, and no others', {
  timeout: 90_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-dump-'))
  const empty = await startLocalDatabases({})
  onTestFinished(async () => {
    rmSync(folder, { recursive: true })
    await empty.dispose()
  })
  const out = join(folder, 'dump')
  const rows = await dump(env, out, '2026-11-26T12:00:00Z')
  const fresh = gatewayEnv(empty)

  const cut = join(folder, 'cut')
  cpSync(out, cut, { recursive: true })
  writeFileSync(join(cut, 'STUDIOS_1', 'people.jsonl'), '')
  await expect(restore(fresh, cut)).rejects.toThrow('STUDIOS_1/people.jsonl has 0 rows')
  expect(await restore(fresh, out)).toBe(rows)
  for (const name of ['DIRECTORY', 'STUDIOS_0', 'STUDIOS_1'] as const)
    expect(await everything(fresh[name])).toEqual(await everything(env[name]))
  expect(await search(fresh.STUDIOS_0, `studio:s${north} AND name:ana`)).toBe(1)

  await expect(restore(fresh, out)).rejects.toThrow('is not empty')
  await expect(dump(env, out, '2026-11-26T12:00:00Z')).rejects.toThrow('exists already')
  await expect(restore(fresh, folder)).rejects.toThrow('is no finished dump')
})

test('a shard with other migrations is refused, and the studio stays open', async () => {
  await env.STUDIOS_1.prepare(`INSERT INTO d1_migrations (name) VALUES ('9999_other.sql')`).run()
  onTestFinished(async () => {
    await env.STUDIOS_1.prepare(`DELETE FROM d1_migrations WHERE name = '9999_other.sql'`).run()
  })
  await expect(moveStudio(env, 'northside', 1)).rejects.toThrow('has other migrations')
  expect(
    await env.DIRECTORY.prepare('SELECT shard, state FROM studios WHERE id = ?')
      .bind(north)
      .first(),
  ).toEqual({ shard: 0, state: 'open' })
})
