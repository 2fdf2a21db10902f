import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { demoPassword, demoPasswordHash, mintAccount } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { supabaseClient } from '../support/supabase.ts'
import { newestMailTo, newVisitor } from '../support/visitor.ts'

test('the published client signs up, signs in after the mailed token, reads the user, refreshes and signs out', async () => {
  const { auth } = await supabaseClient()
  const email = `${newId().toLowerCase()}@example.test`
  const password = 'a long password'

  const signedUp = await auth.signUp({
    email,
    password,
    options: { data: { name: 'Hal', colour: 'red' } },
  })
  expect(signedUp.error).toBeNull()
  expect(signedUp.data.session).toBeNull()
  expect(signedUp.data.user).toMatchObject({
    email,
    role: 'authenticated',
    user_metadata: { colour: 'red' },
  })

  const early = await auth.signInWithPassword({ email, password })
  expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })

  // By the program itself: pressed on our page in a browser that did not set it, the password goes.
  const { searchParams } = new URL((await newestMailTo(email)).link, 'http://cadence.test')
  const confirmed = await auth.verifyOtp({
    type: 'email',
    token_hash: searchParams.get('token_hash') ?? '',
  })
  expect(confirmed.error).toBeNull()

  const signedIn = await auth.signInWithPassword({ email, password })
  expect(signedIn.error).toBeNull()
  const session = signedIn.data.session
  expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  expect(signedIn.data.user).toMatchObject({
    email,
    identities: [{ provider: 'email', user_id: session?.user.id }],
  })

  const read = await auth.getUser()
  expect(read.data.user).toMatchObject({
    id: session?.user.id,
    email,
    user_metadata: { email_verified: true },
  })
  const claims = await auth.getClaims()
  expect(claims.data?.claims).toMatchObject({
    sub: session?.user.id,
    aal: 'aal1',
    email,
    user_metadata: { colour: 'red' },
  })

  const refreshed = await auth.refreshSession()
  expect(refreshed.error).toBeNull()
  expect(refreshed.data.session?.refresh_token).not.toBe(session?.refresh_token)

  expect((await auth.signOut()).error).toBeNull()
  const gone = await auth.getUser(session?.access_token)
  expect(gone.error).toMatchObject({ name: 'AuthSessionMissingError' })
})

test('the published client is told errors by their codes', async () => {
  const { auth } = await supabaseClient()
  const world = builtDatabases()
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })

  expect(
    (await auth.signInWithPassword({ email: ana.email, password: 'wrong' })).error,
  ).toMatchObject({
    status: 400,
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  })
  expect(
    (await auth.signUp({ email: 'fresh-weak@example.test', password: 'short' })).error,
  ).toMatchObject({
    name: 'AuthWeakPasswordError',
    status: 422,
    reasons: ['length'],
  })
  expect(
    (await auth.signUp({ email: 'nowhere', password: 'a long password' })).error,
  ).toMatchObject({
    status: 400,
    code: 'validation_failed',
  })
  expect((await auth.signInAnonymously()).error).toMatchObject({
    status: 422,
    code: 'anonymous_provider_disabled',
  })
  expect((await auth.refreshSession({ refresh_token: 'made-up' })).error).toMatchObject({
    status: 400,
    code: 'refresh_token_not_found',
  })
  expect((await auth.getUser('not.a.token')).error).toMatchObject({ status: 403, code: 'bad_jwt' })
})

test('a session of the client and one of the pages are the same kind of session', async () => {
  const { auth } = await supabaseClient()
  const world = builtDatabases()
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  const { data } = await auth.signInWithPassword({ email: ana.email, password: demoPassword })

  const person = newVisitor({ cookie: `cadence-refresh=${data.session?.refresh_token}` })

  expect((await person.get('/sign-out')).html).toContain(ana.email)
  await auth.signOut({ scope: 'global' })
  expect((await person.get('/sign-out')).html).not.toContain(ana.email)
})
