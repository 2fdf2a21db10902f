/**
 * The roster of one class, in one batch: the class, everyone on its books, and who a search for a
 * walk-in finds.
 */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { unsignedFromSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { chooseEntitlement, type Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import {
  entitlementsOfStatements,
  toHeld,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { guardianToCallSql } from '#app/domain/families/family-queries.server.ts'
import { noPhotosSql } from '#app/domain/people/consents/consent-statements.server.ts'
import { levelOpensSql } from '#app/domain/people/levels/held-level-sql.server.ts'
import { foundAtDeskSql } from '#app/domain/people/list/people-where.server.ts'
import { minorSql } from '#app/domain/people/minor-sql.server.ts'
import { editableDaysSql } from '#app/domain/places/attendance-sql.server.ts'
import { positionSql, seatedSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { lackedSkillSql } from '#app/domain/skills/held-skills.server.ts'
import { localDate } from '#app/values/zone.ts'
import {
  type OccurrenceRow,
  occurrenceColumnsSql,
  occurrenceSourceSql,
  toClassWithAllPlaces,
} from '../availability/bookable-occurrences.server.ts'
import { daysAroundClassSql, membershipUsesStatement } from '../booking-queries.server.ts'
import { cameBeforeImportSql } from '../first-visit-sql.server.ts'
import type { ClassAtDesk, ClassBesideRules } from './class-at-desk.ts'
import type { RosterRow } from './roster-row.ts'

/** More than any room holds, with all who gave up. */
const mostRows = 600

export function rosterStatement(ctx: StudioContext, occurrenceId: string, more: SQL = sql`1`) {
  const { db, studio } = ctx
  return db.all<RosterRow>(sql`
    SELECT b.id AS bookingId, b.person_id AS personId, person.name, person.photo, b.state,
      ${positionSql('b')} AS position, b.created_at AS createdAt, b.promoted_at AS promotedAt,
      b.offered_until AS offeredUntil,
      b.ended_at AS endedAt, b.skipped_reason AS skippedReason,
      package.name AS lotName, CASE WHEN b.lot_id IS NULL THEN NULL ELSE (
        SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
        WHERE entry.studio_id = b.studio_id AND entry.lot_id = b.lot_id) END AS lotLeft,
      plan.name AS planName, class_type.name AS courseName, b.make_up_id IS NOT NULL AS byMakeUp,
      membership.state AS membershipState, person.birth_date AS birthDate,
      NOT EXISTS (
        SELECT 1 FROM bookings AS earlier
        WHERE earlier.studio_id = b.studio_id AND earlier.person_id = b.person_id
          AND earlier.seq < b.seq
          AND ${seatedSql('earlier')})
        AND NOT ${cameBeforeImportSql(sql`b.studio_id`, sql`b.person_id`)} AS first,
      (SELECT max(audit.created_at) FROM audit_entries AS audit
        WHERE audit.studio_id = b.studio_id AND audit.subject_kind = 'booking'
          AND audit.subject_id = b.id
          AND audit.action = 'booking.checked_in') AS checkedInAt,
      (SELECT group_concat(note.kind || ' ' || note.text, char(10)) FROM person_notes AS note
        WHERE note.studio_id = b.studio_id AND note.person_id = b.person_id
          AND note.removed_at IS NULL
          AND note.kind IN ('red','yellow','injury')) AS notes,
      ${noPhotosSql(ctx)} AS noPhotos,
      EXISTS (SELECT 1 ${unsignedFromSql(ctx, 'person', sql`1`)}) AS unsigned,
      CASE WHEN ${minorSql(ctx)} THEN ${guardianToCallSql('person')} END AS guardian,
      b.spot, (SELECT host.name FROM bookings AS host_booking
        JOIN people AS host ON host.id = host_booking.person_id
        WHERE host_booking.id = b.guest_of) AS hostName,
      fee.amount_minor AS feeMinor, fee.state AS feeState, fee.due_at AS feeDueAt
    FROM bookings AS b JOIN people AS person ON person.id = b.person_id
    LEFT JOIN lots AS lot ON lot.id = b.lot_id
    LEFT JOIN packages AS package ON package.id = lot.package_id
    LEFT JOIN memberships AS membership ON membership.id = b.membership_id
    LEFT JOIN plans AS plan ON plan.id = membership.plan_id
    LEFT JOIN enrolments AS enrolment ON enrolment.id = b.enrolment_id
    LEFT JOIN make_ups AS make_up ON make_up.id = b.make_up_id
    LEFT JOIN courses AS course ON course.id = coalesce(enrolment.course_id, make_up.course_id)
    LEFT JOIN class_types AS class_type ON class_type.id = course.class_type_id
    LEFT JOIN fees AS fee ON fee.studio_id = b.studio_id AND fee.booking_id = b.id
    WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId} AND ${more}
    ORDER BY person.name, b.seq LIMIT ${mostRows}`)
}

type ClassRow = ClassBesideRules & { repeats: number }

export function classAtDeskStatements({ db, studio }: StudioContext, occurrenceId: string) {
  const own = sql`o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`
  return {
    occurrence: db.all<OccurrenceRow>(
      sql`SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql} WHERE ${own}`,
    ),
    more: db.all<ClassRow>(sql`
      SELECT o.coach_id AS coachId, regular.name AS insteadOf,
        class_type.drop_in_minor AS dropInMinor, policy.reconcile_minutes AS reconcileMinutes,
        series.rrule <> '' AS repeats, o.sequence, o.capacity AS ownCapacity,
        o.walk_ins AS ownWalkIns,
        ${editableDaysSql('o')} AS editableDays, policy.name AS policyName,
        policy.version AS policyVersion,
        o.kind = 'class' AND series.rrule <> '' AND series.policy_id <> o.policy_id AS ownPolicy
      FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
      JOIN policies AS policy ON policy.id = o.policy_id
      LEFT JOIN series ON series.id = o.series_id
      LEFT JOIN people AS regular ON regular.id = o.substituted_coach_id
      WHERE ${own}`),
  }
}

/** Null where the studio has no such class. */
export function toClassAtDesk(rows: {
  occurrence: OccurrenceRow[]
  more: ClassRow[]
}): ClassAtDesk | null {
  const [row, more] = [rows.occurrence[0], rows.more[0]]
  return row && more
    ? { ...toClassWithAllPlaces(row), ...more, kind: row.kind, repeats: more.repeats === 1 }
    : null
}

/** Someone the search found, with what would pay. */
export type FoundPerson = {
  personId: string
  name: string
  phone: string
  pays: Entitlement | null
  /** On the roster or the list already. */
  there: boolean
  /** Without the level or a skill that the class asks for. */
  below: boolean
  /** The skill; null where it is the level, or nothing. */
  lacks: string | null
}

/** People a search shows; anyone who is not among them is looked for by more of the name. */
const found = 8

/**
 * The roster; `search` is what was typed to find a walk-in, or empty. Null where the studio has no
 * such class.
 */
export async function rosterPage(ctx: StudioContext, occurrenceId: string, search: string) {
  const answer = await batch(ctx.db, {
    ...classAtDeskStatements(ctx, occurrenceId),
    rows: rosterStatement(ctx, occurrenceId),
    ...(search === '' ? noSearch : searchStatements(ctx, occurrenceId, search)),
  })
  const occurrence = toClassAtDesk(answer)
  if (!occurrence) return null
  return { occurrence, rows: answer.rows, found: foundPeople(ctx, occurrence, answer) }
}

type PersonRow = {
  personId: string
  name: string
  phone: string
  rung: number
  lacks: string | null
}
type Search = ReturnType<typeof searchStatements>
type SearchRows = {
  [K in keyof Search]?: Search[K] extends Statement<infer Rows> ? Rows | undefined : never
}

const noSearch: { [K in keyof Search]?: undefined } = {}

function searchStatements(ctx: StudioContext, occurrenceId: string, search: string) {
  const { db, studio } = ctx
  const where = foundAtDeskSql(ctx, search, found)
  const whose = sql`(SELECT person.id FROM people AS person WHERE ${where})`
  const { memberships, lots, makeUps } = entitlementsOfStatements(ctx, whose)
  return {
    people: db.all<PersonRow>(sql`
      SELECT person.id AS personId, person.name, person.phone, coalesce((
        SELECT level.rung FROM person_levels AS person_level
        JOIN levels AS level ON level.id = person_level.level_id
        WHERE person_level.studio_id = person.studio_id AND person_level.person_id = person.id
          AND (person_level.discipline_id, 1) = (
            SELECT class_type.discipline_id, ${levelOpensSql('person_level', sql`substr(o.local_start, 1, 10)`)}
            FROM occurrences AS o
            JOIN class_types AS class_type ON class_type.id = o.class_type_id
            WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId})), 0) AS rung,
        (SELECT ${lackedSkillSql(sql`person.id`, localDate(ctx.now, studio.timeZone))}
          FROM occurrences AS o
          WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}) AS lacks
      FROM people AS person WHERE ${where}`),
    memberships,
    lots,
    makeUps,
    uses: membershipUsesStatement(ctx, whose, daysAroundClassSql(studio.id, occurrenceId)),
  }
}

function foundPeople(
  { now, studio }: StudioContext,
  occurrence: ClassAtDesk,
  {
    people,
    memberships = [],
    lots = [],
    makeUps = [],
    uses = [],
    rows,
  }: SearchRows & { rows: readonly RosterRow[] },
): FoundPerson[] | null {
  if (!people) return null
  const there = new Set(
    rows.flatMap(({ personId, state }) =>
      ['booked', 'checked_in', 'waitlisted'].includes(state) ? [personId] : [],
    ),
  )
  return people.map(({ rung, lacks, ...person }) => ({
    ...person,
    lacks,
    there: there.has(person.personId),
    below: lacks !== null || (occurrence.minimumLevel?.rung ?? 0) > rung,
    pays: chooseEntitlement(toHeld(person.personId, { memberships, lots, makeUps, uses }), {
      localStart: occurrence.localStart,
      locationId: occurrence.locationId,
      disciplineId: occurrence.disciplineId,
      today: localDate(now, studio.timeZone),
      session: occurrence.course ?? null,
    }).pays,
  }))
}
