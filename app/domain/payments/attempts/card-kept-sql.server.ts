import { type SQL, sql } from 'drizzle-orm'

/** A card or debit is kept of a person, or of somebody who looks after them and is charged. */
export const cardKeptSql = (studioId: SQL, personId: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM payment_methods AS card
  WHERE card.studio_id = ${studioId} AND card.removed_at IS NULL AND card.person_id IN (
    SELECT ${personId} UNION ALL SELECT guardian.guardian_id FROM guardians AS guardian
    WHERE guardian.studio_id = ${studioId} AND guardian.dependant_id = ${personId}))`
