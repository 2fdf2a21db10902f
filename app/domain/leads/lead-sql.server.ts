/** Fragments that reads and writes of leads share. */
import { type SQL, sql } from 'drizzle-orm'

/** A lead that may still be won, also one that rests. */
export const liveSql = (alias: string): SQL => sql.raw(`${alias}.state IN ('open','nurture')`)

/** The one live lead of a person, an expression; null where there is none. */
export const openLeadOfSql = (studioId: string, personId: SQL): SQL => sql`(
  SELECT live.id FROM leads AS live
  WHERE live.studio_id = ${studioId} AND live.person_id = ${personId} AND ${liveSql('live')})`
