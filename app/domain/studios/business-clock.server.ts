/**
 * The business clock of the whole server: real time, unless development tools froze it (contract
 * 5).
 */
import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import type { Instant } from '#app/values/instant.ts'

/** Key in `server_settings`; trip 1 reads it with everything else. */
const devClockKey = 'dev_clock'

/** The instant the clock is frozen at; null while it runs. */
export async function findFrozenClock(directory: DirectoryDb): Promise<Instant | null> {
  const rows = await directory.all<{ value: string }>(
    sql`SELECT value FROM server_settings WHERE key = ${devClockKey} LIMIT 1`,
  )
  return rows[0]?.value ?? null
}

/** Freezes the clock at `now`; null lets it run again. */
export async function setFrozenClock(directory: DirectoryDb, now: Instant | null): Promise<void> {
  await directory.run(
    now === null
      ? sql`DELETE FROM server_settings WHERE key = ${devClockKey}`
      : sql`INSERT INTO server_settings (key, value) VALUES (${devClockKey}, ${now})
          ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  )
}
