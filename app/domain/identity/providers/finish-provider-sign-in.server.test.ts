import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { identityFor, testSecrets } from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import {
  startTokenIssuer,
  type TokenIssuer,
} from '../../../../tests/support/servers/token-issuer.ts'
import { mintStudio } from '../../../../tests/support/studios.ts'
import { exchangeCode } from '../sessions/exchange-code.server.ts'
import { type BeginProviderInput, beginProviderSignIn } from './begin-provider-sign-in.server.ts'
import { finishProviderSignIn, type ProviderAnswer } from './finish-provider-sign-in.server.ts'
import { addSsoProvider } from './sso-providers.server.ts'

const origin = 'http://127.0.0.1:8787'

const starting = startTokenIssuer()

async function world({
  nowMs = Date.now(),
  variables = {},
}: {
  nowMs?: number
  variables?: Record<string, string>
} = {}) {
  const issuer = await starting
  const all = { ...testSecrets, ...issuer.variables, ...variables }
  const ctx = { ...identityFor(await databases(), { nowMs, variables: all }), origin }
  return { issuer, ctx }
}

async function begin(
  ctx: Awaited<ReturnType<typeof world>>['ctx'],
  input: Partial<BeginProviderInput> = {},
) {
  const begun = await beginProviderSignIn(ctx, {
    with: { provider: 'oidc' },
    redirectTo: `${origin}/done`,
    ...input,
  })
  if (!begun.ok) throw new Error(begun.reason)
  const params = new URL(begun.url).searchParams
  return {
    url: begun.url,
    params,
    state: params.get('state') ?? '',
    nonce: params.get('nonce') ?? '',
  }
}

const answer = (values: Partial<ProviderAnswer>): ProviderAnswer => ({
  state: null,
  code: 'code',
  iss: null,
  error: null,
  errorDescription: null,
  ssoProviderId: null,
  ...values,
})

/** What the provider will tell anyone who brings a code. */
async function willTell(issuer: TokenIssuer, claims: Record<string, unknown>) {
  const id_token = await issuer.idToken(claims)
  issuer.tokenAnswer = {
    access_token: 'their access token',
    refresh_token: 'their refresh token',
    id_token,
  }
}

test('the way to the provider carries our client, a state, a nonce and an S256 challenge of our own', async () => {
  const { issuer, ctx } = await world()
  const { url, params } = await begin(ctx, {
    scopes: 'calendar email',
    further: new Map([
      ['prompt', 'login'],
      ['STATE', 'mine'],
      ['Redirect_URI', 'https://evil.test'],
      ['client_id', 'mine'],
      ['response_type', 'token'],
      ['code_challenge', 'mine'],
      ['request_uri', 'https://evil.test'],
      ['nonce', 'of the caller'],
    ]),
  })
  expect(url.startsWith(`${issuer.issuer}/authorize?`)).toBe(true)
  expect(Object.fromEntries(params)).toEqual({
    client_id: issuer.clientId,
    redirect_uri: `${origin}/auth/v1/callback`,
    response_type: 'code',
    scope: 'openid email profile calendar',
    state: expect.stringMatching(/^[0-9a-f-]{36}$/),
    nonce: 'of the caller',
    code_challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    code_challenge_method: 'S256',
    prompt: 'login',
  })
})

test('the code is exchanged with our secret and verifier, and the person is signed in', async () => {
  const { issuer, ctx } = await world()
  const { state, nonce, params } = await begin(ctx)
  await willTell(issuer, { nonce, name: 'Ana' })

  const result = await finishProviderSignIn(ctx, answer({ state, code: 'the code' }))

  if (!result.ok || result.kind !== 'signed_in') throw new Error('refused')
  expect(result.value.session.amr).toMatchObject([{ method: 'oauth', provider: 'oidc' }])
  expect(result.providerTokens).toEqual({
    provider_token: 'their access token',
    provider_refresh_token: 'their refresh token',
  })
  const { body, authorization } = issuer.asked ?? {}
  expect(Object.fromEntries(body ?? [])).toMatchObject({
    grant_type: 'authorization_code',
    code: 'the code',
  })
  const challenge = createHash('sha256')
    .update(body?.get('code_verifier') ?? '')
    .digest('base64url')
  expect(challenge).toBe(params.get('code_challenge'))
  expect(Buffer.from(authorization?.slice(6) ?? '', 'base64').toString()).toBe(
    `${issuer.clientId}:secret+of+the+client`,
  )
})

test('a state is used once, also of many answers at once, for five minutes, and not made up', async () => {
  const { issuer, ctx } = await world()
  const { state, nonce } = await begin(ctx)
  await willTell(issuer, { nonce })

  const results = await Promise.all(
    Array.from({ length: 5 }, () => finishProviderSignIn(ctx, answer({ state }))),
  )
  expect(results.map((result) => result.ok || result.reason).sort()).toEqual([
    ...Array<string>(4).fill('state_used'),
    true,
  ])
  const old = await begin(ctx)
  const later = (await world({ nowMs: ctx.nowMs + 300_000 })).ctx
  expect(await finishProviderSignIn(later, answer({ state: old.state }))).toMatchObject({
    reason: 'bad_state',
  })
  expect(await finishProviderSignIn(ctx, answer({ state: crypto.randomUUID() }))).toMatchObject({
    reason: 'bad_state',
  })
  expect(await finishProviderSignIn(ctx, answer({}))).toMatchObject({ reason: 'state_missing' })
})

test('an id token of another sign-in, of another client or without a nonce is not taken', async () => {
  const { issuer, ctx } = await world()
  const first = await begin(ctx)
  const second = await begin(ctx)
  await willTell(issuer, { nonce: first.nonce })
  expect(await finishProviderSignIn(ctx, answer({ state: second.state }))).toMatchObject({
    reason: 'wrong_nonce',
  })
  // The state is spent although it failed.
  expect(await finishProviderSignIn(ctx, answer({ state: second.state }))).toMatchObject({
    reason: 'state_used',
  })
  const third = await begin(ctx)
  await willTell(issuer, { nonce: third.nonce, aud: 'another' })
  expect(await finishProviderSignIn(ctx, answer({ state: third.state }))).toMatchObject({
    reason: 'unknown_audience',
  })
  const fourth = await begin(ctx)
  await willTell(issuer, {})
  expect(await finishProviderSignIn(ctx, answer({ state: fourth.state }))).toMatchObject({
    reason: 'nonce_missing',
  })
})

test('an answer of one provider is not accepted as the answer of another', async () => {
  const { issuer, ctx } = await world()
  const studio = await mintStudio(await databases())
  const domain = `${crypto.randomUUID()}.test`
  const added = await addSsoProvider(ctx, {
    studioId: studio.id,
    issuer: issuer.issuer,
    clientId: issuer.clientId,
    clientSecret: issuer.clientSecret,
    domains: [domain],
  })
  if (!added.ok) throw new Error(added.reason)
  const its = { ssoProviderId: added.provider.id }
  const sso = await begin(ctx, { with: { domain: domain.toUpperCase() } })
  expect(sso.params.get('redirect_uri')).toBe(`${origin}/auth/v1/callback/${added.provider.id}`)

  // An answer at the common address with a state of the studio's provider, and the other way round.
  const common = await begin(ctx)
  expect(await finishProviderSignIn(ctx, answer({ state: sso.state }))).toMatchObject({
    reason: 'bad_state',
  })
  expect(await finishProviderSignIn(ctx, answer({ state: common.state, ...its }))).toMatchObject({
    reason: 'bad_state',
  })
  const foreign = answer({ state: common.state, iss: 'https://accounts.google.com' })
  expect(await finishProviderSignIn(ctx, foreign)).toMatchObject({ reason: 'wrong_issuer' })

  await willTell(issuer, { nonce: sso.nonce, email: `coach@${domain}`, email_verified: undefined })
  const done = await finishProviderSignIn(
    ctx,
    answer({ state: sso.state, ...its, iss: issuer.issuer }),
  )
  expect(done).toMatchObject({
    ok: true,
    value: { account: { isSsoUser: true, email: `coach@${domain}` } },
  })
  await ctx.directory.run(
    sql`UPDATE auth_sso_providers SET enabled = 0 WHERE id = ${added.provider.id}`,
  )
  expect(
    await beginProviderSignIn(ctx, { with: { providerId: added.provider.id }, redirectTo: origin }),
  ).toEqual({
    ok: false,
    reason: 'sso_provider_disabled',
  })
})

test('in a PKCE flow a code comes out, for anyone who holds the verifier, once, with the tokens of the provider', async () => {
  const { issuer, ctx } = await world()
  const verifier = 'v'.repeat(43)
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
  const { state, nonce } = await begin(ctx, { codeChallenge })
  await willTell(issuer, { nonce })

  const result = await finishProviderSignIn(ctx, answer({ state }))
  if (!result.ok || result.kind !== 'code') throw new Error('refused')
  const { code } = result
  expect(await exchangeCode(ctx, { code, verifier: 'w'.repeat(43) })).toEqual({
    ok: false,
    reason: 'bad_code_verifier',
  })
  expect(await exchangeCode(ctx, { code, verifier })).toMatchObject({
    ok: true,
    providerTokens: { provider_token: 'their access token' },
    value: { session: { amr: [{ method: 'oauth', provider: 'oidc' }] } },
  })
  expect(await exchangeCode(ctx, { code, verifier })).toEqual({
    ok: false,
    reason: 'flow_state_not_found',
  })
})

test('an address that only the user info tells is taken from there, unless it is about someone else', async () => {
  const { issuer, ctx } = await world()
  const sub = crypto.randomUUID()
  const email = `${sub}@example.test`
  for (const [about, reason] of [
    ['somebody else', 'email_missing'],
    [sub, true],
  ] as const) {
    const { state, nonce } = await begin(ctx)
    await willTell(issuer, { nonce, sub, email: undefined, email_verified: undefined })
    issuer.userInfo = { sub: about, email, email_verified: true }
    const result = await finishProviderSignIn(ctx, answer({ state }))
    expect(result.ok || result.reason).toBe(reason)
  }
})

test('a provider that says no, or nothing usable, is a refusal that knows the way back', async () => {
  const { issuer, ctx } = await world()
  const denied = await begin(ctx)
  const error = { code: null, error: 'access_denied', errorDescription: 'The person said no' }
  expect(await finishProviderSignIn(ctx, answer({ state: denied.state, ...error }))).toMatchObject({
    reason: 'provider_refused',
    detail: 'The person said no',
    flow: { redirectTo: `${origin}/done` },
  })
  issuer.tokenAnswer = null
  const refused = await begin(ctx)
  expect(await finishProviderSignIn(ctx, answer({ state: refused.state }))).toMatchObject({
    reason: 'provider_unreachable',
    detail: expect.stringContaining('400'),
  })
})
