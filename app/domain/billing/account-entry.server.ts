import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Puts money on a person's account, or takes it off (a negative amount), in minor units, where
 * `onlyIf` holds. The same cause writes one entry.
 */
export const accountEntryStatement = (
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  entry: { personId: SQL; amountMinor: number | SQL; cause: string; reason: string },
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, reason, created_at)
    SELECT ${studio.id}, ${entry.personId}, ${entry.amountMinor}, ${entry.cause}, ${entry.reason},
      ${now}
    WHERE ${onlyIf}
    ON CONFLICT DO NOTHING`)
