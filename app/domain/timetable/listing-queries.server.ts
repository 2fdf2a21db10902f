/**
 * Dated classes with where one viewer stands, for every page that lists them. Joins what several
 * contexts keep.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { availabilityOf } from '#app/domain/bookings/availability/availability.ts'
import type {
  Availability,
  MyBooking,
  OtherBooking,
} from '#app/domain/bookings/availability/bookable-occurrence.ts'
import {
  type OccurrenceRow,
  occurrenceColumnsOf,
  occurrenceSourceOf,
  toClassToBook,
  toCourse,
} from '#app/domain/bookings/availability/bookable-occurrences.server.ts'
import {
  heldLevelsStatement,
  toLevels,
} from '#app/domain/bookings/availability/held-levels.server.ts'
import { limitsStatement } from '#app/domain/bookings/availability/policy-limits.server.ts'
import type { LimitFacts } from '#app/domain/bookings/availability/policy-limits.ts'
import {
  daysAround,
  membershipUsesStatement,
  myBookingsBetweenStatement,
} from '#app/domain/bookings/booking-queries.server.ts'
import { accessTold } from '#app/domain/calendar/class-access.ts'
import { placesInCourseSql } from '#app/domain/courses/course-queries.server.ts'
import { unsignedStatement } from '#app/domain/documents/document-queries.server.ts'
import { toUnsigned } from '#app/domain/documents/unsigned.ts'
import {
  entitlementsStatements,
  type LotRow,
  type MembershipRow,
  toHeld,
  type UseRow,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { shortlyCalledSql } from '#app/domain/people/called-sql.server.ts'
import type { MakeUpRow } from '#app/domain/places/make-up-queries.server.ts'
import { everyNeed, type Needs } from '#app/domain/places/needs.server.ts'
import { cheapestTicketSql, ticketsTakenSql } from '#app/domain/places/ticket-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  type HeldSkillRow,
  heldSkillsStatement,
  taughtSkillsSql,
  toHeldSkills,
} from '#app/domain/skills/held-skills.server.ts'
import { minutesBetween } from '#app/values/instant.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { ClassListing } from './class-listing.ts'

export type ListingRow = OccurrenceRow & {
  coachId: string
  coach: string
  insteadOf: string | null
  levelId: string | null
  /** Places in the whole course of a session; null for what is none, left out where nothing is one. */
  coursePlaces?: number | null
  /** Tickets taken of an event, and the cheapest price on sale; the same. */
  ticketsTaken?: number | null
  ticketsFrom?: number | null
  /** Ids of the skills it teaches, as JSON; left out where no class asks for skills. */
  teaches?: string
  /** Of the class type's sign, as they are stored. */
  icon: string
  colour: string
  /** As the class type has them (`class-access.ts`). */
  language: string
  access: string
}

/**
 * Beside `occurrenceColumnsSql`: who takes the class and for whom, under the source's own aliases.
 */
const listingColumnsSql = (
  now: string,
  needs: Needs,
): SQL => sql`${occurrenceColumnsOf(needs)}, o.coach_id AS coachId,
  level.id AS levelId, class_type.icon, class_type.colour, language, access, ${shortlyCalledSql('coach')} AS coach,
  (SELECT ${shortlyCalledSql('regular')} FROM people AS regular
    WHERE regular.id = o.substituted_coach_id) AS insteadOf${
      needs.courses
        ? sql`, CASE WHEN course.id IS NOT NULL THEN ${placesInCourseSql(now, needs)} END AS coursePlaces`
        : sql``
    }${
      needs.events
        ? sql`, CASE WHEN o.kind = 'event'
    THEN ${ticketsTakenSql(sql`o.id`, sql`o.studio_id`, now)} END AS ticketsTaken,
  CASE WHEN o.kind = 'event' THEN ${cheapestTicketSql(now)} END AS ticketsFrom`
        : sql``
    }${needs.skills ? sql`, ${taughtSkillsSql} AS teaches` : sql``}`

/**
 * Classes, sessions and events of the studio that are published, in order of time. `where` is a
 * condition on occurrence `o` or `class_type`; drafts and appointments are never listed.
 */
export function listingsStatement(
  ctx: StudioContext,
  where: SQL,
  limit = 500,
  needs: Needs = everyNeed,
): Statement<ListingRow[]> {
  return listed(ctx, sql`o.studio_id = ${ctx.studio.id} AND ${where}`, limit, needs)
}

/**
 * Those of `ids`, a SELECT of few. With the plus they are looked up by their id, instead of every
 * class by the studio.
 */
export function listingsOfStatement(
  ctx: StudioContext,
  ids: SQL,
  where: SQL,
  limit: number,
  needs: Needs = everyNeed,
): Statement<ListingRow[]> {
  const among = sql`+o.studio_id = ${ctx.studio.id} AND o.id IN (${ids}) AND ${where}`
  return listed(ctx, among, limit, needs)
}

function listed(
  { db, now }: StudioContext,
  where: SQL,
  limit: number,
  needs: Needs,
): Statement<ListingRow[]> {
  return db.all<ListingRow>(sql`
    SELECT ${listingColumnsSql(now, needs)} FROM ${occurrenceSourceOf(needs)}
    WHERE ${where} AND o.state NOT IN ('draft','held')
      AND o.kind <> 'appointment'
    ORDER BY o.local_start, class_type.name LIMIT ${limit}`)
}

export type ViewerRows = {
  memberships: MembershipRow[]
  lots: LotRow[]
  /** Left out where no session of a course is among the classes, which alone take them. */
  makeUps?: MakeUpRow[] | undefined
  uses: UseRow[]
  levels: { disciplineId: string; name: string; rung: number; lapsesOn: string | null }[]
  mine: (MyBooking & { occurrenceId: string })[]
  /** Left out where no class of the studio asks for skills. */
  skills?: HeldSkillRow[] | undefined
  /** Of the classes in the range; left out where no class is offered for booking, or none has any. */
  limits?: LimitFacts[] | undefined
  /** What they have to sign before they book; left out where no class asks for documents. */
  unsigned?: { unsigned: string | null }[] | undefined
}

/** Nobody: what a page has of a viewer without a place in the studio. */
export const noViewer: ViewerRows = { memberships: [], lots: [], uses: [], levels: [], mine: [] }

/**
 * What one person brings to the classes of a range of local dates (`from` included, `until` not):
 * what they hold, their levels, and their own rows there.
 */
export function viewerStatements(
  ctx: StudioContext,
  personId: string,
  { from, until }: { from: LocalDate; until: LocalDate },
) {
  return {
    ...entitlementsStatements(ctx, personId),
    uses: membershipUsesStatement(ctx, sql`(${personId})`, daysAround(from, until)),
    levels: heldLevelsStatement(ctx, personId),
    skills: heldSkillsStatement(ctx, personId),
    mine: myBookingsBetweenStatement(ctx, personId, { from, until }),
    limits: limitsStatement(
      ctx,
      sql`${personId}`,
      sql`o.studio_id = ${ctx.studio.id} AND o.local_start >= ${from} AND o.local_start < ${until}
        AND o.starts_at > ${ctx.now}`,
    ),
    unsigned: unsignedStatement(ctx, personId),
  }
}

/** Rows as listings, each with where the viewer stands; `personId` is null for nobody. */
export function toListings(
  ctx: StudioContext,
  rows: readonly ListingRow[],
  viewer: ViewerRows,
  personId: string | null,
): ClassListing[] {
  const held = toHeld(personId ?? '', viewer)
  const levels = toLevels(viewer.levels)
  const skills = toHeldSkills(viewer.skills ?? [])
  const unsigned = toUnsigned(viewer.unsigned?.[0]?.unsigned ?? null, {
    guardianId: ctx.guardianId,
    personId,
  })
  const limits = new Map((viewer.limits ?? []).map((row) => [row.occurrenceId, row]))
  const own = new Map(viewer.mine.map((row) => [row.occurrenceId, row]))
  const others = rows.flatMap((row): OtherBooking[] => {
    const mine = own.get(row.id)
    const { title, startsAt, endsAt, localStart } = row
    return mine
      ? [
          {
            bookingId: mine.id,
            occurrenceId: row.id,
            state: mine.state,
            title,
            startsAt,
            endsAt,
            localStart,
          },
        ]
      : []
  })
  return rows.map((row) =>
    toListing(
      row,
      availabilityOf({
        occurrence: withPlaces(row),
        mine: own.get(row.id) ?? null,
        limits: limits.get(row.id),
        unsigned,
        held,
        levels,
        skills,
        others,
        now: ctx.now,
        signedIn: personId !== null,
      }),
    ),
  )
}

/**
 * The class as booking rules see it, with the places of its course where it is a session of one.
 */
export function withPlaces(row: ListingRow) {
  const left = Math.max(0, row.capacity - (row.ticketsTaken ?? 0))
  const occurrence = toClassToBook(row, { left, fromMinor: row.ticketsFrom ?? null })
  return occurrence.course
    ? { ...occurrence, course: { ...occurrence.course, places: row.coursePlaces ?? null } }
    : occurrence
}

/** A row and where the viewer stands, as a listing. */
export function toListing(row: ListingRow, availability: Availability): ClassListing {
  const {
    id,
    title,
    startsAt,
    endsAt,
    localStart,
    coach,
    insteadOf,
    disciplineId,
    coachId,
    classTypeId,
  } = row
  return {
    id,
    title,
    startsAt,
    endsAt,
    localStart,
    coach,
    insteadOf,
    disciplineId,
    coachId,
    classTypeId,
    availability,
    room: row.roomName,
    locationId: row.locationId,
    kind: row.kind,
    look: { icon: row.icon, colour: row.colour },
    minutes: minutesBetween(startsAt, endsAt),
    course: courseOf(row),
    minimumLevel: row.levelId && row.levelName ? { id: row.levelId, name: row.levelName } : null,
    ...accessTold(row),
    ...(row.teaches ? { teaches: JSON.parse(row.teaches) as string[] } : {}),
    placesLeft: Math.max(0, row.capacity - (row.ticketsTaken ?? row.booked) - row.waiting),
  }
}

/** The course of a session, as lists mark it. */
function courseOf(row: ListingRow): ClassListing['course'] {
  const course = toCourse(row)
  return (
    course && {
      id: course.id,
      kind: course.kind,
      dropIns: course.dropIns,
      givesMakeUps: course.givesMakeUps,
    }
  )
}
