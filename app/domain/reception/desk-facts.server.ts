/**
 * What the desk, the kiosk and the queue of taps all ask about people who arrive: one set of
 * statements.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { dueSql } from '#app/domain/billing/open-item-sums.server.ts'
import {
  type OccurrenceRow,
  occurrenceColumnsSql,
  occurrenceSourceSql,
} from '#app/domain/bookings/availability/bookable-occurrences.server.ts'
import { limitsStatement } from '#app/domain/bookings/availability/policy-limits.server.ts'
import type { LimitFacts } from '#app/domain/bookings/availability/policy-limits.ts'
import { cameBeforeImportSql } from '#app/domain/bookings/first-visit-sql.server.ts'
import { unsignedFromSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { cardKeptSql } from '#app/domain/payments/attempts/card-kept-sql.server.ts'
import { attendanceOpenSql } from '#app/domain/places/attendance-sql.server.ts'
import { positionSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { lackedSkillSql } from '#app/domain/skills/held-skills.server.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { type LocalDateTime, localDate } from '#app/values/zone.ts'
import type { AlertAction, ArrivalFacts, PersonAtDesk } from './alert-rules.ts'
import { begunMinutes, classesAtDesk, lastAtDesk, windowOf } from './look-ahead.ts'

/** A place of someone in a class, with what pays for it. */
export type PlaceAtDesk = {
  bookingId: string
  occurrenceId: string
  personId: string
  state: string
  position: number | null
  /** Who waits is offered a place until then. */
  offeredUntil: Instant | null
  /** 1 where something pays; 0 is a drop-in, or nothing. */
  paid: number
  lotName: string | null
  lotLeft: number | null
  planName: string | null
  /** A skill that the class asks for and they lack. */
  lacks: string | null
  title: string
  roomName: string
  classState: string
  /** 1 while attendance of the class may be edited. */
  editable: number
  startsAt: Instant
  localStart: LocalDateTime
  /** When they were checked in here; null where it was done on the roster. */
  arrivedAt: Instant | null
}

/**
 * Classes that are at the desk: the next few of today, late at night the first of tomorrow, and
 * what began in the last 90 minutes. Visits to a coach alone do not.
 */
export function aheadIdsSql({ studio, now }: StudioContext): SQL {
  const between = (from: Instant, until: Instant) => sql`SELECT o.id FROM occurrences AS o
    WHERE o.studio_id = ${studio.id} AND o.starts_at >= ${from} AND o.starts_at < ${until}
      AND o.state = 'scheduled' AND o.kind IN ('class','course','workshop')`
  return sql`(
    SELECT begun.id FROM (${between(addMinutes(now, -begunMinutes), now)}
      ORDER BY o.starts_at DESC, o.id LIMIT ${classesAtDesk}) AS begun
    UNION ALL
    SELECT coming.id FROM (${between(now, lastAtDesk(now, studio.timeZone))}
      ORDER BY o.starts_at, o.id LIMIT ${classesAtDesk}) AS coming)`
}

export const classesAheadStatement = (ctx: StudioContext): Statement<OccurrenceRow[]> =>
  ctx.db.all<OccurrenceRow>(sql`
    SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql}
    WHERE +o.studio_id = ${ctx.studio.id} AND o.id IN ${aheadIdsSql(ctx)}
    ORDER BY o.starts_at, o.id`)

/** A condition over booking `b`: it is of one of these classes, and holds a place or waits. */
export const onRostersAheadSql = (ctx: StudioContext): SQL => sql`
  b.studio_id = ${ctx.studio.id} AND b.occurrence_id IN ${aheadIdsSql(ctx)}
  AND b.state IN ('booked','checked_in','waitlisted')`

/**
 * A condition over booking `b` of class `o`: a place that one press would check in, of these people
 * or of anyone.
 */
export function inWindowSql({ studio, now }: StudioContext, whose: SQL | 'anybody'): SQL {
  const { from, until } = windowOf(now)
  // Of a few people their own places are looked through; of everyone those of the few classes.
  const few =
    whose === 'anybody'
      ? sql`b.occurrence_id IN (
          SELECT near.id FROM occurrences AS near
          WHERE near.studio_id = ${studio.id} AND near.starts_at >= ${from}
            AND near.starts_at <= ${until})`
      : sql`b.person_id IN ${whose}`
  return sql`b.studio_id = ${studio.id} AND ${few} AND b.state IN ('booked','checked_in')
    AND o.state = 'scheduled' AND o.starts_at >= ${from} AND o.starts_at <= ${until}`
}

/**
 * Places that `condition` picks over `bookings AS b`, `occurrences AS o`. Of a maximum SQLite would
 * walk the times.
 */
export function placesStatement(
  { db, now, studio }: StudioContext,
  condition: SQL,
): Statement<PlaceAtDesk[]> {
  return db.all<PlaceAtDesk>(sql`
    SELECT b.id AS bookingId, b.occurrence_id AS occurrenceId, b.person_id AS personId, b.state,
      ${positionSql('b')} AS position, b.offered_until AS offeredUntil,
      coalesce(b.lot_id, b.membership_id, b.enrolment_id, b.make_up_id, b.guest_of)
        IS NOT NULL AS paid,
      package.name AS lotName, CASE WHEN b.lot_id IS NULL THEN NULL ELSE (
        SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
        WHERE entry.studio_id = b.studio_id AND entry.lot_id = b.lot_id) END AS lotLeft,
      plan.name AS planName, class_type.name AS title, room.name AS roomName, o.state AS classState,
      o.starts_at AS startsAt, o.local_start AS localStart,
      ${attendanceOpenSql(now)} AS editable,
      ${lackedSkillSql(sql`b.person_id`, localDate(now, studio.timeZone))} AS lacks,
      (SELECT max(arrival.arrived_at) FROM arrivals AS arrival INDEXED BY arrivals_by_booking
        WHERE arrival.studio_id = b.studio_id AND arrival.booking_id = b.id
          AND arrival.booking_id IS NOT NULL AND arrival.undone_at IS NULL) AS arrivedAt
    FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN rooms AS room ON room.id = o.room_id
    LEFT JOIN lots AS lot ON lot.id = b.lot_id
    LEFT JOIN packages AS package ON package.id = lot.package_id
    LEFT JOIN memberships AS membership ON membership.id = b.membership_id
    LEFT JOIN plans AS plan ON plan.id = membership.plan_id
    WHERE ${condition} ORDER BY b.seq LIMIT 600`)
}

/**
 * Everything that may stand out about these people; of an injury only that there is one. With the
 * plus they are looked up by their ids, instead of everyone by the studio.
 */
export function peopleAtDeskStatement(ctx: StudioContext, whose: SQL): Statement<PersonAtDesk[]> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  return db.all<PersonAtDesk>(sql`
    SELECT person.id AS personId, person.name, person.preferred_name AS preferredName, person.photo,
      person.birth_date AS birthDate, person.archived_at AS archivedAt,
      person.banned_at AS bannedAt,
      EXISTS (SELECT 1 FROM memberships AS membership
        WHERE membership.studio_id = person.studio_id AND membership.person_id = person.id
          AND membership.state IN ('past_due','suspended')
          AND (membership.ends_on IS NULL OR membership.ends_on >= ${today})) AS pastDue,
      EXISTS (SELECT 1 FROM merchant_accounts AS account, memberships AS membership
        WHERE account.studio_id = person.studio_id AND account.state = 'active'
          AND membership.studio_id = person.studio_id AND membership.person_id = person.id
          AND membership.state IN ('active','trialing','past_due','suspended')
          AND +membership.next_bill_on IS NOT NULL
          AND NOT ${cardKeptSql(sql`person.studio_id`, sql`person.id`)}) AS noCard,
      max(0, ${dueSql(sql`person.studio_id`, sql`person.id`)}) AS owedMinor,
      EXISTS (SELECT 1 ${unsignedFromSql(ctx, 'person', sql`1`)}) AS unsigned,
      EXISTS (SELECT 1 FROM person_notes AS note
        WHERE note.studio_id = person.studio_id AND note.person_id = person.id
          AND note.removed_at IS NULL AND note.kind = 'injury') AS injury,
      (SELECT group_concat(note.kind || ' ' || replace(note.text, char(10), ' '), char(10))
        FROM person_notes AS note
        WHERE note.studio_id = person.studio_id AND note.person_id = person.id
          AND note.removed_at IS NULL
          AND note.kind IN ('red','yellow')) AS notes,
      (SELECT code.code FROM member_codes AS code
        WHERE code.person_id = person.id AND code.studio_id = person.studio_id) AS code,
      max((SELECT count(*) FROM bookings AS visit
        WHERE visit.studio_id = person.studio_id AND visit.person_id = person.id
          AND visit.state IN ('checked_in','attended')),
        ${cameBeforeImportSql(sql`person.studio_id`, sql`person.id`)}) AS visits
    FROM people AS person WHERE +person.studio_id = ${studio.id} AND person.id IN ${whose}`)
}

/**
 * Strikes and other limits of the places that `condition` picks; no row where the class's policy
 * has none.
 */
export const strikesStatement = (ctx: StudioContext, condition: SQL): Statement<LimitFacts[]> =>
  limitsStatement(
    ctx,
    sql`b.person_id`,
    condition,
    sql`bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id`,
  )

export const alertRulesStatement = ({ db, studio }: StudioContext) =>
  db.all<{ trigger: string; action: AlertAction }>(
    sql`SELECT "trigger", action FROM alert_rules WHERE studio_id = ${studio.id}`,
  )

/** Who holds a code. */
export const holderOfCodeSql = ({ studio }: StudioContext, code: string): SQL =>
  sql`(SELECT code.person_id FROM member_codes AS code
    WHERE code.studio_id = ${studio.id} AND code.code = ${code})`

/** What decides about one place. */
export function factsOf(
  place: PlaceAtDesk,
  { people, limits }: { people: readonly PersonAtDesk[]; limits: readonly LimitFacts[] },
): ArrivalFacts | null {
  const person = people.find(({ personId }) => personId === place.personId)
  if (!person) return null
  const own = limits.find(
    (l) => l.occurrenceId === place.occurrenceId && l.personId === place.personId,
  )
  return { person, place, blockedUntil: own?.blockedUntil ?? null }
}
