import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { signInWithPassword } from '#app/domain/identity/sessions/sign-in-with-password.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { newId } from '#app/values/id.ts'
import {
  countSessions,
  identityFor,
  mintAccount,
  mintSession,
} from '../../../tests/support/accounts.ts'
import { databases } from '../../../tests/support/databases.ts'
import { mintStudio } from '../../../tests/support/studios.ts'
import {
  type AcceptingContext,
  acceptInvitation,
  openInvitedAccount,
} from './accept-invitation.server.ts'
import { changeRole } from './change-role.server.ts'
import {
  type InvitePersonInput,
  type InvitingContext,
  invitePerson,
  resendInvitation,
  withdrawInvitation,
} from './invite-person.server.ts'
import { joinStudio } from './join-studio.server.ts'
import { staffPage } from './staff-page.server.ts'

async function setting({ role = 'owner' as Role, shard = 0 } = {}) {
  const world = await databases()
  const studio = await mintStudio(world, { shard })
  const boss = await mintAccount(world, { studio, role, name: 'Olivia Hart' })
  const inviting = (nowMs = Date.now(), as: Role = role): InvitingContext => ({
    ...identityFor(world, { nowMs }),
    db: world.shard(studio.shard as 0 | 1),
    studio,
    secret: 'of the tests',
    actor: { userId: boss.userId, name: boss.name, role: as },
  })
  const accepting = (nowMs = Date.now()): AcceptingContext => ({
    ...identityFor(world, { nowMs }),
    shardOf: (one: Studio) => world.shard(one.shard as 0 | 1),
  })
  const tokens = async (email: string) => {
    const mails = await world.directory.all<{ text: string }>(
      sql`SELECT text FROM outbox WHERE recipient = ${email} AND kind = 'invitation'
        ORDER BY created_at_ms`,
    )
    return mails.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '')
  }
  const people = () =>
    world
      .shard(studio.shard as 0 | 1)
      .all<{ id: string; name: string; userId: string | null; isStaff: number }>(
        sql`SELECT id, name, user_id AS userId, is_staff AS isStaff FROM people
          WHERE studio_id = ${studio.id} AND user_id IS NOT ${boss.userId} ORDER BY id`,
      )
  const place = async (userId: string) =>
    (
      await world.directory.all<{ role: Role; state: string; personId: string }>(
        sql`SELECT role_id AS role, state, person_id AS personId FROM affiliations
          WHERE user_id = ${userId} AND studio_id = ${studio.id}`,
      )
    )[0]
  return { world, studio, boss, inviting, accepting, tokens, people, place }
}

let addresses = 0
const asked = (facts: Partial<InvitePersonInput> = {}): InvitePersonInput => {
  addresses += 1
  return {
    key: newId(),
    email: `asked-${addresses}@example.test`,
    role: 'coach',
    name: 'Dee Marsh',
    personId: null,
    ...facts,
  }
}

const newcomer = { name: 'Dee Marsh', password: 'a long password' }

/** Someone on the books without an account. */
async function onTheBooks(
  { world, studio }: Awaited<ReturnType<typeof setting>>,
  email: string,
  name = 'Dee Marsh',
) {
  const id = newId()
  await world.shard(studio.shard as 0 | 1).run(sql`
    INSERT INTO people (id, studio_id, name, email, joined_on, created_at)
    VALUES (${id}, ${studio.id}, ${name}, ${email}, '2025-01-01', '2025-01-01T00:00:00Z')`)
  return id
}

test('someone new opens an account by the mailed link, once, and is a coach at once', async () => {
  const here = await setting({ shard: 1 })
  const invited = asked()
  expect(await invitePerson(here.inviting(), invited)).toEqual({
    ok: true,
    invitationId: invited.key,
  })
  const [token = ''] = await here.tokens(invited.email)

  const opened = await openInvitedAccount(here.accepting(), { token, ...newcomer })

  if (!opened.ok) throw new Error(opened.reason)
  const userId = opened.value.account.id
  expect(await here.place(userId)).toEqual({
    role: 'coach',
    state: 'active',
    personId: opened.personId,
  })
  expect(await here.people()).toEqual([
    { id: opened.personId, name: 'Dee Marsh', userId, isStaff: 1 },
  ])
  expect(
    await signInWithPassword(here.accepting(), {
      email: invited.email,
      password: newcomer.password,
    }),
  ).toMatchObject({ ok: true, outcome: { kind: 'setup_complete', studio: here.studio.slug } })
  expect(await openInvitedAccount(here.accepting(), { token, ...newcomer })).toEqual({
    ok: false,
    reason: 'invitation_used',
  })
})

test('sending the form twice invites once, and a second invitation of an open address is refused', async () => {
  const { inviting, tokens } = await setting()
  const invited = asked()
  await invitePerson(inviting(), invited)

  expect(await invitePerson(inviting(), invited)).toEqual({ ok: true, invitationId: invited.key })
  expect(await invitePerson(inviting(), { ...invited, key: newId(), role: 'manager' })).toEqual({
    ok: false,
    reason: 'already_invited',
  })
  const at = await Promise.all(
    [1, 2, 3].map(() => invitePerson(inviting(), asked({ email: 'race@example.test' }))),
  )
  expect(at.filter(({ ok }) => ok)).toHaveLength(1)
  expect(
    [await tokens(invited.email), await tokens('race@example.test')].map((all) => all.length),
  ).toEqual([1, 1])
})

test('an existing account takes a second studio with the same login, and is not doubled', async () => {
  const here = await setting()
  const other = await mintStudio(here.world, { shard: 1 })
  const mo = await mintAccount(here.world, { studio: other, name: 'Mo Hassan' })
  await invitePerson(here.inviting(), asked({ email: mo.email, role: 'front_desk' }))
  const [token = ''] = await here.tokens(mo.email)

  expect(await openInvitedAccount(here.accepting(), { token, ...newcomer })).toEqual({
    ok: false,
    reason: 'account_exists',
  })
  const accepted = await acceptInvitation(here.accepting(), { token, account: mo })

  expect(accepted).toMatchObject({ ok: true, role: 'front_desk' })
  const places = await here.world.directory.all(
    sql`SELECT role_id AS role FROM affiliations WHERE user_id = ${mo.userId} ORDER BY role_id`,
  )
  expect(places).toEqual([{ role: 'front_desk' }, { role: 'member' }])
  expect(
    await here.world.directory.all(sql`SELECT id FROM auth_users WHERE email = ${mo.email}`),
  ).toHaveLength(1)
  // A second press finishes what the first began and does nothing more.
  expect(await acceptInvitation(here.accepting(), { token, account: mo })).toEqual(accepted)
})

test('another account than the invited one is refused, and the invitation stays open for the right one', async () => {
  const here = await setting()
  const [right, wrong] = [await mintAccount(here.world), await mintAccount(here.world)]
  await invitePerson(here.inviting(), asked({ email: right.email }))
  const [token = ''] = await here.tokens(right.email)

  expect(await acceptInvitation(here.accepting(), { token, account: wrong })).toEqual({
    ok: false,
    reason: 'wrong_account',
  })
  expect(await here.place(wrong.userId)).toBeUndefined()
  expect(await acceptInvitation(here.accepting(), { token, account: right })).toMatchObject({
    ok: true,
  })
})

test('of several presses at once by someone new one opens an account, and the others are told', async () => {
  const here = await setting()
  const invited = asked()
  await invitePerson(here.inviting(), invited)
  const [token = ''] = await here.tokens(invited.email)

  const results = await Promise.all(
    [1, 2, 3].map(() => openInvitedAccount(here.accepting(), { token, ...newcomer })),
  )

  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(
    results.filter((result) => !result.ok).map((result) => !result.ok && result.reason),
  ).toEqual(['invitation_used', 'invitation_used'])
  const [counts] = await here.world.directory.all(sql`
    SELECT count(*) AS accounts,
      (SELECT count(*) FROM auth_sessions WHERE user_id = account.id) AS sessions,
      (SELECT count(*) FROM users WHERE auth_id = account.id) AS users FROM auth_users AS account
    WHERE email = ${invited.email}`)
  expect(counts).toEqual({ accounts: 1, sessions: 1, users: 1 })
  expect(await here.people()).toHaveLength(1)
})

test('an account that someone opened with the address and never confirmed is taken over, password and all', async () => {
  const here = await setting()
  const squatter = await mintAccount(here.world, {
    confirmed: false,
    passwordHash: 'theirs',
    name: 'Somebody Else',
  })
  await mintSession(here.world, squatter)
  await invitePerson(here.inviting(), asked({ email: squatter.email }))
  const [token = ''] = await here.tokens(squatter.email)

  const opened = await openInvitedAccount(here.accepting(), { token, ...newcomer })

  expect(opened).toMatchObject({ ok: true })
  expect(await countSessions(here.world, squatter.userId)).toBe(1)
  expect(
    await here.world.directory.all(sql`
      SELECT account.password_hash <> 'theirs' AS changed, user.name FROM auth_users AS account
      JOIN users AS user ON user.auth_id = account.id WHERE account.id = ${squatter.userId}`),
  ).toEqual([{ changed: 1, name: 'Dee Marsh' }])
})

test('an invitation is too old after seven days, stops working when withdrawn, and a newer mail replaces the older', async () => {
  const here = await setting()
  const at = Date.now()
  const invited = asked()
  await invitePerson(here.inviting(at), invited)
  expect(await resendInvitation(here.inviting(at + 1_000), invited.key)).toEqual({ ok: true })
  expect(await resendInvitation(here.inviting(at + 2_000), invited.key)).toEqual({
    ok: false,
    reason: 'mail_too_soon',
  })
  const [older = '', newer = ''] = await here.tokens(invited.email)
  const open = (token: string, nowMs: number) =>
    openInvitedAccount(here.accepting(nowMs), { token, ...newcomer })

  expect(await open(older, at + 3_000)).toEqual({ ok: false, reason: 'invitation_unknown' })
  expect(await open(newer, at + 7 * 86_400_000 + 1_000)).toEqual({
    ok: false,
    reason: 'invitation_expired',
  })
  expect(await withdrawInvitation(here.inviting(at + 4_000), invited.key)).toBe(true)
  expect(await withdrawInvitation(here.inviting(at + 4_000), invited.key)).toBe(false)
  expect(await open(newer, at + 5_000)).toEqual({ ok: false, reason: 'invitation_withdrawn' })
  // The address may be invited again.
  expect(await invitePerson(here.inviting(at + 6_000), { ...invited, key: newId() })).toMatchObject(
    { ok: true },
  )
})

test('an invitation that is too old makes room for a new one', async () => {
  const here = await setting()
  const invited = asked()
  const at = Date.now()
  await invitePerson(here.inviting(at), invited)
  expect(
    await invitePerson(here.inviting(at + 8 * 86_400_000), { ...invited, key: newId() }),
  ).toMatchObject({
    ok: true,
  })
})

test('what is kept of an invitation cannot be used as its link', async () => {
  const here = await setting()
  const invited = asked()
  await invitePerson(here.inviting(), invited)
  const [token = ''] = await here.tokens(invited.email)
  const [row] = await here.world.directory.all<{ hash: string }>(
    sql`SELECT token_hash AS hash FROM invitations WHERE id = ${invited.key}`,
  )
  expect(row?.hash).not.toBe(token)
  expect(
    await openInvitedAccount(here.accepting(), { token: row?.hash ?? '', ...newcomer }),
  ).toEqual({
    ok: false,
    reason: 'invitation_unknown',
  })
})

test('a manager invites to the roles below, the front desk members alone, and neither touches what an owner sent', async () => {
  const here = await setting()
  const sent = asked({ role: 'owner' })
  await invitePerson(here.inviting(), sent)

  for (const [as, role] of [
    ['manager', 'owner'],
    ['manager', 'manager'],
    ['front_desk', 'coach'],
    ['coach', 'coach'],
  ] as const) {
    expect(await invitePerson(here.inviting(undefined, as), asked({ role }))).toEqual({
      ok: false,
      reason: 'role_not_yours',
    })
  }
  expect(
    await invitePerson(here.inviting(undefined, 'front_desk'), asked({ role: 'member' })),
  ).toMatchObject({
    ok: true,
  })
  expect(await withdrawInvitation(here.inviting(undefined, 'manager'), sent.key)).toBe(false)
  expect(await resendInvitation(here.inviting(undefined, 'manager'), sent.key)).toEqual({
    ok: false,
    reason: 'not_found',
  })
})

test('another studio neither sees nor withdraws an invitation', async () => {
  const [here, there] = [await setting(), await setting()]
  const invited = asked()
  await invitePerson(here.inviting(), invited)

  expect(await withdrawInvitation(there.inviting(), invited.key)).toBe(false)
  expect((await staffPage(there.inviting())).invitations).toEqual([])
  expect((await staffPage(here.inviting())).invitations).toMatchObject([
    { email: invited.email, role: 'coach' },
  ])
})

test('someone on the books who was invited is linked, with everything they had', async () => {
  const here = await setting()
  const invited = asked({ role: 'member', email: 'books@example.test' })
  const personId = await onTheBooks(here, invited.email)
  await invitePerson(here.inviting(), { ...invited, personId })
  const [token = ''] = await here.tokens(invited.email)

  const opened = await openInvitedAccount(here.accepting(), { token, ...newcomer })

  expect(opened).toMatchObject({ ok: true, personId, role: 'member' })
  expect(await here.people()).toHaveLength(1)
  const lines = await here.world
    .shard(0)
    .all(sql`SELECT action FROM audit_entries WHERE subject_id = ${personId} ORDER BY action`)
  expect(lines).toEqual([{ action: 'account.linked' }, { action: 'invitation.sent' }])
})

test('a crash between the two databases is finished by joining again, role and person as invited', async () => {
  const here = await setting()
  const mo = await mintAccount(here.world, { name: 'Mo Hassan' })
  const personId = await onTheBooks(here, mo.email, 'Mo Hassan')
  await invitePerson(here.inviting(), asked({ email: mo.email, role: 'manager', personId }))
  const [token = ''] = await here.tokens(mo.email)
  const crash = () => {
    throw new Error('crash')
  }

  await expect(
    acceptInvitation({ ...here.accepting(), shardOf: crash }, { token, account: mo }),
  ).rejects.toThrow()
  expect(await here.place(mo.userId)).toMatchObject({ state: 'provisioning', role: 'manager' })
  await joinStudio(here.accepting(), here.studio, mo)

  expect(await here.place(mo.userId)).toEqual({ role: 'manager', state: 'active', personId })
  expect(await here.people()).toEqual([
    { id: personId, name: 'Mo Hassan', userId: mo.userId, isStaff: 1 },
  ])
})

const prove = async ({ world }: Awaited<ReturnType<typeof setting>>, userId: string) =>
  world.directory.run(
    sql`UPDATE auth_identities
      SET identity_data = json_set(identity_data, '$.email_verified', json('true'))
      WHERE user_id = ${userId}`,
  )

test('an account with a proven address claims the person who has it; one that proved nothing gets a new person', async () => {
  const here = await setting()
  const [dee, eve] = [
    await mintAccount(here.world, { name: 'Dee' }),
    await mintAccount(here.world, { name: 'Eve' }),
  ]
  const [deeId, eveId] = [
    await onTheBooks(here, dee.email),
    await onTheBooks(here, eve.email, 'Eve'),
  ]
  await prove(here, dee.userId)

  expect(await joinStudio(here.accepting(), here.studio, dee)).toMatchObject({
    ok: true,
    personId: deeId,
  })
  const unproven = await joinStudio(here.accepting(), here.studio, eve)

  expect(unproven.ok && unproven.personId).not.toBe(eveId)
  expect((await here.people()).map(({ userId }) => userId).sort()).toEqual(
    [dee.userId, eve.userId, null].sort(),
  )
})

test('where a family shares an address only the person with that name is claimed', async () => {
  const here = await setting()
  const parent = await mintAccount(here.world, { name: 'Pat Lee' })
  const stranger = await mintAccount(here.world, { name: 'Someone Else' })
  await prove(here, parent.userId)
  await prove(here, stranger.userId)
  await onTheBooks(here, parent.email, 'Kim Lee')
  const patId = await onTheBooks(here, parent.email, 'pat lee')
  await onTheBooks(here, stranger.email, 'One Child')
  await onTheBooks(here, stranger.email, 'Two Child')

  expect(await joinStudio(here.accepting(), here.studio, parent)).toMatchObject({ personId: patId })
  await joinStudio(here.accepting(), here.studio, stranger)
  expect(await here.people()).toHaveLength(5)
})

test('a role is changed and ended, counts at once, and is written down', async () => {
  const here = await setting()
  const coach = await mintAccount(here.world, { studio: here.studio, role: 'coach' })
  const personId = coach.personId ?? ''

  expect(await changeRole(here.inviting(), { personId, role: 'manager' })).toEqual({ ok: true })
  expect(await here.place(coach.userId)).toEqual({ role: 'manager', state: 'active', personId })
  expect(
    await changeRole(here.inviting(undefined, 'manager'), { personId, role: 'coach' }),
  ).toEqual({
    ok: false,
    reason: 'role_not_yours',
  })
  expect(await changeRole(here.inviting(), { personId, role: 'member' })).toEqual({ ok: true })

  expect(await here.place(coach.userId)).toEqual({ role: 'member', state: 'active', personId })
  expect(await here.people()).toMatchObject([{ id: personId, isStaff: 0 }])
  expect(
    await here.world.directory.all(
      sql`SELECT role_id AS role FROM users WHERE auth_id = ${coach.userId}`,
    ),
  ).toEqual([{ role: 'member' }])
  const lines = await here.world.shard(0).all<{ detail: string }>(
    sql`SELECT detail FROM audit_entries
        WHERE subject_id = ${personId} AND action = 'role.changed'
        ORDER BY json_extract(detail, '$.before')`,
  )
  expect(lines.map(({ detail }) => JSON.parse(detail))).toEqual([
    { before: 'coach', after: 'manager' },
    { before: 'manager', after: 'member' },
  ])
  expect(await changeRole(here.inviting(), { personId, role: 'coach' })).toEqual({
    ok: false,
    reason: 'not_found',
  })
})

test('someone suspended is signed out and keeps their role until it is given back; twice is once', async () => {
  const here = await setting()
  const { world } = here
  const coach = await mintAccount(world, { studio: here.studio, role: 'coach' })
  const personId = coach.personId ?? ''
  await here.world.shard(0).run(sql`UPDATE people SET is_staff = 1 WHERE id = ${personId}`)
  await mintSession(world, coach)
  const suspend = { personId, role: 'member' as const, suspend: true }
  const listed = async () =>
    (await staffPage(here.inviting())).staff.find((one) => one.personId === personId)
  expect(await changeRole(here.inviting(), suspend)).toEqual({ ok: true })
  expect(await changeRole(here.inviting(), suspend)).toEqual({ ok: true })
  expect(await countSessions(world, coach.userId)).toBe(0)
  expect(await here.place(coach.userId)).toEqual({ role: 'member', state: 'active', personId })
  // Neither staff nor a member.
  expect(await here.people()).toMatchObject([{ isStaff: 2 }])
  expect(await listed()).toMatchObject({ role: 'coach', suspended: true })

  expect(await changeRole(here.inviting(), { personId, role: 'coach' })).toEqual({ ok: true })
  expect(await listed()).toMatchObject({ role: 'coach', suspended: false })
  expect(await here.people()).toMatchObject([{ isStaff: 1 }])

  await changeRole(here.inviting(), suspend)
  expect(await changeRole(here.inviting(), { personId, role: 'member' })).toEqual({ ok: true })
  expect(await listed()).toBeUndefined()
  const own = { personId: here.boss.personId ?? '', role: 'member' as const, suspend: true }
  expect(await changeRole(here.inviting(), own)).toEqual({ ok: false, reason: 'last_owner' })
  const manager = here.inviting(undefined, 'manager')
  const other = await mintAccount(world, { studio: here.studio, role: 'manager' })
  expect(await changeRole(manager, { ...suspend, personId: other.personId ?? '' })).toEqual({
    ok: false,
    reason: 'role_not_yours',
  })
})

test('accepting an invitation does not lift a suspension or change the kept role', async () => {
  const here = await setting()
  const second = await mintAccount(here.world, { studio: here.studio, role: 'owner' })
  const personId = second.personId ?? ''
  const invited = asked({ email: second.email, role: 'coach' })
  const manager = here.inviting(undefined, 'manager')
  const suspend = { personId, role: 'member' as const, suspend: true }
  await changeRole(here.inviting(), suspend)
  expect(await invitePerson(manager, invited)).toEqual({ ok: false, reason: 'already_here' })

  // One that was open before they worked here and were suspended.
  await changeRole(here.inviting(), { personId, role: 'member' })
  expect(await invitePerson(manager, invited)).toMatchObject({ ok: true })
  await here.world.directory.run(sql`
    UPDATE affiliations SET suspended_role = 'owner' WHERE user_id = ${second.userId}`)
  const [token = ''] = await here.tokens(second.email)
  await acceptInvitation(here.accepting(), { token, account: second })
  expect(
    await here.world.directory.all(sql`
      SELECT role_id AS role, suspended_role AS kept FROM affiliations
      WHERE user_id = ${second.userId}`),
  ).toEqual([{ role: 'member', kept: 'owner' }])
})

test('losing a role withdraws the open invitations its holder may no longer send', async () => {
  const here = await setting()
  const max = await mintAccount(here.world, { studio: here.studio, role: 'manager' })
  const asMax = { ...here.inviting(undefined, 'manager'), actor: { ...max, role: 'manager' } }
  const [desk, member, own] = [asked({ role: 'front_desk' }), asked({ role: 'member' }), asked()]
  for (const one of [desk, member]) await invitePerson(asMax as InvitingContext, one)
  await invitePerson(here.inviting(), own)
  const open = async () =>
    here.world.directory.all<{ id: string }>(
      sql`SELECT id FROM invitations WHERE studio_id = ${here.studio.id} AND state = 'open'`,
    )
  await changeRole(here.inviting(), { personId: max.personId ?? '', role: 'owner' })
  expect(await open()).toHaveLength(3)

  await changeRole(here.inviting(), { personId: max.personId ?? '', role: 'member', suspend: true })
  expect((await open()).map(({ id }) => id).sort()).toEqual([member.key, own.key].sort())
  const [token = ''] = await here.tokens(desk.email)
  expect(await openInvitedAccount(here.accepting(), { token, ...newcomer })).toEqual({
    ok: false,
    reason: 'invitation_withdrawn',
  })
  expect(
    await here.world.shard(0).all(sql`
      SELECT actor_name AS actor FROM audit_entries
      WHERE studio_id = ${here.studio.id} AND action = 'invitation.withdrawn'`),
  ).toEqual([{ actor: 'Olivia Hart' }])
})

test('the last owner stays, also when two owners end each other’s role at once', async () => {
  const here = await setting()
  const own = here.boss.personId ?? ''
  expect(await changeRole(here.inviting(), { personId: own, role: 'member' })).toEqual({
    ok: false,
    reason: 'last_owner',
  })
  const second = await mintAccount(here.world, { studio: here.studio, role: 'owner' })

  const results = await Promise.all(
    [own, second.personId ?? ''].map((personId) =>
      changeRole(here.inviting(), { personId, role: 'coach' }),
    ),
  )

  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  const owners = await here.world.directory.all(
    sql`SELECT 1 FROM affiliations WHERE studio_id = ${here.studio.id} AND role_id = 'owner'`,
  )
  expect(owners).toHaveLength(1)
})

test('the account that a crash left with a changed role is finished on its next visit', async () => {
  const here = await setting()
  const coach = await mintAccount(here.world, { studio: here.studio, role: 'coach' })
  await here.world.directory.run(
    sql`UPDATE affiliations SET role_id = 'manager', state = 'provisioning'
      WHERE user_id = ${coach.userId}`,
  )
  expect(await joinStudio(here.accepting(), here.studio, coach)).toMatchObject({
    ok: true,
    role: 'manager',
  })
})

test('the list knows who signs in, who is invited and who works here without a sign-in', async () => {
  const here = await setting()
  const personId = await onTheBooks(here, 'nologin@example.test', 'No Login')
  await here.world.shard(0).run(sql`UPDATE people SET is_staff = 1 WHERE id = ${personId}`)
  const before = await staffPage(here.inviting())
  expect(before.staff).toMatchObject([{ name: 'Olivia Hart', role: 'owner', twoStep: false }])
  expect(before.unsigned).toEqual([{ personId, name: 'No Login', email: 'nologin@example.test' }])

  await invitePerson(here.inviting(), asked({ email: 'nologin@example.test', personId }))

  const after = await staffPage(here.inviting())
  expect(after.unsigned).toEqual([])
  expect(after.invitations).toMatchObject([{ invitedBy: 'Olivia Hart', expired: false }])
})
