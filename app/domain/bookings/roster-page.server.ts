/** The roster of one class, in one batch: the class, everybody on its books, and who a search for a walk-in finds. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { chooseEntitlement, type Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import {
  entitlementsOfStatements,
  toHeld,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { peopleWhere } from '#app/domain/people/list/people-where.server.ts'
import { noFilters } from '#app/domain/people/list/person-filters.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import {
  type OccurrenceRow,
  occurrenceColumnsSql,
  occurrenceSourceSql,
  toClassToBook,
} from './availability/bookable-occurrences.server.ts'
import { membershipUsesStatement, weekOfSql } from './booking-queries.server.ts'
import { positionSql, seatedSql } from './booking-sql.server.ts'
import type { ClassAtDesk, ClassBesideRules } from './roster/class-at-desk.ts'
import type { RosterRow } from './roster/roster-words.ts'

/** More than any room holds, with all who gave up. */
const mostRows = 600

export function rosterStatement(
  { db, studio }: StudioContext,
  occurrenceId: string,
  more: SQL = sql`1`,
) {
  return db.all<RosterRow>(sql`
    SELECT b.id AS bookingId, b.person_id AS personId, h.name, h.photo, b.state, ${positionSql('b')} AS position,
      b.created_at AS createdAt, b.promoted_at AS promotedAt, b.ended_at AS endedAt, b.skipped_reason AS skippedReason,
      k.name AS lotName, CASE WHEN b.lot_id IS NULL THEN NULL ELSE (
        SELECT coalesce(sum(e.amount), 0) FROM entries AS e WHERE e.studio_id = b.studio_id AND e.lot_id = b.lot_id) END AS lotLeft,
      n.name AS planName, ct.name AS courseName, b.make_up_id IS NOT NULL AS byMakeUp, m.state AS membershipState, h.birth_date AS birthDate,
      NOT EXISTS (
        SELECT 1 FROM bookings AS e WHERE e.studio_id = b.studio_id AND e.person_id = b.person_id AND e.seq < b.seq
          AND ${seatedSql('e')}) AS first,
      (SELECT max(a.created_at) FROM audit_entries AS a
        WHERE a.studio_id = b.studio_id AND a.subject_kind = 'booking' AND a.subject_id = b.id
          AND a.action = 'booking.checked_in') AS checkedInAt,
      (SELECT group_concat(w.kind || ' ' || w.text, char(10)) FROM person_notes AS w
        WHERE w.studio_id = b.studio_id AND w.person_id = b.person_id AND w.removed_at IS NULL
          AND w.kind IN ('red','yellow','injury')) AS notes,
      b.spot, (SELECT hh.name FROM bookings AS hb JOIN people AS hh ON hh.id = hb.person_id WHERE hb.id = b.guest_of) AS hostName,
      f.amount_minor AS feeMinor, f.state AS feeState, f.due_at AS feeDueAt
    FROM bookings AS b JOIN people AS h ON h.id = b.person_id
    LEFT JOIN lots AS l ON l.id = b.lot_id LEFT JOIN packages AS k ON k.id = l.package_id
    LEFT JOIN memberships AS m ON m.id = b.membership_id LEFT JOIN plans AS n ON n.id = m.plan_id
    LEFT JOIN enrolments AS en ON en.id = b.enrolment_id LEFT JOIN make_ups AS mk ON mk.id = b.make_up_id
    LEFT JOIN courses AS ck ON ck.id = coalesce(en.course_id, mk.course_id)
    LEFT JOIN class_types AS ct ON ct.id = ck.class_type_id
    LEFT JOIN fees AS f ON f.studio_id = b.studio_id AND f.booking_id = b.id
    WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId} AND ${more}
    ORDER BY h.name, b.seq LIMIT ${mostRows}`)
}

type ClassRow = ClassBesideRules & { repeats: number }

export function classAtDeskStatements({ db, studio }: StudioContext, occurrenceId: string) {
  const own = sql`o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`
  return {
    occurrence: db.all<OccurrenceRow>(
      sql`SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql} WHERE ${own}`,
    ),
    more: db.all<ClassRow>(sql`
      SELECT o.coach_id AS coachId, regular.name AS insteadOf, t.drop_in_minor AS dropInMinor,
        p.reconcile_minutes AS reconcileMinutes, s.rrule <> '' AS repeats, o.sequence
      FROM occurrences AS o JOIN class_types AS t ON t.id = o.class_type_id JOIN policies AS p ON p.id = o.policy_id
      LEFT JOIN series AS s ON s.id = o.series_id LEFT JOIN people AS regular ON regular.id = o.substituted_coach_id
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
    ? { ...toClassToBook(row), ...more, kind: row.kind, repeats: more.repeats === 1 }
    : null
}

/** Somebody the search found, with what would pay. */
export type FoundPerson = {
  personId: string
  name: string
  phone: string
  pays: Entitlement | null
  /** On the roster or the list already. */
  there: boolean
  /** Below the level the class asks for. */
  below: boolean
}

/** People a search shows; whoever is not among them is looked for by more of the name. */
const found = 8

/** The roster; `search` is what was typed to find a walk-in, or empty. Null where the studio has no such class. */
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

type PersonRow = { personId: string; name: string; phone: string; rung: number }
type Search = ReturnType<typeof searchStatements>
type SearchRows = {
  [K in keyof Search]?: Search[K] extends Statement<infer Rows> ? Rows | undefined : never
}

const noSearch: { [K in keyof Search]?: undefined } = {}

function searchStatements(ctx: StudioContext, occurrenceId: string, search: string) {
  const { db, studio } = ctx
  const where = sql`${peopleWhere(ctx, { ...noFilters, q: search })} ORDER BY p.name, p.rowid LIMIT ${found}`
  const whose = sql`(SELECT p.id FROM people AS p WHERE ${where})`
  const { memberships, lots, makeUps } = entitlementsOfStatements(ctx, whose)
  return {
    people: db.all<PersonRow>(sql`
      SELECT p.id AS personId, p.name, p.phone, coalesce((
        SELECT v.rung FROM person_levels AS h JOIN levels AS v ON v.id = h.level_id
        WHERE h.studio_id = p.studio_id AND h.person_id = p.id AND h.discipline_id = (
          SELECT t.discipline_id FROM occurrences AS o JOIN class_types AS t ON t.id = o.class_type_id
          WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId})), 0) AS rung
      FROM people AS p WHERE ${where}`),
    memberships,
    lots,
    makeUps,
    uses: membershipUsesStatement(ctx, whose, weekOfSql(studio.id, occurrenceId)),
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
  return people.map(({ rung, ...person }) => ({
    ...person,
    there: there.has(person.personId),
    below: (occurrence.minimumLevel?.rung ?? 0) > rung,
    pays: chooseEntitlement(toHeld(person.personId, { memberships, lots, makeUps, uses }), {
      classDate: occurrence.localStart.slice(0, 10),
      disciplineId: occurrence.disciplineId,
      today: localDate(now, studio.timeZone),
      session: occurrence.course ?? null,
    }).pays,
  }))
}
