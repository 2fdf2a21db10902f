import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/studios/contexts.ts'
import { localDate } from '#app/values/zone.ts'

/**
 * Puts an account's person on the studio's books and answers the person's id, for a batch on the shard. May run any
 * number of times: the studio and the account name one row, and one who had left is taken out of the archive.
 */
export function enrollPersonStatements(
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  person: { id: string; userId: string; name: string; email: string; isStaff?: boolean },
): { enroll: Statement<D1Result>; back: Statement<D1Result>; enrolled: Statement<{ id: string }[]> } {
  return {
    enroll: db.run(sql`
      INSERT INTO people (id, studio_id, user_id, name, email, is_staff, joined_on, created_at)
      VALUES (${person.id}, ${studio.id}, ${person.userId}, ${person.name}, ${person.email}, ${person.isStaff ?? false},
        ${localDate(now, studio.timeZone)}, ${now})
      ON CONFLICT DO NOTHING`),
    back: db.run(sql`
      UPDATE people SET archived_at = NULL
      WHERE studio_id = ${studio.id} AND user_id = ${person.userId} AND archived_at IS NOT NULL`),
    enrolled: db.all<{ id: string }>(
      sql`SELECT id FROM people WHERE studio_id = ${studio.id} AND user_id = ${person.userId}`,
    ),
  }
}
