import { eq, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { studios } from '#app/db/directory.ts'
import type { Studio } from '#app/domain/scope/studio.ts'

/** A row of `studios` as the rest of the product knows it. */
export function toStudio(row: typeof studios.$inferSelect): Studio {
  const { createdAt: _, ...studio } = row
  return studio
}

/** The studio of a slug, in any state but `provisioning`; null when there is none. */
export async function findStudioBySlug(
  directory: DirectoryDb,
  slug: string,
): Promise<Studio | null> {
  const [row] = await directory.select().from(studios).where(eq(studios.slug, slug.toLowerCase()))
  return row && row.state !== 'provisioning' ? toStudio(row) : null
}

/** A studio in which an account has a place. */
export type OwnStudio = { slug: string; name: string; town: string; hue: number; chroma: number }

/**
 * The studios in which an account has a place, by name; those it left are removed. For someone else's
 * batch; `userId` may be a subquery.
 */
export function ownStudiosStatement(
  directory: DirectoryDb,
  userId: string | SQL,
): Statement<OwnStudio[]> {
  return directory.all<OwnStudio>(sql`
    SELECT studio.slug, studio.name, studio.town, studio.hue, studio.chroma
    FROM affiliations AS affiliation JOIN studios AS studio ON studio.id = affiliation.studio_id
    WHERE affiliation.user_id = ${userId} AND affiliation.state <> 'left'
      AND studio.state <> 'provisioning'
    ORDER BY studio.name LIMIT 50`)
}
