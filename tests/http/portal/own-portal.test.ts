/** What a member does in their own account, and an owner decides about it, without a script. */
import { unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { type DemoServer, demoServer } from '../../support/demo-server.ts'

let server: DemoServer
let ana: string
let owner: string

beforeAll(async () => {
  server = await demoServer()
  ana = await server.cookieOf('ana@northside.test')
  owner = await server.cookieOf('owner@northside.test')
})

const get = (path: string, cookie = ana) =>
  fetch(server.origin + path, { headers: { Cookie: cookie }, redirect: 'manual' })

const page = async (path: string, cookie = ana) => (await get(path, cookie)).text()

const post = (path: string, body: Record<string, string>, cookie = ana) =>
  fetch(server.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      Cookie: cookie,
      Origin: server.origin,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(body).toString(),
  })

/** The fields of the first form of a page that says `of`, as a browser would send them. */
function fieldsOf(html: string, of: string): Record<string, string> {
  const form = html.match(/<form[\s\S]*?<\/form>/g)?.find((one) => one.includes(of)) ?? ''
  const attribute = (tag: string, name: string) =>
    new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return Object.fromEntries(
    (form.match(/<input[^>]*>/g) ?? [])
      .filter((tag) => !/type="(file|submit)"/.test(tag))
      .filter((tag) => !/type="checkbox"/.test(tag) || / checked/.test(tag))
      .map((tag) => [
        attribute(tag, 'name'),
        attribute(tag, 'value') || (/checkbox/.test(tag) ? 'on' : ''),
      ]),
  )
}

const rename = async (name: string) => {
  const fields = fieldsOf(await page('/northside/portal/details'), 'preferredName')
  expect((await post('/northside/portal/details', { ...fields, name })).status).toBe(303)
}

test('a signed document is a PDF for names our fonts can show, and a page to print for others', async () => {
  const documents = await page('/northside/portal/documents')
  const document = /\/northside\/portal\/documents\/[\w-]+/.exec(documents)?.[0] ?? ''
  if ((await page(document)).includes('name="signerName"')) {
    const fields = fieldsOf(await page(document), 'signerName')
    await post(document, { ...fields, agreed: 'on' })
  }
  const copy = /\/northside\/portal\/signatures\/[\w-]+/.exec(await page(document))?.[0] ?? ''
  for (const name of ['Łukasz Żółć', 'Nguyễn Thị Hằng', 'Ana Reyes']) {
    await rename(name)
    expect(await page(copy)).toContain(name)
    const file = await get(`${copy}/pdf`)
    expect([name, file.status, file.headers.get('Content-Type')]).toEqual([
      name,
      200,
      'application/pdf',
    ])
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  }
  await rename('李雷')
  const instead = await get(`${copy}/pdf`)
  expect([instead.status, instead.headers.get('Location')]).toEqual([303, copy])
  const shown = await page(copy)
  expect(shown).toContain('李雷')
  expect(shown).not.toContain('?雷')
  await rename('Ana Reyes')
})

test('a member takes an archive of their own rows, and reads the same as JSON', async () => {
  const answer = await get('/northside/portal/data.zip')
  expect(answer.headers.get('Content-Type')).toBe('application/zip')
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const json = JSON.parse(new TextDecoder().decode(files['everything.json']))
  expect(json.details).toMatchObject([{ email: 'ana@northside.test' }])
  expect(json.bookings.length).toBeGreaterThan(3)
  expect(Object.keys(files)).toContain('bookings.csv')
})

test('asking to be erased is said on the page, reaches the desk, and can be withdrawn', async () => {
  expect((await post('/northside/portal/data', { act: 'erase' })).status).toBe(303)
  expect(await page('/northside/portal/data')).toContain('You asked on')
  const task = await server.databases.env.STUDIOS_0.prepare(
    "SELECT id FROM tasks WHERE cause_kind = 'erase_request' AND state = 'open'",
  ).first<{ id: string }>()
  expect(await page(`/northside/manage/studio/tasks/${task?.id}`, owner)).toContain('Erase Ana')
  await post('/northside/portal/data', { act: 'keep' })
  expect(await page('/northside/portal/data')).toContain('Ask to erase my data')
})

test('a yes to news is kept with its words, and one press of a mail program ends it without a session', async () => {
  const html = await page('/northside/portal/consents')
  const fields = fieldsOf(html, 'email-marketing')
  expect((await post('/northside/portal/consents', { ...fields, given: 'yes' })).status).toBe(303)
  expect(await page('/northside/portal/consents')).toContain('Yes, here, version 1')
  const { token } = await server.databases.env.STUDIOS_0.prepare(
    "SELECT token FROM unsubscribe_links WHERE token <> '' LIMIT 1",
  )
    .first<{ token: string }>()
    .then((row) => row!)
  const pressed = await fetch(`${server.origin}/northside/unsubscribe/${token}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  // It follows no redirect (RFC 8058).
  expect(pressed.status).toBe(200)
})

test('an owner turns cancelling off: no button is offered, the page says what to do, a post is refused', async () => {
  const settings = '/northside/manage/settings/portal'
  const fields = fieldsOf(await page(settings, owner), 'cancel_bookings')
  const { cancel_bookings: _, ...without } = fields
  expect(fields.cancel_bookings).toBe('on')
  const booking = /\/northside\/bookings\/[\w-]+\/cancellation/.exec(
    await page('/northside/portal'),
  )?.[0]
  expect(booking).toBeDefined()
  expect((await post(settings, without, owner)).status).toBe(303)
  expect(await page('/northside/portal')).not.toMatch(/cancellation">Cancel/)
  expect(await page(booking!)).toContain('Ask us to cancel')
  expect((await post(booking!, {})).status).toBe(422)
  const back = fieldsOf(await page(settings, owner), 'cancel_bookings')
  expect((await post(settings, { ...back, cancel_bookings: 'on' }, owner)).status).toBe(303)
  expect(await page(booking!)).not.toContain('Ask us to cancel')
})
