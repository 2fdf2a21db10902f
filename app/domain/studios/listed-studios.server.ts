import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'

/** Studios a trip: a list of them is read in portions, however many there are. */
const portion = 500

const listedSql = sql`listed = 1 AND state = 'open'`

/** What a slug may begin with. */
const firsts = [...'abcdefghijklmnopqrstuvwxyz0123456789']

/** The first letters that slugs of listed studios have; one seek in an index each. */
export async function findSlugInitials(directory: DirectoryDb): Promise<string[]> {
  const rows = await directory.all<{ first: string }>(sql`
    SELECT value AS first FROM json_each(${JSON.stringify(firsts)})
    WHERE EXISTS (SELECT 1 FROM studios
      WHERE slug >= value AND slug < value || '~' AND ${listedSql})`)
  return rows.map(({ first }) => first)
}

/** A listed studio, with the locations of the classes that its public pages tell of. */
export type ListedStudio = { slug: string; featuresOff: string; locations: string[] }

/** The listed studios whose slug has a first letter, in portions in their order. */
export async function* listedStudios(
  directory: DirectoryDb,
  first: string,
): AsyncGenerator<ListedStudio[], void> {
  let after = ''
  while (true) {
    const rows = await directory.all<{ slug: string; featuresOff: string; locations: string }>(sql`
      SELECT slug, features_off AS featuresOff, (SELECT json_group_array(DISTINCT page.location_id)
        FROM public_class_pages AS page
        WHERE page.studio_id = studios.id AND page.location_id <> '') AS locations
      FROM studios
      WHERE slug >= ${first} AND slug > ${after} AND slug < ${`${first}~`} AND ${listedSql}
      ORDER BY slug LIMIT ${portion}`)
    if (rows.length > 0) yield rows.map((row) => ({ ...row, locations: JSON.parse(row.locations) }))
    if (rows.length < portion) return
    after = rows.at(-1)?.slug ?? ''
  }
}
