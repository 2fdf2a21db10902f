import { inArray, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { studios } from '#app/db/directory.ts'
import { endDevicesOfAccount } from '#app/domain/messaging/push/push-devices.server.ts'
import { releasePersonStatement } from '#app/domain/people/release-person.server.ts'
import type { JoinStudioContext } from './join-studio.server.ts'
import { toStudio } from './studio-queries.server.ts'

/** Places of one run; the next run takes more. */
const atOnce = 90

/**
 * Gives up the places of deleted accounts: in each shard the person loses the account, then the
 * place goes. Nothing is atomic across two databases, so a place of an account that is gone is what
 * is left to do, and a crash in between is finished by the job that calls this for everyone.
 * Answers how many places went.
 */
export async function releaseGoneAccounts(
  { directory, shardOf }: Pick<JoinStudioContext, 'directory' | 'shardOf'>,
  userId: string | null = null,
): Promise<number> {
  const gone = sql`NOT EXISTS (SELECT 1 FROM auth_users AS account
    WHERE account.id = affiliations.user_id AND account.deleted_at IS NULL)`
  const places = await directory.all<{ userId: string; studioId: string }>(sql`
    SELECT user_id AS userId, studio_id AS studioId FROM affiliations
    WHERE state = 'left' AND (${userId} IS NULL OR user_id = ${userId}) AND ${gone}
    LIMIT ${atOnce}`)
  if (places.length === 0) return 0
  const found = await directory
    .select()
    .from(studios)
    .where(
      inArray(
        studios.id,
        places.map(({ studioId }) => studioId),
      ),
    )
  for (const place of places) {
    const studio = found.find(({ id }) => id === place.studioId)
    if (studio) {
      const shard = { db: shardOf(toStudio(studio)), studio: toStudio(studio) }
      await batch(shard.db, {
        release: releasePersonStatement(shard, place.userId),
        devices: endDevicesOfAccount(shard, place.userId),
      })
    }
    await directory.run(
      sql`DELETE FROM affiliations
        WHERE user_id = ${place.userId} AND studio_id = ${place.studioId} AND ${gone}`,
    )
  }
  return places.length
}
