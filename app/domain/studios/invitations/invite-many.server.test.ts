import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { people } from '#app/db/studio/schema.ts'
import { bulkChangePage, bulkFormPage } from '#app/domain/people/bulk/bulk-change-queries.server.ts'
import type { BulkForm } from '#app/domain/people/bulk/bulk-forms.ts'
import {
  continueBulkChange,
  startBulkChange,
  undoBulkChange,
} from '#app/domain/people/bulk/change-in-bulk.server.ts'
import { peopleWhere } from '#app/domain/people/list/people-where.server.ts'
import { readFilters } from '#app/domain/people/list/person-filters.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { newId } from '#app/values/id.ts'
import { identityFor, mintAccount } from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { mintStudio } from '../../../../tests/support/studios.ts'
import { acceptInvitation, openInvitedAccount } from '../accept-invitation.server.ts'
import { invitePerson, withdrawInvitation } from '../invite-person.server.ts'
import { bulkInvitations } from './invite-many.server.ts'

const patient = { clock: () => 0, untilMs: 1 }
const day = 86_400_000

/** A studio whose people nobody invited yet, and what a bulk change of them does. */
async function setting() {
  const world = await databases()
  const studio = await mintStudio(world, { shard: 0 })
  const boss = await mintAccount(world, { studio, role: 'owner', name: 'Olivia Hart' })
  const db = world.shard(0)
  const at = (nowMs = Date.now()) => ({
    ...identityFor(world, { nowMs }),
    db,
    studio,
    secret: 'of the tests',
    actor: { userId: boss.userId, name: boss.name, role: 'owner' as const },
  })
  const going = (nowMs?: number) => ({ ...at(nowMs), invitations: bulkInvitations(at(nowMs)) })
  const given = async (rows: Partial<typeof people.$inferInsert>[]) => {
    const made = rows.map((row, i) => ({
      id: newId(),
      studioId: studio.id,
      name: `Person ${i}`,
      joinedOn: '2020-01-01',
      email: `${newId().toLowerCase()}@people.test`,
      createdAt: '2026-01-01T00:00:00Z',
      ...row,
    }))
    for (let i = 0; i < made.length; i += 4) await db.insert(people).values(made.slice(i, i + 4))
    return made
  }
  const invite = async (p: readonly string[], nowMs?: number, key = newId()) => {
    const form: BulkForm = { act: 'invite', key, p: [...p] }
    await startBulkChange(at(nowMs), form)
    await continueBulkChange(going(nowMs), key, patient)
    return key
  }
  const mails = async () =>
    world.directory.all<{ to: string; text: string }>(sql`
      SELECT recipient AS "to", text FROM outbox
      WHERE studio_id = ${studio.id} AND kind = 'invitation' ORDER BY recipient`)
  const outcomes = async (key: string) =>
    Object.fromEntries(
      ((await bulkChangePage(at(), key))?.outcomes ?? []).map(({ outcome, n }) => [outcome, n]),
    )
  const listed = async (params: string) =>
    (
      await db.all<{ name: string }>(sql`SELECT person.name FROM people AS person
        WHERE ${peopleWhere(at(), readFilters(new URLSearchParams(params)))} ORDER BY person.name`)
    ).map(({ name }) => name)
  return { world, studio, boss, db, at, going, given, invite, mails, outcomes, listed }
}

const tokenOf = ({ text }: { text: string }) => /token=([\w-]+)/.exec(text)?.[1] ?? ''

test('a bulk invitation mails each person once, even when sent twice or run in parallel', async () => {
  const s = await setting()
  const made = await s.given(Array.from({ length: 230 }, () => ({})))
  const form: BulkForm = { act: 'invite', key: newId(), p: [], all: '1', filters: 'account=none' }
  await Promise.all([startBulkChange(s.at(), form), startBulkChange(s.at(), form)])
  await Promise.all([1, 2, 3].map(() => continueBulkChange(s.going(), form.key, patient)))
  await continueBulkChange(s.going(), form.key, patient)

  expect(await s.outcomes(form.key)).toEqual({ changed: 230 })
  expect((await s.mails()).map(({ to }) => to)).toEqual(made.map(({ email }) => email).sort())
  // Again within the week: nobody is mailed twice.
  const again = await s.invite(made.map(({ id }) => id))
  expect(await s.outcomes(again)).toEqual({ invited: 230 })
  expect(await s.mails()).toHaveLength(230)
})

test('people beyond what a studio invites in an hour are left out, and invited later', async () => {
  const s = await setting()
  const made = await s.given([{}, {}])
  const nowMs = Date.now()
  await s.world.directory.run(sql`
    INSERT INTO limit_counters (key, window_start_ms, count)
    VALUES (${`bulkInvitations:${s.studio.id}`}, ${nowMs}, 4999)`)
  const ids = made.map(({ id }) => id)
  expect(await s.outcomes(await s.invite(ids, nowMs))).toEqual({ too_many_invited: 2 })
  expect(await s.mails()).toEqual([])
  expect(await s.outcomes(await s.invite(ids, nowMs + 3_600_001))).toEqual({ changed: 2 })
})

test('repeating an interrupted step sends no second email', async () => {
  const s = await setting()
  const [ana] = await s.given([{ name: 'Ana' }])
  const form: BulkForm = { act: 'invite', key: newId(), p: [ana!.id] }
  await startBulkChange(s.at(), form)
  await s
    .going()
    .invitations.send({ id: form.key, actorId: s.boss.userId, actorName: 'Olivia' }, [
      { id: ana!.id, name: 'Ana', email: ana!.email },
    ])
  await continueBulkChange(s.going(), form.key, patient)
  expect(await s.outcomes(form.key)).toEqual({ changed: 1 })
  expect(await s.mails()).toHaveLength(1)
})

test('people without an address, who sign in, were invited, are archived or banned are left out, and counted before the press', async () => {
  const s = await setting()
  const made = await s.given([
    { name: 'Able' },
    { name: 'Without', email: '' },
    { name: 'Signs in', userId: newId() },
    { name: 'Invited' },
    { name: 'Gone', archivedAt: '2026-01-01T00:00:00Z' },
    { name: 'Banned', bannedAt: '2026-01-01T00:00:00Z' },
    { name: 'First of two', email: 'both@people.test' },
    { name: 'Second of two', email: 'both@people.test', createdAt: '2026-01-02T00:00:00Z' },
  ])
  const invited = made[3]!
  await invitePerson(s.at(), {
    key: newId(),
    email: invited.email,
    role: 'member',
    name: invited.name,
    personId: invited.id,
  })
  const expected = {
    changed: 2,
    no_email: 1,
    same: 1,
    invited: 1,
    archived: 1,
    not_written_to: 1,
    same_address: 1,
  }
  const p = made.map(({ id }) => id)
  const before = await bulkFormPage(s.at(), 'invite', { p })
  expect(Object.fromEntries(before.outcomes.map(({ outcome, n }) => [outcome, n]))).toEqual(
    expected,
  )
  expect(await s.outcomes(await s.invite(p))).toEqual(expected)
  expect(await s.mails()).toHaveLength(3)
})

test('the people list filters by invitation, and the bulk change counts who accepted', async () => {
  const s = await setting()
  const [ana, ben] = await s.given([{ name: 'Ana' }, { name: 'Ben' }, { name: 'Cleo' }])
  const key = await s.invite([ana!.id, ben!.id])
  const mail = (await s.mails()).find(({ to }) => to === ana!.email)
  const opened = await openInvitedAccount(
    { ...s.at(), shardOf: (one: Studio) => s.world.shard(one.shard as 0 | 1) },
    { token: tokenOf(mail!), name: 'Ana', password: 'a long password' },
  )
  expect(opened).toMatchObject({ ok: true, personId: ana!.id })
  expect(await s.listed('account=none')).toEqual(['Cleo'])
  expect(await s.listed('account=invited')).toEqual(['Ben'])
  expect(await s.listed('account=has')).toContain('Ana')
  expect((await bulkChangePage(s.at(), key))?.accepted).toBe(1)
})

test('an address that signs in here already, or has an open invitation, is not invited for someone else', async () => {
  const s = await setting()
  const account = await mintAccount(s.world, { studio: s.studio, email: 'taken@people.test' })
  expect(account.userId).toBeTruthy()
  const made = await s.given([{ email: 'taken@people.test' }, { email: 'open@people.test' }])
  await invitePerson(s.at(), {
    key: newId(),
    email: 'open@people.test',
    role: 'coach',
    name: 'Kim',
    personId: null,
  })
  const key = await s.invite(made.map(({ id }) => id))
  expect(await s.outcomes(key)).toEqual({ same_address: 1, invited: 1 })
})

test('people can be invited again after a week, with a working link', async () => {
  const s = await setting()
  const [ana] = await s.given([{ name: 'Ana' }])
  const later = Date.now() + 8 * day
  await s.invite([ana!.id])
  const again = await s.invite([ana!.id], later)
  expect(await s.outcomes(again)).toEqual({ changed: 1 })
  const links = (await s.mails()).map(tokenOf)
  expect(links).toHaveLength(2)
  const accepting = {
    ...s.at(later),
    shardOf: (one: Studio) => s.world.shard(one.shard as 0 | 1),
  }
  const account = await mintAccount(s.world, { email: ana!.email, name: 'Ana' })
  const tried = await Promise.all(
    links.map((token) =>
      acceptInvitation(accepting, {
        token,
        account: { userId: account.userId, name: 'Ana', email: ana!.email },
      }),
    ),
  )
  expect(tried.filter(({ ok }) => ok)).toHaveLength(1)
})

test('undoing a bulk invitation ends its links and unsent emails, and people can be invited again', async () => {
  const s = await setting()
  const [ana, ben] = await s.given([{ name: 'Ana' }, { name: 'Ben' }])
  const key = await s.invite([ana!.id, ben!.id])
  await s.db.run(sql`UPDATE people SET user_id = ${newId()} WHERE id = ${ben!.id}`)
  await undoBulkChange(s.at(), key)
  await continueBulkChange(s.going(), key, patient)
  expect(await s.outcomes(key)).toEqual({ undone: 1, same: 1 })
  expect(await s.mails()).toEqual([])
  expect(await s.listed('account=none')).toEqual(['Ana'])

  const single = newId()
  await invitePerson(s.at(), {
    key: single,
    email: ana!.email,
    role: 'member',
    name: 'Ana',
    personId: ana!.id,
  })
  expect(await s.listed('account=invited')).toEqual(['Ana'])
  expect(await withdrawInvitation(s.at(), single)).toBe(true)
  expect(await s.listed('account=none')).toEqual(['Ana'])
})
