import { sql } from 'drizzle-orm'
import { changed } from '#app/db/batch.server.ts'
import type { DirectoryContext } from '#app/domain/scope/contexts.ts'

/**
 * Completes the set-up of a person: a name and the agreement to the terms. Done twice it keeps the
 * first agreement. Refused: an account without a user row.
 */
export async function completeSetup(
  { directory, now }: DirectoryContext,
  { userId, name }: { userId: string; name: string },
): Promise<{ ok: true } | { ok: false; reason: 'not_found' }> {
  const written = await directory.run(sql`
    UPDATE users SET name = ${name}, setup_complete = 1,
      terms_accepted_at = coalesce(terms_accepted_at, ${now})
    WHERE auth_id = ${userId}`)
  return changed(written) > 0 ? { ok: true } : { ok: false, reason: 'not_found' }
}
