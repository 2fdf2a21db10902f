import { type SQL, sql } from 'drizzle-orm'
import { queryOf, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import type { Letter } from '#app/messages/letter.ts'
import { unsubscribeHere } from '#app/messages/letter-html.ts'
import { newId } from '#app/values/id.ts'
import { wantedSql } from './notification-choices.server.ts'

export type OutgoingMessage = {
  /** Null for messages of the account itself. */
  studioId: string | null
  /** One message a cause: the same key is queued at most once. */
  dedupeKey: string
  channel?: 'email' | 'sms'
  to: string
  /** The message file's name, such as `booking-promoted`. */
  kind: string
  letter: Letter
  /**
   * An expression that answers where the recipient ends news and offers, for letters of that sort:
   * it becomes a header that mail programs show as a button (RFC 8058), and stands in the letter
   * wherever that says `unsubscribeHere`.
   */
  unsubscribe?: SQL
  /** What the address for replies begins with (`values/mail/reply-address.ts`). */
  replyTo?: string
}

/**
 * Queues a message in the database whose change it tells of, for that change's `batch()`: the two
 * commit together or not at all. `onlyIf` is a condition (such as `EXISTS (SELECT …)`) that must
 * hold when the batch runs. What the recipient has switched off is not queued
 * (`notification-kinds.ts`). `nowMs` is real time. Delivery is someone else's work
 * (`deliver-outbox.server.ts`).
 */
export function queueStatement(
  db: DirectoryDb | StudioDb,
  message: OutgoingMessage,
  nowMs: number,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  return queueRowsStatement(db, [rowSql(message, nowMs, onlyIf)])
}

/**
 * Puts a letter in the place of one that is queued under `before` and not sent yet, so that what
 * belongs together is one letter; where it is sent, or `onlyIf` does not hold, nothing changes. The
 * letter takes the key, so that queueing it behind this queues it only where this did not.
 */
export function replaceQueuedStatement(
  db: DirectoryDb | StudioDb,
  before: string,
  { dedupeKey, letter }: Pick<OutgoingMessage, 'dedupeKey' | 'letter'>,
  onlyIf: SQL,
): Statement<D1Result> {
  return (db as StudioDb).run(sql`
    UPDATE outbox SET dedupe_key = ${dedupeKey}, subject = ${letter.subject},
      text = ${letter.text}, html = ${letter.html}
    WHERE dedupe_key = ${before} AND state = 'queued' AND ${onlyIf}
      AND NOT EXISTS (SELECT 1 FROM outbox AS there WHERE there.dedupe_key = ${dedupeKey})`)
}

/** What D1 takes in one statement: values, and parts of a UNION. */
const most = { values: 100, parts: 5 }

/**
 * Several messages for a batch, each if its own condition holds, whatever their number: as many as
 * a statement takes stand in one, under `mails0`, `mails1` and so on.
 */
export function queueSomeStatements(
  db: DirectoryDb | StudioDb,
  some: readonly { message: OutgoingMessage; onlyIf: SQL }[],
  nowMs: number,
): Record<`mails${number}`, Statement<D1Result>> {
  const lots: SQL[][] = []
  let room = 0
  for (const { message, onlyIf } of some) {
    const row = rowSql(message, nowMs, onlyIf)
    const values = queryOf((db as StudioDb).run(row)).params.length
    const lot = lots.at(-1)
    if (lot && lot.length < most.parts && values <= room) lot.push(row)
    else {
      lots.push([row])
      room = most.values
    }
    room -= values
  }
  return Object.fromEntries(lots.map((rows, n) => [`mails${n}`, queueRowsStatement(db, rows)]))
}

const queueRowsStatement = (
  db: DirectoryDb | StudioDb,
  rows: readonly SQL[],
): Statement<D1Result> =>
  (db as StudioDb).run(sql`
    INSERT INTO outbox (id, studio_id, dedupe_key, channel, recipient, kind, subject, text, html,
      state, next_attempt_at_ms, created_at_ms, unsubscribe, reply_to)
    ${sql.join([...rows], sql` UNION ALL `)}
    ON CONFLICT (dedupe_key) DO NOTHING`)

function rowSql(message: OutgoingMessage, nowMs: number, onlyIf: SQL): SQL {
  const { studioId, dedupeKey, channel = 'email', to, kind, letter, unsubscribe, replyTo } = message
  const wanted = studioId === null ? null : wantedSql(kind, studioId, to)
  const written = (words: string) =>
    unsubscribe ? sql`replace(${words}, ${unsubscribeHere}, ${unsubscribe})` : sql`${words}`
  return sql`
    SELECT ${newId()}, ${studioId}, ${dedupeKey}, ${channel}, ${to}, ${kind}, ${letter.subject},
      ${written(letter.text)}, ${written(letter.html)}, 'queued', ${nowMs}, ${nowMs},
      ${unsubscribe ?? null}, ${replyTo ?? null}
    WHERE (${onlyIf})${wanted ? sql` AND ${wanted}` : sql``}`
}

/**
 * Takes letters out of the queue that were not sent yet; `keys` is a SELECT of what they are queued
 * under.
 */
export const unqueueStatement = (db: DirectoryDb | StudioDb, keys: SQL): Statement<D1Result> =>
  (db as StudioDb).run(sql`
    DELETE FROM outbox WHERE state = 'queued' AND dedupe_key IN (${keys})`)

/** One of many letters of one kind. */
export type OneOfMany = { dedupeKey: string; to: string; personId: string; letter: Letter }

/**
 * Letters of one kind to many people in one statement, whatever their number: they travel as one
 * value. `onlyIf` and `unsubscribe` are asked for each, with its person as `each.person_id` and its
 * key as `each.dedupe_key`; letters that nobody can end have no `unsubscribe`.
 */
export function queueManyStatement(
  db: DirectoryDb | StudioDb,
  {
    studioId,
    kind,
    letters,
    channel = 'email',
  }: {
    studioId: string
    kind: string
    letters: readonly OneOfMany[]
    channel?: 'email' | 'sms'
  },
  { onlyIf, unsubscribe = sql`NULL` }: { onlyIf: SQL; unsubscribe?: SQL },
  nowMs: number,
): Statement<D1Result> {
  const rows = JSON.stringify(
    letters.map(({ dedupeKey, to, personId, letter }) => ({
      id: newId(),
      dedupeKey,
      to,
      personId,
      ...letter,
    })),
  )
  const field = (name: string) => sql`value ->> ${`$.${name}`}`
  const written = (words: string) =>
    sql`coalesce(replace(${sql.raw(words)}, ${unsubscribeHere}, each.link), ${sql.raw(words)})`
  return (db as StudioDb).run(sql`
    INSERT INTO outbox (id, studio_id, dedupe_key, channel, recipient, kind, subject, text, html,
      state, next_attempt_at_ms, created_at_ms, unsubscribe)
    SELECT each.id, ${studioId}, each.dedupe_key, ${channel}, each.recipient, ${kind}, each.subject,
      ${written('each.text')}, ${written('each.html')}, 'queued', ${nowMs}, ${nowMs}, each.link
    FROM (SELECT each.*, ${unsubscribe} AS link FROM (
      SELECT ${field('id')} AS id, ${field('dedupeKey')} AS dedupe_key, ${field('to')} AS recipient,
        ${field('personId')} AS person_id, ${field('subject')} AS subject, ${field('text')} AS text,
        ${field('html')} AS html
      FROM json_each(${rows})) AS each WHERE ${onlyIf}) AS each
    WHERE 1 ON CONFLICT (dedupe_key) DO NOTHING`)
}
