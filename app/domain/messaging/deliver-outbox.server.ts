import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import { randomCharacters } from '#app/values/id.ts'
import type { Transport } from './dispatch.ts'
import { isSecretSql } from './secret-kinds.ts'
import { type Channel, type Transports, transportOf } from './transports.server.ts'

/**
 * A claim lasts this long: longer than a try may take, so that only a crashed claimer's message is
 * taken again.
 */
export const claimLeaseMs = 120_000

/** Minutes until the next try, after the first, second … try that failed. */
export const retryMinutes = [1, 5, 30, 120, 480]

/** Tries at most; then the message is `failed` and says why. */
export const triesAtMost = retryMinutes.length + 1

/** A push message that comes hours late tells of what is over: it is given up after minutes. */
const minutesOf = (channel: Channel) =>
  channel === 'push' ? retryMinutes.slice(0, 2) : retryMinutes

/**
 * So many failures in a row of one channel mean that its server is away: the rest of it waits for
 * the next run.
 */
const failuresInARow = 3

/** Push messages of one run, and how long it goes on with them: a slow service holds back no job. */
const pushesAtOnce = 20
const pushMs = 20_000

export type Delivered = { sent: number; kept: number; failed: number }

type Claimed = {
  id: string
  studioId: string | null
  channel: Channel
  kind: string
  recipient: string
  subject: string
  text: string
  html: string
  unsubscribe: string | null
  replyTo: string | null
  attempts: number
}

const dueSql = (nowMs: number): SQL =>
  sql`outbox.state IN ('queued', 'sending') AND outbox.next_attempt_at_ms <= ${nowMs}`

/** Whether a database has messages to send. */
export const outboxDueSql = (nowMs: number): SQL =>
  sql`EXISTS (SELECT 1 FROM outbox WHERE ${dueSql(nowMs)})`

/**
 * Sends what waits in one database's outbox, oldest first, at most `limit` letters and
 * `pushesAtOnce` push messages. Channels go beside each other: push services are named by browsers,
 * so by anybody, and one that fails or is slow must hold back no letter. Channels without a
 * transport are marked `kept`.
 *
 * A message is claimed by one conditional UPDATE and finished only by its claimer, so deliverers
 * that run at the same time never send the same one. A claimer that crashed loses its claim after
 * `claimLeaseMs`; if it crashed between the server's yes and our mark, the message goes out a
 * second time under the same Message-ID. Letters with a live link or code are blanked with the mark
 * that they went out, or never will, unless `keepsSecrets` (development). `clock` is real time in
 * milliseconds, asked again for each message because sending takes a while.
 */
export async function deliverOutbox({
  db,
  transports,
  clock,
  limit = 50,
  keepsSecrets = false,
}: {
  db: DirectoryDb | StudioDb
  transports: Transports
  clock: () => number
  limit?: number
  keepsSecrets?: boolean
}): Promise<Delivered> {
  const rule = { keepsSecrets }
  const done: Delivered = { sent: 0, kept: await keep(db, transports, clock(), rule), failed: 0 }
  const letters = { left: limit }
  const pushes = { left: Math.min(limit, pushesAtOnce) }
  const deliver = async (channel: Channel) => {
    const sendable = isSendable(transports, [channel])
    const room = channel === 'push' ? pushes : letters
    const untilMs = clock() + pushMs
    let failures = 0
    while (room.left > 0 && failures < failuresInARow && (room === letters || clock() < untilMs)) {
      room.left -= 1
      const claim = randomCharacters(12)
      const message = await claimNext(db, { channel, sendable }, claim, clock(), rule)
      if (!message) {
        room.left += 1
        break
      }
      const error = await attempt(transportOf(transports, message.channel, message.kind), message)
      const settled =
        error === null
          ? markSent(db, message.id, claim, clock(), rule)
          : markFailed(db, message, claim, error, clock(), rule)
      await batch(db, { settled })
      done[error === null ? 'sent' : 'failed'] += 1
      failures = error === null ? 0 : failures + 1
    }
  }
  await Promise.all(channels.filter((channel) => has(transports, channel)).map(deliver))
  return done
}

const channels = ['email', 'sms', 'push'] as const

type SecretRule = { keepsSecrets: boolean }

/**
 * Further assignments of the UPDATE that is done with a message: what opens something goes, and the
 * words of a push message, which nobody reads there again.
 */
const withoutSecret = ({ keepsSecrets }: SecretRule): SQL => {
  if (keepsSecrets) return sql``
  const parts = ['subject', 'text', 'html'].map((column) => {
    const name = sql.raw(column)
    return sql`${name} = CASE WHEN ${isSecretSql} OR channel = 'push' THEN '' ELSE ${name} END`
  })
  return sql`, ${sql.join(parts, sql`, `)}`
}

const has = ({ other, ...usual }: Transports, channel: Channel): boolean =>
  Boolean(usual[channel] || other?.[channel])

/** The messages of these channels that some transport takes, as a condition. */
function isSendable({ other, ...usual }: Transports, of: readonly Channel[]): SQL {
  const kinds = sql.join(
    (other?.kinds ?? []).map((kind) => sql`${kind}`),
    sql`, `,
  )
  const taken = of.flatMap((channel) => {
    if (usual[channel]) return [sql`channel = ${channel}`]
    return other?.[channel] ? [sql`(channel = ${channel} AND kind IN (${kinds}))`] : []
  })
  return taken.length > 0 ? sql`(${sql.join(taken, sql` OR `)})` : sql`0`
}

/** Marks what no transport will take; the message stays readable in the outbox. */
async function keep(
  db: DirectoryDb | StudioDb,
  transports: Transports,
  nowMs: number,
  rule: SecretRule,
): Promise<number> {
  if (channels.every((channel) => transports[channel])) return 0
  const { kept } = await batch(db, {
    kept: run(
      db,
      sql`UPDATE outbox SET state = 'kept', claim = NULL${withoutSecret(rule)}
        WHERE ${dueSql(nowMs)}
          AND NOT ${isSendable(transports, channels)}`,
    ),
  })
  return changed(kept)
}

/**
 * Takes the oldest message of a channel that is due: queued, or left behind by a claimer whose lease
 * ran out. Of push messages first those that did not fail yet.
 */
async function claimNext(
  db: DirectoryDb | StudioDb,
  { channel, sendable }: { channel: Channel; sendable: SQL },
  claim: string,
  nowMs: number,
  rule: SecretRule,
): Promise<Claimed | null> {
  const { claimed } = await batch(db, {
    // A message that kills its claimer must not be tried for ever.
    abandoned: run(
      db,
      sql`UPDATE outbox SET state = 'failed', claim = NULL,
        last_error = 'The last try never finished.'${withoutSecret(rule)}
        WHERE state = 'sending' AND next_attempt_at_ms <= ${nowMs}
          AND channel = ${channel} AND attempts > ${minutesOf(channel).length}`,
    ),
    claimed: (db as StudioDb).all<Claimed>(sql`
      UPDATE outbox
      SET state = 'sending', claim = ${claim}, attempts = attempts + 1,
      next_attempt_at_ms = ${nowMs + claimLeaseMs}
      WHERE id = (
        SELECT id FROM outbox
        WHERE ${dueSql(nowMs)}
          AND ${sendable}
        ORDER BY ${channel === 'push' ? sql`attempts, ` : sql``}created_at_ms, id LIMIT 1)
      RETURNING id, studio_id AS studioId, channel, kind, recipient, subject, text, html, unsubscribe,
        reply_to AS replyTo, attempts`),
  })
  return claimed[0] ?? null
}

/** Null when the transport took it, else what went wrong in one line. */
async function attempt(transport: Transport | null, message: Claimed): Promise<string | null> {
  try {
    if (!transport) throw new Error(`No transport for ${message.channel}`)
    const { kind, subject, text, html, unsubscribe, replyTo } = message
    await transport.send({
      messageId: message.id,
      studioId: message.studioId,
      kind,
      to: message.recipient,
      subject,
      text,
      html,
      unsubscribe,
      replyTo,
    })
    return null
  } catch (error) {
    return (error instanceof Error ? error.message : String(error))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 500)
  }
}

function markSent(
  db: DirectoryDb | StudioDb,
  id: string,
  claim: string,
  nowMs: number,
  rule: SecretRule,
): Statement<D1Result> {
  return run(
    db,
    sql`UPDATE outbox SET state = 'sent', sent_at_ms = ${nowMs}, claim = NULL, last_error = NULL${withoutSecret(rule)}
      WHERE id = ${id} AND claim = ${claim}`,
  )
}

function markFailed(
  db: DirectoryDb | StudioDb,
  { id, channel, attempts }: Claimed,
  claim: string,
  error: string,
  nowMs: number,
  rule: SecretRule,
): Statement<D1Result> {
  const minutes = minutesOf(channel)[attempts - 1]
  return run(
    db,
    sql`UPDATE outbox
      SET state = ${minutes === undefined ? 'failed' : 'queued'}, claim = NULL,
      last_error = ${error}, next_attempt_at_ms = ${nowMs + (minutes ?? 0) * 60_000}${
        minutes === undefined ? withoutSecret(rule) : sql``
      }
      WHERE id = ${id} AND claim = ${claim}`,
  )
}

const run = (db: DirectoryDb | StudioDb, statement: ReturnType<typeof sql>) =>
  (db as StudioDb).run(statement)
