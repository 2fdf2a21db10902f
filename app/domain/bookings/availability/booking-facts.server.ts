/**
 * Everything that decides how a person stands to a class, as statements: read first, and read again
 * behind the write.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { toUnsigned } from '#app/domain/documents/unsigned.ts'
import { firstUnsignedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import {
  entitlementsStatements,
  type LotRow,
  type MembershipRow,
  toHeld,
  type UseRow,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { liveSql, overlappingSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  membershipUsesStatement,
  myBookingStatement,
  weekOfSql,
} from '../booking-queries.server.ts'
import type { AvailabilityInput } from './availability.ts'
import type { HeldLevels, MyBooking, OtherBooking } from './bookable-occurrence.ts'
import {
  type ClassToBook,
  type OccurrenceRow,
  occurrenceColumnsSql,
  occurrenceSourceSql,
  toClassToBook,
} from './bookable-occurrences.server.ts'
import { limitsStatement } from './policy-limits.server.ts'
import type { LimitFacts } from './policy-limits.ts'

export type Contact = { name: string; preferredName: string; email: string }
type PersonRow = Contact & { unsigned: string | null }
type LevelRow = { disciplineId: string; name: string; rung: number }

type FactRows = {
  occurrence: OccurrenceRow[]
  mine: MyBooking[]
  memberships: MembershipRow[]
  lots: LotRow[]
  uses: UseRow[]
  levels: LevelRow[]
  others: OtherBooking[]
  limits: LimitFacts[]
  person: PersonRow[]
}

/** The levels a person holds, for `toLevels`. */
export function heldLevelsStatement(
  { db, studio }: StudioContext,
  personId: string,
): Statement<LevelRow[]> {
  return db.all<LevelRow>(sql`
    SELECT person_level.discipline_id AS disciplineId, level.name, level.rung
    FROM person_levels AS person_level JOIN levels AS level ON level.id = person_level.level_id
    WHERE person_level.studio_id = ${studio.id} AND person_level.person_id = ${personId}`)
}

export function toLevels(rows: readonly LevelRow[]): HeldLevels {
  return Object.fromEntries(
    rows.map(({ disciplineId, name, rung }) => [disciplineId, { name, rung }]),
  )
}

/**
 * Statements for one batch; `toFacts` reads their results. Places in an appointment are never
 * booked one by one.
 */
export function bookingFactStatements(
  ctx: StudioContext,
  personId: string,
  occurrenceId: string | SQL,
) {
  const { db, studio } = ctx
  return {
    occurrence: db.all<OccurrenceRow>(sql`
      SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql}
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND o.kind <> 'appointment'`),
    mine: myBookingStatement(ctx, personId, occurrenceId),
    ...entitlementsStatements(ctx, personId),
    uses: membershipUsesStatement(ctx, sql`(${personId})`, weekOfSql(studio.id, occurrenceId)),
    levels: heldLevelsStatement(ctx, personId),
    others: db.all<OtherBooking>(sql`
      SELECT b.id AS bookingId, other.id AS occurrenceId, b.state, class_type.name AS title,
        other.starts_at AS startsAt, other.ends_at AS endsAt, other.local_start AS localStart
      FROM occurrences AS o
      CROSS JOIN occurrences AS other ON ${overlappingSql('other')}
      CROSS JOIN bookings AS b ON b.studio_id = other.studio_id AND b.occurrence_id = other.id
        AND b.person_id = ${personId} AND ${liveSql('b')}
      JOIN class_types AS class_type ON class_type.id = other.class_type_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`),
    limits: limitsStatement(
      ctx,
      sql`${personId}`,
      sql`o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`,
    ),
    person: db.all<PersonRow>(sql`
      SELECT person.name, person.preferred_name AS preferredName, person.email,
        ${firstUnsignedSql(ctx, 'person')} AS unsigned
      FROM people AS person WHERE person.studio_id = ${studio.id} AND person.id = ${personId}`),
  }
}

export type BookingFacts = Omit<AvailabilityInput, 'occurrence'> & {
  occurrence: ClassToBook
  person: Contact
}

/**
 * The facts, or null when the studio has no such class (another studio's id and an appointment
 * included) or no such person.
 */
export function toFacts(
  { now }: StudioContext,
  personId: string,
  rows: FactRows,
): BookingFacts | null {
  const [row, found] = [rows.occurrence[0], rows.person[0]]
  if (!row || !found) return null
  const { unsigned, ...person } = found
  return {
    occurrence: toClassToBook(row),
    mine: rows.mine[0] ?? null,
    held: toHeld(personId, rows),
    levels: toLevels(rows.levels),
    others: rows.others,
    limits: rows.limits[0],
    unsigned: toUnsigned(unsigned),
    person,
    now,
    signedIn: true,
  }
}
