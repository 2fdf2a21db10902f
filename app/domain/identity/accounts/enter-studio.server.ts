import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'

/**
 * Makes a studio the one the account is in now, with its role there (specification §3, `users`), as
 * part of a batch. Does nothing where the account has no active place there.
 */
export function enterStudioStatement(
  directory: DirectoryDb,
  { userId, studioId }: { userId: string; studioId: string },
): Statement<D1Result> {
  const place = sql`FROM affiliations
    WHERE user_id = ${userId} AND studio_id = ${studioId} AND state = 'active'`
  return directory.run(sql`
    UPDATE users SET studio_id = ${studioId}, role_id = (SELECT role_id ${place})
    WHERE auth_id = ${userId} AND EXISTS (SELECT 1 ${place})`)
}

/** The same on its own: someone with a place in several studios comes into another one. */
export async function enterStudio(
  directory: DirectoryDb,
  place: { userId: string; studioId: string },
): Promise<void> {
  await enterStudioStatement(directory, place)
}
