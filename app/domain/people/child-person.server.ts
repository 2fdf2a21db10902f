import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'

/**
 * Puts a child on the books whom a guardian adds: no account and no address of its own. Once an id;
 * `onlyIf` must hold.
 */
export function childPersonStatement(
  { db, studio, now }: StudioContext,
  child: { id: string; name: string; birthDate: LocalDate },
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO people (id, studio_id, name, birth_date, joined_on, created_at)
    SELECT ${child.id}, ${studio.id}, ${child.name}, ${child.birthDate},
      ${localDate(now, studio.timeZone)}, ${now}
    WHERE ${onlyIf}
    ON CONFLICT (id) DO NOTHING`)
}
