import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Takes the arrivals and codes of people away, for the batch that takes the people; `people` is a
 * SELECT of their ids.
 */
export function removeArrivalsStatements({ db, studio }: StudioContext, people: SQL) {
  const theirs = sql`studio_id = ${studio.id} AND person_id IN (${people})`
  return {
    arrivals: db.run(sql`DELETE FROM arrivals WHERE ${theirs}`),
    memberCodes: db.run(sql`DELETE FROM member_codes WHERE ${theirs}`),
  }
}
