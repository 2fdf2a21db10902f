import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'

/** The one record that sales without a name are on: in no list of people, as it is archived. */
export const walkInId = ({ studio }: Pick<StudioContext, 'studio'>): string =>
  `walk-in-${studio.id}`

/** Makes that record, for the batch of the first sale that needs it. */
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
