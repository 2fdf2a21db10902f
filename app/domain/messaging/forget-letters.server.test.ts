import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databases } from '../../../tests/support/databases.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { deliverOutbox } from './deliver-outbox.server.ts'
import {
  blankSecrets,
  eraseLettersStatement,
  forgetAccountLetters,
  forgetLetters,
} from './forget-letters.server.ts'
import { findLettersKept, keepLetters } from './keep-letters.server.ts'
import { queueStatement } from './outbox.server.ts'

const day = 86_400_000
const letter = {
  subject: '123456 is your code',
  text: 'https://x/?t=secret',
  html: '<a>secret</a>',
}

async function outbox() {
  const { directory } = await databases()
  await directory.run(sql`DELETE FROM outbox`)
  const queue = (dedupeKey: string, kind: string, atMs: number, to = 'ana@example.test') =>
    queueStatement(directory, { studioId: null, dedupeKey, to, kind, letter }, atMs)
  const rows = () =>
    directory.all<Record<string, string>>(
      sql`SELECT dedupe_key AS "key", recipient AS "to", subject, text, html, state FROM outbox ORDER BY dedupe_key`,
    )
  return { directory, queue, rows }
}

const sends = { send: async () => {} }
const breaks = {
  send: async () => {
    throw new Error('down')
  },
}
const blank = { subject: '', text: '', html: '' }

test('a letter with a live link or code is blanked once it went out, or never will; others stay', async () => {
  const { directory, queue, rows } = await outbox()
  await queue('a-code', 'sign-in-link', 1)
  await queue('b-news', 'booking-booked', 1)
  await deliverOutbox({ db: directory, transports: { email: sends, sms: null }, clock: () => 10 })
  expect(await rows()).toMatchObject([
    { key: 'a-code', state: 'sent', to: 'ana@example.test', ...blank },
    { key: 'b-news', state: 'sent', ...letter },
  ])
  await queue('c-kept', 'reset-password', 20)
  await deliverOutbox({ db: directory, transports: { email: null, sms: null }, clock: () => 30 })
  expect((await rows())[2]).toMatchObject({ state: 'kept', ...blank })

  await queue('d-fails', 'confirm-address', 40)
  let clock = 50
  for (let i = 0; i < 7; i += 1) {
    await deliverOutbox({
      db: directory,
      transports: { email: breaks, sms: null },
      clock: () => clock,
    })
    if (i === 0) expect((await rows())[3]).toMatchObject({ state: 'queued', ...letter })
    clock += day
  }
  expect((await rows())[3]).toMatchObject({ state: 'failed', ...blank })
})

test('with development tools everything stays readable, until it is old', async () => {
  const { directory, queue, rows } = await outbox()
  await queue('a-code', 'sign-in-link', 1)
  const transports = { email: sends, sms: null }
  await deliverOutbox({ db: directory, transports, clock: () => 10, keepsSecrets: true })
  expect(await rows()).toMatchObject([letter])
})

test('the job blanks secrets of letters sent before; after a year names go too, and no letter is sent twice', async () => {
  const { directory, queue, rows } = await outbox()
  await queue('a-code', 'sms-code', 1)
  await queue('b-news', 'password-changed', 1)
  await queue('c-news', 'password-changed', 2 * day)
  await queue('d-waits', 'sms-code', 1)
  await directory.run(
    sql`UPDATE outbox SET state = CASE dedupe_key WHEN 'd-waits' THEN 'queued' ELSE 'sent' END`,
  )
  await blankSecrets(directory)
  expect(await rows()).toMatchObject([{ key: 'a-code', ...blank }, letter, letter, letter])

  const year = '1971-01-02T00:00:00Z'
  expect(await forgetAccountLetters(directory, year)).toBe(2)
  expect(await forgetAccountLetters(directory, year)).toBe(0)
  await queue('b-news', 'password-changed', 366 * day)
  expect(await rows()).toMatchObject([
    { key: 'b-news', to: '', state: 'sent', ...blank },
    { key: 'c-news', to: 'ana@example.test', ...letter },
    { key: 'd-waits', state: 'queued', ...letter },
  ])
})

test('a studio keeps its letters for as long as it has chosen, and no other studio does', async () => {
  const w = await world()
  const other = await world()
  const now = '2026-10-12T09:00:00Z'
  const monthAgo = '2026-09-11T09:00:00Z'
  for (const [of, key, at] of [
    [w, 'old', '2026-09-12T08:59:59Z'],
    [w, 'young', '2026-09-12T09:00:01Z'],
    [other, 'old', monthAgo],
  ] as const) {
    const message = { dedupeKey: `${of.studio.id}-${key}`, to: 'ana@example.test', letter }
    await queueStatement(
      of.db,
      { studioId: of.studio.id, kind: 'booking-reminder', ...message },
      Date.parse(at),
    )
  }
  const told = (of: World) =>
    of.db.all<{ to: string; text: string }>(
      sql`SELECT recipient AS "to", text FROM outbox
        WHERE studio_id = ${of.studio.id} ORDER BY dedupe_key`,
    )
  await w.db.run(sql`UPDATE outbox SET state = 'sent'`)
  await other.db.run(sql`UPDATE outbox SET state = 'sent'`)

  expect(await forgetLetters(w.at(now))).toBe(0)
  expect(await findLettersKept(w.at(now))).toEqual({ months: 12, version: 0 })
  expect(await keepLetters(w.asDesk(now), { months: 1, version: 0 })).toEqual({ ok: true })
  expect(await forgetLetters(w.at(now))).toBe(1)
  expect(await forgetLetters(w.at(now))).toBe(0)
  expect(await forgetLetters(other.at(now))).toBe(0)
  expect(await told(w)).toEqual([
    { to: '', text: '' },
    { to: 'ana@example.test', text: letter.text },
  ])
  expect(await told(other)).toEqual([{ to: 'ana@example.test', text: letter.text }])
})

test('of two who choose how long letters are kept the second is told, and a form sent twice is one change', async () => {
  const w = await world()
  const desk = w.asDesk('2026-10-12T09:00:00Z')
  expect(await keepLetters(desk, { months: 6, version: 0 })).toEqual({ ok: true })
  expect(await keepLetters(desk, { months: 6, version: 0 })).toEqual({ ok: true })
  expect(await keepLetters(desk, { months: 24, version: 0 })).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await findLettersKept(desk)).toEqual({ months: 6, version: 1 })
  expect(await keepLetters(desk, { months: 24, version: 1 })).toEqual({ ok: true })
  const lines = await w.db.all<{ detail: string }>(
    sql`SELECT detail FROM audit_entries WHERE studio_id = ${w.studio.id}
      AND action = 'letters.months_changed' ORDER BY rowid`,
  )
  expect(lines.map(({ detail }) => JSON.parse(detail))).toEqual([{ months: 6 }, { months: 24 }])
})

test('an erased address keeps no letter, and nobody else loses one', async () => {
  const { directory, queue, rows } = await outbox()
  await queue('a', 'password-changed', 1)
  await queue('b', 'password-changed', 1, 'ben@example.test')
  await directory.run(sql`UPDATE outbox SET state = 'sent'`)
  await eraseLettersStatement(directory, ['ana@example.test', null], sql`1`)
  expect(await rows()).toMatchObject([
    { to: '', ...blank },
    { to: 'ben@example.test', ...letter },
  ])
})
