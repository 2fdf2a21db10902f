/** What the person who teaches a class should know of its people before it begins. */

import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { firstVisitSql } from '#app/domain/bookings/first-visit-sql.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { bookedCountSql, seatedSql } from '#app/domain/places/booking-sql.server.ts'
import { countsSql, skillsClearedSql } from '#app/domain/progression/standing-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { briefingLetter, briefingNotice } from '#app/messages/class-briefing.ts'
import { paths } from '#app/paths.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { type LocalDateTime, localDate } from '#app/values/zone.ts'
import { type BriefedRow, toBriefed } from './briefed-people.server.ts'
import { briefingCounts } from './class-briefing.ts'

/** Minutes before a class in which its coach is told. */
const briefingMinutes = 15

/** More than any room holds; classes of a run that come to more people are left to the next. */
const most = 300

/** Everybody with a place in the classes `ids` (a SELECT), with what may stand out. */
function briefedStatement(ctx: StudioContext, ids: SQL): Statement<BriefedRow[]> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const whose = { personId: sql`b.person_id`, studioId: sql`b.studio_id` }
  return db.all<BriefedRow>(sql`
    SELECT o.id AS occurrenceId, person.id AS personId, person.name, ${firstVisitSql} AS first,
      person.birth_date AS birthDate, held.since,
      held.provisional, held.lapses_on AS lapsesOn,
      (SELECT group_concat(replace(note.text, char(10), ' '), '; ') FROM person_notes AS note
        WHERE note.studio_id = b.studio_id AND note.person_id = b.person_id
          AND note.removed_at IS NULL AND note.kind = 'injury') AS injury,
      (SELECT count(*) FROM bookings AS came
        JOIN occurrences AS before ON before.id = came.occurrence_id
        WHERE came.studio_id = b.studio_id AND came.person_id = b.person_id
          AND came.state IN ('checked_in','attended') AND before.starts_at < o.starts_at) AS visits,
      next.id AS nextId, next.name AS nextName, next.ask_classes AS askClasses,
      next.ask_days AS askDays, next.ask_age AS askAge,
      (SELECT count(*) FROM level_skills AS ask
        WHERE ask.studio_id = next.studio_id AND ask.level_id = next.id) AS askSkills,
      CASE WHEN next.id IS NULL THEN NULL ELSE ${countsSql(
        { ladder: sql`ladder`, personId: sql`b.person_id`, since: sql`held.since` },
        today,
      )} END AS counts,
      CASE WHEN next.id IS NULL THEN NULL ELSE ${skillsClearedSql(
        { ladderId: sql`ladder.id`, ...whose },
        today,
      )} END AS skills,
      (SELECT json_array(skill.name, stand.since) FROM skill_stands AS stand
        JOIN skills AS skill ON skill.id = stand.skill_id
        WHERE stand.studio_id = b.studio_id AND stand.person_id = b.person_id
          AND stand.state = 'cleared' ORDER BY stand.since DESC, skill.name LIMIT 1) AS newest
    FROM occurrences AS o CROSS JOIN bookings AS b ON b.studio_id = o.studio_id
      AND b.occurrence_id = o.id AND ${seatedSql('b')}
    JOIN people AS person ON person.id = b.person_id
    JOIN class_types AS type ON type.id = o.class_type_id
    LEFT JOIN person_levels AS held ON held.studio_id = b.studio_id
      AND held.person_id = b.person_id AND held.discipline_id = type.discipline_id
    LEFT JOIN levels AS level ON level.id = held.level_id
    LEFT JOIN ladders AS ladder ON ladder.id = level.ladder_id
    LEFT JOIN levels AS next ON next.id = (SELECT above.id FROM levels AS above
      WHERE above.studio_id = level.studio_id AND above.ladder_id = level.ladder_id
        AND above.rung > level.rung ORDER BY above.rung LIMIT 1)
    WHERE o.studio_id = ${studio.id} AND o.id IN (${ids})
    ORDER BY o.starts_at, person.name, person.id LIMIT ${most}`)
}

/**
 * The briefing of one class: who comes for the first time, has an injury noted, is about to level
 * up, has a birthday, comes for the hundredth time or cleared a skill lately. Null where the studio
 * has no such class. Injuries have their words; who may not read them is the page's to ask.
 */
export async function classBriefing(ctx: StudioContext, occurrenceId: string) {
  const { db, studio } = ctx
  const { found, people } = await batch(db, {
    found: db.all<{
      title: string
      localStart: LocalDateTime
      roomName: string
      coachId: string
      coachName: string
      booked: number
    }>(sql`
      SELECT type.name AS title, o.local_start AS localStart, room.name AS roomName,
        o.coach_id AS coachId, coach.name AS coachName, ${bookedCountSql} AS booked
      FROM occurrences AS o JOIN class_types AS type ON type.id = o.class_type_id
      JOIN people AS coach ON coach.id = o.coach_id JOIN rooms AS room ON room.id = o.room_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}
        AND o.kind IN ('class','course','workshop')`),
    people: briefedStatement(ctx, sql`${occurrenceId}`),
  })
  const [taught] = found
  return taught ? { ...taught, people: toBriefed(people, taught.localStart) } : null
}

/** Classes that begin within minutes and whose coach has not been told of their people. */
const unbriefedSql = ({ studio, now }: Look): SQL => sql`
  FROM occurrences AS o JOIN people AS coach ON coach.id = o.coach_id
  WHERE o.studio_id = ${studio} AND o.starts_at > ${now}
    AND o.starts_at <= ${addMinutes(now, briefingMinutes)} AND o.state = 'scheduled'
    AND o.kind IN ('class','course','workshop') AND coach.is_staff = 1
    AND EXISTS (SELECT 1 FROM bookings AS b WHERE b.studio_id = o.studio_id
      AND b.occurrence_id = o.id AND ${seatedSql('b')})
    AND NOT EXISTS (SELECT 1 FROM notices AS told WHERE told.studio_id = o.studio_id
      AND told.dedupe_key = 'briefing:' || o.id || ':' || o.starts_at || ':' || o.coach_id)`

/** Whether a studio has coaches to brief. */
export const tellBriefingsDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${unbriefedSql(look)})`

/**
 * Briefs the coach of each class that begins within a quarter of an hour, once a class, time and
 * coach: a notice always, an email where somebody stands out. Names and injuries stay in the
 * product. Answers how many were told.
 */
export async function tellBriefings(ctx: StudioContext): Promise<number> {
  const { db, studio, origin, nowMs } = ctx
  type Due = {
    id: string
    startsAt: Instant
    localStart: LocalDateTime
    coachId: string
    name: string
    email: string
    title: string
    booked: number
  }
  const found = await db.all<Due>(sql`
    SELECT o.id, o.starts_at AS startsAt, o.local_start AS localStart, o.coach_id AS coachId,
      ${calledSql('coach')} AS name, coach.email,
      (SELECT type.name FROM class_types AS type WHERE type.id = o.class_type_id) AS title,
      ${bookedCountSql} AS booked ${unbriefedSql(lookAt(ctx))} ORDER BY o.starts_at, o.id LIMIT 20`)
  let rows = 0
  const due = found.filter(({ booked }, i) => {
    rows += booked
    return i === 0 || rows <= most
  })
  if (due.length === 0) return 0
  const { people } = await batch(db, {
    people: briefedStatement(
      ctx,
      sql`SELECT value FROM json_each(${JSON.stringify(due.map(({ id }) => id))})`,
    ),
  })
  const statements: Record<string, Statement<D1Result>> = {}
  due.forEach((one, i) => {
    const dedupeKey = `briefing:${one.id}:${one.startsAt}:${one.coachId}`
    const path = paths.manageClassAct(studio, one.id, 'briefing')
    const own = people.filter(({ occurrenceId }) => occurrenceId === one.id)
    const counts = briefingCounts(toBriefed(own, one.localStart))
    const about = { studio, origin, path, ...one, counts }
    const still = sql`EXISTS (SELECT 1 FROM occurrences AS o WHERE o.studio_id = ${studio.id}
      AND o.id = ${one.id} AND o.state = 'scheduled' AND o.starts_at = ${one.startsAt}
      AND o.coach_id = ${one.coachId})`
    if (one.email && counts.length > 0)
      statements[`mail${i}`] = queueStatement(
        db,
        {
          studioId: studio.id,
          dedupeKey,
          to: one.email,
          kind: 'class-briefing',
          letter: briefingLetter(about),
        },
        nowMs,
        still,
      )
    statements[`notice${i}`] = noticeStatement(
      ctx,
      {
        personId: one.coachId,
        dedupeKey,
        kind: 'class-briefing',
        path,
        text: briefingNotice(about),
      },
      still,
    )
  })
  const result = (await batch(db, statements)) as Record<string, unknown>
  return due.reduce((n, _, i) => n + changed(result[`notice${i}`]), 0)
}
