/**
 * How a class is read for booking: one list of columns for the timetable, the class page and the
 * booking itself.
 */

import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { OfferingKind } from '#app/db/studio/scheduling.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import {
  bookedCountOf,
  skippedCountSql,
  waitingCountSql,
} from '#app/domain/places/booking-sql.server.ts'
import {
  everyNeed,
  type Needs,
  type NeedsRow,
  needsColumnsSql,
} from '#app/domain/places/needs.server.ts'
import { onlinePlacesOf, walkInPlacesOf } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { BookableOccurrence, TicketsOfEvent } from './bookable-occurrence.ts'

export type OccurrenceRow = NeedsRow & {
  id: string
  kind: OfferingKind
  seriesId: string
  classTypeId: string
  title: string
  disciplineId: string
  roomName: string
  locationId: string
  coachName: string
  startsAt: Instant
  endsAt: Instant
  timeZone: string
  localStart: LocalDateTime
  capacity: number
  walkIns: number
  booked: number
  waiting: number
  skipped: number
  cutoffAt: Instant
  creditCutoffAt: Instant | null
  feeCutoffAt: Instant | null
  opensAt: Instant
  closesAt: Instant
  waitlistClosesAt: Instant
  waitlistLimit: number
  offerMinutes: number | null
  declineMinutes: number
  state: BookableOccurrence['state']
  cancelReason: string
  levelName: string | null
  levelRung: number | null
  lateLosesCredit: number
  lateFeeMinor: number
  noShowFeeMinor: number
  noShowBoth: number
  /** Of a session of a course or workshop; null for what is none, left out where nothing is one. */
  courseDropIns?: number | null
  courseTakesMakeUps?: number | null
  courseGivesMakeUps?: number | null
}

/**
 * `SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql} WHERE o.studio_id = … AND …` answers
 * `OccurrenceRow`s.
 */
export const occurrenceColumnsSql: SQL = occurrenceColumnsOf(everyNeed)

export const occurrenceSourceSql: SQL = occurrenceSourceOf(everyNeed)

/** The same for classes of which is known what they have nothing to do with. */
export function occurrenceColumnsOf(needs: Needs): SQL {
  return sql`
  o.id, o.series_id AS seriesId, o.class_type_id AS classTypeId, class_type.name AS title,
  class_type.discipline_id AS disciplineId, room.name AS roomName,
  room.location_id AS locationId,
  ${calledSql('coach')} AS coachName,
  o.time_zone AS timeZone, o.cutoff_at AS cutoffAt, o.credit_cutoff_at AS creditCutoffAt,
  o.fee_cutoff_at AS feeCutoffAt, policy.offer_minutes AS offerMinutes,
  policy.decline_minutes AS declineMinutes,
  ${standingColumnsOf(needs)},
  level.name AS levelName, level.rung AS levelRung, policy.late_keeps_credit AS lateLosesCredit,
  policy.late_fee_minor AS lateFeeMinor, policy.no_show_fee_minor AS noShowFeeMinor,
  policy.no_show_both AS noShowBoth${
    needs.courses
      ? sql`, course.drop_ins AS courseDropIns, course.takes_make_ups AS courseTakesMakeUps,
  course.make_up_hours IS NOT NULL AS courseGivesMakeUps`
      : sql``
  }`
}

/**
 * Of those the ones that decide whether it can be booked now; they need `o` and its `policy`. Read
 * twice in a booking, whose text is limited: so without AS.
 */
function standingColumnsOf(needs: Needs): SQL {
  return sql`
  o.kind, o.state, o.cancel_reason cancelReason, o.starts_at startsAt, o.ends_at endsAt,
  o.local_start localStart, o.opens_at opensAt, o.closes_at closesAt,
  o.waitlist_closes_at waitlistClosesAt, o.waitlist_limit waitlistLimit,
  ${onlinePlacesOf(needs)} capacity, ${walkInPlacesOf(needs)} walkIns, ${bookedCountOf(needs)} booked,
  ${waitingCountSql} waiting, ${skippedCountSql} skipped, ${needsColumnsSql}`
}

export type StandingRow = Pick<
  OccurrenceRow,
  | keyof NeedsRow
  | 'state'
  | 'cancelReason'
  | 'startsAt'
  | 'endsAt'
  | 'localStart'
  | 'opensAt'
  | 'closesAt'
  | 'waitlistClosesAt'
  | 'waitlistLimit'
  | 'capacity'
  | 'walkIns'
  | 'booked'
  | 'waiting'
  | 'skipped'
>

/** How a class that was read stands behind a write. */
export const standingStatement = (
  { db, studio }: StudioContext,
  occurrenceId: string,
  needs: Needs,
): Statement<StandingRow[]> =>
  db.all<StandingRow>(sql`
    SELECT ${standingColumnsOf(needs)}
    FROM occurrences AS o JOIN policies AS policy ON policy.id = o.policy_id
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`)

/** What `occurrenceColumnsOf` reads from. */
export function occurrenceSourceOf({ courses }: Needs): SQL {
  return sql`
  occurrences AS o
  JOIN class_types AS class_type ON class_type.id = o.class_type_id
  JOIN policies AS policy ON policy.id = o.policy_id
  JOIN rooms AS room ON room.id = o.room_id
  JOIN people AS coach ON coach.id = o.coach_id
  LEFT JOIN levels AS level ON level.id = class_type.minimum_level_id${
    courses
      ? sql`
  LEFT JOIN courses AS course ON o.kind IN ('course','workshop') AND course.id = o.series_id`
      : sql``
  }`
}

export type ClassToBook = BookableOccurrence & {
  roomName: string
  locationId: string
  coachName: string
  skipped: number
  walkIns: number
  policy: { noShowFeeMinor: number; noShowBoth: boolean }
}

/** A class as the desk sees it: places kept for walk-ins are places too. */
export function toClassWithAllPlaces(row: OccurrenceRow): ClassToBook {
  const found = toClassToBook(row)
  return { ...found, capacity: found.capacity + found.walkIns }
}

/** The course that a row is a session of; null for what is none. */
export const toCourse = (row: OccurrenceRow): NonNullable<ClassToBook['course']> | null =>
  (row.courseDropIns ?? null) === null
    ? null
    : {
        id: row.seriesId,
        kind: row.kind === 'workshop' ? 'workshop' : 'course',
        dropIns: row.courseDropIns === 1,
        takesMakeUps: row.courseTakesMakeUps === 1,
        givesMakeUps: row.courseGivesMakeUps === 1,
      }

/**
 * `tickets` are those of an event where they were asked for (`listing-queries.server.ts`); nobody
 * books one.
 */
export function toClassToBook(
  row: OccurrenceRow,
  tickets: TicketsOfEvent | null = null,
): ClassToBook {
  const {
    levelName,
    levelRung,
    lateLosesCredit,
    lateFeeMinor,
    noShowFeeMinor,
    noShowBoth,
    shares: _,
    limited: __,
    asksToSign: ___,
    asksSkills: ____,
    courseDropIns: _____,
    courseTakesMakeUps: ______,
    courseGivesMakeUps: _______,
    ...rest
  } = row
  return {
    ...rest,
    course: toCourse(row),
    tickets: row.kind === 'event' ? (tickets ?? { left: 0, fromMinor: null }) : null,
    minimumLevel:
      levelName === null || levelRung === null ? null : { name: levelName, rung: levelRung },
    policy: {
      lateLosesCredit: lateLosesCredit === 1,
      lateFeeMinor,
      noShowFeeMinor,
      noShowBoth: noShowBoth === 1,
    },
  }
}
