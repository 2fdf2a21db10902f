/** Mail and texts of accounts (sign-in links, codes, invitations) that never went out. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { isSecretSql } from './secret-kinds.ts'

/** So many that were given up are looked through (of a studio: its own), newest first, and so many are told. */
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

/** Mail of a studio: an invitation that never arrived has its id while it waits, to be sent again. */
export type FailedStudioMail = FailedAccountMail & { invitationId: string | null }

/**
 * What signs somebody in, or proves an address: over when it is late, and asked for anew by its
 * reader. Other mail of an account is nobody's affair at a studio.
 */
const signInKinds = [
  ...['confirm-address', 'reauthentication-code', 'reset-password', 'second-factor-code'],
  ...['sign-in-link', 'sms-code'],
]

/** The newest of `from` that was given up, as columns of `mail` of what follows. */
const givenUpSql = (from: SQL, where: SQL, tried = sql`mail.next_attempt_at_ms`): SQL => sql`
  SELECT mail.id, mail.channel, mail.kind, mail.recipient AS "to",
    coalesce(mail.last_error, '') AS why, mail.attempts AS tries,
    mail.created_at_ms AS createdAtMs, mail.next_attempt_at_ms AS triedAtMs,
    mail.text <> '' AS readable, mail.dedupe_key AS dedupeKey
  FROM ${from} WHERE mail.state = 'failed' AND mail.recipient <> '' AND ${where}
  ORDER BY ${tried} DESC LIMIT ${lookedThrough}`

const columnsSql = sql`mail.id, mail.channel, mail.kind, mail."to", mail.why, mail.tries,
  mail.createdAtMs, mail.triedAtMs, mail.readable`

/** All mail of accounts that was given up, newest first, for those who run the installation. */
export const failedAccountMail = (directory: DirectoryDb): Promise<FailedAccountMail[]> =>
  directory.all<FailedAccountMail>(sql`
    SELECT ${columnsSql} FROM (${givenUpSql(sql`outbox AS mail`, sql`1`)}) AS mail ORDER BY triedAtMs DESC, id LIMIT ${toldAtMost}`)

/** `account` is who `mail` went to; numbers are kept there without their plus. */
const holderSql = sql`(mail.channel = 'email' AND account.email = mail.recipient
  OR mail.channel = 'sms' AND account.phone = ltrim(mail.recipient, '+'))`

/**
 * The same for one studio: what it sent itself (not of its plan, which is its owner's), with
 * invitations that still wait; and what signs in accounts that are at it, by their address or number
 * (`failed_mail_places`). However many others gave up, it is found by index.
 */
export const failedAccountMailOf = (
  directory: DirectoryDb,
  studioId: string,
): Promise<FailedStudioMail[]> =>
  directory.all<FailedStudioMail>(sql`
    SELECT ${columnsSql}, invitation.id AS invitationId
    FROM (SELECT * FROM (${givenUpSql(
      sql`outbox AS mail`,
      sql`mail.studio_id = ${studioId} AND mail.kind <> 'studio-plan'`,
    )}) UNION ALL SELECT * FROM (${givenUpSql(
      sql`failed_mail_places AS at CROSS JOIN outbox AS mail ON mail.id = at.outbox_id`,
      sql`at.studio_id = ${studioId} AND mail.studio_id IS NULL
        AND mail.kind IN (SELECT value FROM json_each(${JSON.stringify(signInKinds)}))
        AND EXISTS (SELECT 1 FROM auth_users AS account
          JOIN affiliations AS place ON place.user_id = account.id
          WHERE ${holderSql} AND place.studio_id = ${studioId} AND place.state = 'active')`,
      sql`at.tried_at_ms`,
    )})) AS mail
    LEFT JOIN invitations AS invitation ON mail.kind = 'invitation'
      AND invitation.token_hash = substr(mail.dedupeKey, length('invitation:') + 1)
      AND invitation.studio_id = ${studioId} AND invitation.state = 'open'
    WHERE mail.kind <> 'invitation' OR invitation.id IS NOT NULL
    ORDER BY mail.triedAtMs DESC, mail.id LIMIT ${toldAtMost}`)

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
      WHERE id = ${id} AND state = 'failed' AND text <> '' AND recipient <> ''
        AND NOT ${isSecretSql}`),
    known: directory.all<{ state: string }>(sql`SELECT state FROM outbox WHERE id = ${id}`),
  })
  if (changed(put) > 0) return { ok: true }
  const [mail] = known
  if (!mail) return { ok: false, reason: 'not_found' }
  return mail.state === 'failed' ? { ok: false, reason: 'not_again' } : { ok: true }
}
