import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import {
  countSessions,
  demoPassword,
  demoPasswordHash,
  mintAccount,
  mintSession,
} from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { codeOf, wrongCodeFor } from '../support/second-factors.ts'
import { mintStudio } from '../support/studios.ts'
import {
  formIn,
  newestMailTo,
  newVisitor,
  refusalsOn,
  textOf,
  type Visitor,
} from '../support/visitor.ts'

const world = builtDatabases()
const variables = inject('variables')
const address = () => `${newId().toLowerCase()}@example.test`
let phones = 0
const phone = () => {
  phones += 1
  return `+4477009${String(Date.now() % 100_000).padStart(5, '0')}${phones % 10}`.slice(0, 14)
}
const codeTo = async (to: string) => /\b\d{6}\b/.exec((await newestMailTo(to)).text)?.[0] ?? ''

async function signedIn(facts: Parameters<typeof mintAccount>[1] = {}) {
  const account = await mintAccount(world, { passwordHash: demoPasswordHash, ...facts })
  return { account, person: newVisitor(await mintSession(world, account, { variables })) }
}

test('an account is closed with its password alone, and signed out', async () => {
  const { account, person } = await signedIn()
  const page = await person.get('/account/close')
  expect(page.html).toContain('name="current_password"')
  const without = await person.submit(page, { word: 'close' }, 'close')
  expect([without.status, refusalsOn(without)]).toEqual([422, ['current_password_required']])
  const wrong = await person.submit(page, { word: 'close', current_password: 'x' }, 'close')
  expect([wrong.status, refusalsOn(wrong)]).toEqual([422, ['current_password_invalid']])
  expect(wrong.html).not.toContain('value="x"')
  const done = await person.submit(wrong, { current_password: demoPassword }, 'close')
  expect([done.status, done.location]).toEqual([303, '/'])
  expect(await countSessions(world, account.userId)).toBe(0)
  const { person: other } = await signedIn({ passwordHash: null })
  expect((await other.get('/account/close')).html).not.toContain('name="current_password"')
})

test('a code is mailed instead of a password, typed on the next page, and works once', async () => {
  const studio = await mintStudio(world)
  const ana = await mintAccount(world, { studio })
  const person = newVisitor()
  const form = await person.get(`/sign-in?next=/${studio.slug}/portal&studio=${studio.slug}`)

  const sent = await person.submit(form, { email: ana.email, how: 'code' }, 'sign-in')
  expect([sent.status, sent.location]).toEqual([
    303,
    `/sign-in/code?next=%2F${studio.slug}%2Fportal&studio=${studio.slug}`,
  ])
  const page = await person.get(sent.location ?? '')
  expect(textOf(page.html)).toContain(`If there’s an account for ${ana.email}`)
  const code = await codeTo(ana.email)
  const wrong = await person.submit(page, { code: code === '000000' ? '000001' : '000000' }, 'code')
  expect([wrong.status, refusalsOn(wrong)]).toEqual([422, ['link_expired']])
  expect(formIn(wrong, 'code').fields.email).toBe(ana.email)
  const done = await person.submit(wrong, { code: `${code.slice(0, 3)} ${code.slice(3)}` }, 'code')
  expect([done.status, done.location]).toEqual([303, `/${studio.slug}/portal`])
  expect([...person.cookies.keys()]).toEqual([
    'cadence-access',
    'cadence-refresh',
    'cadence-device',
  ])
  expect(
    refusalsOn(
      await newVisitor().post('/sign-in/code', new URLSearchParams({ email: ana.email, code })),
    ),
  ).toEqual(['link_expired'])
})

test('the mailed link of a code signs in after a press, and looking at it burns nothing', async () => {
  const ana = await mintAccount(world)
  const person = newVisitor()
  await person.submit(await person.get('/sign-in'), { email: ana.email, how: 'code' }, 'sign-in')
  const { link } = await newestMailTo(ana.email)
  for (let scans = 0; scans < 2; scans += 1) await newVisitor().get(link)
  const page = await newVisitor().get(link)
  expect(textOf(page.html)).toContain(`Sign in as ${ana.email}`)
  expect((await newVisitor().submit(page)).status).toBe(303)
  expect(refusalsOn(await newVisitor().get(link))).toEqual(['link_expired'])
})

test('asking for a code says the same for an address nobody has, and sends and makes nothing', async () => {
  const ana = await mintAccount(world)
  const unknown = address()
  const ask = async (email: string) => {
    const person = newVisitor()
    const sent = await person.submit(
      await person.get('/sign-in'),
      { email, how: 'code' },
      'sign-in',
    )
    const page = await person.get(sent.location ?? '')
    return [sent.status, sent.location, page.status, page.html.replaceAll(email, 'the address')]
  }
  expect(await ask(unknown)).toEqual(await ask(ana.email))
  // Also the second time within a minute.
  expect(await ask(unknown)).toEqual(await ask(ana.email))
  expect(await world.directory.all(sql`SELECT 1 FROM auth_users WHERE email = ${unknown}`)).toEqual(
    [],
  )
  await expect(newestMailTo(unknown)).rejects.toThrow('No mail')
})

test('the specification’s sentences are said for empty forms', async () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const withPassword = 'You must provide either an email or phone number and a password'
  for (const [path, body, sentence] of [
    ['/sign-in', '', withPassword],
    ['/sign-up', '', withPassword],
    ['/sign-in', 'how=code', 'You must provide either an email or phone number.'],
    // A link is mailed: a phone number would not do.
    ['/reset', '', 'Enter your email address'],
  ] as const) {
    const page = await newVisitor().post(path, body, form)
    expect([page.status, textOf(page.html).includes(sentence)]).toEqual([422, true])
  }
})

test('someone signs up with a phone number, confirms it by the code, and signs in with it', async () => {
  const number = phone()
  const person = newVisitor()
  const values = { name: 'Dee', email: number, password: 'a long password', terms: 'on' }
  const sent = await person.submit(await person.get('/sign-up'), values, 'sign-up')
  expect([sent.status, sent.location]).toEqual([303, '/sign-up/check-mail'])
  const page = await person.get(sent.location ?? '')
  expect(textOf(page.html)).toContain(`We’ve sent a code to ${number}`)
  const done = await person.submit(page, { code: await codeTo(number.slice(1)) }, 'code')
  expect([done.status, done.location]).toEqual([303, '/'])

  const again = newVisitor()
  const signIn = await again.submit(
    await again.get('/sign-in'),
    { email: number, password: 'a long password' },
    'sign-in',
  )
  expect(signIn.status).toBe(303)
})

test('a sign-up’s code does what its link does, and gives the place in the studio', async () => {
  const studio = await mintStudio(world)
  const email = address()
  const person = newVisitor()
  const values = { name: 'Dee', email, password: 'a long password', terms: 'on' }
  const sent = await person.submit(
    await person.get(`/sign-up?studio=${studio.slug}`),
    values,
    'sign-up',
  )
  const done = await person.submit(
    await person.get(sent.location ?? ''),
    { code: await codeTo(email) },
    'code',
  )
  expect([done.status, done.location]).toEqual([303, `/${studio.slug}`])
  expect(
    await world.shard(0).all(sql`SELECT 1 FROM people WHERE studio_id = ${studio.id}`),
  ).toHaveLength(1)
})

test('a forgotten password is set by the code as well', async () => {
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  const person = newVisitor()
  const sent = await person.submit(await person.get('/reset'), { email: ana.email }, 'reset')
  const page = await person.get(sent.location ?? '')
  const code = await codeTo(ana.email)
  const short = await person.submit(page, { code, password: 'short' }, 'reset-code')
  expect(short.status).toBe(422)
  const done = await person.submit(short, { code, password: 'brand new one' }, 'reset-code')
  expect(done.status).toBe(303)
  const signIn = newVisitor()
  const values = { email: ana.email, password: 'brand new one' }
  expect((await signIn.submit(await signIn.get('/sign-in'), values, 'sign-in')).status).toBe(303)
})

test('where someone else signed up with the address too, who confirms chooses the password', async () => {
  const email = address()
  const signUp = async (password: string) => {
    const person = newVisitor()
    await person.submit(
      await person.get('/sign-up'),
      { name: 'Dee', email, password, terms: 'on' },
      'sign-up',
    )
  }
  await signUp('the first password')
  await world.directory.run(sql`DELETE FROM limit_counters`)
  await signUp('another password')
  const { link } = await newestMailTo(email)
  const person = newVisitor()
  const page = await person.get(link)
  expect(textOf(page.html)).toContain('Someone else tried to sign up with your address')
  const short = await person.submit(page, { password: 'short' }, 'new-password')
  expect(short.status).toBe(422)
  expect(
    (await person.submit(short, { password: 'mine and mine alone' }, 'new-password')).status,
  ).toBe(303)
  for (const [password, status] of [
    ['the first password', 422],
    ['another password', 422],
    ['mine and mine alone', 303],
  ] as const) {
    const again = newVisitor()
    expect(
      (await again.submit(await again.get('/sign-in'), { email, password }, 'sign-in')).status,
    ).toBe(status)
  }
})

test('an address confirmed in another browser than the one that signed up asks for a password again', async () => {
  const email = address()
  const stranger = newVisitor()
  const values = { name: 'Dee', email, password: 'what the attacker knows', terms: 'on' }
  await stranger.submit(await stranger.get('/sign-up'), values, 'sign-up')
  const { link } = await newestMailTo(email)

  const owner = newVisitor()
  const page = await owner.get(link)
  expect(textOf(page.html)).toContain('was set on another device')
  expect((await owner.submit(page, {}, 'new-password')).status).toBe(422)
  const chosen = await owner.submit(page, { password: 'mine and mine alone' }, 'new-password')
  expect(chosen.status).toBe(303)
  const signIn = async (password: string) => {
    const person = newVisitor()
    return (await person.submit(await person.get('/sign-in'), { email, password }, 'sign-in'))
      .status
  }
  expect([await signIn('what the attacker knows'), await signIn('mine and mine alone')]).toEqual([
    422, 303,
  ])
})

test('a code typed in another browser than the one that signed up leaves no password behind', async () => {
  const email = address()
  const stranger = newVisitor()
  const values = { name: 'Dee', email, password: 'what the attacker knows', terms: 'on' }
  await stranger.submit(await stranger.get('/sign-up'), values, 'sign-up')
  const code = await codeTo(email)

  const owner = newVisitor()
  const done = await owner.submit(await owner.get('/sign-in/code'), { email, code })
  expect([done.status, done.location]).toEqual([303, '/account/password'])
  const kept = await world.directory.all(
    sql`SELECT password_hash AS kept FROM auth_users WHERE email = ${email}`,
  )
  expect(kept).toEqual([{ kept: null }])
})

test('a link for another program leads there with its session, and only where it may', async () => {
  const ana = await mintAccount(world)
  const person = newVisitor()
  await person.submit(await person.get('/sign-in'), { email: ana.email, how: 'code' }, 'sign-in')
  const { link } = await newestMailTo(ana.email)

  const evil = await newVisitor().get(
    `${link}&redirect_to=${encodeURIComponent('https://evil.example/')}`,
  )
  expect(evil.headers.get('Content-Security-Policy')).toContain("form-action 'self';")
  expect(evil.html).not.toContain('evil.example')
  const there = `${link}&redirect_to=${encodeURIComponent('http://127.0.0.1:4321/app')}`
  const page = await newVisitor().get(there)
  expect(page.headers.get('Content-Security-Policy')).toContain(
    "form-action 'self' http://127.0.0.1:4321;",
  )
  const other = newVisitor()
  const sent = await other.submit(page)
  expect(sent.status).toBe(303)
  expect(sent.location).toMatch(
    /^http:\/\/127\.0\.0\.1:4321\/app#access_token=.*&token_type=bearer&type=magiclink/,
  )
  // The pages themselves are signed in by nothing of it.
  expect([...other.cookies.keys()]).toEqual([])
})

/**
 * Sets an authenticator app up as a person without scripts does; answers its secret and the
 * recovery codes.
 */
async function setUpApp(person: Visitor) {
  const begun = await person.submit(await person.get('/account/two-step'))
  expect(begun.html).toMatch(/<img class="qr" src="data:image\/svg\+xml,/)
  const { secret = '' } = formIn(begun, 'app').fields
  const wrong = await person.submit(begun, { code: wrongCodeFor(secret, Date.now()) }, 'app')
  expect([wrong.status, refusalsOn(wrong)]).toEqual([422, ['wrong_code']])
  expect(formIn(wrong, 'app').fields.secret).toBe(secret)
  expect(wrong.html).toContain('class="qr"')
  const on = await person.submit(wrong, { code: codeOf(secret, Date.now()) }, 'app')
  expect(on.status).toBe(200)
  const codes = [...on.html.matchAll(/<li>([0-9a-z]{5}-[0-9a-z]{5})<\/li>/g)].map(
    ([, code]) => code ?? '',
  )
  expect(codes).toHaveLength(10)
  return { secret, codes }
}

test('with two-step sign-in nothing opens before the second step, whichever page or post is tried', async () => {
  const studio = await mintStudio(world)
  const { account, person } = await signedIn({ studio, role: 'owner' })
  const { codes, secret } = await setUpApp(person)
  expect((await person.get('/account')).status).toBe(200)

  const other = newVisitor()
  const first = await other.submit(
    await other.get(`/sign-in?next=/${studio.slug}/portal`),
    { email: account.email, password: demoPassword },
    'sign-in',
  )
  expect([first.status, first.location]).toEqual([
    303,
    `/sign-in/second-step?next=%2F${studio.slug}%2Fportal`,
  ])
  for (const path of [
    `/${studio.slug}`,
    `/${studio.slug}/portal`,
    `/${studio.slug}/manage/studio`,
    '/account',
    '/account/two-step',
  ]) {
    const page = await other.get(path)
    expect([path, page.status, page.location?.split('?')[0]]).toEqual([
      path,
      303,
      '/sign-in/second-step',
    ])
  }
  expect(textOf((await other.get(`/${studio.slug}/home`)).html)).toContain('Sign in')
  for (const path of [
    '/account/two-step/app',
    '/account/two-step/codes',
    '/account/name',
    `/${studio.slug}/join`,
  ]) {
    const answer = await other.post(path, new URLSearchParams({ name: 'X' }))
    expect([path, answer.status, answer.location?.split('?')[0]]).toEqual([
      path,
      303,
      '/sign-in/second-step',
    ])
  }

  // What someone took before the second step, without the means to renew it.
  const old = newVisitor({ cookie: `cadence-access=${other.cookies.get('cadence-access')}` })
  const step = await other.get(first.location ?? '')
  const wrong = await other.submit(step, { code: wrongCodeFor(secret, Date.now()) }, 'second-step')
  expect(refusalsOn(wrong)).toEqual(['wrong_code'])
  const recovery = await other.get(`${first.location}&with=recovery`)
  const done = await other.submit(
    recovery,
    { recovery: (codes[0] ?? '').toUpperCase() },
    'recovery',
  )
  expect([done.status, done.location]).toEqual([303, `/${studio.slug}/portal`])
  expect(textOf((await other.get(`/${studio.slug}/portal`)).html)).toContain(
    'You have 9 recovery codes left.',
  )

  // It does not rise with its session.
  expect((await old.get(`/${studio.slug}/portal`)).location?.split('?')[0]).toBe(
    '/sign-in/second-step',
  )

  // A code of the app, a step later than the one it was set up with; each recovery code works once.
  const third = newVisitor()
  await third.submit(
    await third.get('/sign-in'),
    { email: account.email, password: demoPassword },
    'sign-in',
  )
  const again = await third.submit(
    await third.get('/sign-in/second-step?with=recovery'),
    { recovery: codes[0] ?? '' },
    'recovery',
  )
  expect(refusalsOn(again)).toEqual(['wrong_code'])
  const app = await third.submit(
    await third.get('/sign-in/second-step'),
    { code: codeOf(secret, Date.now(), 1) },
    'second-step',
  )
  expect(app.status).toBe(303)
  expect((await third.get('/account')).status).toBe(200)
})

test('new recovery codes end the old ones, and the last second step can be removed', async () => {
  const { person } = await signedIn()
  await setUpApp(person)
  const made = await person.submit(await person.get('/account/two-step/codes'))
  expect([...made.html.matchAll(/<li>[0-9a-z]{5}-[0-9a-z]{5}<\/li>/g)]).toHaveLength(10)
  const page = await person.get('/account/two-step')
  expect(textOf(page.html)).toContain('10 codes left')
  const path = /href="(\/account\/two-step\/factors\/[^"]+)"/.exec(page.html)?.[1] ?? ''
  expect((await person.submit(await person.get(path))).location).toBe('/account/two-step')
  expect(textOf((await person.get('/account/two-step')).html)).toContain('It is off.')
  expect((await person.get(path)).status).toBe(404)
})

test('a phone is set up as the second step by a code, and asked for at the next sign-in', async () => {
  const { account, person } = await signedIn()
  const number = phone()
  const sent = await person.submit(
    await person.get('/account/two-step/phone'),
    { phone: number },
    'phone',
  )
  expect(sent.status).toBe(303)
  const on = await person.submit(
    await person.get(sent.location ?? ''),
    { code: await codeTo(number.slice(1)) },
    'code',
  )
  expect(on.html).toContain('Two-step sign-in is on')

  const other = newVisitor()
  const first = await other.submit(
    await other.get('/sign-in'),
    { email: account.email, password: demoPassword },
    'sign-in',
  )
  const step = await other.get(first.location ?? '')
  expect(textOf(step.html)).toContain(`ends in ${number.slice(-3)}`)
  expect(refusalsOn(await other.submit(step))).toEqual(['sms_too_soon'])
})

test('devices are listed in words, and signed out one by one or all but this one', async () => {
  const { account, person } = await signedIn()
  const others = [
    await mintSession(world, account, { variables }),
    await mintSession(world, account, { variables }),
  ]
  await world.directory.run(sql`
    UPDATE auth_sessions SET user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
    WHERE id = ${others[0]?.sessionId}`)
  const page = await person.get('/account/devices')
  expect(textOf(page.html)).toContain('Firefox on Linux')
  expect(page.html.match(/This device/g)).toHaveLength(1)

  const one = await person.post(
    '/account/devices',
    new URLSearchParams({ device: others[0]?.sessionId ?? '' }),
  )
  expect(one.status).toBe(303)
  expect((await newVisitor(others[0]).get('/account')).status).toBe(303)
  expect((await newVisitor(others[1]).get('/account')).status).toBe(200)
  const foreign = await signedIn()
  const [theirs] = await world.directory.all<{ id: string }>(
    sql`SELECT id FROM auth_sessions WHERE user_id = ${foreign.account.userId}`,
  )
  const refused = await person.post(
    '/account/devices',
    new URLSearchParams({ device: theirs?.id ?? '' }),
  )
  expect([refused.status, refusalsOn(refused)]).toEqual([422, ['device_unknown']])
  expect(
    (await person.post('/account/devices', new URLSearchParams({ device: 'others' }))).status,
  ).toBe(303)
  expect(await countSessions(world, account.userId)).toBe(1)
  expect((await foreign.person.get('/account')).status).toBe(200)
})

test('a new address is confirmed from both, and this device stays signed in', async () => {
  const { account, person } = await signedIn()
  const email = address()
  const asked = await person.submit(await person.get('/account/email'), { email }, 'email')
  expect(asked.status).toBe(303)
  expect(textOf((await person.get('/account')).html)).toContain(
    `${email} is waiting to be confirmed`,
  )

  const first = await person.submit(await person.get((await newestMailTo(account.email)).link))
  expect([first.status, first.location]).toEqual([303, '/account'])
  expect(textOf((await person.get('/account/email')).html)).toContain(
    `Now open the email at ${email}`,
  )
  const second = await person.submit(await person.get((await newestMailTo(email)).link))
  expect([second.status, second.location]).toEqual([303, '/account'])
  expect(textOf((await person.get('/account')).html)).toContain(
    `Your email address is ${email} now.`,
  )
  expect(await countSessions(world, account.userId)).toBe(1)
})

test('a new address is agreed to only by someone who is signed in with the account that wants it', async () => {
  const { account, person } = await signedIn()
  const victim = address()
  await person.submit(await person.get('/account/email'), { email: victim }, 'email')
  await person.submit(await person.get((await newestMailTo(account.email)).link))
  const { link } = await newestMailTo(victim)

  const other = await signedIn()
  for (const stranger of [newVisitor(), other.person]) {
    const page = await stranger.get(link)
    expect(textOf(page.html)).toContain(`Sign in as ${account.email} first`)
    const pressed = await stranger.post(link, '')
    expect([pressed.status, refusalsOn(pressed)]).toEqual([422, ['sign_in_first']])
  }
  expect(
    await world.directory.all(sql`SELECT email FROM auth_users WHERE id = ${account.userId}`),
  ).toEqual([{ email: account.email }])
  expect((await person.submit(await person.get(link))).status).toBe(303)
  expect(
    await world.directory.all(sql`SELECT email FROM auth_users WHERE id = ${account.userId}`),
  ).toEqual([{ email: victim }])
})

test('a phone number is confirmed by its code', async () => {
  const { account, person } = await signedIn()
  const number = phone()
  const asked = await person.submit(await person.get('/account/phone'), { phone: number }, 'phone')
  expect(asked.location).toBe('/account/phone?step=code')
  const done = await person.submit(
    await person.get(asked.location ?? ''),
    { code: await codeTo(number.slice(1)) },
    'code',
  )
  expect(done.location).toBe('/account')
  expect(textOf((await person.get('/account')).html)).toContain(number)
  expect(await countSessions(world, account.userId)).toBe(1)
})

test('a password is changed with the current one, signs out every other device, and is told by email', async () => {
  const { account, person } = await signedIn()
  const other = newVisitor(await mintSession(world, account, { variables }))
  const page = await person.get('/account/password')
  const change = (values: Record<string, string>) => person.submit(page, values, 'password')

  expect(refusalsOn(await change({ current_password: '', password: 'brand new one' }))).toEqual([
    'current_password_required',
  ])
  expect(
    refusalsOn(await change({ current_password: 'wrong', password: 'brand new one' })),
  ).toEqual(['current_password_invalid'])
  expect(
    refusalsOn(await change({ current_password: demoPassword, password: demoPassword })),
  ).toEqual(['same_password'])
  const done = await change({ current_password: demoPassword, password: 'brand new one' })
  expect([done.status, done.location]).toEqual([303, '/account'])
  expect((await other.get('/account')).status).toBe(303)
  expect((await person.get('/account')).status).toBe(200)
  expect((await newestMailTo(account.email)).subject).toBe('Your password was changed')
})

test('a name is changed, and nothing typed is lost when it is refused', async () => {
  const { person } = await signedIn()
  const page = await person.get('/account/name')
  const long = 'x'.repeat(81)
  const wrong = await person.submit(page, { name: long }, 'name')
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain(`value="${long}"`)
  expect((await person.submit(page, { name: 'Ana R' }, 'name')).status).toBe(303)
  expect(textOf((await person.get('/account')).html)).toContain('Ana R')
})

test('a session from a link is taken over with both its tokens only, and never over another account', async () => {
  const ana = await mintAccount(world)
  const session = await mintSession(world, ana, { variables })
  const other = await mintSession(world, ana, { variables })
  const tokens = { access_token: session.accessToken, refresh_token: session.refreshToken }
  const take = (person: Visitor, values: Record<string, string>) =>
    person.post('/auth/session', new URLSearchParams(values))

  expect(refusalsOn(await take(newVisitor(), {}))).toEqual(['no_session'])
  expect(refusalsOn(await take(newVisitor(), { ...tokens, refresh_token: 'made up' }))).toEqual([
    'token_verification',
  ])
  expect(
    refusalsOn(await take(newVisitor(), { ...tokens, access_token: 'made.up.token' })),
  ).toEqual(['token_verification'])
  const stranger = await signedIn()
  expect(refusalsOn(await take(stranger.person, tokens))).toEqual(['wrong_account'])
  const person = newVisitor()
  const asked = await take(person, tokens)
  expect([asked.status, person.cookies.has('cadence-access')]).toEqual([200, false])
  expect(textOf(asked.html)).toContain(`Sign in as ${ana.email}?`)
  expect((await person.get('/account')).status).toBe(303)
  const taken = await person.submit(asked)
  expect(taken.status).toBe(303)
  expect((await person.get('/account')).status).toBe(200)
  const recovery = newVisitor()
  const chosen = await take(recovery, {
    access_token: other.accessToken,
    refresh_token: other.refreshToken,
    type: 'recovery',
    agreed: 'yes',
  })
  expect(chosen.location).toBe('/account/password')
})

test('providers that are not set up and single sign-on that nobody has are told', async () => {
  const unknown = await newVisitor().get('/auth/provider?provider=google')
  expect([unknown.status, refusalsOn(unknown)]).toEqual([422, ['provider_disabled']])
  expect(refusalsOn(await newVisitor().get('/auth/callback?code=made-up'))).toEqual([
    'flow_state_not_found',
  ])
  const person = newVisitor()
  const page = await person.submit(
    await person.get('/sign-in/sso'),
    { email: 'a@nobody.test' },
    'sso',
  )
  expect([page.status, refusalsOn(page)]).toEqual([422, ['sso_disabled']])
})
