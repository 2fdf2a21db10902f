import { brotliCompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { alertTriggers } from '#app/db/studio/reception.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, isolateText, releaseClock } from '../../support/member-pages.ts'
import { mintWeek, type Week } from '../../support/week.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

/** Thursday 15 October 2026, 17:40 in London: Ana's class begins at 18:30. */
const now = '2026-10-15T16:40:00Z'
const databases = builtDatabases()
let week: Week
let other: Week
const cookies = new Map<Role | 'ana', string>()

beforeAll(async () => {
  await freezeClock(now)
  ;[week, other] = [await mintWeek(databases), await mintWeek(databases)]
  const variables = inject('variables')
  for (const role of ['owner', 'coach', 'front_desk', 'member'] as const) {
    const account = await mintAccount(databases, {
      studio: week.studio,
      role,
      name: `Some ${role}`,
    })
    cookies.set(role, (await mintSession(databases, account, { variables })).cookie)
  }
  cookies.set('ana', (await mintSession(databases, week.ana, { variables })).cookie)
})
afterAll(releaseClock)

type Who = Role | 'ana' | { cookie: string } | null
const cookieOf = (who: Who): Record<string, string> =>
  who === null ? {} : { Cookie: typeof who === 'string' ? cookies.get(who)! : who.cookie }

const get = (path: string, who: Who = 'front_desk') =>
  fetch(origin + path, { headers: cookieOf(who), redirect: 'manual' })

const post = (path: string, fields: Record<string, string>, who: Who = 'front_desk') =>
  fetch(origin + path, {
    method: 'POST',
    headers: { ...cookieOf(who), Origin: origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

const tripsOf = (answer: Response) =>
  Number(/(\d+) trips/.exec(answer.headers.get('Server-Timing') ?? '')?.[1])

const run = (statement: ReturnType<typeof sql>) =>
  databases.shard(week.studio.shard as 0 | 1).run(statement)
const stateOf = async (bookingId: string) =>
  (
    await databases
      .shard(week.studio.shard as 0 | 1)
      .all<{ state: string }>(sql`SELECT state FROM bookings WHERE id = ${bookingId}`)
  )[0]?.state

const anasPlace = () => week.bookingAt('2026-10-15T18:30')
const outAgain = () => run(sql`UPDATE bookings SET state = 'booked' WHERE id = ${anasPlace()}`)
const codeOfAna = async () => {
  const html = await (await get(paths.portalCode(week.studio), 'ana')).text()
  return /name="replaces" value="([0-9A-Z]{8})"/.exec(html)?.[1] ?? ''
}

test('the pages stay within their trips and open to whom they are for', async () => {
  const { studio } = week
  const rows = [
    [paths.manageReception(studio), 'coach', 200],
    [paths.manageReception(studio, { q: 'ana' }), 'front_desk', 200],
    [paths.manageReception(studio), 'member', 403],
    [paths.manageReceptionTaps(studio), 'coach', 200],
    [paths.manageReceptionTaps(studio), 'member', 403],
    [paths.manageReceptionAlerts(studio), 'owner', 200],
    [paths.manageReceptionAlerts(studio), 'front_desk', 403],
    [paths.manageKiosks(studio), 'front_desk', 200],
    [paths.manageKiosks(studio), 'member', 403],
  ] as const
  for (const [path, who, status] of rows) {
    const answer = await get(path, who)
    expect([path, who, answer.status]).toEqual([path, who, status])
    expect(tripsOf(answer)).toBeLessThanOrEqual(3)
  }
})

test("a member's code is a small page without script, and a new one replaces it", async () => {
  const page = await get(paths.portalCode(week.studio), 'ana')
  const html = await page.text()
  expect([page.status, tripsOf(page)]).toEqual([200, 2])
  expect(html).not.toContain('<script')
  expect(html).toContain('data:image/svg+xml')
  expect(brotliCompressSync(html).length).toBeLessThan(13_000)
  const old = await codeOfAna()
  expect((await post(paths.portalCode(week.studio), { replaces: old }, 'ana')).status).toBe(303)
  expect((await post(paths.portalCode(week.studio), { replaces: old }, 'ana')).status).toBe(303)
  const next = await codeOfAna()
  expect(next).toMatch(/^[2-9B-DF-HJKMNP-TV-Z]{8}$/)
  expect(next).not.toBe(old)
  expect((await post(paths.portalCode(week.studio), {}, 'ana')).status).toBe(422)
})

test('a code that is scanned into the box checks in, once, and is taken back, all without scripts', async () => {
  const { studio, ana } = week
  const scan = async () =>
    post(paths.manageReception(studio), { act: 'find', q: `CADENCE:${await codeOfAna()}` })
  const first = await scan()
  expect(first.headers.get('Location')).toBe(
    paths.manageReception(studio, { person: ana.personId }),
  )
  expect(tripsOf(first)).toBe(3)
  expect(await stateOf(anasPlace())).toBe('checked_in')
  expect(first.headers.getSetCookie().some((line) => line.startsWith('cadence-flash='))).toBe(true)
  expect((await scan()).status).toBe(303)
  const text = isolateText(
    await (await get(paths.manageReception(studio, { person: ana.personId }))).text(),
  )
  expect(text).toContain('In, 17:40')
  expect(
    (await post(paths.manageReception(studio), { act: 'undo', bookingId: anasPlace() })).status,
  ).toBe(303)
  expect(await stateOf(anasPlace())).toBe('booked')
  const byName = await post(paths.manageReception(studio), { act: 'find', q: 'ana r' })
  expect(byName.headers.get('Location')).toBe(paths.manageReception(studio, { q: 'ana r' }))
  const found = isolateText(await (await get(paths.manageReception(studio, { q: 'ana r' }))).text())
  expect(found).toContain('Check in to Pole 2: spins')
  expect(
    (await post(paths.manageReception(studio), { act: 'check_in', bookingId: anasPlace() })).status,
  ).toBe(303)
  expect(await stateOf(anasPlace())).toBe('checked_in')
  await outAgain()
})

test('odd forms are refused, and what belongs to another studio is not found', async () => {
  const { studio } = week
  const desk = paths.manageReception(studio)
  for (const odd of [
    {},
    { act: 'fly' },
    { act: 'find' },
    { act: 'check_in' },
    { act: 'visit', personId: 'x' },
  ]) {
    expect([odd, (await post(desk, odd as Record<string, string>)).status]).toEqual([odd, 422])
  }
  const foreign = other.bookingAt('2026-10-15T18:30')
  const strangers: Record<string, string>[] = [
    { act: 'check_in', bookingId: foreign },
    { act: 'undo', bookingId: foreign },
    { act: 'undo_visit', arrivalId: foreign },
    { act: 'visit', personId: other.ana.personId, key: newId() },
    { act: 'walk_in', personId: other.ana.personId, occurrenceId: week.at('2026-10-15T18:45') },
    { act: 'walk_in', personId: week.ana.personId, occurrenceId: other.at('2026-10-15T18:45') },
  ]
  for (const fields of strangers) {
    expect([fields, (await post(desk, fields)).status]).toEqual([fields, 404])
  }
  expect((await post(paths.manageKiosks(studio), { act: 'revoke', id: newId() })).status).toBe(404)
  expect(
    (await post(paths.manageKiosks(studio), { act: 'renew', id: newId() }, 'owner')).status,
  ).toBe(404)
  expect((await post(paths.manageKiosks(studio), { name: '' }, 'owner')).status).toBe(422)
  expect((await post(paths.manageKiosks(studio), { key: newId(), name: 'Door' })).status).toBe(403)
  expect(
    (await post(paths.manageReceptionAlerts(studio), { past_due: 'block' }, 'owner')).status,
  ).toBe(422)
})

test('a queue of taps is answered one by one, and the same again when it is sent again', async () => {
  const path = paths.manageReceptionTaps(week.studio)
  const tap = { key: newId(), bookingId: anasPlace(), method: 'name', ago: 300, override: '' }
  const foreign = { ...tap, key: newId(), bookingId: other.bookingAt('2026-10-15T18:30') }
  const send = async () => {
    const answer = await post(path, { taps: JSON.stringify([tap, foreign]) }, 'coach')
    expect([answer.status, tripsOf(answer)]).toEqual([200, 3])
    const { answers } = (await answer.json()) as {
      answers: { status: string; reason?: string; name?: string }[]
    }
    return answers
  }
  expect(await send()).toMatchObject([
    { status: 'done' },
    { status: 'conflict', reason: 'not_found', name: '' },
  ])
  expect(await send()).toMatchObject([{ status: 'already' }, { status: 'conflict' }])
  for (const taps of ['', '{}', '[]', '[{"key":1}]', 'null', JSON.stringify(Array(26).fill(tap))]) {
    expect([taps.slice(0, 12), (await post(path, { taps }, 'coach')).status]).toEqual([
      taps.slice(0, 12),
      422,
    ])
  }
  await outAgain()
})

/** The cookie of a tablet that the owner's link has opened, and the link. */
async function openTablet(name: string) {
  const { studio } = week
  const made = await post(paths.manageKiosks(studio), { key: newId(), name }, 'owner')
  const link =
    /https?:\/\/[^\s"<]*\/kiosk\/open\?secret=[0-9A-Za-z]{32}/.exec(await made.text())?.[0] ?? ''
  const secret = new URL(link).searchParams.get('secret') ?? ''
  const look = await get(paths.openKiosk(studio, { secret }), 'member')
  expect([made.status, look.status]).toEqual([200, 200])
  expect(await look.text()).toContain(name)
  const opened = await post(paths.openKiosk(studio), { secret }, null)
  const [cookie = ''] = opened.headers.getSetCookie()
  expect([opened.status, opened.headers.get('Location')]).toEqual([303, paths.kiosk(studio)])
  expect(cookie).toMatch(/^cadence-kiosk=[0-9A-Za-z]{32}; .*HttpOnly; SameSite=Lax/)
  return { tablet: { cookie: cookie.split(';')[0]! }, secret }
}

/** What the tablet shows after Ana was picked. */
async function comesIn(kiosk: string, tablet: { cookie: string }): Promise<string> {
  const answer = await post(kiosk, { pick: anasPlace() }, tablet)
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, kiosk])
  const [said = ''] = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const page = await get(kiosk, { cookie: `${tablet.cookie}; ${said}` })
  expect(page.headers.get('Refresh')).toBe(`10; url=${kiosk}`)
  return page.text()
}

test('a kiosk tells nobody anything: neither debts, notes, photos, whole names nor who is a member', async () => {
  const { studio, ana } = week
  const { tablet, secret } = await openTablet('Front door')
  const used = [
    await post(paths.openKiosk(studio), { secret }, null),
    await get(paths.openKiosk(studio, { secret }), null),
  ]
  expect(used.map(({ status }) => status)).toEqual([410, 410])
  expect(await used[1]!.text()).toContain('This link no longer works.')
  await run(sql`
    INSERT INTO person_notes (id, studio_id, person_id, kind, text, author_id, author_name, created_at) VALUES
    (${newId()}, ${studio.id}, ${ana.personId}, 'injury', 'torn rotator cuff', 'x', 'Hana', ${now}),
    (${newId()}, ${studio.id}, ${ana.personId}, 'red', 'barred from silks', 'x', 'Hana', ${now})`)
  await run(
    sql`UPDATE people SET photo = 'people/ana.jpg', birth_date = '1990-10-15', phone = '+447700900123' WHERE id = ${ana.personId}`,
  )
  await run(sql`UPDATE memberships SET state = 'past_due' WHERE person_id = ${ana.personId}`)
  const kiosk = paths.kiosk(studio)
  const start = await get(kiosk, tablet)
  const pages = [
    await start.text(),
    await (await post(kiosk, { q: 'rey' }, tablet)).text(),
    await (await post(kiosk, { q: 'cleo' }, tablet)).text(),
    await (await post(kiosk, { q: 'an' }, tablet)).text(),
    await comesIn(kiosk, tablet),
  ]
  expect([start.status, tripsOf(start), start.headers.get('Refresh')]).toEqual([
    200,
    2,
    `300; url=${kiosk}`,
  ])
  expect(pages[0]).toContain('Pole 2: spins')
  expect(isolateText(pages[1]!)).toContain('Ana R. 18:30 Pole 2: spins')
  expect(isolateText(pages[2]!)).toContain('Nobody by that name has a place in the next classes')
  expect(isolateText(pages[4]!)).toContain('You are in, Ana R.')
  expect(await stateOf(anasPlace())).toBe('checked_in')
  for (const html of pages) {
    expect(html.replace(/<style[\s\S]*?<\/style>/g, '')).not.toMatch(
      /Reyes|rotator|barred|due|owe|credit|member|Yoga unlimited|Autumn|<img|<script|7700|birthday|injur|@|\/manage|\/portal/i,
    )
  }
  await outAgain()

  // What stops someone says nothing of why, and a debt looks like a code that nobody has.
  const rules = {
    ...Object.fromEntries(alertTriggers.map((kind) => [kind, 'warn'])),
    past_due: 'block',
    version: alertTriggers.map(() => 'warn').join(','),
  }
  expect((await post(paths.manageReceptionAlerts(studio), rules, 'owner')).status).toBe(303)
  const code = await codeOfAna()
  const silent = [
    await (await post(kiosk, { pick: anasPlace() }, tablet)).text(),
    await (await post(kiosk, { q: code }, tablet)).text(),
    await (await post(kiosk, { q: 'CADENCE:BCDF2345' }, tablet)).text(),
    await (await post(kiosk, { pick: other.bookingAt('2026-10-15T18:30') }, tablet)).text(),
  ]
  expect(silent[0]).toContain('Please see the desk.')
  expect(new Set(silent).size).toBe(1)
  expect(await stateOf(anasPlace())).toBe('booked')
  const stopped = await post(paths.manageReception(studio), { act: 'find', q: code })
  expect(stopped.headers.get('Location')).toBe(
    paths.manageReception(studio, { person: ana.personId, stopped: '1' }),
  )
  const letIn = { act: 'check_in', bookingId: anasPlace(), override: 'pays tonight' }
  await post(paths.manageReception(studio), letIn, 'coach')
  expect(await stateOf(anasPlace())).toBe('booked')
  await post(paths.manageReception(studio), letIn)
  expect(await stateOf(anasPlace())).toBe('checked_in')
  const desk = isolateText(await (await get(paths.manageReception(studio))).text())
  expect(desk).toContain('Let in: pays tonight')
  expect(desk).not.toContain('rotator')
  const coach = isolateText(await (await get(paths.manageReception(studio), 'coach')).text())
  expect(coach).toContain('Ana Reyes')
  expect(coach).not.toMatch(/rotator|pays tonight|Past due/)
})

test('no device is a kiosk on its own, and one that was shut shows nothing more', async () => {
  const { studio } = week
  const { tablet } = await openTablet('Back door')
  for (const who of [
    null,
    'owner',
    { cookie: `cadence-kiosk=${'a'.repeat(32)}` },
    { cookie: 'cadence-kiosk=x' },
  ] as const) {
    const answers = [
      await get(paths.kiosk(studio), who),
      await post(paths.kiosk(studio), { q: 'ana' }, who),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(403)
      expect(await answer.text()).not.toContain('Ana R')
    }
  }
  expect((await get(paths.kiosk(other.studio), tablet)).status).toBe(403)
  const list = await (await get(paths.manageKiosks(studio))).text()
  expect(isolateText(list)).toContain('Last seen 17:40')
  const id =
    /name="id" value="([0-9A-Za-z]{12})"/.exec(list.slice(list.indexOf('Back door')))?.[1] ?? ''
  expect((await post(paths.manageKiosks(studio), { act: 'revoke', id })).status).toBe(303)
  expect((await get(paths.kiosk(studio), tablet)).status).toBe(403)
})

test('a kiosk that asks for a PIN takes the right one, says what to do about a wrong one, and stops after five', async () => {
  const { studio, ana } = week
  await outAgain()
  await run(sql`UPDATE memberships SET state = 'active' WHERE person_id = ${ana.personId}`)
  const { tablet } = await openTablet('Side door')
  const [settings, kiosk] = [paths.manageKiosks(studio), paths.kiosk(studio)]
  const before = isolateText(await (await get(settings, 'owner')).text())
  expect(before).toMatch(/first letters of their name.*Anyone at the tablet can check in anyone/)
  expect((await post(settings, { act: 'proof', proof: 'pin' })).status).toBe(403)
  expect((await post(settings, { act: 'proof', proof: 'pin' }, 'owner')).status).toBe(303)

  const pick = anasPlace()
  const none = await post(kiosk, { pick }, tablet)
  expect([none.status, await none.text()]).toEqual([
    422,
    expect.stringContaining('You have no PIN yet. Set one in your account, or ask at the desk.'),
  ])
  const own = paths.portalPin(studio)
  expect(await (await get(paths.portalCode(studio), 'ana')).text()).toContain(`href="${own}"`)
  for (const pin of ['', '12', '1234', '12345678', 'abcd'])
    expect([pin, (await post(own, { pin }, 'ana')).status]).toEqual([pin, 422])
  expect((await post(own, { pin: '4071' }, 'ana')).status).toBe(303)
  const set = await get(own, 'ana')
  expect(await set.text()).toContain('Your PIN was set on')

  const asked = await post(kiosk, { pick }, tablet)
  const page = await asked.text()
  expect([asked.status, asked.headers.get('Refresh')]).toEqual([200, `40; url=${kiosk}`])
  expect(page).toContain('Type your PIN')
  expect(page).not.toMatch(/<script|Reyes/)
  expect(await stateOf(pick)).toBe('booked')
  const tries: number[] = []
  for (let i = 0; i < 4; i += 1)
    tries.push((await post(kiosk, { pick, typed: '4072' }, tablet)).status)
  expect(tries).toEqual([422, 422, 422, 422])
  expect((await post(kiosk, { pick, typed: '4071' }, tablet)).status).toBe(303)
  expect(await stateOf(pick)).toBe('checked_in')
  await outAgain()
  // Right ones are not counted, however many come in; five wrong ones stop the sixth, right or not.
  for (let i = 0; i < 7; i += 1)
    expect((await post(kiosk, { pick, typed: '4071' }, tablet)).status).toBe(303)
  await outAgain()
  for (let i = 0; i < 5; i += 1) await post(kiosk, { pick, typed: '4072' }, tablet)
  const stopped = await post(kiosk, { pick, typed: '4071' }, tablet)
  expect([stopped.status, await stopped.text()]).toEqual([
    429,
    expect.stringContaining('There were too many wrong tries. Please ask at the desk.'),
  ])
  expect(await stateOf(pick)).toBe('booked')

  const desk = paths.managePersonAct(studio, ana.personId, 'pin')
  expect((await get(desk, 'coach')).status).toBe(403)
  expect((await post(desk, { pin: '1111' })).status).toBe(422)
  expect((await post(desk, { pin: '8305' })).status).toBe(303)
  const profile = await (await get(paths.managePerson(studio, ana.personId))).text()
  expect(profile).toContain('Kiosk PIN set at the desk')
  expect(profile).not.toContain('8305')
})
