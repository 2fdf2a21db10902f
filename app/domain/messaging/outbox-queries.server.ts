import { sql } from 'drizzle-orm'
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import type { Channel } from './transports.server.ts'

export type OutboxMessage = {
  id: string
  channel: Channel
  to: string
  subject: string
  text: string
  html: string
  createdAtMs: number
}

/** The newest messages of one database, newest first, whatever became of them. */
export async function listNewestMessages(
  db: DirectoryDb | StudioDb,
  limit: number,
): Promise<OutboxMessage[]> {
  return (db as StudioDb).all<OutboxMessage>(sql`
    SELECT id, channel, recipient AS "to", subject, text, html, created_at_ms AS createdAtMs
    FROM outbox ORDER BY created_at_ms DESC, rowid DESC LIMIT ${limit}`)
}
