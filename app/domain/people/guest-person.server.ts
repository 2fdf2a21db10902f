import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'

/**
 * Puts a visitor on the books whom a member brings: no account, nothing is mailed. Once an id;
 * `onlyIf` must hold.
 */
export function guestPersonStatement(
  { db, studio, now }: StudioContext,
  guest: { id: string; name: string; email: string },
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO people (id, studio_id, name, email, tags, joined_on, created_at)
    SELECT ${guest.id}, ${studio.id}, ${guest.name}, ${guest.email}, 'guest',
      ${localDate(now, studio.timeZone)}, ${now}
    WHERE ${onlyIf}
    ON CONFLICT (id) DO NOTHING`)
}
