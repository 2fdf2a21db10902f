/** Who may book for which adult, as pages read it. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { adultSql, minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'

/** Of `agreement`: it waits for an answer. */
export const waitsSql = (now: string) =>
  sql`agreement.agreed_at IS NULL AND agreement.ended_at IS NULL AND agreement.expires_at > ${now}`

/** Of `agreement`: it is in force. */
export const inForceSql = sql`agreement.agreed_at IS NOT NULL AND agreement.ended_at IS NULL`

/** One books for the other, by ids. */
export const pairSql = (
  { studio }: StudioContext,
  bookerId: string,
  personId: string,
): SQL => sql`EXISTS (
  SELECT 1 FROM booking_agreements AS agreement WHERE agreement.studio_id = ${studio.id}
    AND agreement.booker_id = ${bookerId} AND agreement.person_id = ${personId} AND ${inForceSql})`

/** One agreement as either of the two, or the desk, reads it. */
export type AgreementRow = {
  id: string
  /** The reader books (`books`), is booked for (`booked_for`), or is asked (`asked`). */
  as: 'books' | 'booked_for' | 'asked'
  otherId: string | null
  /** The other of the two; of one that waits for an answer the address. */
  other: string
  /** Null waits for an answer until `expiresAt`. */
  agreedAt: string | null
  expiresAt: string | null
}

/** Whom somebody books for, who books for them, and what waits for an answer at `email`. */
export const agreementsStatement = (
  { db, studio, now }: StudioContext,
  personId: string,
  email = '',
): Statement<AgreementRow[]> =>
  db.all<AgreementRow>(sql`
    SELECT agreement.id, CASE WHEN agreement.booker_id = ${personId} THEN 'books'
        WHEN agreement.agreed_at IS NULL THEN 'asked' ELSE 'booked_for' END AS "as",
      other.id AS otherId, coalesce(other.name, agreement.email) AS other,
      agreement.agreed_at AS agreedAt, agreement.expires_at AS expiresAt
    FROM booking_agreements AS agreement
    LEFT JOIN people AS other ON +other.studio_id = agreement.studio_id
      AND other.id = iif(agreement.booker_id = ${personId}, agreement.person_id,
        agreement.booker_id)
    WHERE agreement.id IN (
      SELECT id FROM booking_agreements
        WHERE studio_id = ${studio.id} AND booker_id = ${personId}
      UNION SELECT id FROM booking_agreements
        WHERE studio_id = ${studio.id} AND person_id = ${personId}
      UNION SELECT id FROM booking_agreements
        WHERE studio_id = ${studio.id} AND email = ${email} AND email <> '')
      AND (${inForceSql} OR ${waitsSql(now)})
    ORDER BY other, agreement.created_at LIMIT 24`)

/** One of two who were guardian and child until the child came of age. */
export type FormerRow = { id: string; name: string; as: 'guardian' | 'grown'; reachable: number }

/**
 * Former guardians of an adult, and adults somebody looked after, between whom nothing is agreed or
 * asked.
 */
export const formerStatement = (ctx: MemberContext): Statement<FormerRow[]> => {
  const { db, studio, person, now } = ctx
  const between = (booker: SQL, grown: SQL) => sql`NOT EXISTS (
    SELECT 1 FROM booking_agreements AS agreement WHERE agreement.studio_id = ${studio.id}
      AND agreement.booker_id = ${booker} AND (agreement.person_id = ${grown} AND ${inForceSql}
        OR agreement.email = (SELECT email FROM people WHERE id = ${grown}) AND ${waitsSql(now)}))`
  return db.all<FormerRow>(sql`
    SELECT other.id, other.name, 'guardian' AS "as", 1 AS reachable
    FROM guardians AS link CROSS JOIN people AS other ON +other.studio_id = link.studio_id
      AND other.id = link.guardian_id AND other.archived_at IS NULL
    CROSS JOIN people AS me ON +me.studio_id = link.studio_id AND me.id = link.dependant_id
      AND ${adultSql(ctx, 'me')}
    WHERE link.studio_id = ${studio.id} AND link.dependant_id = ${person.id}
      AND ${between(sql`other.id`, sql`me.id`)}
    UNION ALL
    SELECT other.id, other.name, 'grown', other.email <> ''
    FROM guardians AS link CROSS JOIN people AS other ON +other.studio_id = link.studio_id
      AND other.id = link.dependant_id AND other.archived_at IS NULL
      AND other.birth_date IS NOT NULL AND NOT ${minorSql(ctx, 'other')}
    WHERE link.studio_id = ${studio.id} AND link.guardian_id = ${person.id}
      AND ${between(sql`${person.id}`, sql`other.id`)}
    ORDER BY 2 LIMIT 12`)
}

/** Whom the desk reads about on a profile. */
export async function listAgreements(ctx: StudioContext, personId: string) {
  const { rows } = await batch(ctx.db, { rows: agreementsStatement(ctx, personId) })
  return rows.filter(({ agreedAt }) => agreedAt !== null)
}
