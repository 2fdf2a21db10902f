import { beforeAll, expect, test } from 'vitest'
import { mintAccount, mintSession, testSecrets } from '../support/accounts.ts'
import { browserContext } from '../support/browser.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'

let server: DemoServer

beforeAll(async () => {
  server = await demoServer()
})

/** A link as the wire answers it in an implicit flow. */
async function linkFor(path: string, type = 'magiclink', account?: { userId: string }) {
  const ana = account ?? (await mintAccount(server.databases))
  const session = await mintSession(server.databases, ana, { variables: testSecrets })
  const fragment = new URLSearchParams({
    access_token: session.accessToken,
    expires_in: '3600',
    refresh_token: session.refreshToken,
    token_type: 'bearer',
    type,
  })
  return `${server.origin}${path}#${fragment}`
}

async function newPage(scripts = true) {
  const context = await browserContext({ scripts, origin: server.origin })
  const page = await context.newPage()
  const failures: string[] = []
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()))
  return { context, page, failures }
}

test('a link that carries a session signs in on /welcome, and leads to a new password on /reset', async () => {
  const { page, context, failures } = await newPage()
  const ana = await mintAccount(server.databases)
  await page.goto(await linkFor('/welcome', 'magiclink', ana))
  // A link may be anybody's: nothing is signed in before the press.
  await page.getByRole('heading', { name: `Sign in as ${ana.email}?` }).waitFor()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('cadence-access')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${server.origin}/`)
  const names = (await context.cookies()).map(({ name }) => name)
  expect(names).toContain('cadence-access')
  await page.goto(`${server.origin}/account`)
  expect(await page.locator('h1').textContent()).toBe('Sign-in and devices')

  const other = await newPage()
  await other.page.goto(await linkFor('/reset', 'recovery'))
  await other.page.getByRole('button', { name: 'Sign in' }).click()
  await other.page.waitForURL('**/account/password')
  expect(failures).toEqual([])
})

test('a link that carries no good session says what is wrong with it, and the page still works', async () => {
  const { page } = await newPage()
  const notified = async (path: string) => {
    // A fragment alone would not load the page again.
    await page.goto('about:blank')
    await page.goto(server.origin + path)
    return page.locator('#session-link:visible > :first-child').textContent({ timeout: 10_000 })
  }
  expect(await notified('/welcome#expires_in=3600&refresh_token=r&token_type=bearer')).toBe(
    'No access_token detected.',
  )
  expect(await notified('/reset#access_token=a&token_type=bearer')).toBe('No session detected.')
  expect(await notified('/reset#error=access_denied&error_description=no')).toBe(
    'No error_code detected.',
  )
  expect(await notified('/welcome?code=4b1c')).toBe('Not a valid implicit grant flow url.')
  expect(await notified('/welcome?code=')).toBe('No code detected.')
  expect(
    await notified('/welcome?code=4b1c#access_token=a&expires_in=1&refresh_token=r&token_type=b'),
  ).toBe('Not a valid PKCE flow url.')
  expect(
    await notified('/welcome#access_token=a.b.c&expires_in=3600&refresh_token=r&token_type=bearer'),
  ).toBe('An error occurred on token verification.')
  const expired =
    'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'
  expect(await notified(`/reset#${expired}`)).toBe('Email link is invalid or has expired')
  expect(await page.getByRole('button', { name: 'Email me a link' }).isVisible()).toBe(true)
})

test('without the script that reads the link no browser is detected, and the page still works', async () => {
  const link = await linkFor('/reset')
  const { page } = await newPage()
  // The client library, by a name of its own: files of a build are named by what is in them.
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch()
    if ((await answer.text()).includes('AuthRetryableFetchError')) await route.abort()
    else await route.fulfill({ response: answer })
  })
  await page.goto(link)
  expect(
    await page.locator('#session-link:visible > :first-child').textContent({ timeout: 10_000 }),
  ).toBe('No browser detected.')

  const plain = await newPage(false)
  for (const path of ['/reset', '/welcome']) {
    await plain.page.goto(await linkFor(path))
    expect(await plain.page.locator('main').innerText()).toContain('No browser detected.')
  }
})

test('everyone else loads a few lines of script and nothing of the client library', async () => {
  const { page } = await newPage()
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url())
  })
  await page.goto(`${server.origin}/reset`, { waitUntil: 'networkidle' })
  // The second is the loader that it shares with the desk's pages.
  expect(scripts.length).toBeLessThanOrEqual(2)
  const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))
  expect(texts.join('').length).toBeLessThan(5_000)
})
