import { expect, test } from 'vitest'
import { mintAccount } from '../support/accounts.ts'
import { call, newestMessageTo } from '../support/auth-wire.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { workerOrigin } from '../support/worker-origin.ts'

const world = builtDatabases()
const site = workerOrigin

/** Where a made-up link leads that asks for `redirect_to`, without what it brings. */
async function ledTo(
  redirectTo: string | null,
  headers: Record<string, string> = {},
): Promise<string> {
  const query = new URLSearchParams({
    token: 'made-up',
    type: 'signup',
    ...(redirectTo ? { redirect_to: redirectTo } : {}),
  })
  const { status, location } = await call(`/verify?${query}`, { apikey: null, headers })
  expect(status).toBe(303)
  return location.split('#')[0] ?? ''
}

test('an allowed address is led to, with why it failed in the fragment', async () => {
  const query = new URLSearchParams({
    token: 'made-up',
    type: 'signup',
    redirect_to: 'https://app.example/cb?x=1#old',
  })
  const { location } = await call(`/verify?${query}`, { apikey: null })
  expect(location).toBe(
    'https://app.example/cb?x=1#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=',
  )
})

test.each([
  'https://evil.example/',
  'https://app.example.evil.example/',
  'https://app.example@evil.example/',
  'https://evil.example\\.app.example/',
  '//app.example/',
  'http://2130706433/',
  'http://169.254.169.254/',
  'javascript://app.example/%0aalert(1)',
  'https://app.example/\r\nSet-Cookie: x=1',
  'https://app.exämple/',
])('%j is passed over without a word for the site', async (address) => {
  expect(await ledTo(address)).toBe(site)
})

test('what was asked for comes first, then where the request came from, then the site', async () => {
  expect(await ledTo('com.studio.app://login')).toBe('com.studio.app://login')
  expect(await ledTo(`${site}/account`)).toBe(`${site}/account`)
  expect(await ledTo(null, { redirect_to: 'https://app.example/header' })).toBe(
    'https://app.example/header',
  )
  expect(await ledTo(null, { Referer: 'https://app.example/page' })).toBe(
    'https://app.example/page',
  )
  expect(await ledTo('https://evil.example/', { Referer: 'https://app.example/page' })).toBe(
    'https://app.example/page',
  )
  expect(await ledTo(null, { Referer: 'https://evil.example/' })).toBe(site)
})

test('a site on loopback is led to on any port', async () => {
  const { hostname } = new URL(site)
  expect(await ledTo(`http://${hostname}:3000/callback`)).toBe(`http://${hostname}:3000/callback`)
})

test('a mailed link carries the address only where it is allowed', async () => {
  for (const [asked, carried] of [
    ['https://app.example/after', 'https://app.example/after'],
    ['https://evil.example/', null],
    [`${site}/`, null],
  ] as const) {
    const ana = await mintAccount(world)
    const query = new URLSearchParams({ redirect_to: asked })
    await call(`/otp?${query}`, { body: { email: ana.email } })
    const link = new URL(/https?:\/\/\S+/.exec((await newestMessageTo(ana.email)).text)?.[0] ?? '')
    expect([link.origin, link.pathname, link.searchParams.get('redirect_to')]).toEqual([
      site,
      '/auth/confirm',
      carried,
    ])
  }
})

test('looking at a link with HEAD burns nothing, and a link without token or type is answered in JSON', async () => {
  const ana = await mintAccount(world)
  await call('/otp', { body: { email: ana.email } })
  const { token } = await newestMessageTo(ana.email)
  const path = `/verify?${new URLSearchParams({ token, type: 'magiclink', redirect_to: 'https://app.example/' })}`
  expect((await call(path, { method: 'HEAD', apikey: null })).status).toBe(200)

  const { location } = await call(path, { apikey: null })

  const brought = new URLSearchParams(new URL(location).hash.slice(1))
  expect(brought.get('type')).toBe('magiclink')
  expect(brought.get('token_type')).toBe('bearer')
  const user = await call('/user', {
    headers: { Authorization: `Bearer ${brought.get('access_token')}` },
  })
  expect(user.json.id).toBe(ana.userId)
  for (const query of ['', '?type=signup', '?token=x']) {
    const { status, json } = await call(`/verify${query}`, { apikey: null })
    expect([status, json.error_code]).toEqual([400, 'validation_failed'])
  }
})
