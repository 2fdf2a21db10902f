import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { erasedName } from '#app/domain/scope/person-rows.ts'

/**
 * The person's own row tells nothing of who it was, and neither do records that were merged into
 * it; for the batch that erases them, at its end. Their address may be written to for nothing.
 */
export function erasePersonStatements(
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  { personId, addresses }: { personId: string; addresses: readonly string[] },
  onlyIf: SQL,
): Record<'suppressed' | 'merged' | 'person', Statement<D1Result>> {
  const blank = sql`name = ${erasedName}, preferred_name = '', email = '', phone = '',
    birth_date = NULL, emergency_name = '', emergency_phone = '', pronouns = '', address = '',
    barcode = '', home_location_id = NULL, referrer = '', tags = '', photo = '', ban_reason = '',
    shows_name = 0, invited_at = NULL, user_id = NULL,
    archived_at = coalesce(archived_at, ${now}), erased_at = ${now}, version = version + 1`
  return {
    suppressed: db.run(sql`
      DELETE FROM suppressions WHERE studio_id = ${studio.id} AND ${onlyIf}
        AND address IN (SELECT value FROM json_each(${JSON.stringify(addresses)}))`),
    merged: db.run(sql`
      UPDATE people SET ${blank}
      WHERE studio_id = ${studio.id} AND merged_into = ${personId} AND ${onlyIf}`),
    person: db.run(sql`
      UPDATE people SET ${blank}
      WHERE studio_id = ${studio.id} AND id = ${personId} AND ${onlyIf}`),
  }
}
