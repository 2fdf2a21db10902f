/** Reads of time off. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { TimeOffState } from '#app/db/studio/day/staffing-words.ts'
import { inTheWaySql } from '#app/domain/calendar/in-the-way-sql.server.ts'
import { openRequestSql } from '#app/domain/planning/substitution-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

type Row = {
  id: string
  personId: string
  name: string
  preferredName: string
  email: string
  startsAt: Instant
  endsAt: Instant
  reason: string
  state: TimeOffState
  answer: string
  byName: string
}

export type TimeOffRow = Omit<Row, 'personId' | 'name' | 'preferredName' | 'email'> & {
  person: { id: string; name: string; preferredName: string; email: string }
}

/** Time off by a condition on `away`, what begins first in front. */
export const timeOffStatement = ({ db, studio }: StudioContext, where: SQL): Statement<Row[]> =>
  db.all<Row>(sql`
    SELECT away.id, person.id AS personId, person.name, person.preferred_name AS preferredName,
      person.email, away.starts_at AS startsAt, away.ends_at AS endsAt, away.reason, away.state,
      away.answer, away.decided_by_name AS byName
    FROM time_off AS away JOIN people AS person ON person.id = away.person_id
    WHERE away.studio_id = ${studio.id} AND ${where} ORDER BY away.starts_at LIMIT 200`)

const toTimeOff = ({ personId, name, preferredName, email, ...row }: Row): TimeOffRow => ({
  ...row,
  person: { id: personId, name, preferredName, email },
})

/** One request; null for another studio's id. */
export async function findTimeOff(ctx: StudioContext, id: string): Promise<TimeOffRow | null> {
  const { rows } = await batch(ctx.db, { rows: timeOffStatement(ctx, sql`away.id = ${id}`) })
  return rows[0] ? toTimeOff(rows[0]) : null
}

/** Decided or not, it is listed for this long after its end. */
const listedMinutes = 30 * 1_440

/** What is to be decided, who is away or will be, and what was lately, in order of time. */
export async function timeOffPage(ctx: StudioContext): Promise<Row[]> {
  const since = addMinutes(ctx.now, -listedMinutes)
  const { rows } = await batch(ctx.db, {
    rows: timeOffStatement(ctx, sql`away.ends_at > ${since} AND away.state <> 'withdrawn'`),
  })
  return rows
}

export type Taught = {
  id: string
  /** Null for a class that its series has not made yet. */
  kind: string | null
  seriesId: string | null
  title: string
  localStart: LocalDateTime
  booked: number
  /** A request for a substitute that is open. */
  requestId: string | null
}

/** More than this of one absence nobody reads. */
const mostTaught = 200

export type Worked = { id: string; title: string; startsAt: Instant; endsAt: Instant }

/** One request with what its person teaches and works in that time and is still to come; null for none. */
export async function timeOffWithClasses(ctx: StudioContext, id: string) {
  const { db, studio, now } = ctx
  const found = await findTimeOff(ctx, id)
  if (!found) return null
  const { person, endsAt } = found
  const startsAt = found.startsAt > now ? found.startsAt : now
  if (startsAt >= endsAt) return { found, taught: [], shifts: [] }
  const wanted = [{ startsAt, endsAt, roomId: null, coachId: person.id }]
  const { taught, shifts } = await batch(db, {
    taught: db.all<Taught>(sql`
    SELECT way.id, o.kind, o.series_id AS seriesId, class_type.name AS title,
      way.local_start AS localStart, (SELECT count(*) FROM bookings AS counted
        WHERE counted.studio_id = ${studio.id} AND counted.occurrence_id = way.id
          AND counted.state = 'booked') AS booked,
      (SELECT request.id FROM sub_requests AS request
        WHERE request.studio_id = ${studio.id} AND request.occurrence_id = way.id
          AND ${openRequestSql(now)}) AS requestId
    FROM ${inTheWaySql(ctx, wanted, { blocks: false })} AS way
    JOIN class_types AS class_type ON class_type.id = way.class_type_id
    LEFT JOIN occurrences AS o ON o.studio_id = ${studio.id} AND o.id = way.id
    ORDER BY way.local_start LIMIT ${mostTaught}`),
    shifts: db.all<Worked>(sql`
      SELECT shift.id, shift.title, shift.starts_at AS startsAt, shift.ends_at AS endsAt
      FROM shifts AS shift
      WHERE shift.studio_id = ${studio.id} AND shift.person_id = ${person.id}
        AND shift.removed_at IS NULL AND shift.ends_at > ${startsAt}
        AND shift.starts_at > ${addMinutes(startsAt, -1_500)} AND shift.starts_at < ${endsAt}
      ORDER BY shift.starts_at LIMIT ${mostTaught}`),
  })
  return { found, taught, shifts }
}
