import { type SQL, sql } from 'drizzle-orm'

/**
 * No other studio has the slug, and none had it: a printed code still leads there. A studio may
 * take back one it had itself.
 */
export function slugIsFreeSql(slug: string, studioId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM studios WHERE slug = ${slug} AND id <> ${studioId})
    AND NOT EXISTS (SELECT 1 FROM studio_slugs WHERE slug = ${slug} AND studio_id <> ${studioId})`
}
