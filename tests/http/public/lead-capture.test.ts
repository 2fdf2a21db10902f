import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, test } from 'vitest'
import { formAddress } from '#app/domain/leads/capture/form-definition.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { mintStudio } from '../../support/studios.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
let studio: Studio
let formId: string
const cookies = new Map<Role, string>()

const get = (path: string, role?: Role) =>
  fetch(origin + path, {
    ...(role ? { headers: { Cookie: cookies.get(role)! } } : {}),
    redirect: 'manual',
  })
const press = (path: string, fields: Record<string, string>, role: Role = 'owner') =>
  fetch(origin + path, {
    method: 'POST',
    headers: { Cookie: cookies.get(role)!, Origin: origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

const form = {
  name: 'Website',
  title: 'Try a class',
  phone: 'optional',
  interests: 'Pole',
  times: 'on',
  message: 'on',
  thanks: 'We’ll be in touch.',
  questions: 'Why <b>us?',
  pipelineId: 'membership',
  sourceId: 'website',
  ask_email_marketing: 'on',
  text_email_marketing: 'News by email?',
  replySubject: 'Hi',
  replyText: 'Soon.',
}

beforeAll(async () => {
  studio = await mintStudio(databases)
  for (const role of ['owner', 'front_desk', 'coach'] as const) {
    const account = await mintAccount(databases, { studio, role, name: `Some ${role}` })
    cookies.set(
      role,
      (await mintSession(databases, account, { variables: inject('variables') })).cookie,
    )
  }
  const page = await (await get(paths.manageLeadFormNew(studio), 'owner')).text()
  const key = /name="key" value="(\w{12})"/.exec(page)?.[1] ?? ''
  const made = await press(paths.manageLeadFormNew(studio), { ...form, key })
  expect(made.status).toBe(303)
  formId = made.headers.get('Location')!.split('/').at(-1)!
})

/** As a page of any other site sends it. */
const foreign = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${origin}/webhooks/leads/${formAddress(studio.id, formId)}`, {
    method: 'POST',
    headers: { Origin: 'https://elsewhere.test', ...headers },
    body,
    redirect: 'manual',
  })

const submissions = () =>
  databases.shard(0).all<{ state: string; why: string; raw: string }>(sql`
    SELECT state, why, raw FROM lead_submissions WHERE studio_id = ${studio.id} ORDER BY rowid`)

test('the form of another site is a lead, thanked on our own page, and its cookie is not read', async () => {
  const body = new URLSearchParams({
    name: 'Imogen',
    email: 'imogen@x.test',
    phone: '07700 900123',
  })
  const answer = await foreign(body, { Cookie: cookies.get('owner')! })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Set-Cookie')).toBe(null)
  const thanks = answer.headers.get('Location')!
  expect(thanks).toMatch(new RegExp(`^/${studio.slug}/forms/${formId}/thanks\\?sent=`))
  expect(await (await get(thanks)).text()).toContain('We’ll be in touch.')
  expect((await submissions()).at(-1)).toMatchObject({ state: 'created' })
  const board = await (await get(paths.manageLeads(studio), 'front_desk')).text()
  expect(board).toContain('Imogen')
  // A coach may have been given the lead.
  expect((await get(paths.manageLeads(studio), 'coach')).status).toBe(200)
})

test('a filled trap and a form sent at once are thanked, kept apart and can be taken out', async () => {
  const page = await (await get(paths.leadForm(studio, formId))).text()
  const opened = /name="opened" value="([^"]+)"/.exec(page)?.[1] ?? ''
  expect(opened).not.toBe('')
  const leads = async () =>
    (await databases.shard(0).all(sql`SELECT id FROM leads WHERE studio_id = ${studio.id}`)).length
  const before = await leads()
  for (const [name, value] of [
    ['website', 'https://spam.test'],
    ['opened', opened],
  ] as const) {
    const sent = await foreign(
      new URLSearchParams({ name: 'Bot', email: 'bot@x.test', [name]: value }),
    )
    expect(sent.status).toBe(303)
  }
  expect((await submissions()).slice(-2)).toMatchObject([
    { state: 'spam', why: 'trap' },
    { state: 'spam', why: 'fast' },
  ])
  expect(await leads()).toBe(before)
  const spam = await (await get(paths.manageLeadSpam(studio), 'owner')).text()
  const id = /name="id" value="(\w+)"/.exec(spam)?.[1] ?? ''
  expect((await press(paths.manageLeadSpam(studio), { id })).status).toBe(303)
  expect(await leads()).toBe(before + 1)
})

test('a form without a usable address is answered 422 with the typed values, and the submission is kept', async () => {
  const answer = await foreign(new URLSearchParams({ name: 'Ida <i>', email: 'ida at home' }))
  expect(answer.status).toBe(422)
  const html = await answer.text()
  expect(html).toContain('data-refusal="unreachable"')
  expect(html).toContain('value="Ida &lt;i&gt;"')
  expect((await submissions()).at(-1)).toMatchObject({ state: 'spam', why: 'unreachable' })
})

test('no body and no address is answered with an error of ours', async () => {
  const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const bodies: [BodyInit, Record<string, string>][] = [
    ['', {}],
    ['\u0000\uffff%%%=&&=', urlencoded],
    ['{"email":["json@x.test"],"name":{"a":1}}', { 'Content-Type': 'application/json' }],
    ['{"email', { 'Content-Type': 'application/json' }],
    ['--x\r\nbroken', { 'Content-Type': 'multipart/form-data; boundary=x' }],
    [`email=big%40x.test&name=${'x'.repeat(30_000)}`, urlencoded],
    [`name=${'x'.repeat(70_000)}`, urlencoded],
    [new Uint8Array([0xff, 0xfe, 0, 1]), { 'Content-Type': 'image/png' }],
  ]
  const statuses = []
  for (const [body, headers] of bodies) statuses.push((await foreign(body, headers)).status)
  expect(statuses).toEqual([422, 422, 303, 422, 422, 303, 413, 422])
  const nowhere = [
    '/webhooks/leads/none',
    `/webhooks/leads/${'0'.repeat(24)}`,
    '/webhooks/leads/',
    '/webhooks/x',
  ]
  for (const path of nowhere)
    expect((await fetch(origin + path, { method: 'POST', body: 'a=b' })).status).toBe(404)
})

test('the code for other sites has no script, says its version and escapes what was typed', async () => {
  const html = await (await get(paths.manageLeadForm(studio, formId), 'owner')).text()
  const code = /<textarea id="snippet"[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1] ?? ''
  expect(code).toContain(`/webhooks/leads/${formAddress(studio.id, formId)}`)
  expect(code).toContain('name=&quot;version&quot; value=&quot;1&quot;')
  expect(code).toContain('Why &amp;lt;b&amp;gt;us?')
  expect(code).not.toContain('script')
  expect((await get(paths.manageLeadFormPoster(studio, formId), 'owner')).status).toBe(200)
})

test('a lead is answered, planned, lost, opened again and made a member by the forms of its page', async () => {
  const [lead] = await databases.shard(0).all<{ id: string; personId: string }>(sql`
    SELECT id, person_id AS personId FROM leads WHERE studio_id = ${studio.id} ORDER BY rowid`)
  const { id, personId } = lead!
  const act = (name: Parameters<typeof paths.manageLeadAct>[2], fields: Record<string, string>) =>
    press(paths.manageLeadAct(studio, id, name), fields, 'front_desk')
  const key = (n: number) => `actkey${String(n).padStart(6, '0')}`
  const steps = [
    await act('contact', { key: key(1), kind: 'call', text: 'Likes <i>mornings' }),
    await act('next', { key: key(2), action: 'call', on: '2030-01-02', at: '10:00' }),
    await act('details', { sourceId: 'qr', interest: 'Hoops', times: 'weekday-evening' }),
    await act('stage', { stageId: 'membership-lost', reason: 'price' }),
    await act('stage', { stageId: 'membership-contacted' }),
  ]
  expect(steps.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303])
  expect((await act('stage', { stageId: 'membership-lost' })).status).toBe(422)
  const html = await (await get(paths.manageLead(studio, id), 'front_desk')).text()
  expect(html).toContain('Likes &lt;i&gt;mornings')
  const won = await act('conversion', {})
  expect(won.headers.get('Location')).toBe(paths.managePerson(studio, personId))
  const profile = await (
    await get(paths.managePersonAct(studio, personId, 'consents'), 'owner')
  ).text()
  expect(profile).toContain('News and offers by email')
})
