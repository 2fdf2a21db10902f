import { type SQL, sql } from 'drizzle-orm'

/** The studio keeps this person, an expression of their id, out: for the guards of what is booked. */
export const bannedSql = (personId: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM people WHERE id = ${personId} AND banned_at IS NOT NULL)`
