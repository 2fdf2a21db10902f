import { type SQL, sql } from 'drizzle-orm'

/** An enrolment, by its alias, of which a person may have one in each course. */
export const liveEnrolmentSql = (alias: string): SQL =>
  sql.raw(`${alias}.state IN ('held','pending_payment','enrolled','waitlisted','offered')`)
