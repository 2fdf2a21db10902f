/** When the jobs of the installation last looked for work: what tells a cron that stopped. */
import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'

const key = 'jobs_looked_at_ms'

/** Notes that the jobs look now; `nowMs` is real time. */
export async function noteJobLook(directory: DirectoryDb, nowMs: number): Promise<void> {
  await directory.run(sql`INSERT INTO server_settings (key, value) VALUES (${key}, ${String(nowMs)})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`)
}

/** For a batch on the directory: `at` is the last look in milliseconds, or no row before the first. */
export const jobLookSql = sql`SELECT CAST(value AS INTEGER) AS at FROM server_settings WHERE key = ${key}`
