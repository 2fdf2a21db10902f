/** Visits from elsewhere: statements for the batches of an import. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio' | 'now'>

/** A visit of this id is here; `id` is a column. */
export const visitThereSql = (studioId: string, id: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM arrivals AS visit WHERE visit.studio_id = ${studioId} AND visit.id = ${id})`

/**
 * A visit for each of `rows`, a JSON array of `{ id, personId, at, what }`: an arrival without a
 * class of ours, which takes no credit and tells nobody. When somebody came last is kept up.
 */
export function bringVisitsStatements(
  { db, studio, now }: Ctx,
  rows: string,
  by: string,
  onlyIf: SQL,
) {
  return {
    visits: db.run(sql`
      INSERT INTO arrivals (id, studio_id, person_id, method, client_key, arrived_at, recorded_at,
        "by", brought_from)
      SELECT value ->> 'id', ${studio.id}, value ->> 'personId', 'name', 'brought:' || (value ->> 'id'),
        value ->> 'at', ${now}, ${by}, value ->> 'what'
      FROM json_each(${rows}) AS input WHERE ${onlyIf}
      ON CONFLICT DO NOTHING`),
  }
}

/** Takes visits (a SELECT of ids) back. */
export const removeVisitsStatements = ({ db, studio }: Ctx, ids: SQL) => ({
  visits: db.run(sql`
    DELETE FROM arrivals WHERE studio_id = ${studio.id} AND brought_from IS NOT NULL
      AND id IN (${ids})`),
})
