import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import { jobLookSql } from '#app/domain/studios/job-look.server.ts'
import type { StatusFacts } from './status.ts'

type At = { at: number | null }

type Waiting = { recipient: string; at: number; untried: number }

/**
 * Whom messages wait for, of one database: those who waited longest, of messages that were tried and
 * of those that were not. The index of what is to be sent has few rows. A push service that is away is
 * no part of ours.
 */
const waitingFor = (db: DirectoryDb | StudioDb) =>
  db.all<Waiting>(sql`
    SELECT recipient, min(created_at_ms) AS at, attempts = 0 AS untried FROM outbox
    WHERE state IN ('queued', 'sending') AND channel <> 'push' GROUP BY 1, 3
    ORDER BY row_number() OVER (PARTITION BY attempts = 0 ORDER BY min(created_at_ms)) LIMIT 6`)

/**
 * Since when messages wait: the oldest that was never tried, or the second address whose mail server
 * does not take it. One address alone is that address's trouble and told in its studio's settings.
 */
function oldestOf(rows: readonly Waiting[]): number | null {
  const untried = rows.flatMap(({ at, untried: never }) => (never ? [at] : []))
  const tried = new Map<string, number>()
  for (const { recipient, at, untried: never } of rows)
    if (!never) tried.set(recipient, Math.min(at, tried.get(recipient) ?? at))
  const [, second] = [...tried.values()].sort((a, b) => a - b)
  const known = [...untried, ...(second === undefined ? [] : [second])]
  return known.length > 0 ? Math.min(...known) : null
}

/**
 * What is known of the whole installation: one trip to the directory and one to each shard. Says
 * nothing of any studio. Bank debits, which take days, are not counted among unanswered payments.
 */
export async function statusFacts(
  directory: DirectoryDb,
  shards: readonly StudioDb[],
): Promise<Pick<StatusFacts, 'lookedAtMs' | 'oldestMessageMs' | 'oldestPaymentMs'>> {
  const [own, ...ofShards] = await Promise.all([
    batch(directory, { look: directory.all<At>(jobLookSql), messages: waitingFor(directory) }),
    ...shards.map((db) =>
      batch(db, {
        messages: waitingFor(db),
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
    oldestMessageMs: oldestOf([own, ...ofShards].flatMap(({ messages }) => messages)),
    oldestPaymentMs: oldest(ofShards.map(({ payment }) => payment)),
  }
}
