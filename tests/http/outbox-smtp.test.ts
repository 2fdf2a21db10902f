import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { type StudioDb, studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { composeLetter } from '#app/messages/letter-html.ts'
import { databaseEnv, startLocalServer } from '../../scripts/local-server.ts'
import { startMailServer } from '../support/servers/mail-server.ts'

/** The built Worker with variables of its own. */
async function serve(variables: Record<string, string>) {
  const { url, miniflare } = await startLocalServer({
    variables: { DEV_TOOLS: 'true', ...variables },
  })
  const db = studioDb(await databaseEnv(miniflare), { shard: 1 }, new Meter())
  const tick = async () => {
    const answer = await fetch(`${url}/dev/jobs/deliver-outbox`, { method: 'POST' })
    return (await answer.json()) as { done: number; failed: number }
  }
  return { db, tick, miniflare }
}

const mail = await startMailServer()
const usual = await serve(mail.variables)
afterAll(async () => {
  await usual.miniflare.dispose()
  await mail.close()
})

beforeEach(async () => {
  await usual.db.run(sql`DELETE FROM outbox`)
  Object.assign(mail, { received: [], refuseWith: null })
})

/** A Worker with other variables, for one test. */
async function serveOnce(variables: Record<string, string>) {
  const server = await serve(variables)
  onTestFinished(() => server.miniflare.dispose())
  return server
}

/** Commits a message as a use case does, and nothing else: no request is there to deliver it. */
async function commit(db: StudioDb, to: string, subject = 'You are booked: Aerial hoop 1 – café') {
  const letter = composeLetter({
    subject,
    paragraphs: ['Zoë, you have a place. .', { facts: [['Price', '£15.00 = 1 credit']] }],
    action: { label: 'See your booking', href: 'http://127.0.0.1/northside/portal?a=1&b=2' },
    foot: ['Northside'],
  })
  const message = {
    studioId: 'studio',
    dedupeKey: `test ${to} ${subject}`,
    to,
    kind: 'test',
    letter,
  }
  await batch(db, { queued: queueStatement(db, message, Date.now()) })
  return letter
}

const waitingOver = (db: StudioDb) =>
  db.run(sql`UPDATE outbox SET next_attempt_at_ms = 0 WHERE state = 'queued'`)
const states = (db: StudioDb) =>
  db.all<{ state: string; error: string | null }>(
    sql`SELECT state, last_error AS error FROM outbox`,
  )

test('a message committed before a crash is sent by the next tick, once, as html and as text', async () => {
  const { db, tick } = usual
  const letter = await commit(db, 'ana@northside.test')

  expect(await tick()).toMatchObject({ done: 1, failed: 0 })
  expect(await tick()).toMatchObject({ done: 0, failed: 0 })

  expect(mail.received).toHaveLength(1)
  expect(mail.received[0]).toMatchObject({ to: ['ana@northside.test'] })
  expect(mail.received[0]!.text.trim()).toBe(letter.text.trim())
  expect(mail.received[0]!.html.trim()).toBe(letter.html.trim())
  expect(mail.received[0]!.headers).toContain('From: "Cadence" <no-reply@cadence.example>')
})

test('ticks at the same time send each message once', async () => {
  const { db, tick } = usual
  for (let i = 0; i < 6; i += 1) await commit(db, `m${i}@northside.test`)

  await Promise.all([tick(), tick(), tick(), tick()])

  expect(mail.received.map(({ to }) => to[0]).sort()).toEqual(
    [0, 1, 2, 3, 4, 5].map((i) => `m${i}@northside.test`),
  )
})

test('a server that refuses is asked again later, under the same Message-ID', async () => {
  const { db, tick } = usual
  await commit(db, 'ben@northside.test')

  mail.refuseWith = new Error('Mailbox full')
  expect(await tick()).toMatchObject({ done: 0, failed: 1 })
  expect(await states(db)).toEqual([
    { state: 'queued', error: expect.stringContaining('Mailbox full') },
  ])
  expect(await tick()).toMatchObject({ done: 0, failed: 0 })

  mail.refuseWith = null
  await waitingOver(db)
  expect(await tick()).toMatchObject({ done: 1, failed: 0 })
  expect(mail.received).toHaveLength(1)
  const [row] = await db.all<{ id: string }>(sql`SELECT id FROM outbox`)
  expect(mail.received[0]!.messageId).toBe(`<${row!.id}@cadence.example>`)
})

test('a mail server that asks for a name and password gets them', async () => {
  const mail = await startMailServer({ user: 'cadence', password: 's3cret' })
  onTestFinished(() => mail.close())
  const { db, tick } = await serveOnce(mail.variables)
  await commit(db, 'cleo@northside.test')

  expect(await tick()).toMatchObject({ done: 1, failed: 0 })
  expect(mail.received).toHaveLength(1)
})

test('a server that hangs up in the middle costs a try and not the Worker', async () => {
  const sockets = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.once('data', () => socket.end())
  })
  await new Promise<void>((resolve) => sockets.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => new Promise<void>((resolve) => sockets.close(() => resolve())))
  const { port } = sockets.address() as AddressInfo
  const { db, tick } = await serveOnce({
    MAIL_TRANSPORT: 'smtp',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(port),
    SMTP_SECURITY: 'none',
  })
  await commit(db, 'dee@northside.test')

  expect(await tick()).toMatchObject({ done: 0, failed: 1 })
  expect(await states(db)).toMatchObject([{ state: 'queued' }])
})

test('a server without STARTTLS gets neither mail nor password when encryption is asked for', async () => {
  const mail = await startMailServer({ user: 'cadence', password: 's3cret' })
  onTestFinished(() => mail.close())
  const { db, tick } = await serveOnce({ ...mail.variables, SMTP_SECURITY: 'starttls' })
  await commit(db, 'hal@northside.test')

  expect(await tick()).toMatchObject({ done: 0, failed: 1 })
  expect(await states(db)).toMatchObject([
    { state: 'queued', error: expect.stringContaining('STARTTLS') },
  ])
  expect(mail).toMatchObject({ received: [], logins: 0 })
})

test('a mail server that is away costs a try', async () => {
  const { db, tick } = await serveOnce({
    MAIL_TRANSPORT: 'smtp',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: '9',
    SMTP_SECURITY: 'none',
  })
  await commit(db, 'eli@northside.test')

  expect(await tick()).toMatchObject({ done: 0, failed: 1 })
})

test('without a transport the message is kept and can be read', async () => {
  const { db, tick } = await serveOnce({})
  await commit(db, 'fay@northside.test')

  expect(await tick()).toMatchObject({ done: 1, failed: 0 })
  expect(await states(db)).toEqual([{ state: 'kept', error: null }])
})

test('the cron of each minute delivers as well', async () => {
  const { db, miniflare } = usual
  await commit(db, 'gia@northside.test')

  const worker = await miniflare.getWorker()
  await worker.scheduled({ cron: '* * * * *' })

  // The cron only wakes: the message goes out behind it, from the queue.
  await vi.waitFor(() => expect(mail.received).toHaveLength(1), { timeout: 10_000 })
})
