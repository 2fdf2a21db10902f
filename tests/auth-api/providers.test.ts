import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type DirectoryDb, directoryDb } from '#app/db/connection.server.ts'
import { studios } from '#app/db/directory.ts'
import { Meter } from '#app/db/meter.server.ts'
import { databaseEnv, startLocalServer } from '../../scripts/local-server.ts'
import { identityFor, mintAccount, mintSession } from '../support/accounts.ts'
import {
  followTo,
  type OpenidProvider,
  startOpenidProvider,
} from '../support/servers/openid-provider.ts'
import { type AuthServer, projectKey, supabaseClient } from '../support/supabase.ts'

/** A server of its own, whose provider `oidc` and whose studios' provider are on this machine. */
let provider: OpenidProvider
let server: AuthServer
let directory: DirectoryDb
let ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  provider = await startOpenidProvider()
  const variables = {
    ...inject('variables'),
    AUTH_OIDC_ISSUER: provider.issuer,
    AUTH_OIDC_CLIENT_ID: provider.clientId,
    AUTH_OIDC_SECRET: provider.clientSecret,
    AUTH_OIDC_LABEL: 'Test provider',
    AUTH_REDIRECT_ALLOW_LIST: 'https://app.example/**',
  }
  const { url, miniflare } = await startLocalServer({ variables })
  server = { origin: url, variables }
  provider.redirectUris.push(`${url}/auth/v1/callback`)
  directory = directoryDb(await databaseEnv(miniflare), new Meter())
  ends = [() => miniflare.dispose(), () => provider.close()]
})

afterAll(async () => {
  for (const end of ends) await end()
})

/** An account at the provider. */
function known(values: { email?: string; email_verified?: boolean } = {}) {
  const account = {
    sub: randomUUID(),
    email: `${randomUUID()}@example.test`,
    email_verified: true,
    name: 'Ana Reyes',
    ...values,
  }
  provider.accounts.set(account.sub, account)
  return account
}

const isDone = (url: URL) => url.origin === 'https://app.example'

/** The browser's way to the provider and back to the program. */
async function throughProvider(url: string, hint: string): Promise<URL> {
  const start = new URL(url)
  start.searchParams.set('login_hint', hint)
  return followTo(start.href, isDone)
}

const fragmentOf = (url: URL) => new URLSearchParams(url.hash.slice(1))

const mapStorage = () => {
  const map = new Map<string, string>()
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
}

const pkceClient = () =>
  supabaseClient({
    server,
    auth: { flowType: 'pkce', persistSession: true, storage: mapStorage() },
  })

test('signInWithOAuth with PKCE: to the provider and back with a code, which is exchanged once', async () => {
  const ana = known()
  const { auth } = await pkceClient()
  const begun = await auth.signInWithOAuth({
    provider: 'oidc' as 'google',
    options: { redirectTo: 'https://app.example/in?from=here', skipBrowserRedirect: true },
  })

  const back = await throughProvider(begun.data.url ?? '', ana.sub)

  expect(back.searchParams.get('from')).toBe('here')
  const code = back.searchParams.get('code') ?? ''
  const { data, error } = await auth.exchangeCodeForSession(code)
  expect(error).toBeNull()
  expect(data.session).toMatchObject({ provider_token: expect.any(String), token_type: 'bearer' })
  expect(data.user).toMatchObject({
    email: ana.email,
    app_metadata: { provider: 'oidc', providers: ['oidc'] },
    user_metadata: { full_name: 'Ana Reyes', email_verified: true },
    identities: [
      { provider: 'oidc', id: ana.sub, identity_data: { sub: ana.sub, iss: provider.issuer } },
    ],
  })
  expect((await auth.getClaims()).data?.claims).toMatchObject({
    amr: [{ method: 'oauth', provider: 'oidc' }],
  })
  const thief = await pkceClient()
  expect((await thief.auth.exchangeCodeForSession(code)).error).not.toBeNull()
})

test('signInWithOAuth implicit: the session comes in the fragment, with the tokens of the provider', async () => {
  const ana = known()
  const { auth } = await supabaseClient({ server })
  const begun = await auth.signInWithOAuth({
    provider: 'oidc' as 'google',
    options: { redirectTo: 'https://app.example/in', skipBrowserRedirect: true },
  })
  const values = fragmentOf(await throughProvider(begun.data.url ?? '', ana.sub))

  expect(Object.fromEntries(values)).toMatchObject({
    token_type: 'bearer',
    provider_token: expect.any(String),
  })
  const set = await auth.setSession({
    access_token: values.get('access_token') ?? '',
    refresh_token: values.get('refresh_token') ?? '',
  })
  expect(set.data.user?.email).toBe(ana.email)
  expect((await auth.refreshSession()).error).toBeNull()
})

test('the same person comes back to the same account, also by an address they confirmed before', async () => {
  const ben = await mintAccount({ directory, shard: () => ({}) as never })
  const at = known({ email: ben.email })
  for (let i = 0; i < 2; i += 1) {
    const { auth } = await supabaseClient({ server })
    const url = `${server.origin}/auth/v1/authorize?provider=oidc&redirect_to=https://app.example/`
    const values = fragmentOf(await throughProvider(url, at.sub))
    const { data } = await auth.getUser(values.get('access_token') ?? '')
    expect(data.user?.id).toBe(ben.userId)
    expect(data.user?.identities?.map((identity) => identity.provider).sort()).toEqual([
      'email',
      'oidc',
    ])
  }
})

test('someone who may not come in is sent back with the reason in the fragment, and in a PKCE flow in the query too', async () => {
  const url = `${server.origin}/auth/v1/authorize?provider=oidc&redirect_to=https://app.example/in`
  const unverified = fragmentOf(await throughProvider(url, known({ email_verified: false }).sub))
  expect(Object.fromEntries(unverified)).toMatchObject({
    error: 'access_denied',
    error_code: 'provider_email_needs_verification',
    error_description: 'Unverified email with oidc. Verify the email with oidc in order to sign in',
  })
  const challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url')
  const denied = await throughProvider(
    `${url}&code_challenge=${challenge}&code_challenge_method=s256`,
    'deny',
  )
  expect(denied.searchParams.get('error')).toBe('access_denied')
  expect(fragmentOf(denied).get('error_description')).toBe('The person said no')
})

test('nobody is led to an address that is not on the list', async () => {
  for (const evil of [
    'https://evil.example/',
    'https://app.example.evil.example/',
    'javascript:alert(1)',
    '//evil.example',
  ]) {
    const url = `${server.origin}/auth/v1/authorize?provider=oidc&redirect_to=${encodeURIComponent(evil)}`
    const start = new URL(url)
    start.searchParams.set('login_hint', known().sub)
    const back = await followTo(start.href, (at) => at.hash !== '' || at.protocol === 'javascript:')
    expect(back.origin).toBe(server.origin)
  }
})

test('a state that is missing, made up or used is a 400 with its code', async () => {
  const callback = async (query: string) => {
    const answer = await fetch(`${server.origin}/auth/v1/callback${query}`, { redirect: 'manual' })
    return [answer.status, ((await answer.json()) as { error_code: string }).error_code]
  }
  expect(await callback('')).toEqual([400, 'bad_oauth_callback'])
  expect(await callback(`?state=${randomUUID()}&code=x`)).toEqual([400, 'bad_oauth_state'])
  expect(await callback("?state=' OR 1=1 --&code=x")).toEqual([400, 'bad_oauth_state'])
  const url = `${server.origin}/auth/v1/authorize?provider=oidc&login_hint=${known().sub}`
  const used = await followTo(url, (at) => at.pathname === '/auth/v1/callback')
  await fetch(used, { redirect: 'manual' })
  expect(await callback(used.search)).toEqual([400, 'flow_state_already_used'])
  // A person in a browser is shown a page instead.
  const page = await fetch(used, { redirect: 'manual', headers: { Accept: 'text/html' } })
  expect([page.status, page.headers.get('Location')]).toEqual([
    303,
    '/auth/callback?error_code=flow_state_already_used',
  ])
})

test('a provider that is unknown or off, and half a PKCE pair, are refused before anything begins', async () => {
  const ask = async (query: string) => {
    const answer = await fetch(`${server.origin}/auth/v1/authorize?${query}`, {
      redirect: 'manual',
    })
    return [answer.status, await answer.json()]
  }
  expect(await ask('provider=google')).toMatchObject([
    400,
    { error_code: 'validation_failed', msg: expect.stringContaining('Unsupported provider') },
  ])
  expect(await ask('provider=sso:1')).toMatchObject([400, { error_code: 'validation_failed' }])
  expect(await ask('')).toMatchObject([400, { error_code: 'validation_failed' }])
  expect(await ask('provider=oidc&code_challenge=abc')).toMatchObject([
    400,
    { error_code: 'validation_failed' },
  ])
  expect(
    await ask(`provider=oidc&code_challenge=${'a'.repeat(43)}&code_challenge_method=plain`),
  ).toMatchObject([400, {}])
})

test('an answer may also be posted by the person’s browser', async () => {
  const url = `${server.origin}/auth/v1/authorize?provider=oidc&redirect_to=https://app.example/&login_hint=${known().sub}`
  const at = await followTo(url, (step) => step.pathname === '/auth/v1/callback')
  const answer = await fetch(at.origin + at.pathname, {
    method: 'POST',
    body: at.searchParams,
    redirect: 'manual',
  })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('Location')).toMatch(/^https:\/\/app\.example\/#access_token=/)
})

test('looking with HEAD begins no flow and spends no state', async () => {
  const look = (address: string | URL) => fetch(address, { method: 'HEAD', redirect: 'manual' })
  const url = `${server.origin}/auth/v1/authorize?provider=oidc&redirect_to=https://app.example/&login_hint=${known().sub}`
  const flows = () => directory.all(sql`SELECT id FROM auth_flow_states`)
  const before = (await flows()).length
  const looked = await look(url)
  expect([looked.status, looked.headers.get('Location')]).toEqual([200, null])
  expect(await flows()).toHaveLength(before)

  const at = await followTo(url, (step) => step.pathname === '/auth/v1/callback')
  expect((await look(at)).status).toBe(200)
  const answer = await fetch(at, { redirect: 'manual' })
  expect(answer.headers.get('Location')).toMatch(/^https:\/\/app\.example\/#access_token=/)
})

/** A browser that keeps our cookies and follows nothing automatically. */
function browser() {
  const cookies = new Map<string, string>()
  return {
    cookies,
    get: async (address: string | URL, init: RequestInit = {}) => {
      const headers = {
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        Accept: 'text/html',
      }
      const url = new URL(address, server.origin)
      const answer = await fetch(url, {
        ...init,
        redirect: 'manual',
        headers: { ...headers, Origin: server.origin },
      })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return {
        status: answer.status,
        location: answer.headers.get('Location'),
        answer,
        html: await answer.text(),
      }
    },
  }
}

const isOurPage = (url: URL) => url.pathname === '/auth/callback'

test('without scripts a person goes to the provider and comes back signed in, in the browser that began', async () => {
  const ana = known()
  const { cookies, get } = browser()
  const begun = await get('/auth/provider?provider=oidc&next=/northside/home')
  expect(begun.status).toBe(302)
  const start = new URL(begun.location ?? '')
  start.searchParams.set('login_hint', ana.sub)
  const back = await followTo(start.href, isOurPage)

  // Someone else who is led there, with a sign-in of their own or with none, is not signed in to
  // this account.
  const other = browser()
  expect(await other.get(back)).toMatchObject({
    status: 422,
    html: expect.stringContaining('data-refusal="flow_state_not_found"'),
  })
  await other.get('/auth/provider?provider=oidc')
  expect(await other.get(back)).toMatchObject({
    status: 422,
    html: expect.stringContaining('"bad_code_verifier"'),
  })
  expect(other.cookies.has('cadence-access')).toBe(false)

  const done = await get(back)
  expect([done.status, done.location]).toEqual([303, '/welcome/setup?next=%2Fnorthside%2Fhome'])
  expect([...cookies.keys()].sort()).toEqual([
    'cadence-access',
    'cadence-device',
    'cadence-refresh',
  ])
  expect((await get(back)).html).toContain('data-refusal')
})

test('a page says why a sign-in at a provider did not work, and a made-up reason shows nothing of itself', async () => {
  const { get } = browser()
  const begun = await get('/auth/provider?provider=oidc')
  const start = new URL(begun.location ?? '')
  start.searchParams.set('login_hint', known({ email_verified: false }).sub)
  const back = await followTo(start.href, isOurPage)
  expect(await get(back)).toMatchObject({
    status: 422,
    html: expect.stringContaining('no confirmed email address'),
  })
  expect((await get('/auth/provider?provider=google')).html).toContain(
    'data-refusal="provider_disabled"',
  )
  const made = await get('/auth/callback?error_code=%3Cscript%3E&error_description=pay+me')
  expect(made.html).toContain('data-refusal="provider_failed"')
  expect(made.html).not.toContain('pay me')
})

test('signInWithSSO: the staff of a studio sign in at its own provider, into accounts of their own', async () => {
  const { auth } = await supabaseClient({ server })
  expect((await auth.signInWithSSO({ domain: 'studio.test' })).error).toMatchObject({
    status: 404,
    code: 'saml_provider_disabled',
  })
  const studioId = randomUUID()
  const [slug, at] = [`s-${Date.now()}`, '2026-01-01T00:00:00Z']
  await directory.insert(studios).values({
    id: studioId,
    slug,
    name: 'Studio',
    shard: 0,
    state: 'open',
    timeZone: 'Europe/London',
    currency: 'GBP',
    createdAt: at,
  })
  const admin = {
    apikey: await projectKey('service_role', server),
    Authorization: `Bearer ${await projectKey('service_role', server)}`,
  }
  const made = await fetch(`${server.origin}/auth/v1/admin/sso/providers`, {
    method: 'POST',
    headers: admin,
    body: JSON.stringify({
      type: 'oidc',
      studio_id: studioId,
      issuer: provider.issuer,
      domains: ['studio.test'],
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
    }),
  })
  const { id } = (await made.json()) as { id: string }
  expect(made.status).toBe(201)
  provider.redirectUris.push(`${server.origin}/auth/v1/callback/${id}`)

  const coach = known({ email: 'coach@studio.test' })
  const begun = await auth.signInWithSSO({
    domain: 'studio.test',
    options: { redirectTo: 'https://app.example/' },
  })
  expect(begun.error).toBeNull()
  const values = fragmentOf(await throughProvider(begun.data?.url ?? '', coach.sub))
  const { data } = await auth.getUser(values.get('access_token') ?? '')
  expect(data.user).toMatchObject({ email: coach.email, identities: [{ provider: `sso:${id}` }] })

  // A page does the same from a work address; a form may not lead away, so a link on it does.
  const { get } = browser()
  const typed = await get('/sign-in/sso', {
    method: 'POST',
    body: new URLSearchParams({ email: 'Coach@Studio.test' }),
  })
  expect([typed.status, typed.location]).toEqual([303, '/sign-in/sso?email=%40studio.test'])
  expect((await get(typed.location ?? '')).html).toContain(
    'href="/auth/provider?email=%40studio.test"',
  )
  const away = await get('/auth/provider?email=@studio.test')
  expect(away.location).toContain(`${provider.issuer}/auth?`)

  const outsider = known({ email: 'someone@elsewhere.test' })
  const again = await auth.signInWithSSO({
    providerId: id,
    options: { redirectTo: 'https://app.example/' },
  })
  expect(
    fragmentOf(await throughProvider(again.data?.url ?? '', outsider.sub)).get('error_code'),
  ).toBe('provider_email_needs_verification')
  expect((await auth.signInWithSSO({ domain: 'unknown.test' })).error).toMatchObject({
    code: 'sso_provider_not_found',
  })
  const anon = {
    apikey: await projectKey('anon', server),
    Authorization: `Bearer ${await projectKey('anon', server)}`,
  }
  const list = await fetch(`${server.origin}/auth/v1/admin/sso/providers`, { headers: anon })
  expect(list.status).toBe(403)
})

test('a method that is switched off says so', async () => {
  const { userId } = await mintAccount({ directory, shard: () => ({}) as never })
  const { accessToken } = await mintSession(
    { directory },
    { userId },
    { variables: server.variables },
  )
  const headers = {
    apikey: await projectKey('anon', server),
    Authorization: `Bearer ${accessToken}`,
  }
  const cases: [string, string, number, string][] = [
    ['GET', '/user/identities/authorize?provider=oidc', 404, 'manual_linking_disabled'],
    ['DELETE', `/user/identities/${randomUUID()}`, 404, 'manual_linking_disabled'],
    ['POST', '/passkeys/registration', 404, 'passkey_disabled'],
    ['GET', '/admin/oauth/clients', 404, 'feature_disabled'],
    ['POST', '/token?grant_type=web3', 422, 'web3_provider_disabled'],
    ['GET', '/sso/saml/metadata', 404, 'saml_provider_disabled'],
    ['POST', '/sso/saml/acs', 404, 'saml_provider_disabled'],
  ]
  for (const [method, path, status, code] of cases) {
    const answer = await fetch(`${server.origin}/auth/v1${path}`, { method, headers })
    expect([
      path,
      answer.status,
      ((await answer.json()) as { error_code: string }).error_code,
    ]).toEqual([path, status, code])
  }
  const settings = await fetch(`${server.origin}/auth/v1/settings`, { headers })
  expect(await settings.json()).toMatchObject({
    external: { oidc: true, google: false },
    saml_enabled: false,
  })
  expect(
    identityFor({ directory }, { variables: server.variables }).configuration.manualLinking,
  ).toBe(false)
})
