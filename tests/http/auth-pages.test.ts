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
import { mintStudio } from '../support/studios.ts'
import { newestMailTo, newVisitor, refusalsOn, textOf, titleOf } from '../support/visitor.ts'

const world = builtDatabases()
const variables = inject('variables')
const address = () => `${newId().toLowerCase()}@example.test`

test('a new person signs up at a studio, confirms by the mailed link, and is in its timetable as a member', async () => {
  const studio = await mintStudio(world, { shard: 1 })
  const next = `/${studio.slug}/home/timetable`
  const person = newVisitor()
  const email = address()

  const form = await person.get(`/sign-up?next=${encodeURIComponent(next)}&studio=${studio.slug}`)
  const sent = await person.submit(form, {
    name: 'Dee Marsh',
    email,
    password: 'a long password',
    terms: 'on',
  })
  expect([sent.status, sent.location]).toEqual([
    303,
    `/sign-up/check-mail?next=${encodeURIComponent(next)}&studio=${studio.slug}`,
  ])
  expect((await person.get(sent.location ?? '')).html).toContain('/dev/outbox')

  const { link } = await newestMailTo(email)
  const page = await person.get(link)
  expect(page.status).toBe(200)
  expect(textOf(page.html)).toContain(`as a member of ${studio.name}`)
  const confirmed = await person.submit(page)
  expect([confirmed.status, confirmed.location]).toEqual([303, next])
  expect([...person.cookies.keys()]).toEqual([
    'cadence-access',
    'cadence-refresh',
    'cadence-device',
    'cadence-flash',
  ])

  const [place] = await world.directory.all<{ state: string; role: string; user: string }>(sql`
    SELECT affiliation.state, affiliation.role_id AS role, user.studio_id AS user
    FROM affiliations AS affiliation
    JOIN auth_users AS account ON account.id = affiliation.user_id
    JOIN users AS user ON user.auth_id = account.id WHERE account.email = ${email}`)
  expect(place).toEqual({ state: 'active', role: 'member', user: studio.id })
  expect(
    await world.shard(1).all(sql`SELECT name, email FROM people WHERE studio_id = ${studio.id}`),
  ).toEqual([{ name: 'Dee Marsh', email }])
  const landed = await person.get('/sign-out')
  expect(textOf(landed.html)).toContain('Your address is confirmed. Welcome to Northside.')
})

test('a mail scanner that opens the link burns nothing, and a second press says that the link is used', async () => {
  const person = newVisitor()
  const email = address()
  await person.submit(await person.get('/sign-up'), {
    name: 'Eve',
    email,
    password: 'a long password',
    terms: 'on',
  })
  const { link } = await newestMailTo(email)
  for (let i = 0; i < 3; i += 1) await newVisitor().get(link)

  const page = await person.get(link)
  const [first, second] = [await person.submit(page), await newVisitor().submit(page)]

  expect([first.status, first.location]).toEqual([303, '/'])
  expect(second.status).toBe(422)
  expect(refusalsOn(second)).toEqual(['link_expired'])
  expect(refusalsOn(await newVisitor().get(link))).toEqual(['link_expired'])
})

test('signing in leads to what one came for, else to the studio one is in, and to set-up when that is missing', async () => {
  const studio = await mintStudio(world)
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash, studio })
  const fresh = await mintAccount(world, { passwordHash: demoPasswordHash, setupComplete: false })
  const lost = await mintAccount(world, { passwordHash: demoPasswordHash, userRow: false })
  const signIn = async (email: string, path: string) => {
    const person = newVisitor()
    const answer = await person.submit(
      await person.get(path),
      { email, password: demoPassword },
      'sign-in',
    )
    return { person, answer: `${answer.status} ${answer.location}` }
  }

  expect((await signIn(ana.email, '/sign-in')).answer).toBe(`303 /${studio.slug}`)
  expect((await signIn(ana.email, `/sign-in?next=/${studio.slug}/portal`)).answer).toBe(
    `303 /${studio.slug}/portal`,
  )
  expect((await signIn(fresh.email, `/sign-in?studio=${studio.slug}`)).answer).toBe(
    `303 /welcome/setup?studio=${studio.slug}`,
  )
  const { person, answer } = await signIn(lost.email, '/sign-in')
  expect(answer).toBe('303 /welcome/setup')
  const page = await person.get('/welcome/setup')
  expect(textOf(page.html)).toContain('We can’t find your details')
  expect((await person.submit(page)).status).toBe(303)
  expect(person.cookies.has('cadence-access')).toBe(false)
})

test('set-up takes a name and the terms, and leads on through joining to what one came for', async () => {
  const studio = await mintStudio(world)
  const fresh = await mintAccount(world, { setupComplete: false, name: '' })
  const person = newVisitor(await mintSession(world, fresh, { variables }))
  const portal = `/${studio.slug}/portal`

  const setup = await person.get(
    `/welcome/setup?next=/${studio.slug}/join?next=${portal}&studio=${studio.slug}`,
  )
  const wrong = await person.submit(setup, { name: 'Fay' }, 'setup')
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('value="Fay"')
  const done = await person.submit(wrong, { terms: 'on' }, 'setup')
  expect([done.status, done.location]).toEqual([303, `/${studio.slug}/join?next=${portal}`])
  const joined = await person.submit(await person.get(done.location ?? ''))
  expect([joined.status, joined.location]).toEqual([303, portal])
})

test('the studio’s own address asks to sign in and then leads home', async () => {
  const studio = await mintStudio(world)
  const asked = await newVisitor().get(`/${studio.slug}`)
  expect([asked.status, asked.location]).toEqual([
    303,
    `/sign-in?next=%2F${studio.slug}&studio=${studio.slug}`,
  ])

  const other = await mintStudio(world)
  const mo = await mintAccount(world, { studio: other })
  await world.directory.run(sql`
    INSERT INTO affiliations (user_id, studio_id, role_id, person_id, state, created_at)
    VALUES (${mo.userId}, ${studio.id}, 'member', ${newId()}, 'active', '2026-01-01T00:00:00Z')`)
  const led = await newVisitor(await mintSession(world, mo, { variables })).get(`/${studio.slug}`)
  expect([led.status, led.location]).toEqual([303, `/${studio.slug}/home`])
  expect(
    await world.directory.all(sql`SELECT studio_id AS id FROM users WHERE auth_id = ${mo.userId}`),
  ).toEqual([{ id: studio.id }])
})

test('signing out ends the session and says so on the next page, once', async () => {
  const ana = await mintAccount(world)
  const person = newVisitor(await mintSession(world, ana, { variables }))

  const out = await person.submit(await person.get('/sign-out'))

  expect([out.status, out.location]).toEqual([303, '/'])
  expect(await countSessions(world, ana.userId)).toBe(0)
  expect(textOf((await person.get('/sign-in')).html)).toContain('You have been signed out')
  expect(textOf((await person.get('/sign-in')).html)).not.toContain('You have been signed out')
  const last = await newVisitor({ cookie: 'who-north=p1; location-north=hall' }).post(
    '/sign-out',
    '',
  )
  expect(last.status).toBe(303)
})

test('a forgotten password is set again by the mailed link, and every other device is signed out', async () => {
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  await mintSession(world, ana, { variables })
  const person = newVisitor()

  const asked = await person.submit(await person.get('/reset'), { email: ana.email })
  expect([asked.status, asked.location]).toEqual([303, '/reset/check-mail'])
  const { link } = await newestMailTo(ana.email)
  const form = await person.get(link)
  const short = await person.submit(form, { password: 'short' })
  expect(short.status).toBe(422)
  expect(short.html).not.toContain('value="short"')
  const done = await person.submit(short, { password: 'brand new one' })

  expect([done.status, done.location]).toEqual([303, '/'])
  expect(await countSessions(world, ana.userId)).toBe(1)
  expect((await newestMailTo(ana.email)).subject).toBe('Your password was changed')
  expect(refusalsOn(await person.get(link))).toEqual(['link_expired'])
})

test('a message is sent again with one press once the minute is over, to known and unknown addresses alike', async () => {
  const waiting = await mintAccount(world, { passwordHash: demoPasswordHash, confirmed: false })
  const [ana, ben] = [
    await mintAccount(world, { passwordHash: demoPasswordHash }),
    await mintAccount(world, { passwordHash: demoPasswordHash }),
  ]
  const mailsTo = async (email: string) =>
    (
      await world.directory.all<{ n: number }>(
        sql`SELECT count(*) AS n FROM outbox WHERE recipient = ${email}`,
      )
    )[0]?.n
  const typed = { name: 'Gia', password: demoPassword, terms: 'on', how: 'code' }
  for (const [path, email, mails] of [
    ['/sign-up', waiting.email, 1],
    ['/reset', ana.email, 1],
    ['/sign-in', ben.email, 1],
    ['/reset', address(), 0],
    ['/sign-in', address(), 0],
  ] as const) {
    const before = (await mailsTo(email)) ?? 0
    const person = newVisitor()
    const fields = path === '/sign-in' ? { how: 'code', email } : { ...typed, email }
    const sent = await person.submit(await person.get(path), fields)
    expect([path, sent.status]).toEqual([path, 303])
    const page = await person.get(sent.location ?? '')
    // The second form of the page: the first takes the code.
    const early = await person.submit(page, {}, 1)
    expect([path, early.status, refusalsOn(early)]).toEqual([path, 422, ['mail_too_soon']])
    expect(textOf(early.html)).toMatch(/We’ve only just sent it\. Wait \d+ seconds?, then/)

    await world.directory.run(
      sql`UPDATE limit_counters SET window_start_ms = window_start_ms - 61000
        WHERE instr(key, ${email}) > 0`,
    )
    const again = await person.submit(early, {}, 1)
    expect([path, again.status, again.location]).toEqual([path, 303, sent.location])
    expect(textOf((await person.get(again.location ?? '')).html)).toContain('Sent again.')
    expect([path, (await mailsTo(email)) ?? 0]).toEqual([path, before + 2 * mails])
  }

  // Who comes without the address types it.
  const stranger = await newVisitor().post('/reset/check-mail', new URLSearchParams({ again: '1' }))
  expect([stranger.status, stranger.location]).toEqual([303, '/reset'])
})

test('a known and an unknown address get the same page, word for word', async () => {
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  const unknown = address()
  const twice = async (path: string, values: Record<string, string>) =>
    Promise.all(
      [ana.email, unknown].map(async (email) => {
        const person = newVisitor()
        const page = await person.submit(await person.get(path), { ...values, email })
        return {
          status: page.status,
          location: page.location,
          html: page.html.replaceAll(email, 'the address'),
        }
      }),
    )

  for (const [path, values] of [
    ['/sign-in', { password: 'not the one' }],
    ['/reset', {}],
    ['/sign-up', { name: 'Gia', password: 'a long password', terms: 'on' }],
  ] as const) {
    const [known, other] = await twice(path, values)
    expect(known).toEqual(other)
  }
})

test('an account that waits for confirmation is told so after the right password, and gets the link again', async () => {
  const waiting = await mintAccount(world, { passwordHash: demoPasswordHash, confirmed: false })
  const person = newVisitor()

  const page = await person.submit(await person.get('/sign-in'), {
    email: waiting.email,
    password: demoPassword,
  })

  expect(page.status).toBe(422)
  expect(refusalsOn(page)).toEqual(['email_not_confirmed'])
  expect((await newestMailTo(waiting.email)).link).toMatch(/^\/auth\/confirm\?/)
})

test('a refused form has its title, its summary and its fields say so, keeps the address and never the password', async () => {
  const studio = await mintStudio(world)
  const person = newVisitor()

  const page = await person.submit(await person.get(`/sign-in?studio=${studio.slug}`), {
    email: 'ana.reyes@example',
    password: 'the secret one',
  })

  expect(page.status).toBe(422)
  expect(titleOf(page)).toBe('Error: Sign in – Northside')
  expect(page.html).toContain('role="alert"')
  expect(page.html).toMatch(/autofocus/i)
  expect(page.html).toContain(
    '<a href="#sign-in-email">Enter an email address like name@example.com</a>',
  )
  expect(page.html).toMatch(
    /<input id="sign-in-email"[^>]*aria-invalid="true" aria-describedby="sign-in-email-error"/,
  )
  expect(page.html).toContain('value="ana.reyes@example"')
  expect(page.html).not.toContain('the secret one')
  // What is missing is said by the answer, not by the browser.
  expect(page.html).toMatch(/<form[^>]* novalidate/i)
  expect(page.headers.get('Cache-Control')).toBe('private, no-store')
})

test('with no address the specification’s own sentence is said', async () => {
  const page = await newVisitor().post('/sign-in', '', {
    'Content-Type': 'application/x-www-form-urlencoded',
  })

  expect(page.status).toBe(422)
  expect(textOf(page.html)).toContain(
    'You must provide either an email or phone number and a password',
  )
})

test('while strangers guess, a browser that has signed in before gets in at once', async () => {
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  const person = newVisitor()
  const credentials = { email: ana.email, password: demoPassword }
  const signIn = async () => person.submit(await person.get('/sign-in'), credentials)
  expect((await signIn()).status).toBe(303)
  const device = person.cookies.get('cadence-device') ?? ''
  await world.directory.run(
    sql`INSERT INTO limit_counters (key, window_start_ms, count) VALUES (${`signIn:${ana.email}`}, ${Date.now()}, 12)`,
  )
  const stranger = newVisitor()
  const refused = await stranger.submit(await stranger.get('/sign-in'), credentials)
  expect(refusalsOn(refused)).toEqual(['too_many_tries'])
  expect(textOf(refused.html)).toContain('Wait 20 seconds')
  const back = newVisitor({ cookie: `cadence-device=${device}` })
  expect((await back.submit(await back.get('/sign-in'), credentials)).status).toBe(303)
})

test('too many tries are refused before any hash, with the code beside the sentence', async () => {
  const email = address()
  await world.directory.run(
    sql`INSERT INTO limit_counters (key, window_start_ms, count) VALUES (${`signIn:${email}`}, ${Date.now()}, 100)`,
  )
  const person = newVisitor()
  const page = await person.submit(await person.get('/sign-in'), { email, password: 'x' })

  expect(page.status).toBe(422)
  expect(refusalsOn(page)).toEqual(['too_many_tries'])
  expect(textOf(page.html)).toContain('Use “Send me a code instead”')
})
