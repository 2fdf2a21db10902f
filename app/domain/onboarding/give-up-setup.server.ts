import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'

/**
 * A set-up that nobody has touched for so many days is given up for its owner, and its address is
 * free again.
 */
const abandonedDays = 30

export type GiveUpResult = { ok: true; again?: true } | { ok: false; reason: 'being_published' }

/**
 * Gives the studio up that an account is setting up: its answers go and its address is free for
 * others. Nothing of it is in a shard before it is published. Twice is once; refused once it is
 * being opened.
 */
export async function giveUpSetup(
  directory: DirectoryDb,
  { userId }: { userId: string },
  studioId: string,
): Promise<GiveUpResult> {
  const mine = sql`setup.studio_id = ${studioId} AND setup.user_id = ${userId}`
  const { gone, left } = await batch(directory, {
    gone: goneStatement(directory, mine),
    ...forgetStatements(directory, mine),
    left: directory.all<{ state: string }>(
      sql`SELECT setup.state FROM studio_setups AS setup WHERE ${mine}`,
    ),
  })
  if (gone.length > 0) return { ok: true }
  return left.length > 0 ? { ok: false, reason: 'being_published' } : { ok: true, again: true }
}

/** Set-ups of one run; the next run takes more. */
const atOnce = 50

/** Gives up what was abandoned; answers how many. A second run finds none. */
export async function clearAbandonedSetups(directory: DirectoryDb, now: Instant): Promise<number> {
  const before = addMinutes(now, -abandonedDays * 1_440)
  const abandoned = sql`setup.studio_id IN (
    SELECT old.studio_id FROM studio_setups AS old
    WHERE old.state = 'draft' AND old.created_at < ${before} AND old.saved_at < ${before}
    ORDER BY old.created_at LIMIT ${atOnce})`
  const { gone } = await batch(directory, {
    gone: goneStatement(directory, abandoned),
    ...forgetStatements(directory, abandoned),
  })
  return gone.length
}

const goneStatement = (directory: DirectoryDb, which: SQL): Statement<{ studioId: string }[]> =>
  directory.all<{ studioId: string }>(
    sql`SELECT setup.studio_id AS studioId FROM studio_setups AS setup
      WHERE setup.state = 'draft' AND ${which}`,
  )

/**
 * The studio and its owner's place first, the set-up that names them last; only while nobody opens
 * it.
 */
function forgetStatements(directory: DirectoryDb, which: SQL) {
  const drafts = sql`SELECT setup.studio_id FROM studio_setups AS setup
    WHERE setup.state = 'draft' AND ${which}`
  return {
    place: directory.run(
      sql`DELETE FROM affiliations WHERE state = 'provisioning' AND studio_id IN (${drafts})`,
    ),
    studio: directory.run(
      sql`DELETE FROM studios WHERE state = 'provisioning' AND id IN (${drafts})`,
    ),
    setup: directory.run(sql`DELETE FROM studio_setups WHERE studio_id IN (${drafts})`),
  }
}
