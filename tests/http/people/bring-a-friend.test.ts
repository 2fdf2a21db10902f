import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

const databases = builtDatabases()
let week: Week
let ana: string
let nia: { cookie: string; personId: string }

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const variables = { variables: inject('variables') }
  ana = (await mintSession(databases, week.ana, variables)).cookie
  const account = await mintAccount(databases, { studio: week.studio, name: 'Nia Newcomer' })
  const { cookie } = await mintSession(databases, account, variables)
  nia = { cookie, personId: account.personId! }
  // She came onto the books a moment ago, as someone who signs up by the link.
  await databases
    .shard(0)
    .run(sql`UPDATE people SET created_at = ${weekNow} WHERE id = ${nia.personId}`)
})

afterAll(releaseClock)

const referrals = () =>
  databases.shard(0).all<{ friendId: string; referrerId: string }>(sql`
    SELECT friend_id AS friendId, referrer_id AS referrerId FROM referrals
    WHERE studio_id = ${week.studio.id}`)

test('a friend who comes by a member’s link says who brought them; the link alone keeps nothing', async () => {
  const { studio } = week
  const mine = paths.portalReferrals(studio)
  expect((await send(mine, ana, {})).status).toBe(303)
  const code = (await open(mine, ana)).html.match(/\/friend\/([\w-]+)/)![1]!
  expect((await open(paths.friend(studio, code), nia.cookie)).html).toContain('Ana invites you')

  const join = paths.join(studio, { friend: code })
  const asked = await open(join, nia.cookie)
  expect(asked.html).toContain('Did Ana invite you?')
  expect(await referrals()).toEqual([])
  const yes = () => send(join, nia.cookie, {})
  const [first] = await Promise.all([yes(), yes(), yes()])
  expect(first!.status).toBe(303)
  expect(await referrals()).toEqual([{ friendId: nia.personId, referrerId: week.ana.personId }])
  expect((await open(mine, ana)).html).toContain('Nia')
  // Asked once; and a member of old is not asked at all.
  expect((await open(join, nia.cookie)).status).not.toBe(200)
  expect((await open(join, ana)).status).not.toBe(200)
})

test('a code that is nobody’s asks nothing', async () => {
  const join = paths.join(week.studio, { friend: 'nobodys-code' })
  expect((await open(join, nia.cookie)).status).not.toBe(200)
  expect((await open(paths.friend(week.studio, 'nobodys-code'), nia.cookie)).status).toBe(404)
})
