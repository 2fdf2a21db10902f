import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'

/** The address, name and shard of an open studio; null where there is none. */
export async function findStudioById(
  directory: DirectoryDb,
  id: string,
): Promise<{ slug: string; name: string; shard: number } | null> {
  const [studio] = await directory.all<{ slug: string; name: string; shard: number }>(
    sql`SELECT slug, name, shard FROM studios WHERE id = ${id} AND state = 'open'`,
  )
  return studio ?? null
}
