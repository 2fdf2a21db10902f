/** Mail and texts of accounts (sign-in links, codes, invitations) that never went out. */
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'

/** So many that were given up are looked through, newest first, and so many are told. */
const lookedThrough = 500
const toldAtMost = 100

export type FailedAccountMail = {
  id: string
  channel: 'email' | 'sms'
  kind: string
  to: string
  /** What the server answered to the last try. */
  why: string
  tries: number
  /** Instants in milliseconds: when it was written, and when it was given up. */
  createdAtMs: number
  triedAtMs: number
  /** Its text is still here: 0 where it held a link or a code, which is over by now. */
  readable: number
}

/**
 * Mail of accounts that was given up, newest first: all of it for those who run the installation, or
 * of accounts that are at one studio.
 */
export async function failedAccountMail(
  directory: DirectoryDb,
  studioId: string | null = null,
): Promise<FailedAccountMail[]> {
  const theirs = studioId
    ? sql`EXISTS (SELECT 1 FROM auth_users AS account
        JOIN affiliations AS place ON place.user_id = account.id
        WHERE account.email = mail."to" AND place.studio_id = ${studioId}
          AND place.state = 'active')`
    : sql`1`
  return directory.all<FailedAccountMail>(sql`
    SELECT * FROM (
      SELECT id, channel, kind, recipient AS "to", coalesce(last_error, '') AS why,
        attempts AS tries, created_at_ms AS createdAtMs, next_attempt_at_ms AS triedAtMs,
        text <> '' AS readable
      FROM outbox WHERE state = 'failed' AND recipient <> ''
      ORDER BY next_attempt_at_ms DESC LIMIT ${lookedThrough}) AS mail
    WHERE ${theirs} ORDER BY triedAtMs DESC, id LIMIT ${toldAtMost}`)
}

export type RetryAccountMail = { ok: true } | { ok: false; reason: 'not_found' | 'not_again' }

/**
 * Puts mail that was given up back among what is sent, with all its tries before it. Refused for what
 * held a link or a code (`not_again`): it is over, and a new one is asked for on the page it came
 * from. Sent twice it is put back once.
 */
export async function retryAccountMail(
  directory: DirectoryDb,
  id: string,
  nowMs: number,
): Promise<RetryAccountMail> {
  const { put, known } = await batch(directory, {
    put: directory.run(sql`
      UPDATE outbox SET state = 'queued', attempts = 0, claim = NULL, next_attempt_at_ms = ${nowMs}
      WHERE id = ${id} AND state = 'failed' AND text <> '' AND recipient <> ''`),
    known: directory.all<{ state: string }>(sql`SELECT state FROM outbox WHERE id = ${id}`),
  })
  if (changed(put) > 0) return { ok: true }
  const [mail] = known
  if (!mail) return { ok: false, reason: 'not_found' }
  return mail.state === 'failed' ? { ok: false, reason: 'not_again' } : { ok: true }
}
