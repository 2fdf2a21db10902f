import { and, asc, eq, sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { studios } from '#app/db/directory.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { toStudio } from './studio-queries.server.ts'

/** Every open studio, shard by shard, or those of `ids` that are open, for jobs. */
export async function listOpenStudios(
  directory: DirectoryDb,
  ids?: readonly string[],
): Promise<Studio[]> {
  const named = ids && sql`${studios.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
  const rows = await directory
    .select()
    .from(studios)
    .where(and(eq(studios.state, 'open'), named))
    .orderBy(asc(studios.shard), asc(studios.id))
  return rows.map(toStudio)
}
