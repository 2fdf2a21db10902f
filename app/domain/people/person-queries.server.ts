import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * A condition for another context's write: the studio knows this person and has not archived them.
 */
export function currentPersonSql({ studio }: Pick<StudioContext, 'studio'>, personId: string): SQL {
  return sql`EXISTS (
    SELECT 1 FROM people AS person
    WHERE person.studio_id = ${studio.id} AND person.id = ${personId}
      AND person.archived_at IS NULL)`
}

export type PersonRow = {
  id: string
  name: string
  preferredName: string
  email: string
  phone: string
  birthDate: string | null
  emergencyName: string
  emergencyPhone: string
  pronouns: string
  address: string
  barcode: string
  homeLocationId: string | null
  /** Null where they are at home nowhere in particular. */
  homeLocation: string | null
  referrer: string
  tags: string
  /** What is kept of their photo; empty is none. */
  photo: string
  joinedOn: string
  createdAt: string
  archivedAt: string | null
  /** Null where they are not kept out. */
  bannedAt: string | null
  banReason: string
  erasedAt: string | null
  lastVisitAt: string | null
  hasAccount: number
  isStaff: number
  version: number
}

/** A person of the studio, archived or not; none where the record was merged into another. */
export function personStatement(
  { db, studio }: StudioContext,
  personId: string,
): Statement<PersonRow[]> {
  return db.all<PersonRow>(sql`
    SELECT id, name, preferred_name AS preferredName, email, phone, birth_date AS birthDate,
      emergency_name AS emergencyName, emergency_phone AS emergencyPhone, pronouns, address, barcode,
      home_location_id AS homeLocationId,
      (SELECT location.name FROM locations AS location
        WHERE location.id = people.home_location_id) AS homeLocation,
      referrer, tags, photo,
      joined_on AS joinedOn, created_at AS createdAt, archived_at AS archivedAt,
      banned_at AS bannedAt, ban_reason AS banReason, erased_at AS erasedAt,
      last_visit_at AS lastVisitAt, user_id IS NOT NULL AS hasAccount, is_staff AS isStaff,
      version
    FROM people WHERE studio_id = ${studio.id} AND id = ${personId} AND merged_into IS NULL`)
}

/**
 * Someone on the books with this address and no account of their own: anyone who may claim it. Null
 * where there is none.
 */
export async function findClaimablePerson(
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  email: string,
): Promise<{ name: string } | null> {
  const [row] = await db.all<{ name: string }>(sql`
    SELECT name FROM people
    WHERE studio_id = ${studio.id} AND email = ${email} AND user_id IS NULL AND archived_at IS NULL
    ORDER BY created_at, id LIMIT 1`)
  return row ?? null
}

export type NoteRow = {
  id: string
  kind: 'note' | 'yellow' | 'red' | 'injury'
  text: string
  authorId: string
  authorName: string
  createdAt: string
}

/** Notes that stand, newest first. */
export function notesStatement(
  { db, studio }: StudioContext,
  personId: string,
): Statement<NoteRow[]> {
  return db.all<NoteRow>(sql`
    SELECT id, kind, text, author_id AS authorId, author_name AS authorName, created_at AS createdAt
    FROM person_notes
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND removed_at IS NULL
    ORDER BY created_at DESC, id DESC LIMIT 100`)
}

export type LadderRow = {
  disciplineId: string
  discipline: string
  levelId: string
  level: string
  /** Stripes that the level has. */
  stripes: number
  held: number
  /** Stripes that the person has on it. */
  heldStripes: number | null
  provisional: number | null
  /** The first day on which what they hold opens nothing. */
  lapsesOn: string | null
  since: string | null
}

/** Every ladder of the studio with the rung the person holds. */
export function laddersStatement(
  { db, studio }: StudioContext,
  personId: string,
): Statement<LadderRow[]> {
  return db.all<LadderRow>(sql`
    SELECT discipline.id AS disciplineId, discipline.name AS discipline, level.id AS levelId,
      level.name AS level, level.stripes, person_level.level_id IS NOT NULL AS held,
      person_level.stripes AS heldStripes, person_level.since, person_level.provisional,
      person_level.lapses_on AS lapsesOn
    FROM disciplines AS discipline
    JOIN levels AS level ON level.studio_id = discipline.studio_id
      AND level.discipline_id = discipline.id
    LEFT JOIN person_levels AS person_level ON person_level.studio_id = discipline.studio_id
      AND person_level.person_id = ${personId}
      AND person_level.discipline_id = discipline.id AND person_level.level_id = level.id
    WHERE discipline.studio_id = ${studio.id}
    ORDER BY discipline.sort, discipline.name, level.ladder_id, level.rung`)
}
