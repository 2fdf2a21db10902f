import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { blankSql } from './secret-kinds.ts'

/**
 * What a studio wrote to someone's addresses, for the batch that erases them: what waits is not
 * sent, what was sent keeps only its key, so that nothing is told twice.
 */
export function eraseStudioLettersStatements(
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  addresses: readonly string[],
  onlyIf: SQL,
) {
  const theirs = sql`studio_id = ${studio.id} AND recipient <> ''
    AND recipient IN (SELECT value FROM json_each(${JSON.stringify(addresses)})) AND ${onlyIf}`
  return {
    unsent: db.run(sql`DELETE FROM outbox WHERE ${theirs} AND state = 'queued'`),
    sent: db.run(sql`UPDATE outbox SET ${blankSql}, recipient = '' WHERE ${theirs}`),
  }
}
