/**
 * Home answers: what is next for me, what have I left, what should I do. A visitor learns who the
 * studio is.
 */

import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { mineAheadStatement } from '#app/domain/appointments/appointment-queries.server.ts'
import { toMyAppointments } from '#app/domain/appointments/appointment-words.ts'
import { firstDayShown, weeksInARow } from '#app/domain/bookings/availability/weeks-in-a-row.ts'
import { toldClosuresStatement } from '#app/domain/calendar/closed-days.server.ts'
import { closedAhead, closedWords } from '#app/domain/calendar/closed-words.ts'
import {
  type Announcement,
  announcedStatement,
} from '#app/domain/conversations/announcements.server.ts'
import { toUnsigned } from '#app/domain/documents/unsigned.ts'
import { toHeld } from '#app/domain/entitlements/entitlement-queries.server.ts'
import { creditsLeft, membershipsHeld } from '#app/domain/entitlements/holdings.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { type Needs, readListLean } from '#app/domain/places/needs.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { withPlace } from '#app/domain/timetable/class-listing.ts'
import { goodForYou } from '#app/domain/timetable/good-for-you.ts'
import {
  listingsStatement,
  noViewer,
  toListings,
  viewerStatements,
} from '#app/domain/timetable/listing-queries.server.ts'
import { addDays, type LocalDate, type LocalDateTime, localDateTime } from '#app/values/zone.ts'
import { bookingsAheadStatements, toBookingsAhead } from './bookings-ahead-queries.server.ts'
import { familyAheadStatement, toFamilyAhead, toFamilyUnsigned } from './family-ahead.server.ts'
import { payingFactsStatement } from './paying/paying-facts.server.ts'
import { toDos } from './to-dos.ts'

type PageViewer = { personId: string | null; name: string; email: string }

/** How many days "this week" looks ahead. */
const daysAhead = 8

/** Published classes of the coming days that can still be booked, as far as time goes. */
function comingStatement(ctx: StudioContext, from: LocalDateTime, limit: number, needs?: Needs) {
  const until = addDays(from.slice(0, 10), daysAhead)
  return listingsStatement(
    ctx,
    sql`o.local_start >= ${from} AND o.local_start < ${until} AND o.closes_at >= ${ctx.now}
      AND o.state = 'scheduled'`,
    limit,
    needs,
  )
}

/** Locations by name. */
const locationsStatement = ({ db, studio }: StudioContext) =>
  db.all<{ id: string; name: string }>(
    sql`SELECT id, name FROM locations WHERE studio_id = ${studio.id} ORDER BY name LIMIT 50`,
  )

/**
 * Home of a person of the studio, in one batch. Of several locations `location` is the name of the
 * one whose classes are proposed; null is all.
 */
export async function memberHomePage(
  ctx: StudioContext,
  viewer: PageViewer & { personId: string; staff?: boolean },
  location: string | null = null,
) {
  const { db, studio, now } = ctx
  const { personId } = viewer
  const wall = localDateTime(now, studio.timeZone)
  const today = wall.slice(0, 10)
  const range = { from: today, until: addDays(today, daysAhead) }
  const { limits, skills, ...own } = viewerStatements(ctx, personId, range)
  const statements = {
    ...shellStatements(ctx, viewer),
    ...own,
    appointments: mineAheadStatement(ctx, personId),
    family: familyAheadStatement(ctx, personId),
    closures: toldClosuresStatement(ctx, { from: today, until: addDays(today, closedAhead) }),
    announced: announcedStatement(ctx, viewer.staff ? 'staff' : 'member'),
    visits: db.all<{ localStart: LocalDateTime; classTypeId: string }>(sql`
      SELECT o.local_start AS localStart, o.class_type_id AS classTypeId
      FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.studio_id = ${studio.id} AND b.person_id = ${personId}
        AND b.state IN ('attended','checked_in')
        AND o.local_start >= ${firstDayShown(today, studio)}`),
    locations: locationsStatement(ctx),
    disciplines: db.all<{ id: string; name: string }>(
      sql`SELECT id, name FROM disciplines WHERE studio_id = ${studio.id}`,
    ),
    paying: payingFactsStatement(ctx, personId),
    person: db.all<{ emergencyPhone: string }>(sql`
      SELECT emergency_phone AS emergencyPhone FROM people
      WHERE studio_id = ${studio.id} AND id = ${personId}`),
  }
  const answer = await readListLean(
    ctx,
    (needs, needsStatement) =>
      batch(db, {
        ...statements,
        ...bookingsAheadStatements(ctx, personId, needs),
        coming: comingStatement(ctx, wall, 120, needs),
        limits: needs.limits ? limits : null,
        skills: needs.skills ? skills : null,
        needs: needsStatement,
      }),
    (rows) => [...rows.ahead, ...rows.coming],
  )
  const held = toHeld(personId, answer)
  const ahead = toBookingsAhead(ctx, personId, answer, answer)
  const coming = toListings(ctx, answer.coming, answer, personId)
  const { locations } = answer
  const here = locations.length > 1 ? locations.find(({ name }) => name === location) : undefined
  const near = here
    ? coming.filter(({ locationId }) => locationId === here.id)
    : withPlace(coming, locations)
  const shell = toShell(answer, viewer)
  const next = ahead.find(({ availability }) => availability.kind !== 'finished') ?? null
  return {
    shell,
    today,
    next,
    appointments: toMyAppointments(answer.appointments, now, studio),
    credits: creditsLeft(held, today),
    memberships: membershipsHeld(held.memberships, today),
    family: toFamilyAhead(answer.family),
    disciplines: Object.fromEntries(answer.disciplines.map(({ id, name }) => [id, name])),
    toDos: toDos({
      held,
      ahead,
      coming,
      unsigned: toUnsigned(answer.unsigned[0]?.unsigned ?? null),
      family: toFamilyUnsigned(answer.family, personId),
      paying: answer.paying[0] ?? null,
      unread: shell.unread,
      emergencyContact: answer.person[0]?.emergencyPhone !== '',
      today,
      now,
      timeZone: studio.timeZone,
      locale: studio.locale,
    }),
    weeks: weeksInARow(
      answer.visits.map(({ localStart }) => localStart.slice(0, 10)),
      today,
      studio,
    ),
    locations,
    /** The one whose classes are proposed; null is all. */
    location: here?.name ?? null,
    good: goodForYou(near, countBy(answer.visits.map(({ classTypeId }) => classTypeId))),
    announced: toAnnounced(answer.announced),
    seen: answer.visits.length > 0 || ahead.length > 0,
    closed: answer.closures.map((closure) => closedWords(closure, studio.locale)),
  }
}

/** What home tells, as it is shown. */
const toAnnounced = (rows: readonly Announcement[]) =>
  rows.map(({ id, title, text }) => ({ id, title, text }))

export type MemberHome = Awaited<ReturnType<typeof memberHomePage>>

/** Home of anyone else, signed in or not, in one batch. */
export async function visitorHomePage(ctx: StudioContext, viewer: PageViewer | null) {
  const { db, studio, now } = ctx
  const wall = localDateTime(now, studio.timeZone)
  const today = wall.slice(0, 10)
  const answer = await batch(db, {
    ...shellStatements(ctx, viewer),
    coming: comingStatement(ctx, wall, 6),
    announced: announcedStatement(ctx, 'nobody'),
    closures: toldClosuresStatement(ctx, { from: today, until: addDays(today, closedAhead) }),
    coaches: coachesStatement(ctx, today),
    locations: locationsStatement(ctx),
  })
  return {
    shell: toShell(answer, viewer),
    today,
    closed: answer.closures.map((closure) => closedWords(closure, studio.locale)),
    announced: toAnnounced(answer.announced),
    coming: withPlace(toListings(ctx, answer.coming, noViewer, null), answer.locations),
    coaches: answer.coaches,
    locations: answer.locations,
  }
}

export type VisitorHome = Awaited<ReturnType<typeof visitorHomePage>>

/** Who teaches in the next two weeks, and what. */
function coachesStatement({ db, studio }: StudioContext, today: LocalDate) {
  return db.all<{ name: string; teaches: string }>(sql`
    SELECT ${calledSql('coach')} AS name,
      group_concat(DISTINCT discipline.name) AS teaches
    FROM occurrences AS o JOIN people AS coach ON coach.id = o.coach_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN disciplines AS discipline ON discipline.id = class_type.discipline_id
    WHERE o.studio_id = ${studio.id} AND o.local_start >= ${today}
      AND o.local_start < ${addDays(today, 14)}
      AND o.state = 'scheduled'
    GROUP BY coach.id ORDER BY count(*) DESC, name LIMIT 12`)
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
