import { asc, eq } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { studios } from '#app/db/directory.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { toStudio } from './studio-queries.server.ts'

/** Every open studio, shard by shard, for jobs that sweep them all. */
export async function listOpenStudios(directory: DirectoryDb): Promise<Studio[]> {
  const rows = await directory
    .select()
    .from(studios)
    .where(eq(studios.state, 'open'))
    .orderBy(asc(studios.shard), asc(studios.id))
  return rows.map(toStudio)
}
