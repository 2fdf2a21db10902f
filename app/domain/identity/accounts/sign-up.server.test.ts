import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { identityFor, mintAccount, testSecrets } from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import type { IdentityContext } from '../identity-context.ts'
import { verifyOneTimeSecret } from '../secrets/verify-one-time-secret.server.ts'
import { type SignUpInput, signUp } from './sign-up.server.ts'

type EmailSignUp = Extract<SignUpInput, { email: string }>

const confirmAddress = (ctx: IdentityContext, token: string) =>
  verifyOneTimeSecret(ctx, { type: 'signup', proof: { token } })

let people = 0
const someone = (facts: Partial<EmailSignUp> = {}): EmailSignUp => {
  people += 1
  return {
    email: `new-${people}@example.test`,
    password: 'a long password',
    name: 'Ana Reyes',
    acceptsTerms: true,
    ...facts,
  }
}

const mailsTo = async (email: string) => {
  const { directory } = await databases()
  return directory.all<{ kind: string; text: string }>(
    sql`SELECT kind, text FROM outbox WHERE recipient = ${email} ORDER BY created_at_ms`,
  )
}

/** The token in the mailed link. */
const tokenIn = (text: string | undefined) => /token_hash=([\w-]+)/.exec(text ?? '')?.[1] ?? ''

test('a new person gets a mail with a link that confirms the address once and signs in', async () => {
  const world = await databases()
  const person = someone({
    next: '/northside/home',
    studio: { slug: 'northside', name: 'Northside' },
  })

  const result = await signUp(identityFor(world), person)

  expect(result).toMatchObject({ ok: true, kind: 'confirm' })
  const [mail] = await mailsTo(person.email)
  expect(mail?.text).toContain('next=%2Fnorthside%2Fhome&studio=northside')
  const confirmed = await confirmAddress(identityFor(world), tokenIn(mail?.text))
  expect(confirmed).toMatchObject({
    ok: true,
    name: 'Ana Reyes',
    outcome: { kind: 'setup_complete', studio: null },
  })
  expect(await confirmAddress(identityFor(world), tokenIn(mail?.text))).toEqual({
    ok: false,
    reason: 'link_expired',
  })
})

test('the stored hash of a link cannot be used as the link', async () => {
  const world = await databases()
  const person = someone()
  await signUp(identityFor(world), person)
  const [mail] = await mailsTo(person.email)
  const rows = await world.directory.all<{ token_hash: string }>(
    sql`SELECT token_hash FROM auth_one_time_tokens WHERE relates_to = ${person.email}`,
  )

  expect(JSON.stringify(rows)).not.toContain(tokenIn(mail?.text))
  expect(await confirmAddress(identityFor(world), rows[0]?.token_hash ?? '')).toMatchObject({
    ok: false,
  })
})

test('signing up with a confirmed address looks the same, keeps the password and emails the owner', async () => {
  const world = await databases()
  const ana = await mintAccount(world, { passwordHash: 'kept' })
  const target = { next: '/northside/home', studio: { slug: 'northside', name: 'Northside' } }
  const shape = (result: Awaited<ReturnType<typeof signUp>>) =>
    result.ok && result.kind === 'confirm'
      ? Object.entries(result.account).map(([key, value]) => [
          key,
          value === null ? null : typeof value,
        ])
      : result

  const known = await signUp(identityFor(world), someone({ email: ana.email, ...target }))
  const unknown = await signUp(identityFor(world), someone())

  expect(shape(known)).toEqual(shape(unknown))
  const mails = await mailsTo(ana.email)
  expect(mails.map(({ kind }) => kind)).toEqual(['address-taken'])
  expect(mails[0]?.text).toContain('/sign-in?next=%2Fnorthside%2Fhome&studio=northside')
  expect(
    await world.directory.all(
      sql`SELECT password_hash AS kept FROM auth_users WHERE email = ${ana.email}`,
    ),
  ).toEqual([{ kept: 'kept' }])
})

test('sign-up takes the same trips, statements and one email for confirmed, unconfirmed and new addresses', async () => {
  const world = await databases()
  const waiting = someone()
  const before = Date.now() - 120_000
  await signUp(identityFor(world, { nowMs: before }), waiting)
  const costs: { trips: number; queries: number }[] = []
  for (const { email } of [await mintAccount(world), waiting, someone()]) {
    const mails = (await mailsTo(email)).length
    const { trips, queries } = world.meter
    expect(await signUp(identityFor(world), someone({ email }))).toMatchObject({ kind: 'confirm' })
    costs.push({ trips: world.meter.trips - trips, queries: world.meter.queries - queries })
    expect((await mailsTo(email)).length - mails).toBe(1)
  }
  expect(new Set(costs.map((cost) => JSON.stringify(cost))).size).toBe(1)
})

test('the email to an address’s owner respects the interval between confirmations', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  for (const _ of [1, 2, 3]) await signUp(identityFor(world), someone({ email: ana.email }))
  expect(await mailsTo(ana.email)).toHaveLength(1)
})

test('an address that waits for confirmation gets the mail again, and the first link that is used ends the other', async () => {
  const world = await databases()
  const person = someone()
  const first = Date.now()
  await signUp(identityFor(world, { nowMs: first }), person)
  expect(await signUp(identityFor(world, { nowMs: first + 59_000 }), person)).toEqual({
    ok: false,
    reason: 'mail_too_soon',
    seconds: 1,
  })
  await signUp(identityFor(world, { nowMs: first + 60_000 }), person)

  const [older, newer] = (await mailsTo(person.email)).map(({ text }) => tokenIn(text))
  const later = identityFor(world, { nowMs: first + 61_000 })
  expect(await confirmAddress(later, older ?? '')).toMatchObject({ ok: true })
  expect(await confirmAddress(later, newer ?? '')).toMatchObject({
    ok: false,
    reason: 'link_expired',
  })
})

test('the wait between two mails is the same for a known and an unknown address', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  for (const email of [ana.email, someone().email]) {
    expect(await signUp(identityFor(world), someone({ email }))).toMatchObject({ ok: true })
    expect(await signUp(identityFor(world), someone({ email }))).toMatchObject({
      ok: false,
      reason: 'mail_too_soon',
    })
  }
})

test('a link is too old after an hour', async () => {
  const world = await databases()
  const person = someone()
  const at = Date.now()
  await signUp(identityFor(world, { nowMs: at }), person)
  const token = tokenIn((await mailsTo(person.email))[0]?.text)

  expect(await confirmAddress(identityFor(world, { nowMs: at + 3_600_000 }), token)).toMatchObject({
    ok: false,
  })
  expect(await confirmAddress(identityFor(world, { nowMs: at + 3_599_000 }), token)).toMatchObject({
    ok: true,
  })
})

test('of two presses on one link at once one signs in', async () => {
  const world = await databases()
  const person = someone()
  await signUp(identityFor(world), person)
  const token = tokenIn((await mailsTo(person.email))[0]?.text)

  const results = await Promise.all(
    [1, 2, 3, 4].map(() => confirmAddress(identityFor(world), token)),
  )

  expect(results.filter((result) => result.ok)).toHaveLength(1)
})

test('two sign-ups with one address at once make one account with one user row and one identity', async () => {
  const world = await databases()
  const ctx = {
    ...identityFor(world, { variables: { ...testSecrets, AUTH_EMAIL_CONFIRMATION: 'false' } }),
  }
  const person = someone()

  const results = await Promise.all([signUp(ctx, person), signUp(ctx, person)])

  expect(results.filter((result) => result.ok)).toHaveLength(1)
  expect(results.find((result) => !result.ok)).toEqual({ ok: false, reason: 'user_already_exists' })
  const [count] = await world.directory.all(sql`
    SELECT count(*) AS accounts,
      (SELECT count(*) FROM auth_identities WHERE user_id = account.id) AS identities,
      (SELECT count(*) FROM users WHERE auth_id = account.id) AS users,
      (SELECT count(*) FROM auth_sessions WHERE user_id = account.id) AS sessions
    FROM auth_users AS account WHERE email = ${person.email}`)
  expect(count).toEqual({ accounts: 1, identities: 1, users: 1, sessions: 1 })
})

test.each([
  [{ password: 'seven77' }, 'password_too_short'],
  [{ password: 'ä'.repeat(37) }, 'password_too_long'],
])(
  'a password of the wrong length is refused before anything is hashed or written',
  async (facts, reason) => {
    const world = await databases()
    const trips = world.meter.trips
    expect(await signUp(identityFor(world), someone(facts))).toEqual({ ok: false, reason })
    expect(world.meter.trips).toBe(trips)
  },
)

test('sign-up can be switched off, and an address of the network can be refused, both before any hash', async () => {
  const world = await databases()
  const off = identityFor(world, { variables: { ...testSecrets, AUTH_SIGN_UP: 'false' } })
  const busy = { ...identityFor(world), addressMay: async () => false }

  expect(await signUp(off, someone())).toEqual({ ok: false, reason: 'sign_up_disabled' })
  expect(await signUp(busy, someone())).toEqual({ ok: false, reason: 'too_many_tries' })
})

test('without a name or the terms set-up is still to be done', async () => {
  const world = await databases()
  const person = someone({ name: '', acceptsTerms: false })
  await signUp(identityFor(world), person)
  const token = tokenIn((await mailsTo(person.email))[0]?.text)

  expect(await confirmAddress(identityFor(world), token)).toMatchObject({
    outcome: { kind: 'setup_not_complete' },
  })
})
