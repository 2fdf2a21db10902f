/**
 * Everything that decides how a person stands to a class, as statements: read first, and read again
 * behind the write.
 */
import { type SQL, sql } from 'drizzle-orm'
import { toUnsigned } from '#app/domain/documents/unsigned.ts'
import { firstUnsignedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import {
  entitlementsStatements,
  type LotRow,
  type MembershipRow,
  toHeld,
  type UseRow,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { adultSql } from '#app/domain/people/minor-sql.server.ts'
import { liveSql, overlappingSql } from '#app/domain/places/booking-sql.server.ts'
import type { MakeUpRow } from '#app/domain/places/make-up-queries.server.ts'
import type { Needs } from '#app/domain/places/needs.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  type HeldSkillRow,
  heldSkillsStatement,
  toHeldSkills,
} from '#app/domain/skills/held-skills.server.ts'
import {
  daysAroundClassSql,
  type MembershipWithUsesRow,
  membershipsWithUsesStatement,
  membershipUsesStatement,
  myBookingStatement,
  usesOf,
} from '../booking-queries.server.ts'
import type { AvailabilityInput } from './availability.ts'
import type { MyBooking, OtherBooking } from './bookable-occurrence.ts'
import {
  type ClassToBook,
  type OccurrenceRow,
  occurrenceColumnsOf,
  occurrenceColumnsSql,
  occurrenceSourceOf,
  occurrenceSourceSql,
  toClassToBook,
} from './bookable-occurrences.server.ts'
import { heldLevelsStatement, type LevelRow, toLevels } from './held-levels.server.ts'
import { limitsStatement } from './policy-limits.server.ts'
import type { LimitFacts } from './policy-limits.ts'

/** `email` is a guardian's where `guardianName` is not empty. */
export type Contact = {
  id: string
  name: string
  preferredName: string
  email: string
  guardianName: string
}
type PersonRow = Contact & { unsigned: string | null; banned: number }

type FactRows = {
  occurrence: OccurrenceRow[]
  mine: MyBooking[]
  memberships: MembershipRow[]
  lots: LotRow[]
  uses: UseRow[]
  levels: LevelRow[]
  /** Left out where the class asks for none. */
  skills?: HeldSkillRow[] | undefined
  makeUps?: MakeUpRow[] | undefined
  others: OtherBooking[]
  /** Left out where the class's policy has none. */
  limits?: LimitFacts[] | undefined
  person: PersonRow[]
}

/**
 * Where letters to the `booker` go, as `addressSql` has it, in short: anyone who acts for themselves
 * has an account, and so an address. What is booked for an adult is told to the adult.
 */
const letterToSql = (ctx: StudioContext): SQL => {
  const { guardianId } = ctx
  if (guardianId === undefined) return sql`booker.email, '' AS guardianName`
  const guardian = (column: SQL) =>
    sql`(SELECT guardian.${column} FROM people AS guardian WHERE guardian.id = ${guardianId})`
  const adult = adultSql(ctx, 'booker')
  return sql`iif(${adult}, booker.email, ${guardian(sql`email`)}) AS email,
    iif(${adult}, '', ${guardian(sql`name`)}) AS guardianName`
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
    uses: membershipUsesStatement(
      ctx,
      sql`(${personId})`,
      daysAroundClassSql(studio.id, occurrenceId),
    ),
    levels: heldLevelsStatement(ctx, personId),
    skills: heldSkillsStatement(
      ctx,
      personId,
      sql`ask.type_id = (SELECT o.class_type_id FROM occurrences AS o
        WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId})`,
    ),
    others: db.all<OtherBooking>(sql`
      SELECT b.id bookingId, other.id occurrenceId, b.state, class_type.name title,
        other.starts_at startsAt, other.ends_at endsAt, other.local_start localStart
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
      SELECT person.id, person.name, person.preferred_name AS preferredName,
        ${addressSql(ctx.guardianId ? sql`${ctx.guardianId}` : undefined)},
        ${firstUnsignedSql(ctx, 'person')} AS unsigned, person.banned_at IS NOT NULL AS banned
      FROM people AS person WHERE person.studio_id = ${studio.id} AND person.id = ${personId}`),
  }
}

/**
 * The same for somebody who books, in as few and short statements as `needs` allows: who they are
 * and their level stand in the row of the class, what a weekly limit has paid for in the row of the
 * membership. `toBookingRows` reads their results.
 */
export function bookingStatements(
  ctx: StudioContext,
  personId: string,
  occurrenceId: string,
  needs: Needs,
) {
  const { db, studio } = ctx
  const { mine, others, limits, skills } = bookingFactStatements(ctx, personId, occurrenceId)
  const { lots, makeUps } = entitlementsStatements(ctx, personId)
  return {
    occurrence: db.all<BookerRow>(sql`
      SELECT ${occurrenceColumnsOf(needs)}, booker.id bookerId, booker.name bookerName,
        booker.preferred_name bookerCalled, ${letterToSql(ctx)}, held_level.name heldName,
        held_level.rung heldRung, person_level.lapses_on heldUntil,
        ${needs.documents ? firstUnsignedSql(ctx, 'booker') : sql`NULL`} AS unsigned,
        booker.banned_at IS NOT NULL banned, booker.prospect trial
      FROM ${occurrenceSourceOf(needs)}
      LEFT JOIN people AS booker ON booker.studio_id = o.studio_id AND booker.id = ${personId}
      LEFT JOIN person_levels AS person_level ON person_level.studio_id = o.studio_id
        AND person_level.person_id = ${personId}
        AND person_level.discipline_id = class_type.discipline_id
      LEFT JOIN levels AS held_level ON held_level.id = person_level.level_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND o.kind <> 'appointment'`),
    mine,
    memberships: membershipsWithUsesStatement(
      ctx,
      personId,
      daysAroundClassSql(studio.id, occurrenceId),
    ),
    lots,
    makeUps: needs.courses ? makeUps : null,
    others,
    limits: needs.limits ? limits : null,
    skills: needs.skills ? skills : null,
  }
}

type BookerRow = OccurrenceRow & {
  bookerId: string | null
  bookerName: string | null
  bookerCalled: string | null
  email: string | null
  guardianName: string | null
  /** What they have to sign before they book, as `toUnsigned` reads it. */
  unsigned: string | null
  banned: number
  /** They try the studio out: no fee is taken of them. */
  trial: number | null
  heldName: string | null
  heldRung: number | null
  heldUntil: string | null
}

/** The answers of `bookingStatements` as `toFacts` takes them. */
export function toBookingRows({
  occurrence,
  memberships,
  ...rows
}: Pick<FactRows, 'mine' | 'lots' | 'makeUps' | 'others' | 'limits' | 'skills'> & {
  occurrence: BookerRow[]
  memberships: MembershipWithUsesRow[]
}): FactRows {
  const [first] = occurrence
  return {
    ...rows,
    mine: first?.trial ? rows.mine.map((row) => ({ ...row, feeMinor: 0 })) : rows.mine,
    occurrence: occurrence.map(
      ({
        bookerId,
        bookerName,
        bookerCalled,
        email,
        guardianName,
        heldName,
        heldRung,
        heldUntil,
        unsigned,
        banned,
        trial,
        ...row
      }) => (trial ? { ...row, lateFeeMinor: 0, noShowFeeMinor: 0 } : row),
    ),
    memberships: memberships.map(({ usedOn, ...row }) => row),
    uses: usesOf(memberships),
    levels:
      first?.heldName != null && first.heldRung !== null
        ? [
            {
              disciplineId: first.disciplineId,
              name: first.heldName,
              rung: first.heldRung,
              lapsesOn: first.heldUntil,
            },
          ]
        : [],
    person:
      first?.bookerName != null
        ? [
            {
              id: first.bookerId ?? '',
              name: first.bookerName,
              preferredName: first.bookerCalled ?? '',
              email: first.email ?? '',
              guardianName: first.guardianName ?? '',
              unsigned: first.unsigned,
              banned: first.banned,
            },
          ]
        : [],
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
  { now, guardianId }: StudioContext,
  personId: string,
  rows: FactRows,
): BookingFacts | null {
  const [row, found] = [rows.occurrence[0], rows.person[0]]
  if (!row || !found) return null
  const { unsigned, banned, ...person } = found
  return {
    occurrence: toClassToBook(row),
    mine: rows.mine[0] ?? null,
    held: toHeld(personId, rows),
    levels: toLevels(rows.levels),
    skills: rows.skills && toHeldSkills(rows.skills),
    others: rows.others,
    limits: rows.limits?.[0],
    unsigned: toUnsigned(unsigned, { guardianId, personId }),
    banned: banned === 1,
    person,
    now,
    signedIn: true,
  }
}
