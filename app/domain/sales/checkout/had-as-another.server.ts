/** One intro offer a person, whatever address they type: who has their number or their card. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { hadOnceSql } from '../sell/sell-package.server.ts'

/** Figures at the end of a number by which two are the same, however their country is written. */
const compared = 9

/** The end of a number as people write it; the index `people_by_number` has the same words. */
const endSql = (phone: SQL): SQL => sql`substr(replace(replace(replace(replace(replace(
  ${phone}, ' ', ''), '-', ''), '(', ''), ')', ''), '+', ''), -9)`

/**
 * Whether somebody else had a package that is for once only who has the same number, as it was typed
 * or as the studio knows it, or the same card among those that were kept. A family shares both, so
 * a parent, a child and its siblings are not taken for one another. Without `byCard` where the card
 * that just paid would count against its owner.
 */
export function hadAsAnotherSql(
  { studio }: Pick<StudioContext, 'studio'>,
  {
    packageId,
    personId,
    phone,
    byCard = true,
  }: { packageId: string; personId: string; phone: string; byCard?: boolean },
): SQL {
  const known = sql`(SELECT own.phone FROM people AS own
    WHERE own.studio_id = ${studio.id} AND own.id = ${personId})`
  const byNumber = (number: SQL) => sql`
    SELECT people.id FROM people WHERE people.studio_id = ${studio.id}
      AND people.phone <> '' AND ${endSql(sql`people.phone`)} = ${endSql(number)}
      AND length(${endSql(number)}) = ${compared}`
  return sql`EXISTS (
    SELECT 1 FROM (${byNumber(sql`${phone}`)} UNION ${byNumber(known)} UNION
      SELECT card.person_id FROM payment_methods AS own
      JOIN payment_methods AS card ON card.studio_id = own.studio_id
        AND card.fingerprint = own.fingerprint AND card.fingerprint <> ''
      WHERE own.studio_id = ${studio.id} AND own.person_id = ${personId}
        AND ${byCard ? 1 : 0}) AS other
    WHERE other.id <> ${personId} AND NOT ${familySql(studio.id, personId)}
      AND ${hadOnceSql({ studio }, { packageId, personId: sql`other.id`, besides: '' })})`
}

/** `other` and a person look after one another, or are looked after by the same. */
const familySql = (studioId: string, personId: string): SQL => sql`EXISTS (
  SELECT 1 FROM guardians AS tie WHERE tie.studio_id = ${studioId} AND (
    tie.guardian_id = other.id AND tie.dependant_id = ${personId}
    OR tie.dependant_id = other.id AND (tie.guardian_id = ${personId}
      OR tie.guardian_id IN (SELECT mine.guardian_id FROM guardians AS mine
        WHERE mine.studio_id = ${studioId} AND mine.dependant_id = ${personId}))))`
