import { type SQL, sql } from 'drizzle-orm'

/**
 * Where letters to `person`, an alias of people, go, as the columns `email` and `guardianName`: to
 * themselves, or to a guardian where they have no address of their own or a guardian did what the
 * letter is about (`by`, an expression). What somebody did for an adult who agreed to it is told to
 * the adult. `addressed` makes the greeting of it.
 */
export function addressSql(by?: SQL): SQL {
  const guardians = (column: 'email' | 'name') => {
    const first = sql`(SELECT guardian.${sql.raw(column)} ${reachableSql}
      ORDER BY link.created_at, link.guardian_id LIMIT 1)`
    return by
      ? sql`coalesce((SELECT guardian.${sql.raw(column)} ${reachableSql}
        AND link.guardian_id = ${by}), ${first})`
      : first
  }
  const own = by
    ? sql`person.email <> '' AND (${by} IS NULL OR EXISTS (SELECT 1
        FROM booking_agreements AS agreement WHERE agreement.studio_id = person.studio_id
          AND agreement.person_id = person.id AND agreement.booker_id = ${by}
          AND agreement.agreed_at IS NOT NULL))`
    : sql`person.email <> ''`
  return sql`CASE WHEN ${own} THEN person.email
      ELSE coalesce(${guardians('email')}, person.email) END AS email,
    CASE WHEN ${own} THEN '' ELSE coalesce(${guardians('name')}, '') END AS guardianName`
}

/** Guardians of `person` who can be written to, as `link` and `guardian`. */
const reachableSql = sql`FROM guardians AS link
  CROSS JOIN people AS guardian ON guardian.id = link.guardian_id
    AND guardian.studio_id = link.studio_id AND guardian.email <> ''
    AND guardian.archived_at IS NULL
  WHERE link.studio_id = person.studio_id AND link.dependant_id = person.id`

/** Letters to `person` reach somebody. */
export const reachedSql: SQL = sql`(person.email <> '' OR EXISTS (SELECT 1 ${reachableSql}))`

/**
 * Booking `b` of `person` may be told to a guardian: of many who are told, those who may share a
 * letter with others of their family.
 */
export const throughGuardianSql: SQL = sql`(b.guardian_id IS NOT NULL OR person.email = '')`
