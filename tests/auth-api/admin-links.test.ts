import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { mintAccount } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { sharedServer, supabaseClient } from '../support/supabase.ts'
import { newestMailTo } from '../support/visitor.ts'

const world = builtDatabases()
const admin = (await supabaseClient({ role: 'service_role' })).auth.admin
const address = () => `${newId().toLowerCase()}@example.test`
const mailsTo = async (email: string) =>
  (
    await world.directory.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM outbox WHERE recipient = ${email}`,
    )
  )[0]?.n

test('a sign-up link makes the account as it was sent, mails nothing, and leads to verify', async () => {
  const email = address()
  const { data, error } = await admin.generateLink({
    type: 'signup',
    email,
    password: 'a long password',
    options: { data: { status: 'alpha' }, redirectTo: 'http://evil.example/welcome' },
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, user_metadata: { status: 'alpha' } })
  expect(Object.keys(data.user?.user_metadata ?? {})).toEqual(['status'])
  expect(data.properties).toMatchObject({
    verification_type: 'signup',
    email_otp: expect.stringMatching(/^\d{6}$/),
    // Not on the allow-list: it falls back to the site.
    redirect_to: sharedServer().origin,
  })
  const link = new URL(data.properties?.action_link ?? '')
  expect(link.pathname).toBe('/auth/v1/verify')
  expect(Object.fromEntries(link.searchParams)).toEqual({
    token: data.properties?.hashed_token,
    type: 'signup',
    redirect_to: sharedServer().origin,
  })
  expect(await mailsTo(email)).toBe(0)
  expect(
    (await admin.generateLink({ type: 'signup', email, password: 'a long password' })).error,
  ).toBeNull()
})

test('recovery needs an account, a magic link makes one and says so', async () => {
  const known = await mintAccount(world, {})
  expect(
    (await admin.generateLink({ type: 'recovery', email: known.email })).data.properties,
  ).toMatchObject({
    verification_type: 'recovery',
  })
  expect((await admin.generateLink({ type: 'recovery', email: address() })).error).toMatchObject({
    status: 404,
    code: 'user_not_found',
  })
  const magic = await admin.generateLink({ type: 'magiclink', email: known.email })
  expect(magic.data).toMatchObject({
    user: { id: known.userId },
    properties: { verification_type: 'magiclink' },
  })
  const unknown = await admin.generateLink({ type: 'magiclink', email: address() })
  expect(unknown.data.properties).toMatchObject({ verification_type: 'signup' })
  expect(
    (await admin.generateLink({ type: 'signup', email: known.email, password: 'a long one' }))
      .error,
  ).toMatchObject({
    status: 422,
    code: 'email_exists',
  })
})

test('both links of a change of address name the new one; a change to another address voids them', async () => {
  const { email, userId } = await mintAccount(world, {})
  const [newEmail, other] = [address(), address()]
  const current = await admin.generateLink({ type: 'email_change_current', email, newEmail })
  expect(current.data).toMatchObject({
    user: { email, new_email: newEmail },
    properties: { verification_type: 'email_change_current' },
  })
  expect(current.data.properties?.action_link).toContain('type=email_change&')
  expect((await admin.generateLink({ type: 'email_change_new', email, newEmail })).error).toBeNull()
  const kinds = () =>
    world.directory.all(
      sql`SELECT kind, relates_to AS sentTo FROM auth_one_time_tokens WHERE user_id = ${userId} ORDER BY kind`,
    )
  expect(await kinds()).toEqual([
    { kind: 'email_change_current', sentTo: email },
    { kind: 'email_change_new', sentTo: newEmail },
  ])
  await admin.generateLink({ type: 'email_change_new', email, newEmail: other })
  expect(await kinds()).toEqual([{ kind: 'email_change_new', sentTo: other }])
  const taken = await mintAccount(world, {})
  expect(
    (await admin.generateLink({ type: 'email_change_new', email, newEmail: taken.email })).error,
  ).toMatchObject({
    status: 422,
    code: 'email_exists',
  })
})

test('an invited account gets a mail; one that waits gets it again, and a confirmed one is told', async () => {
  const email = address()
  const invited = await admin.inviteUserByEmail(email, { data: { status: 'alpha' } })
  expect(invited.error).toBeNull()
  expect(invited.data.user).toMatchObject({
    email,
    invited_at: expect.any(String),
    user_metadata: { status: 'alpha' },
  })
  expect((await newestMailTo(email)).link).toContain('type=invite')
  expect((await admin.inviteUserByEmail(email)).error).toBeNull()
  expect(await mailsTo(email)).toBe(2)

  const token = /token_hash=([\w-]+)/.exec((await newestMailTo(email)).link)?.[1] ?? ''
  const { auth } = await supabaseClient()
  const accepted = await auth.verifyOtp({ type: 'invite', token_hash: token })
  expect(accepted.data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
  expect(
    await world.directory.all(sql`
      SELECT action FROM auth_audit_entries WHERE actor_id = ${accepted.data.user?.id} AND action = 'invite_accepted'`),
  ).toHaveLength(1)

  const confirmed = await mintAccount(world, {})
  expect((await admin.inviteUserByEmail(confirmed.email)).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  })
  expect(await mailsTo(confirmed.email)).toBe(0)
  expect((await admin.inviteUserByEmail('xx:;x@x.x')).error).toMatchObject({
    status: 400,
    message: 'Unable to validate email address: invalid format',
  })
})

test.each([
  [{ type: 'signup', email: 'xx:;x@x.x', password: 'password123' }],
  [{ type: 'signup', email: 'no-password@example.test' }],
  [{ type: 'sms', email: 'a@b.example' }],
  [{ email: 'a@b.example' }],
])('a link cannot be made of %j', async (params) => {
  const { error } = await admin.generateLink(params as never)
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
})
