import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { walkInId } from '#app/domain/billing/walk-in.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'

/**
 * Makes the record that sales without a name are on, for the batch of the first sale that needs it.
 * It is archived, so that it is in no list of people.
 */
export const walkInStatement = (
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO people (id, studio_id, name, prospect, joined_on, archived_at, created_at)
    SELECT ${walkInId({ studio })}, ${studio.id}, 'Walk-in customer', 1,
      ${localDate(now, studio.timeZone)}, ${now}, ${now}
    WHERE ${onlyIf}
    ON CONFLICT (id) DO NOTHING`)
