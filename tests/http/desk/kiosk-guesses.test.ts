import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { mintWeek, type Week } from '../../support/week.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

/** Thursday 15 October 2026, 17:40 in London: the class that both are booked in begins at 18:30. */
const now = '2026-10-15T16:40:00Z'
const databases = builtDatabases()
const pins = { ana: '4071', cleo: '6204' }

let week: Week
let other: Week
let cookies: Record<'owner' | 'ana' | 'cleo', string>
/** The bookings that are picked at the tablet. */
let picks: Record<'ana' | 'cleo', string>
let tablet: string

beforeAll(async () => {
  await freezeClock(now)
  ;[week, other] = [await mintWeek(databases), await mintWeek(databases)]
  const variables = inject('variables')
  const cookieOf = async (account: Parameters<typeof mintSession>[1]) =>
    (await mintSession(databases, account, { variables })).cookie
  const owner = await mintAccount(databases, { studio: week.studio, role: 'owner', name: 'Hana' })
  cookies = {
    owner: await cookieOf(owner),
    ana: await cookieOf(week.ana),
    cleo: await cookieOf(week.cleo),
  }
  const [place] = await rows<{ id: string }>(sql`
    UPDATE bookings SET person_id = ${week.cleo.personId} WHERE id = (
      SELECT b.id FROM bookings AS b WHERE b.occurrence_id = ${week.at('2026-10-15T18:30')}
        AND b.person_id <> ${week.ana.personId} AND b.state = 'booked' LIMIT 1) RETURNING id`)
  picks = { ana: week.bookingAt('2026-10-15T18:30'), cleo: place!.id }
  expect((await send(settings(), { act: 'proof', proof: 'pin' }, cookies.owner)).status).toBe(303)
  for (const who of ['ana', 'cleo'] as const)
    expect(
      (await send(paths.portalPin(week.studio), { pin: pins[who] }, cookies[who])).status,
    ).toBe(303)
})
afterAll(releaseClock)

const settings = () => paths.manageKiosks(week.studio)

const rows = <Row>(statement: ReturnType<typeof sql>) =>
  databases.shard(week.studio.shard as 0 | 1).all<Row>(statement)

const send = (path: string, fields: Record<string, string>, cookie: string) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

async function openTablet(name: string): Promise<string> {
  const made = await send(settings(), { key: newId(), name }, cookies.owner)
  const secret = /kiosk\/open\?secret=([0-9A-Za-z]{32})/.exec(await made.text())?.[1] ?? ''
  const opened = await send(paths.openKiosk(week.studio), { secret }, '')
  return opened.headers.getSetCookie()[0]!.split(';')[0]!
}

const guess = (who: 'ana' | 'cleo', typed: string, at = tablet) =>
  send(paths.kiosk(week.studio), { pick: picks[who], typed }, at)

const stateOf = async (who: 'ana' | 'cleo') =>
  (await rows<{ state: string }>(sql`SELECT state FROM bookings WHERE id = ${picks[who]}`))[0]
    ?.state

const forgetTries = () =>
  databases.directory.run(sql`DELETE FROM limit_counters WHERE key GLOB 'kiosk*'`)

const outAgain = () =>
  rows(sql`UPDATE bookings SET state = 'booked' WHERE id IN (${picks.ana}, ${picks.cleo})`)

test('of thirty guesses at the same moment five are looked at, and then the right one is not', async () => {
  tablet = await openTablet('Front door')
  const typed = Array.from({ length: 30 }, (_, i) => String(5_000 + i * 7))
  const answers = await Promise.all(typed.map((pin) => guess('ana', pin)))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses.filter((one) => one === 422).length).toBeLessThanOrEqual(5)
  expect(new Set(statuses)).toEqual(new Set([422, 429]))
  expect((await guess('ana', pins.ana)).status).toBe(429)
  expect(await stateOf('ana')).toBe('booked')
})

test("neither another tablet nor one's own right PIN gives more guesses at somebody else's", async () => {
  await forgetTries()
  const second = await openTablet('Side door')
  for (const at of [tablet, second, tablet, second, tablet]) {
    expect((await guess('ana', '5555', at)).status).toBe(422)
    expect((await guess('cleo', pins.cleo, at)).status).toBe(303)
    await outAgain()
  }
  for (const at of [tablet, second, await openTablet('Back door')])
    expect((await guess('ana', pins.ana, at)).status).toBe(429)
  expect((await guess('cleo', pins.cleo, second)).status).toBe(303)
  await outAgain()
})

test("a new PIN set in one's account does not reset the count of wrong tries", async () => {
  await forgetTries()
  for (let i = 0; i < 5; i += 1) await guess('ana', '5555')
  pins.ana = '7318'
  const set = await send(paths.portalPin(week.studio), { pin: pins.ana }, cookies.ana)
  expect([set.status, (await guess('ana', pins.ana)).status]).toEqual([303, 429])
})

test("a PIN is asked for whatever else is sent, and opens nobody else's place nor another studio's", async () => {
  await forgetTries()
  const kiosk = paths.kiosk(week.studio)
  const code = await fetch(origin + paths.portalCode(week.studio), {
    headers: { Cookie: cookies.cleo },
  })
  const ownCode = /name="replaces" value="([0-9A-Z]{8})"/.exec(await code.text())?.[1] ?? ''
  expect(ownCode).not.toBe('')
  const sent: [fields: Record<string, string>, status: number][] = [
    [{ pick: picks.ana }, 200],
    [{ pick: picks.ana, q: ownCode }, 200],
    [{ pick: picks.ana, q: `CADENCE:${ownCode}`, typed: pins.cleo }, 422],
    [{ pick: picks.ana, typed: '' }, 200],
    [{ pick: picks.ana, typed: `${pins.ana}0` }, 422],
    [{ pick: picks.ana, typed: `%${pins.ana}` }, 422],
    [{ pick: week.bookingAt('2026-10-18T10:00'), typed: pins.ana }, 422],
    [{ pick: other.bookingAt('2026-10-15T18:30'), typed: pins.ana }, 422],
    [{ pick: "' OR 1=1 --", typed: pins.ana }, 422],
  ]
  for (const [fields, status] of sent)
    expect([fields, (await send(kiosk, fields, tablet)).status]).toEqual([fields, status])
  expect(await stateOf('ana')).toBe('booked')
  const elsewhere = { pick: other.bookingAt('2026-10-15T18:30'), typed: pins.ana }
  expect((await send(paths.kiosk(other.studio), elsewhere, tablet)).status).toBe(403)
})

test('a closed kiosk checks nobody in by a repeated request', async () => {
  await forgetTries()
  expect((await guess('ana', pins.ana)).status).toBe(303)
  await outAgain()
  const list = await (
    await fetch(origin + settings(), { headers: { Cookie: cookies.owner } })
  ).text()
  const id =
    /name="id" value="([0-9A-Za-z]{12})"/.exec(list.slice(list.indexOf('Front door')))?.[1] ?? ''
  expect((await send(settings(), { act: 'revoke', id }, cookies.owner)).status).toBe(303)
  expect((await guess('ana', pins.ana)).status).toBe(403)
  expect(await stateOf('ana')).toBe('booked')
})
