/** Staff who ask for a record that is not of their studio are answered 404, and it is noted. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

const databases = builtDatabases()
let week: Week

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
})
afterAll(releaseClock)

const cookieOf = async (role: 'coach' | 'member' | 'owner', name: string) => {
  const account = await mintAccount(databases, { studio: week.studio, role, name })
  return (await mintSession(databases, account, { variables: inject('variables') })).cookie
}

const lines = () =>
  databases.shard(week.studio.shard as 0 | 1).all<{ who: string; address: string }>(sql`
    SELECT actor_name AS who, reason AS address FROM audit_entries
    WHERE studio_id = ${week.studio.id} AND action = 'record.not_found'`)

test('a record that is nobody’s is noted with who asked for it, once a day, and an owner reads it', async () => {
  const { studio, ana } = week
  const [coach, member, owner] = [
    await cookieOf('coach', 'Col Coach'),
    await cookieOf('member', 'Mel Member'),
    await cookieOf('owner', 'Olive Owner'),
  ]
  const foreign = paths.managePerson(studio, newId())
  expect((await open(paths.managePerson(studio, ana.personId), coach)).status).toBe(200)
  for (const _ of [1, 2]) expect((await open(foreign, coach)).status).toBe(404)
  // A slip of the pen, and somebody who does not work there, are no line.
  expect((await open(`/${studio.slug}/manage/members/nowhere`, coach)).status).toBe(404)
  expect((await open(foreign, member)).status).toBe(403)
  expect((await open(`/${studio.slug}/portal/invoices/${newId()}`, member)).status).toBe(404)
  await expect.poll(lines).toEqual([{ who: 'Col Coach', address: 'members' }])

  const log = await open(`/${studio.slug}/manage/settings/changes`, owner)
  expect(log.html).toContain('asked for, and not of this studio')
})
