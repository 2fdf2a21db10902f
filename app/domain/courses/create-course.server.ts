import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import {
  closedDayWords,
  closedRoomsStatement,
  openDaysOfSql,
} from '#app/domain/calendar/closed-days.server.ts'
import {
  conflictsStatement,
  conflictWords,
  meantConflicts,
} from '#app/domain/calendar/conflicts.server.ts'
import { placesFreeSql } from '#app/domain/calendar/free-guards.server.ts'
import {
  alwaysOpen,
  occurrenceTimes,
  type PolicyTimes,
} from '#app/domain/calendar/occurrence-times.ts'
import type { Anyway } from '#app/domain/calendar/shown-clashes.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { shortName } from '#app/values/text/short-name.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { CourseKind, Tier } from './course-view.ts'
import { type WithdrawalRow, withdrawalText } from './enrolments/withdrawal.ts'

/** No course has more sessions. */
export const mostSessions = 60

/** What can be changed later as well; money in minor units. */
export type CourseTerms = {
  name: string
  description: string
  bring: string
  levelId: string | null
  priceMinor: number
  tiers: readonly Tier[]
  lateJoin: number
  dropIns: boolean
  /** What a single place costs at the desk; null is not sold singly there. */
  dropInMinor: number | null
  makeUpHours: number | null
  makeUpDays: number
  takesMakeUps: boolean
  withdrawal: readonly WithdrawalRow[]
  withdrawalRunning: number
  waitlistLimit: number
  offerHours: number
  opensAt: Instant | null
  followsId: string | null
  reEnrolUntil: Instant | null
  minimumAge: number | null
  maximumAge: number | null
  minimumPeople: number | null
  decideAt: Instant | null
  guestName: string
  guestPercent: number
  guestFixedMinor: number
  guestMinimumMinor: number
}

export type NewCourse = CourseTerms & {
  /** Chosen beforehand by a form: sending it twice makes one course. */
  id?: string
  kind: CourseKind
  disciplineId: string
  roomId: string
  coachId: string
  policyId: string
  capacity: number
  minutes: number
  /** Local starts in order, and the rule they came from, if there was one. */
  starts: readonly LocalDateTime[]
  rrule: string
  /** What each session is about, in order; fewer than sessions leaves the rest open. */
  topics?: readonly string[]
  draft?: boolean
  /** It is meant although something is in the way of a session: someone was asked. */
  anyway?: Anyway
}

export type CreateCourseResult =
  | { ok: true; courseId: string; again?: true }
  | { ok: false; reason: 'not_found' | 'over_room' | 'bad_dates' | 'bad_length' | 'bad_capacity' }
  /** `clashes` says in words what is in the way, or on which days the room is closed. */
  | { ok: false; reason: 'taken' | 'closed'; clashes: string[] }

/** The columns of `courses` that the terms fill, in the order of `termValues`. */
export const termColumns =
  sql.raw(`price_minor, bring, late_join, drop_ins, make_up_hours, make_up_days, takes_make_ups,
  withdrawal, withdrawal_running, waitlist_limit, offer_hours, opens_at, follows_id, re_enrol_until,
  minimum_age, maximum_age, minimum_people, decide_at, guest_name, guest_percent, guest_fixed_minor,
  guest_minimum_minor`)

export const termValues = (
  t: CourseTerms,
) => sql`${t.priceMinor}, ${t.bring}, ${t.lateJoin}, ${t.dropIns ? 1 : 0},
  ${t.makeUpHours}, ${t.makeUpDays}, ${t.takesMakeUps ? 1 : 0}, ${withdrawalText(t.withdrawal)},
  ${t.withdrawalRunning}, ${t.waitlistLimit}, ${t.offerHours}, ${t.opensAt}, ${t.followsId},
  ${t.reEnrolUntil}, ${t.minimumAge}, ${t.maximumAge}, ${t.minimumPeople}, ${t.decideAt},
  ${t.guestName}, ${t.guestPercent}, ${t.guestFixedMinor}, ${t.guestMinimumMinor}`

/** Whether `id` is a record of this studio; none at all is. */
const ownSql = (
  { studio }: Pick<StudioContext, 'studio'>,
  table: 'disciplines' | 'people' | 'levels' | 'courses',
  id: string | null,
): SQL =>
  id === null
    ? sql`1`
    : sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} AS own
        WHERE own.studio_id = ${studio.id} AND own.id = ${id})`

/** Whether the level and the course that the terms name are this studio's: guards each write. */
export const ownTermsSql = (
  ctx: Pick<StudioContext, 'studio'>,
  { levelId, followsId }: Pick<CourseTerms, 'levelId' | 'followsId'>,
): SQL => sql`${ownSql(ctx, 'levels', levelId)} AND ${ownSql(ctx, 'courses', followsId)}`

/**
 * The instants of a session: free to give up until the make-up limit, open to drop-ins while it has
 * places.
 */
export function sessionTimes(
  {
    localStart,
    minutes,
    timeZone,
  }: { localStart: LocalDateTime; minutes: number; timeZone: string },
  makeUpHours: number | null,
  policy: PolicyTimes,
) {
  const cancelMinutes = makeUpHours === null ? policy.cancelMinutes : makeUpHours * 60
  // A make-up limit is a number of hours and stays one in the night: only a policy's own deadline
  // ends with the evening.
  const night = makeUpHours === null ? {} : { blackoutFrom: '', blackoutUntil: '' }
  const times = occurrenceTimes({
    localStart,
    minutes,
    timeZone,
    policy: { ...policy, ...night, cancelMinutes },
  })
  return { ...times, opensAt: alwaysOpen }
}

export const policyTimesSql = sql.raw(`policy.opens_days AS opensDays,
  policy.closes_minutes AS closesMinutes, policy.cancel_minutes AS cancelMinutes,
  policy.waitlist_closes_minutes AS waitlistClosesMinutes, policy.blackout_from AS blackoutFrom,
  policy.blackout_until AS blackoutUntil`)

/**
 * Makes a course or workshop with all its sessions, its tiers and a class type of its own, in one
 * batch; as a draft it is seen by staff only. Refuses rooms, coaches, policies, disciplines and
 * levels that are not this studio's (`not_found`), more places than the room has, no dates or more
 * than 60, dates that stand twice, and a room or a coach that something else has at one of them, or
 * that is out (`taken`). On days the room is closed nothing is made, whatever is meant (`closed`).
 * Twice with the same id is once.
 */
export async function createCourse(
  ctx: StudioContext & { actor: Actor },
  course: NewCourse,
): Promise<CreateCourseResult> {
  const { db, studio, now } = ctx
  const { starts, minutes, capacity } = course
  if (!Number.isInteger(minutes) || minutes < 5 || minutes > 720)
    return { ok: false, reason: 'bad_length' }
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > 1_000)
    return { ok: false, reason: 'bad_capacity' }
  if (
    starts.length === 0 ||
    starts.length > mostSessions ||
    new Set(starts).size !== starts.length
  ) {
    return { ok: false, reason: 'bad_dates' }
  }
  const [policy] = await db.all<PolicyTimes>(
    sql`SELECT ${policyTimesSql} FROM policies AS policy
      WHERE policy.studio_id = ${studio.id} AND policy.id = ${course.policyId}`,
  )
  if (!policy) return { ok: false, reason: 'not_found' }

  const id = course.id ?? newId()
  const typeId = newId()
  const state = course.draft ? 'draft' : 'scheduled'
  const sorted = [...starts].sort()
  const sessions = sorted.map((localStart, i) => ({
    id: newId(),
    recurrenceKey: localStart,
    topic: course.topics?.[i] ?? '',
    ...sessionTimes({ localStart, minutes, timeZone: studio.timeZone }, course.makeUpHours, policy),
  }))
  const wanted = sessions.map(({ startsAt, endsAt }) => ({
    startsAt,
    endsAt,
    roomId: course.roomId,
    coachId: course.coachId,
    needs: { disciplineId: course.disciplineId, people: 0 },
  }))
  const itself = { seriesIds: [id] }
  const meant = await meantConflicts(ctx, wanted, itself, { anyway: course.anyway })
  if (meant.clashes) return { ok: false, reason: 'taken', clashes: meant.clashes }
  const except = { ids: meant.known, seriesIds: [id] }
  const dates = sessions.map(({ localStart }) => localStart.slice(0, 10))
  const made = sql`EXISTS (SELECT 1 FROM courses AS made
    WHERE made.id = ${id} AND made.class_type_id = ${typeId})`
  const result = await batch(db, {
    course: db.run(sql`
      INSERT INTO courses (id, studio_id, kind, class_type_id, room_id, coach_id, policy_id, state,
        capacity, sessions, first_start, last_start, rrule, created_at, ${termColumns})
      SELECT ${id}, ${studio.id}, ${course.kind}, ${typeId}, room.id, ${course.coachId},
        ${course.policyId}, ${course.draft ? 'draft' : 'open'}, ${capacity}, ${sorted.length},
        ${sorted[0]!}, ${sorted.at(-1)!}, ${course.rrule}, ${now}, ${termValues(course)}
      FROM rooms AS room
      WHERE room.studio_id = ${studio.id} AND room.id = ${course.roomId}
        AND room.capacity >= ${capacity}
        AND ${ownSql(ctx, 'disciplines', course.disciplineId)}
        AND ${ownSql(ctx, 'people', course.coachId)} AND ${ownTermsSql(ctx, course)}
        AND ${openDaysOfSql(ctx, sql`room.id`, dates)}
        AND ${placesFreeSql(ctx, wanted, except)}
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: `${course.kind}.added`,
        subjectKind: 'course',
        subjectId: id,
        detail: { name: course.name, sessions: sorted.length, priceMinor: course.priceMinor },
      },
      rightAfterChange,
    ),
    type: db.run(sql`
      INSERT INTO class_types (id, studio_id, kind, name, short_name, discipline_id, description,
        minimum_level_id, minutes, drop_in_minor)
      SELECT ${typeId}, ${studio.id}, ${course.kind}, ${course.name},
        ${shortName(course.name)}, ${course.disciplineId}, ${course.description},
        ${course.levelId}, ${minutes}, ${course.dropInMinor}
      WHERE ${made}`),
    tiers: db.run(sql`
      INSERT INTO course_tiers (id, studio_id, course_id, name, price_minor, until)
      SELECT lower(hex(randomblob(6))), ${studio.id}, ${id}, input.value ->> 'name',
        input.value ->> 'priceMinor', input.value ->> 'until'
      FROM json_each(${JSON.stringify(course.tiers)}) AS input WHERE ${made}
      ON CONFLICT DO NOTHING`),
    sessions: db.run(sql`
      INSERT INTO occurrences (id, studio_id, kind, series_id, recurrence_key, class_type_id,
        room_id, coach_id, policy_id, starts_at, ends_at, time_zone, local_start, topic, capacity,
        cutoff_at, opens_at, closes_at, waitlist_closes_at, waitlist_limit, state)
      SELECT input.value ->> 'id', course.studio_id, course.kind, course.id,
        input.value ->> 'recurrenceKey', course.class_type_id, course.room_id,
        course.coach_id, course.policy_id, input.value ->> 'startsAt', input.value ->> 'endsAt',
        ${studio.timeZone}, input.value ->> 'localStart', input.value ->> 'topic', course.capacity,
        input.value ->> 'cutoffAt', input.value ->> 'opensAt', input.value ->> 'closesAt',
        input.value ->> 'waitlistClosesAt', 0, ${state}
      FROM courses AS course JOIN json_each(${JSON.stringify(sessions)}) AS input
      WHERE course.studio_id = ${studio.id} AND course.id = ${id} AND ${made}
      ON CONFLICT DO NOTHING`),
    there: db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM courses WHERE studio_id = ${studio.id} AND id = ${id}`,
    ),
    room: db.all<{ capacity: number }>(
      sql`SELECT capacity FROM rooms WHERE studio_id = ${studio.id} AND id = ${course.roomId}`,
    ),
  })
  if (changed(result.course) > 0) return { ok: true, courseId: id }
  if ((result.there[0]?.n ?? 0) > 0) return { ok: true, courseId: id, again: true }
  const [room] = result.room
  if (room && room.capacity < capacity) return { ok: false, reason: 'over_room' }
  const { taken, closed } = await batch(db, {
    taken: conflictsStatement(ctx, wanted, except),
    closed: closedRoomsStatement(ctx, { from: dates[0]!, until: dates.at(-1)! }),
  })
  const days = dates.map((date) => ({ roomId: course.roomId, date }))
  const closedWords = closedDayWords(closed, days, studio.locale)
  if (closedWords.length > 0) return { ok: false, reason: 'closed', clashes: closedWords }
  return taken.length > 0
    ? { ok: false, reason: 'taken', clashes: conflictWords(taken, ctx) }
    : { ok: false, reason: 'not_found' }
}
