/** What a file says of news and offers, and taking it back: statements for the batches of an import. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { minorSql } from '../minor-sql.server.ts'
import { keptAddressesSql } from './unreachable-sql.server.ts'

/**
 * Writes down what a file says of the people of `rows`, a JSON array of `{ id, channel, given, at,
 * from }`. What was said here before counts, a suppressed address too, and nobody under age agrees to
 * news (R17). Of two files the no counts, whichever came first.
 */
export function bringConsentsStatement(
  ctx: StudioContext,
  rows: string,
  importId: string,
  onlyIf: SQL,
): Statement<D1Result> {
  const { db, studio } = ctx
  return db.run(sql`
    INSERT INTO consents (id, studio_id, person_id, channel, purpose, given, source, source_ref,
      by_name, at)
    SELECT lower(hex(randomblob(8))), person.studio_id, person.id, input.value ->> 'channel',
      'marketing', input.value ->> 'given', 'import', ${importId}, input.value ->> 'from',
      input.value ->> 'at'
    FROM json_each(${rows}) AS input CROSS JOIN people AS person
      ON person.id = input.value ->> 'id' AND +person.studio_id = ${studio.id}
    WHERE ${onlyIf} AND (input.value ->> 'given' = 0 OR NOT ${minorSql(ctx)})
      AND NOT EXISTS (SELECT 1 FROM consents AS told
        WHERE told.studio_id = person.studio_id AND told.person_id = person.id
          AND told.channel = input.value ->> 'channel' AND told.purpose = 'marketing'
          AND (told.source <> 'import' OR NOT told.given OR input.value ->> 'given' = 1))
      AND NOT EXISTS (SELECT 1 FROM suppressions AS no
        WHERE no.studio_id = person.studio_id AND no.channel = input.value ->> 'channel'
          AND (no.channel = 'email' AND no.address = person.email
            OR no.channel = 'sms' AND no.address IN ${keptAddressesSql(ctx, 'sms')}))`)
}

/**
 * Takes back what an import said of the people of `emptied`, and what any said of those who go with
 * it (`removed`); both are SELECTs of ids. What people said themselves stays.
 */
export const forgetConsentsStatement = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  { importId, removed, emptied }: { importId: string; removed: SQL; emptied: SQL },
): Statement<D1Result> =>
  db.run(sql`
    DELETE FROM consents WHERE studio_id = ${studio.id} AND source = 'import'
      AND (person_id IN (${removed}) OR person_id IN (${emptied}) AND source_ref = ${importId})`)
