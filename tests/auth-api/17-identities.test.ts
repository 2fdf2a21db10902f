import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startLocalServer } from '../../scripts/local-server.ts'
import { codeOf } from '../support/second-factors.ts'
import {
  followTo,
  type OpenidProvider,
  startOpenidProvider,
} from '../support/servers/openid-provider.ts'
import { startTokenIssuer, type TokenIssuer } from '../support/servers/token-issuer.ts'
import { type AuthServer, projectKey, supabaseClient } from '../support/supabase.ts'

let issuer: TokenIssuer
let server: AuthServer
/** Another server, whose provider people can go to. */
let there: AuthServer
let openid: OpenidProvider
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  issuer = await startTokenIssuer()
  const variables = { ...inject('variables'), ...issuer.variables, AUTH_MANUAL_LINKING: 'true' }
  const { url, miniflare } = await startLocalServer({ variables })
  server = { origin: url, variables }
  openid = await startOpenidProvider()
  const others = {
    ...inject('variables'),
    AUTH_OIDC_ISSUER: openid.issuer,
    AUTH_OIDC_CLIENT_ID: openid.clientId,
    AUTH_OIDC_SECRET: openid.clientSecret,
    AUTH_MANUAL_LINKING: 'true',
    AUTH_REDIRECT_ALLOW_LIST: 'https://app.example/**',
    AUTH_EMAIL_CONFIRMATION: 'false',
  }
  const second = await startLocalServer({ variables: others })
  there = { origin: second.url, variables: others }
  openid.redirectUris.push(`${second.url}/auth/v1/callback`)
  ends.push(
    () => miniflare.dispose(),
    () => second.miniflare.dispose(),
    () => openid.close(),
  )
})

afterAll(async () => {
  for (const end of ends) await end()
})

const provider = 'oidc' as 'google'

/** Someone new who came by the provider. */
async function byProvider(sub: string = randomUUID()) {
  const { auth } = await supabaseClient({ server })
  const token = await issuer.idToken({ sub, email: `${sub}@example.test` })
  const { data, error } = await auth.signInWithIdToken({ provider, token })
  if (error) throw error
  return { auth, sub, user: data.user, session: data.session }
}

/**
 * Somebody signed in by a program, an account at the provider, and a browser that arrives from
 * there with it.
 */
async function linking(flowType: 'pkce' | 'implicit') {
  const { auth } = await supabaseClient({
    server: there,
    auth: { flowType, persistSession: true, storage: mapStorage() },
  })
  const email = `${randomUUID()}@example.test`
  const { error } = await auth.signUp({ email, password: 'a password of some length' })
  if (error) throw error
  const victim = {
    sub: randomUUID(),
    email: `${randomUUID()}@example.test`,
    email_verified: true,
    name: 'Vera Victim',
  }
  openid.accounts.set(victim.sub, victim)
  const arrive = (address: string) => {
    const start = new URL(address)
    start.searchParams.set('login_hint', victim.sub)
    return followTo(
      start.href,
      (url) => url.origin === 'https://app.example' || url.pathname === '/auth/link',
    )
  }
  return { auth, victim, arrive }
}

function mapStorage() {
  const map = new Map<string, string>()
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
}

test('someone who signed up with an address and waited for its owner has nothing once the owner comes', async () => {
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

test('someone who has taken the first step alone adds no identity to an account with two, whichever way it is asked', async () => {
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

test('linking by way of the provider needs someone signed in, and leads back there', async () => {
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

test.each([{ flow: 'pkce' }, { flow: 'implicit' }] as const)(
  'a linking address that is sent to somebody else ties nothing of theirs to its sender ($flow)',
  async ({ flow }) => {
    const { auth, victim, arrive } = await linking(flow)
    const begun = await auth.linkIdentity({
      provider,
      options: { skipBrowserRedirect: true, redirectTo: 'https://app.example/in' },
    })
    // Somebody else opens it, with their own account at the provider.
    await arrive(begun.data?.url ?? '')
    expect((await auth.getUserIdentities()).data?.identities.map(({ id }) => id)).not.toContain(
      victim.sub,
    )
    const own = await fetch(`${there.origin}/auth/v1/authorize?provider=oidc`, {
      redirect: 'manual',
    })
    const start = new URL(own.headers.get('Location') ?? '')
    start.searchParams.set('login_hint', victim.sub)
    const back = await followTo(start.href, (url) => url.hash !== '')
    const theirs = await auth.getUser(new URLSearchParams(back.hash.slice(1)).get('access_token')!)
    expect(theirs.data.user?.email).toBe(victim.email)
  },
)

test('a program that began it adds the identity with the code that comes back, while its session lives', async () => {
  const { auth, victim: own, arrive } = await linking('pkce')
  const begin = () =>
    auth.linkIdentity({
      provider,
      options: { skipBrowserRedirect: true, redirectTo: 'https://app.example/in' },
    })
  const before = (await auth.getUser()).data.user
  const back = await arrive((await begin()).data?.url ?? '')
  const { data, error } = await auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
  expect(error).toBeNull()
  expect(data.user?.id).toBe(before?.id)
  expect(data.session).toMatchObject({ provider_token: expect.any(String) })
  expect(data.user?.identities?.map(({ id }) => id)).toContain(own.sub)
})

test('a link that was begun before its account signed out everywhere adds nothing', async () => {
  const { auth, arrive, victim: own } = await linking('pkce')
  const begun = await auth.linkIdentity({
    provider,
    options: { skipBrowserRedirect: true, redirectTo: 'https://app.example/in' },
  })
  const user = (await auth.getUser()).data.user!
  const elsewhere = await supabaseClient({ server: there, role: 'service_role' })
  const token = (await auth.getSession()).data.session!.access_token
  expect((await elsewhere.auth.admin.signOut(token, 'global')).error).toBeNull()

  const back = await arrive(begun.data?.url ?? '')
  const code = back.searchParams.get('code') ?? ''
  expect((await auth.exchangeCodeForSession(code)).error).toMatchObject({
    name: 'AuthSessionMissingError',
  })
  const after = await elsewhere.auth.admin.getUserById(user.id)
  expect(after.data.user?.identities?.map(({ id }) => id)).not.toContain(own.sub)
})

test('without a verifier a page names both accounts, and the press there adds the identity once', async () => {
  const { auth, victim: own, arrive } = await linking('implicit')
  const begun = await auth.linkIdentity({
    provider,
    options: { skipBrowserRedirect: true, redirectTo: 'https://app.example/in?a=b' },
  })
  const user = (await auth.getUser()).data.user!
  const asked = await arrive(begun.data?.url ?? '')
  expect([asked.origin, asked.pathname]).toEqual([there.origin, '/auth/link'])
  const page = await fetch(asked)
  const words = await page.text()
  expect(words).toContain(own.email)
  expect(words).toContain(user.email)
  expect(page.headers.get('Content-Security-Policy')).toContain(
    "form-action 'self' https://app.example",
  )
  const press = () =>
    fetch(asked, { method: 'POST', headers: { Origin: there.origin }, redirect: 'manual' })
  const [first, second] = [await press(), await press()]
  expect(first.status).toBe(303)
  const back = new URL(first.headers.get('Location') ?? '')
  expect([back.origin, back.pathname, back.search]).toEqual(['https://app.example', '/in', '?a=b'])
  const token = new URLSearchParams(back.hash.slice(1)).get('access_token') ?? ''
  const linked = (await auth.getUser(token)).data.user
  expect(linked?.id).toBe(user.id)
  expect(linked?.identities?.map(({ id }) => id)).toContain(own.sub)
  expect(second.status).toBe(422)
})
