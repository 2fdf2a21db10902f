import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { deliverOutbox, triesAtMost } from './deliver-outbox.server.ts'
import {
  failedAccountMail,
  failedAccountMailOf,
  retryAccountMail,
} from './failed-account-mail.server.ts'
import { queueStatement } from './outbox.server.ts'

const hour = 3_600_000

test('account mail that was given up is listed with why; a notice is sent again, a link is not', async () => {
  const w = await world()
  const { directory } = w
  const nowMs = w.at('2026-06-02T10:00:00Z').nowMs
  const to = `${newId().toLowerCase()}@example.test`
  await givenAccount([w], { email: to })
  for (const kind of ['sign-in-link', 'password-changed'])
    await queueStatement(
      directory,
      {
        ...{ studioId: null, dedupeKey: `${to} ${kind}`, to, kind },
        letter: { subject: 'Sign in', text: 'Here it is.', html: '<p>Here it is.</p>' },
      },
      nowMs,
    )
  const send = async () => {
    throw new Error('550 5.1.1 No such mailbox')
  }
  for (let i = 1; i <= triesAtMost * 2; i += 1)
    await deliverOutbox({
      ...{ db: directory, transports: { email: { send }, sms: null } },
      clock: () => nowMs + i * 10 * hour,
    })
  const mine = async () => (await failedAccountMail(directory)).filter((mail) => mail.to === to)
  const [link, notice] = (await mine()).toSorted((a, b) => a.readable - b.readable)
  expect([link!.kind, link!.readable, link!.why]).toEqual([
    ...['sign-in-link', 0, '550 5.1.1 No such mailbox'],
  ])
  expect(await retryAccountMail(directory, link!.id, nowMs)).toEqual({
    ...{ ok: false, reason: 'not_again' },
  })
  expect(await retryAccountMail(directory, notice!.id, nowMs)).toEqual({ ok: true })
  expect(await retryAccountMail(directory, notice!.id, nowMs)).toEqual({ ok: true })
  expect(await mine()).toHaveLength(1)
  expect(await retryAccountMail(directory, 'nothing', nowMs)).toEqual({
    ...{ ok: false, reason: 'not_found' },
  })
  expect((await failedAccountMailOf(directory, w.studio.id)).map(({ kind }) => kind)).toEqual([
    'sign-in-link',
  ])
})

/** Letters that were given up, as they lie in the directory. */
async function givenUp(
  { directory }: World,
  letters: readonly { to: string; kind: string; studioId?: string; key?: string; sms?: true }[],
) {
  for (const { to, kind, studioId = null, key = newId(), sms } of letters) {
    await directory.run(sql`
      INSERT INTO outbox (id, studio_id, dedupe_key, channel, recipient, kind, subject, text, html,
        state, attempts, next_attempt_at_ms, last_error, created_at_ms)
      VALUES (${newId()}, ${studioId}, ${key}, ${sms ? 'sms' : 'email'}, ${to}, ${kind}, '', '', '',
        'sending', 6, ${Date.now()}, '550 No such mailbox', 1)`)
    await directory.run(sql`UPDATE outbox SET state = 'failed' WHERE dedupe_key = ${key}`)
  }
}

/** Somebody with an account, a member of each of these studios. */
async function givenAccount(at: readonly World[], { email = '', phone = null as string | null }) {
  const account = newId()
  const [{ directory }] = at as [World]
  await directory.run(sql`INSERT INTO auth_users (id, email, phone, created_at, updated_at)
    VALUES (${account}, ${email || null}, ${phone}, '2026-06-01T10:00:00Z', '2026-06-01T10:00:00Z')`)
  for (const { studio } of at)
    await directory.run(sql`
      INSERT INTO affiliations (user_id, studio_id, role_id, person_id, state, created_at)
      VALUES (${account}, ${studio.id}, 'member', ${newId()}, 'active', '2026-06-01T10:00:00Z')`)
}

test('failures of other studios hide none of this one’s, and mail that is tried again leaves the list', async () => {
  const w = await world()
  const { directory, studio } = w
  const to = `${newId().toLowerCase()}@example.test`
  await givenAccount([w], { email: to })
  await givenUp(w, [
    { to, kind: 'reset-password', key: `${to} reset` },
    { to, kind: 'studio-opened', studioId: studio.id },
  ])
  await directory.run(sql`
    INSERT INTO outbox (id, studio_id, dedupe_key, channel, recipient, kind, subject, text, html,
      state, next_attempt_at_ms, created_at_ms)
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 600)
    SELECT ${to} || n, iif(n % 2, NULL, 'elsewhere'), ${to} || n, 'email', 'x@example.test',
      'reset-password', '', '', '', 'failed', ${Date.now() + hour}, 1 FROM n`)
  const kinds = async () =>
    (await failedAccountMailOf(directory, studio.id)).map(({ kind }) => kind).toSorted()
  expect(await kinds()).toEqual(['reset-password', 'studio-opened'])
  await directory.run(sql`UPDATE outbox SET state = 'queued' WHERE dedupe_key = ${`${to} reset`}`)
  expect(await kinds()).toEqual(['studio-opened'])
  expect(
    await directory.all(sql`
      SELECT 1 FROM failed_mail_places WHERE studio_id = ${studio.id}`),
  ).toEqual([])
  await directory.run(sql`DELETE FROM outbox WHERE dedupe_key LIKE ${`${to}%`}`)
})

test('a studio sees no failed mail that another studio or its owner’s plan sent to one of its members', async () => {
  const [a, b] = [await world(), await world()]
  const to = `${newId().toLowerCase()}@example.test`
  await givenAccount([a, b], { email: to })
  const studioId = b.studio.id
  await givenUp(a, [
    { to, kind: 'studio-plan', studioId },
    { to, kind: 'studio-opened', studioId },
    { to, kind: 'invitation', studioId },
    { to, kind: 'password-changed' },
    { to, kind: 'reset-password' },
  ])
  const kinds = async ({ directory, studio }: World) =>
    (await failedAccountMailOf(directory, studio.id)).map(({ kind }) => kind).toSorted()
  expect(await kinds(a)).toEqual(['reset-password'])
  expect(await kinds(b)).toEqual(['reset-password', 'studio-opened'])
})

test('a studio sees which of its open invitations never went out', async () => {
  const [a, b] = [await world(), await world()]
  const to = `${newId().toLowerCase()}@example.test`
  const [id, hash] = [newId(), newId()]
  await a.directory.run(sql`
    INSERT INTO invitations (id, studio_id, email, role_id, token_hash, invited_by, state, created_at,
      expires_at_ms)
    VALUES (${id}, ${a.studio.id}, ${to}, 'member', ${hash}, 'x', 'open', '2026-06-01T10:00:00Z', 1)`)
  await givenUp(a, [
    { to, kind: 'invitation', studioId: a.studio.id, key: `invitation:${hash}` },
    { to, kind: 'invitation', studioId: a.studio.id, key: `invitation:${newId()}` },
  ])
  const told = async (w: World) =>
    (await failedAccountMailOf(w.directory, w.studio.id)).map((one) => [one.to, one.invitationId])
  expect(await told(a)).toEqual([[to, id]])
  expect(await told(b)).toEqual([])
  await a.directory.run(sql`UPDATE invitations SET state = 'withdrawn' WHERE id = ${id}`)
  expect(await told(a)).toEqual([])
})

test('a studio sees which texted codes never reached its people, with or without a plus in the number', async () => {
  const w = await world()
  const phone = `4477${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
  await givenAccount([w], { phone })
  await givenUp(w, [
    { to: phone, kind: 'sms-code', sms: true },
    { to: `+${phone}`, kind: 'sms-code', sms: true },
    { to: '447700999999', kind: 'sms-code', sms: true },
  ])
  expect(await failedAccountMailOf(w.directory, w.studio.id)).toHaveLength(2)
})

test('a link whose last try never finished is blank and is not sent again, a notice is', async () => {
  const w = await world()
  const to = `${newId().toLowerCase()}@example.test`
  const nowMs = w.at('2026-06-02T10:00:00Z').nowMs
  const letter = { subject: 'Sign in', text: 'Here it is.', html: '<p>Here it is.</p>' }
  for (const kind of ['sign-in-link', 'password-changed'])
    await queueStatement(
      w.directory,
      { studioId: null, dedupeKey: `${to} ${kind}`, to, kind, letter },
      nowMs,
    )
  await w.directory.run(sql`UPDATE outbox SET state = 'sending', attempts = ${triesAtMost},
    next_attempt_at_ms = ${nowMs} WHERE recipient = ${to}`)
  const send = async () => {}
  await deliverOutbox({
    ...{ db: w.directory, transports: { email: { send }, sms: null } },
    clock: () => nowMs + hour,
  })
  const mine = (await failedAccountMail(w.directory)).filter((mail) => mail.to === to)
  const readable = (kind: string) => mine.find((mail) => mail.kind === kind)?.readable
  expect([readable('sign-in-link'), readable('password-changed')]).toEqual([0, 1])

  // Written by an earlier version, which left it there.
  await w.directory.run(sql`UPDATE outbox SET text = 'Here it is.'
    WHERE recipient = ${to} AND kind = 'sign-in-link'`)
  const link = mine.find(({ kind }) => kind === 'sign-in-link')!
  expect(await retryAccountMail(w.directory, link.id, nowMs)).toEqual({
    ...{ ok: false, reason: 'not_again' },
  })
})
