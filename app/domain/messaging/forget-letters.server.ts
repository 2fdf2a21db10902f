import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import type { Instant } from '#app/values/instant.ts'
import { usualLetterMonths } from './letters-kept.ts'
import { blankSql, isSecretSql } from './secret-kinds.ts'

type Db = DirectoryDb | StudioDb

/** Rows of one run and statement; the next run takes more. */
const atOnce = 500

const doneSql = sql`state IN ('sent', 'kept', 'failed')`

const someSql = (where: SQL) =>
  sql`rowid IN (SELECT rowid FROM outbox WHERE recipient <> '' AND ${where} LIMIT ${atOnce})`

/** The instant, in milliseconds, before which letters of so many months are too old. */
const tooOldSql = (now: SQL, months: SQL) =>
  sql`unixepoch(${now}, '-' || ${months} || ' months') * 1000`

/**
 * Forgets who was told what in letters that `old` picks. The row stays with its `dedupe_key`,
 * without anything about a person: what it told of may come up again, and would be told twice. Only
 * a letter with a secret goes whole, since its key is that secret's and comes once.
 */
const forgetStatements = (db: Db, old: SQL) => ({
  gone: run(
    db,
    sql`DELETE FROM outbox WHERE ${someSql(sql`${isSecretSql} AND ${old} AND ${doneSql}`)}`,
  ),
  blanked: run(
    db,
    sql`UPDATE outbox SET ${blankSql}, recipient = '' WHERE ${someSql(sql`${old} AND ${doneSql}`)}`,
  ),
})

const sumOf = (written: Record<string, D1Result>) =>
  Object.values(written).reduce((sum, result) => sum + changed(result), 0)

/**
 * Blanks links and codes of letters that were sent before sending itself did so. May run any number
 * of times. Answers how many rows it changed.
 */
export async function blankSecrets(db: Db): Promise<number> {
  const sent = someSql(sql`${isSecretSql} AND text <> '' AND ${doneSql}`)
  return sumOf(await batch(db, { sent: run(db, sql`UPDATE outbox SET ${blankSql} WHERE ${sent}`) }))
}

/**
 * Forgets letters of the directory, which are of accounts and invitations and of no studio's
 * choosing, after the usual months. May run any number of times; answers how many rows it changed.
 */
export async function forgetAccountLetters(directory: DirectoryDb, now: Instant): Promise<number> {
  const old = sql`created_at_ms <= ${tooOldSql(sql`${now}`, sql`${usualLetterMonths}`)}`
  return sumOf(await batch(directory, forgetStatements(directory, old)))
}

const oldSql = ({ studio, now }: Look): SQL => {
  const months = sql`coalesce((SELECT rule.months FROM letter_rules AS rule
    WHERE rule.studio_id = ${studio}), ${usualLetterMonths})`
  return sql`outbox.studio_id = ${studio}
    AND outbox.created_at_ms <= ${tooOldSql(sql`${now}`, months)}`
}

/** Whether a studio has letters older than it keeps them. */
export const forgetLettersDue = (look: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM outbox WHERE recipient <> '' AND ${oldSql(look)} AND ${doneSql})`

/** Forgets the studio's letters that are older than it keeps them. Answers how many. */
export async function forgetLetters(ctx: StudioContext): Promise<number> {
  const old = oldSql(lookAt(ctx))
  return sumOf(await batch(ctx.db, forgetStatements(ctx.db, old)))
}

/** Blanks what was sent to an address that is erased, as part of a batch; `onlyIf` as in the outbox. */
export const eraseLettersStatement = (
  db: Db,
  recipients: (string | null)[],
  onlyIf: SQL,
): Statement<D1Result> =>
  run(
    db,
    sql`UPDATE outbox SET ${blankSql}, recipient = ''
      WHERE recipient IN (${recipients[0] || null}, ${recipients[1] || null}) AND recipient <> ''
        AND ${doneSql} AND ${onlyIf}`,
  )

const run = (db: Db, statement: SQL) => (db as StudioDb).run(statement)
