import { type SQL, sql } from 'drizzle-orm'

/**
 * Enrolment `alias` is live: a person may have one such in each course. The exact text of the
 * partial index's condition, without which SQLite does not use that index.
 */
export const liveEnrolmentSql = (alias: string): SQL =>
  sql.raw(`${alias}.state IN ('held','pending_payment','enrolled','waitlisted','offered')`)
