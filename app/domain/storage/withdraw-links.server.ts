import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import type { StudioDb } from '#app/db/connection.server.ts'
import { randomCharacters } from '#app/values/id.ts'
import { inScope } from './object-queries.server.ts'
import type { StorageScope } from './stored-object.ts'

/**
 * Ends every link that was signed so far for reading a file, whatever time it had left; new ones may
 * be signed at once. Answers whether the file is there.
 */
export async function withdrawLinks(
  scope: StorageScope,
  bucketId: string,
  path: string,
): Promise<boolean> {
  const { withdrawn } = await batch(scope.db, {
    withdrawn: (scope.db as StudioDb).run(sql`
      UPDATE objects SET link_key = ${randomCharacters(8)}
      WHERE ${inScope(scope)} AND bucket_id = ${bucketId} AND path = ${path}`),
  })
  return changed(withdrawn) > 0
}

/**
 * The same for pictures that `which` picks over `objects`, and for links that name their `version`,
 * as those of portraits do: they are distinguished from then on by the new one. Their bytes stay.
 */
export const renewVersionStatement = (
  scope: StorageScope,
  which: SQL,
  version: string,
): Statement<D1Result> =>
  (scope.db as StudioDb).run(sql`
    UPDATE objects SET link_key = ${randomCharacters(8)}, version = ${version}
    WHERE ${inScope(scope)} AND ${which}`)
