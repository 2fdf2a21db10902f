import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startLocalServer } from '../../scripts/local-server.ts'
import { codeOf } from '../support/second-factors.ts'
import { type AuthServer, projectKey, supabaseClient } from '../support/supabase.ts'
import { startTokenIssuer, type TokenIssuer } from '../support/token-issuer.ts'

let issuer: TokenIssuer
let server: AuthServer
let end: () => Promise<unknown>

beforeAll(async () => {
  issuer = await startTokenIssuer()
  const variables = { ...inject('variables'), ...issuer.variables, AUTH_MANUAL_LINKING: 'true' }
  const { url, miniflare } = await startLocalServer({ variables })
  server = { origin: url, variables }
  end = () => miniflare.dispose()
})

afterAll(() => end())

const provider = 'oidc' as 'google'

/** Someone new who came by the provider. */
async function byProvider(sub: string = randomUUID()) {
  const { auth } = await supabaseClient({ server })
  const token = await issuer.idToken({ sub, email: `${sub}@example.test` })
  const { data, error } = await auth.signInWithIdToken({ provider, token })
  if (error) throw error
  return { auth, sub, user: data.user, session: data.session }
}

test('who signed up with an address and waited for its owner has nothing once the owner comes', async () => {
  const email = `${randomUUID()}@example.test`
  const password = 'known to the attacker'
  const attacker = await supabaseClient({ server })
  await attacker.auth.signUp({ email, password, options: { data: { role: 'waiting' } } })

  const owner = await supabaseClient({ server })
  const { data } = await owner.auth.signInWithIdToken({
    provider,
    token: await issuer.idToken({ email }),
  })

  expect(data.user?.identities?.map((identity) => identity.provider)).toEqual(['oidc'])
  expect(data.user?.email_confirmed_at).toBeTruthy()
  expect((await attacker.auth.signInWithPassword({ email, password })).error).toMatchObject({
    status: 400,
    code: 'invalid_credentials',
  })
})

test('whoever has taken the first step alone adds no identity to an account with two, whichever way it is asked', async () => {
  const ana = await byProvider()
  const enrolled = await ana.auth.mfa.enroll({ factorType: 'totp' })
  const { id: factorId = '', totp } = enrolled.data as { id: string; totp: { secret: string } }
  await ana.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret, Date.now()) })
  // Who knows the first step only: a session that has not been lifted.
  const thief = await byProvider(ana.sub)
  const own = randomUUID()
  const token = await issuer.idToken({ sub: own, email: `${own}@example.test` })

  const linked = await fetch(`${server.origin}/auth/v1/token?grant_type=id_token`, {
    method: 'POST',
    headers: {
      apikey: await projectKey('anon', server),
      'X-Supabase-Api-Version': '2024-01-01',
      Authorization: `Bearer ${thief.session?.access_token}`,
    },
    body: JSON.stringify({ provider, id_token: token, link_identity: true }),
  })
  expect([linked.status, await linked.json()]).toMatchObject([401, { code: 'insufficient_aal' }])
  const begun = await thief.auth.linkIdentity({ provider, options: { skipBrowserRedirect: true } })
  expect(begun.error).toMatchObject({ status: 401, code: 'insufficient_aal' })
  const { data } = await ana.auth.getUserIdentities()
  expect(data?.identities.map(({ id }) => id)).toEqual([ana.sub])
})

test('an identity is added by hand, not to two accounts, and the last one stays', async () => {
  const ana = await byProvider()
  const ben = await byProvider()
  const second = randomUUID()
  const link = async ({ auth }: { auth: typeof ana.auth }) =>
    auth.linkIdentity({
      provider,
      token: await issuer.idToken({ sub: second, email: `${second}@example.test` }),
    })

  const linked = await link(ana)
  expect(linked.error).toBeNull()
  expect(linked.data?.user?.id).toBe(ana.user.id)
  expect((await link(ben)).error).toMatchObject({ status: 422, code: 'identity_already_exists' })

  const identities = (await ana.auth.getUserIdentities()).data?.identities ?? []
  expect(identities.map(({ id }) => id).sort()).toEqual([ana.sub, second].sort())
  const [first, other] = identities
  if (!first || !other) throw new Error('Two identities were expected')
  expect((await ben.auth.unlinkIdentity(first)).error).toMatchObject({
    status: 404,
    code: 'identity_not_found',
  })
  expect((await ana.auth.unlinkIdentity(first)).error).toBeNull()
  expect((await ana.auth.unlinkIdentity(other)).error).toMatchObject({
    status: 422,
    code: 'single_identity_not_deletable',
  })
  expect((await ana.auth.getUser()).data.user?.identities).toHaveLength(1)
})

test('linking by way of the provider needs who is signed in, and leads there', async () => {
  const ana = await byProvider()
  const begun = await ana.auth.linkIdentity({ provider, options: { skipBrowserRedirect: true } })
  expect(begun.error).toBeNull()
  expect(begun.data?.url).toContain(`${issuer.issuer}/authorize?`)
  const anonymous = await fetch(
    `${server.origin}/auth/v1/user/identities/authorize?provider=oidc`,
    {
      headers: { apikey: await projectKey('anon', server) },
      redirect: 'manual',
    },
  )
  expect(anonymous.status).toBe(401)
})
