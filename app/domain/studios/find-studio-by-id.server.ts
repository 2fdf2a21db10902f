import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'

/** The address of an open studio; null where there is none. */
export async function findStudioById(
  directory: DirectoryDb,
  id: string,
): Promise<{ slug: string } | null> {
  const [studio] = await directory.all<{ slug: string }>(
    sql`SELECT slug FROM studios WHERE id = ${id} AND state = 'open'`,
  )
  return studio ?? null
}
