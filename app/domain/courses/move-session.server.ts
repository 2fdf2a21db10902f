import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { freeAfterMoveStatement } from '#app/domain/bookings/booking/keep-limits.server.ts'
import { openDaySql } from '#app/domain/calendar/closed-days.server.ts'
import {
  conflictsStatement,
  conflictWords,
  meantConflicts,
} from '#app/domain/calendar/conflicts.server.ts'
import { placesFreeSql } from '#app/domain/calendar/free-guards.server.ts'
import type { PolicyTimes } from '#app/domain/calendar/occurrence-times.ts'
import type { Anyway } from '#app/domain/calendar/shown-clashes.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { recordedStatement } from '#app/domain/happenings/happenings.server.ts'
import { type Teller, tellFirst } from '#app/domain/messaging/tell-people.server.ts'
import { seatedSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { freeAfterMoveWords } from '#app/messages/class-changed.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { minutesBetween } from '#app/values/instant.ts'
import { dayLongTime } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import { courseStatement } from './course-queries.server.ts'
import { policyTimesSql, sessionTimes } from './create-course.server.ts'
import { messageToEnrolled, type Told } from './enrolments/enrolment-mail.server.ts'

export type SessionChange = {
  localStart: LocalDateTime
  roomId: string
  coachId: string
  topic: string
  /** SEQUENCE as it was on the page: a second editor is told. */
  sequence?: number
  /** It is meant although something is in its way: someone was asked. */
  anyway?: Anyway
}

export type MoveSessionResult =
  | { ok: true; moved: boolean; notified: number; again?: true }
  | {
      ok: false
      reason:
        | 'not_found'
        | 'over'
        | 'begun'
        | 'in_the_past'
        | 'over_room'
        | 'changed_meanwhile'
        | 'closed_then'
    }
  /** `clashes` says in words what is in the way. */
  | { ok: false; reason: 'taken'; clashes: string[] }

type SessionRow = PolicyTimes & {
  localStart: LocalDateTime
  startsAt: string
  endsAt: string
  roomId: string
  coachId: string
  topic: string
  state: string
  sequence: number
  capacity: number
  makeUpHours: number | null
  name: string
  courseId: string
  firstStart: string
  coachName: string
  roomName: string
}

/**
 * Gives one session another topic, coach, room or time. Another day or time is told to everyone
 * enrolled, who may from then on withdraw for all that is to come, and to everyone who has or waits
 * for a single place in it, who may cancel free until it starts where the new time is past their
 * limit or meets something else of theirs; its bookings stay (R6). Refuses a session that is over
 * or cancelled, another time for one that has begun (`begun`: people are checked in to it, and only
 * its room, coach and topic may change), a time that has passed, a room with fewer places, a room or
 * a coach that something else has then or that is out (`taken`), and one that was changed since the
 * page that asks was opened. The same twice is once.
 */
export async function moveSession(
  ctx: StaffContext,
  courseId: string,
  occurrenceId: string,
  change: SessionChange,
): Promise<MoveSessionResult> {
  const { db, studio, now } = ctx
  const own = sql`o.studio_id = ${studio.id} AND o.id = ${occurrenceId}
    AND o.series_id = ${courseId}`
  const { found, people } = await batch(db, {
    found: db.all<SessionRow>(sql`
      SELECT o.local_start AS localStart, o.starts_at AS startsAt, o.ends_at AS endsAt,
        o.room_id AS roomId, o.coach_id AS coachId, o.topic, o.state, o.sequence, o.capacity,
        course.make_up_hours AS makeUpHours, class_type.name, course.id AS courseId,
        course.first_start AS firstStart, coach.name AS coachName,
        room.name AS roomName, ${policyTimesSql}
      FROM occurrences AS o JOIN courses AS course ON course.id = o.series_id
      JOIN class_types AS class_type ON class_type.id = course.class_type_id
      JOIN policies AS policy ON policy.id = o.policy_id
      JOIN people AS coach ON coach.id = course.coach_id
      JOIN rooms AS room ON room.id = course.room_id
      WHERE ${own}`),
    people: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM (${concernedSql(ctx, courseId, occurrenceId)})`),
  })
  const [was] = found
  if (!was) return { ok: false, reason: 'not_found' }
  if ((was.state !== 'scheduled' && was.state !== 'draft') || was.endsAt <= now)
    return { ok: false, reason: 'over' }
  const moved = was.localStart !== change.localStart
  if (moved && was.state === 'scheduled' && was.startsAt <= now)
    return { ok: false, reason: 'begun' }
  const same =
    !moved &&
    was.roomId === change.roomId &&
    was.coachId === change.coachId &&
    was.topic === change.topic
  if (same) return { ok: true, moved: false, notified: 0, again: true }
  if (change.sequence !== undefined && change.sequence !== was.sequence)
    return { ok: false, reason: 'changed_meanwhile' }

  const times = sessionTimes(
    {
      localStart: change.localStart,
      minutes: minutesBetween(was.startsAt, was.endsAt),
      timeZone: studio.timeZone,
    },
    was.makeUpHours,
    was,
  )
  if (moved && times.startsAt <= now) return { ok: false, reason: 'in_the_past' }
  // What stays where it is was settled when that was closed.
  const stays =
    times.localStart.slice(0, 10) === was.localStart.slice(0, 10) && change.roomId === was.roomId
  const open = stays
    ? sql`1`
    : openDaySql(ctx, sql`${change.roomId}`, sql`${times.localStart.slice(0, 10)}`)
  const { roomId, coachId, anyway } = change
  // A room that it has at these times already was settled before.
  const newRoom = moved || roomId !== was.roomId ? roomId : null
  const { startsAt, endsAt } = times
  const wanted =
    newRoom !== null || coachId !== was.coachId
      ? [{ startsAt, endsAt, roomId: newRoom, coachId, occurrenceId }]
      : []
  const meant = await meantConflicts(ctx, wanted, { ids: [occurrenceId] }, { anyway })
  if (meant.clashes) return { ok: false, reason: 'taken', clashes: meant.clashes }
  const except = { ids: [occurrenceId, ...meant.known] }
  const done = sql`EXISTS (SELECT 1 FROM occurrences AS occurrence
    WHERE occurrence.id = ${occurrenceId} AND occurrence.sequence = ${was.sequence + 1})`
  // The notice for a make-up, too: the limit is worked out by it.
  const asRead = sql`(o.sequence = ${was.sequence} AND (SELECT course.make_up_hours
    FROM courses AS course WHERE course.id = o.series_id) IS ${was.makeUpHours})`
  const telling = moved && was.state === 'scheduled'
  const happeningId = newId()
  const result = await batch(db, {
    change: db.run(sql`
      UPDATE occurrences AS o SET local_start = ${times.localStart}, starts_at = ${times.startsAt},
        ends_at = ${times.endsAt}, cutoff_at = ${times.cutoffAt}, closes_at = ${times.closesAt},
        waitlist_closes_at = ${times.waitlistClosesAt}, room_id = ${change.roomId},
        coach_id = ${change.coachId}, topic = ${change.topic}, sequence = sequence + 1
      WHERE ${own} AND ${asRead} AND o.state IN ('scheduled','draft')
        AND EXISTS (SELECT 1 FROM people AS person
          WHERE person.studio_id = ${studio.id} AND person.id = ${change.coachId}
            AND person.is_staff = 1)
        AND EXISTS (SELECT 1 FROM rooms AS room
          WHERE room.studio_id = ${studio.id} AND room.id = ${change.roomId}
            AND (room.id = o.room_id OR room.capacity >= o.capacity)) AND ${open}
        AND ${placesFreeSql(ctx, wanted, except)}`),
    audit: auditStatement(
      ctx,
      {
        action: moved ? 'session.moved' : 'session.changed',
        subjectKind: 'occurrence',
        subjectId: occurrenceId,
        detail: { courseId, from: was.localStart, to: times.localStart },
      },
      rightAfterChange,
    ),
    happened: telling
      ? recordedStatement(
          ctx,
          {
            id: happeningId,
            kind: 'session.moved',
            subjectId: occurrenceId,
            detail: { courseId, was: was.localStart, localStart: times.localStart },
          },
          rightAfterChange,
        )
      : null,
    limits: moved ? freeAfterMoveStatement(ctx, [occurrenceId], done) : null,
    free: moved
      ? db.run(sql`
          UPDATE enrolments SET free_since = ${now}
          WHERE studio_id = ${studio.id} AND course_id = ${courseId}
            AND state = 'enrolled' AND free_since IS NULL AND ${done}
            AND ${was.state} = 'scheduled'`)
      : null,
    span: db.run(sql`
      UPDATE courses SET
        first_start = (SELECT min(o.local_start) FROM occurrences AS o
          WHERE o.studio_id = courses.studio_id AND o.series_id = courses.id
            AND o.state <> 'cancelled'),
        last_start = (SELECT max(o.local_start) FROM occurrences AS o
          WHERE o.studio_id = courses.studio_id AND o.series_id = courses.id
            AND o.state <> 'cancelled')
      WHERE studio_id = ${studio.id} AND id = ${courseId} AND ${done}`),
    open: db.all<{ open: number; asRead: number }>(sql`
      SELECT ${open} AS open, ${asRead} AS asRead FROM occurrences AS o WHERE ${own}`),
  })
  if (changed(result.change) === 0) {
    if (result.open[0]?.asRead === 0) return { ok: false, reason: 'changed_meanwhile' }
    if (result.open[0]?.open === 0) return { ok: false, reason: 'closed_then' }
    const { taken } = await batch(db, { taken: conflictsStatement(ctx, wanted, except) })
    return taken.length > 0
      ? { ok: false, reason: 'taken', clashes: conflictWords(taken, ctx) }
      : { ok: false, reason: 'over_room' }
  }
  if (!telling) return { ok: true, moved, notified: 0 }
  await tellFirst(ctx, happeningId, tellSessionMoved)
  return { ok: true, moved, notified: people[0]?.n ?? 0 }
}

/** The people a moved session concerns: enrolled in its course, or with a single place in it. */
const concernedSql = (
  { studio }: StudioContext,
  courseId: string,
  occurrenceId: string,
): SQL => sql`
  SELECT enrolment.person_id, enrolment.id AS cause, 1 AS enrolled, NULL AS free,
    enrolment.created_at
  FROM enrolments AS enrolment
  WHERE enrolment.studio_id = ${studio.id} AND enrolment.course_id = ${courseId}
    AND enrolment.state = 'enrolled'
  UNION ALL
  SELECT b.person_id, b.id, 0, ${seatedSql('b')} AND b.cutoff_at = o.starts_at, b.created_at
  FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
  WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId}
    AND b.state IN ('booked','waitlisted','checked_in') AND NOT EXISTS (
      SELECT 1 FROM enrolments AS own WHERE own.studio_id = b.studio_id
        AND own.course_id = ${courseId} AND own.person_id = b.person_id
        AND own.state = 'enrolled')`

type Reader = Told & { cause: string; enrolled: number; free: number | null }

/** Everyone a session that is at another time concerns, in order of their ids. */
export const tellSessionMoved: Teller<'session.moved'> = {
  message: 'course-session-moved',
  async listReaders(ctx, { subjectId, detail: { courseId, was, localStart }, at }, after, limit) {
    const { db, studio } = ctx
    const { course, people } = await batch(db, {
      course: courseStatement(ctx, courseId),
      people: db.all<Reader>(sql`
        SELECT concerned.cause, concerned.enrolled, concerned.free, person.id, person.name,
          person.preferred_name AS preferredName, ${addressSql()}
        FROM (${concernedSql(ctx, courseId, subjectId)}) AS concerned
        JOIN people AS person ON person.id = concerned.person_id
        WHERE concerned.created_at <= ${at} AND person.id > ${after}
        ORDER BY person.id LIMIT ${limit}`),
    })
    const [named] = course
    if (!named) return []
    const when = (local: LocalDateTime) => dayLongTime(local, studio.locale)
    return people.map(({ cause, enrolled, free, ...person }) => ({
      position: person.id,
      key: cause,
      personId: person.id,
      email: person.email,
      ...messageToEnrolled(ctx, {
        person,
        course: named,
        letter: {
          subject: `Moved: a session of ${named.name}`,
          opening: `The session of ${when(was)} is on ${when(localStart)} now.`,
          more: [enrolled ? enrolledWords : singleWords(free === 1)],
        },
        ...(enrolled ? {} : { path: paths.occurrence(studio, subjectId) }),
      }),
    }))
  },
}

const enrolledWords =
  'Your place moves with it. If that doesn’t suit you, you can withdraw with a full refund ' +
  'for the remaining sessions.'

const singleWords = (free: boolean) => {
  const then = free
    ? freeAfterMoveWords({ meets: null })
    : 'If it does not suit you, cancel it: its page says until when that is free.'
  return `Your place moves with it. ${then}`
}
