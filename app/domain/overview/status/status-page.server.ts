import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import { jobLookSql } from '#app/domain/studios/job-look.server.ts'
import type { StatusFacts } from './status.ts'

type At = { at: number | null }

/** The oldest message that waits, of one database: the index of what is to be sent has few rows. */
const oldestMessage = (db: DirectoryDb | StudioDb) =>
  db.all<At>(sql`SELECT min(created_at_ms) AS at FROM outbox WHERE state IN ('queued', 'sending')`)

/**
 * What is known of the whole installation: one trip to the directory and one to each shard. Says
 * nothing of any studio. Bank debits, which take days, are not counted among unanswered payments.
 */
export async function statusFacts(
  directory: DirectoryDb,
  shards: readonly StudioDb[],
): Promise<Pick<StatusFacts, 'lookedAtMs' | 'oldestMessageMs' | 'oldestPaymentMs'>> {
  const [own, ...ofShards] = await Promise.all([
    batch(directory, { look: directory.all<At>(jobLookSql), message: oldestMessage(directory) }),
    ...shards.map((db) =>
      batch(db, {
        message: oldestMessage(db),
        payment: db.all<At>(sql`SELECT CAST(strftime('%s', min(expires_at)) AS INTEGER) * 1000 AS at
          FROM payment_attempts INDEXED BY payment_attempts_unsettled
          WHERE booked_at IS NULL AND state NOT IN ('failed', 'cancelled')
            AND state IN ('created', 'requires_action')`),
      }),
    ),
  ])
  const oldest = (rows: readonly (readonly At[])[]) => {
    const known = rows.flatMap(([row]) => row?.at ?? [])
    return known.length > 0 ? Math.min(...known) : null
  }
  return {
    lookedAtMs: own.look[0]?.at ?? null,
    oldestMessageMs: oldest([own.message, ...ofShards.map(({ message }) => message)]),
    oldestPaymentMs: oldest(ofShards.map(({ payment }) => payment)),
  }
}
