import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Makes forms stale that were opened before something changed in one class of a series, where
 * `done` holds. What has no series, as sessions of a course, is left alone.
 */
export const seriesVersionStatement = (
  { db, studio }: StudioContext,
  occurrenceId: string,
  done: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE series SET version = version + 1
    WHERE studio_id = ${studio.id} AND id = (SELECT o.series_id FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}) AND ${done}`)
