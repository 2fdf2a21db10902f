import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { expect, inject, test } from 'vitest'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { mintStudio } from '../../support/studios.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

const databases = builtDatabases()

async function cookieOf(role: Role, place: Studio, name: string): Promise<string> {
  const account = await mintAccount(databases, { studio: place, role, name })
  return (await mintSession(databases, account, { variables: inject('variables') })).cookie
}

const get = (path: string, cookie: string) =>
  fetch(origin + path, { headers: { Cookie: cookie }, redirect: 'manual' })

test('an owner takes everything of their studio and nothing of another, and it is written down', async () => {
  const [ours, theirs] = [await mintStudio(databases), await mintStudio(databases)]
  const owner = await cookieOf('owner', ours, '=cmd Olive Owner')
  await cookieOf('owner', theirs, 'Somebody Else')
  const manager = await cookieOf('manager', ours, 'Some manager')
  const db = databases.shard(0)

  expect((await get(paths.manageExport(ours), owner)).status).toBe(200)
  for (const path of [paths.manageExport(ours), paths.manageExportZip(ours)])
    expect((await get(path, manager)).status).toBe(403)
  const answer = await get(paths.manageExportZip(ours), owner)
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/zip'])
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const text = (name: string) => new TextDecoder().decode(files[name])
  expect(text('people.csv')).toContain(",'=cmd Olive Owner,")
  expect(text('people.csv')).toMatch(/^id,user_id,name,/)
  expect(text('audit-entries.csv')).toContain('studio.exported')
  const everything = Object.keys(files).map(text).join('\n')
  expect(everything).not.toContain('Somebody Else')
  expect(everything).not.toContain(theirs.id)
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['bookings.csv', 'guardians.csv']))
  expect(Object.keys(files)).not.toContain('member-pins.csv')
  const lines = await db.all<{ n: number }>(sql`SELECT count(*) AS n FROM audit_entries
    WHERE studio_id = ${ours.id} AND action = 'studio.exported'`)
  expect(lines[0]?.n).toBe(1)
})
