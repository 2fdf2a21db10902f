import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { type MintedAccount, mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, isolateText, releaseClock } from '../../support/member-pages.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let owner: string
let ana: string
let waiver = ''

const cookieOf = async (account: MintedAccount) =>
  (await mintSession(databases, account, { variables: inject('variables') })).cookie

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  owner = await cookieOf(await mintAccount(databases, { studio, role: 'owner', name: 'Olive' }))
  ana = await cookieOf(week.ana)
})

afterAll(releaseClock)

async function open(path: string, cookie: string) {
  const answer = await fetch(origin + path, { headers: { cookie }, redirect: 'manual' })
  return { status: answer.status, html: await answer.text() }
}

/** The hidden fields of the page's form that has a field of this name. */
function hiddenOf(html: string, field: string): Record<string, string> {
  const form = html
    .split('<form')
    .slice(1)
    .map((part) => part.split('</form>')[0]!)
    .find((part) => part.includes(`name="${field}"`))
  if (!form) throw new Error(`No form with ${field}`)
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  )
}

async function send(path: string, cookie: string, fields: Record<string, string>) {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { cookie, origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  return {
    status: answer.status,
    location: answer.headers.get('location') ?? '',
    html: await answer.text(),
  }
}

const text = 'I take part at my own risk.\n\nI say so when something hurts.'

test('an owner publishes a waiver; a form without its text is asked again and keeps what was typed', async () => {
  const page = paths.manageDocument(week.studio, 'new')
  const { html } = await open(page, owner)
  const form = {
    ...hiddenOf(html, 'audience'),
    name: 'Waiver & rules',
    audience: 'everybody',
    blocksBooking: 'on',
  }
  const short = await send(page, owner, { ...form, text: 'Short' })
  expect(short.status).toBe(422)
  expect(isolateText(short.html)).toContain('Write or paste the text, at least a sentence')
  expect(short.html).toContain('Waiver &amp; rules')
  const sent = await Promise.all([1, 2].map(() => send(page, owner, { ...form, text })))
  expect(sent.map(({ status }) => status)).toEqual([303, 303])
  const list = isolateText((await open(paths.manageDocuments(week.studio), owner)).html)
  expect(list).toContain('Waiver & rules')
  const rows = await databases
    .shard(week.studio.shard as 0 | 1)
    .all<{ id: string }>(sql`SELECT id FROM documents WHERE studio_id = ${week.studio.id}`)
  expect(rows).toHaveLength(1)
  waiver = rows[0]!.id
})

test('a class leads who has not signed to the waiver, and the signature leads back to the booking', async () => {
  const { studio } = week
  const occurrence = week.at('2026-10-14T12:15')
  const classPage = await open(paths.occurrence(studio, occurrence), ana)
  const way = paths.portalDocument(studio, waiver, { for: occurrence })
  expect(isolateText(classPage.html)).toContain('Sign “Waiver & rules” before you book.')
  expect(classPage.html).toContain(way.replaceAll('&', '&amp;'))
  const refused = await send(paths.book(studio, occurrence), ana, {})
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('data-refusal="waiver_missing"')

  const { html } = await open(way, ana)
  expect(html).not.toContain('<script')
  expect(isolateText(html)).toContain('I take part at my own risk. I say so when something hurts.')
  const hidden = hiddenOf(html, 'signerName')
  const unread = await send(way, ana, { ...hidden, signerName: '' })
  expect(unread.status).toBe(422)
  expect(isolateText(unread.html)).toContain('Tick the box to agree')
  const signed = await send(way, ana, { ...hidden, signerName: 'Ana Reyes', agreed: 'on' })
  expect([signed.status, signed.location]).toEqual([
    303,
    `${paths.book(studio, occurrence)}?who=${week.ana.personId}`,
  ])
  const booked = await send(paths.book(studio, occurrence), ana, {})
  expect(booked.status).toBe(303)
  const mine = isolateText((await open(paths.portalDocuments(studio), ana)).html)
  expect(mine).toContain('Signed 13 October 2026')
})

test('the desk sees who has not signed, notes a paper and takes it back with a reason', async () => {
  const { studio, cleo } = week
  const page = paths.managePersonAct(studio, cleo.personId, 'documents')
  const { html } = await open(page, owner)
  expect(isolateText(html)).toContain('Waiver & rules Not signed')
  const form = { ...hiddenOf(html, 'signedOn'), document: waiver, signerName: 'Cleo Park' }
  const ahead = await send(page, owner, { ...form, signedOn: '2026-10-14' })
  expect(ahead.status).toBe(422)
  expect(isolateText(ahead.html)).toContain('today or earlier')
  expect((await send(page, owner, { ...form, signedOn: '2026-10-01' })).status).toBe(303)
  const after = await open(page, owner)
  expect(isolateText(after.html)).toContain('Signed 1 October 2026, on paper')
  const signature = hiddenOf(after.html, 'reason')
  expect((await send(page, owner, { ...signature, reason: '' })).status).toBe(422)
  expect((await send(page, owner, { ...signature, reason: 'Not hers' })).status).toBe(303)
  expect(isolateText((await open(page, owner)).html)).toContain('Not signed')
})

test('members may not open the settings of documents, and another studio has none of them', async () => {
  const { studio } = week
  expect((await open(paths.manageDocuments(studio), ana)).status).not.toBe(200)
  const other = await mintWeek(databases)
  const theirs = await cookieOf(other.ana)
  const foreign = await open(paths.portalDocument(other.studio, waiver), theirs)
  expect(foreign.status).toBe(404)
  const signed = await send(paths.portalDocument(other.studio, waiver), theirs, {
    key: 'abcdefghijkl',
    number: '1',
    signerName: 'Ana',
    agreed: 'on',
  })
  expect(signed.status).toBe(422)
})
