import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

export type HomeLocation = { id: string; name: string }

/** Where someone of this studio can be at home, by name. */
export const listHomeLocations = ({ db, studio }: StudioContext): Promise<HomeLocation[]> =>
  db.all<HomeLocation>(
    sql`SELECT id, name FROM locations WHERE studio_id = ${studio.id} ORDER BY name LIMIT 50`,
  )

/** The location of that id as a value for a write; null where this studio has none such. */
export const ownLocationSql = ({ studio }: Pick<StudioContext, 'studio'>, id = ''): SQL =>
  sql`(SELECT id FROM locations WHERE studio_id = ${studio.id} AND id = ${id})`
