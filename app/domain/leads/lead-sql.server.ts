/** Fragments that reads and writes of leads share. */
import { type SQL, sql } from 'drizzle-orm'

/** A lead that may still be won, also one that rests. */
export const liveSql = (alias: string): SQL => sql.raw(`${alias}.state IN ('open','nurture')`)

/**
 * What is next with a lead, over `leads`, is to answer what its person wrote: as it began, or since
 * it rested.
 */
export const asksAnswerSql = sql`(leads.next_ref = leads.id OR EXISTS (
  SELECT 1 FROM lead_touches AS asked WHERE asked.studio_id = leads.studio_id
    AND asked.id = leads.next_ref AND asked.lead_id = leads.id))`

/** The one live lead of a person, an expression; null where there is none. */
export const openLeadOfSql = (studioId: string, personId: SQL): SQL => sql`(
  SELECT live.id FROM leads AS live
  WHERE live.studio_id = ${studioId} AND live.person_id = ${personId} AND ${liveSql('live')})`
