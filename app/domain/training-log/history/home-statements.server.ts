/** What the page of a person's workouts reads of their log; for its batch. */
import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDate, LocalDateTime } from '#app/values/zone.ts'
import { overSql } from '../bests/best-statements.server.ts'
import { type SetRow, setColumns } from '../session/log-queries.server.ts'

type Where = Pick<StudioContext, 'db' | 'studio'>

export type LoggedRow = {
  id: string
  name: string
  localStart: LocalDateTime
  startedAt: Instant
  endedAt: Instant
  sets: number
  volume: number
  state: 'finished' | 'auto_closed'
  assignmentId: string | null
  session: string
  source: string
}

const loggedColumns = sql`log.id, log.name, log.local_start AS localStart,
  log.started_at AS startedAt, log.ended_at AS endedAt, log.sets, log.volume, log.state,
  log.assignment_id AS assignmentId, log.session, log.source`

/** Workouts that are over, of some days, the oldest first. */
export const logsBetweenStatement = (
  { db, studio }: Where,
  personId: string,
  { from, until }: { from: LocalDate; until: LocalDate },
) =>
  db.all<LoggedRow>(sql`
    SELECT ${loggedColumns} FROM workout_logs AS log
    WHERE log.studio_id = ${studio.id} AND log.person_id = ${personId}
      AND log.local_start >= ${from} AND log.local_start < ${until} AND log.state IN ${overSql}
    ORDER BY log.local_start, log.id`)

/** The dates of workouts since a day, out of the index alone. */
export const logDaysStatement = ({ db, studio }: Where, personId: string, since: LocalDate) =>
  db.all<{ localStart: LocalDateTime }>(sql`
    SELECT local_start AS localStart FROM workout_logs
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND local_start >= ${since}
      AND state IN ${overSql}`)

/** The sets of the workout that is open. */
export const openSetsStatement = ({ db, studio }: Where, personId: string) =>
  db.all<SetRow>(sql`
    SELECT ${setColumns} FROM workout_logs AS log
    CROSS JOIN workout_sets AS s ON s.studio_id = log.studio_id AND s.log_id = log.id
    WHERE log.studio_id = ${studio.id} AND log.person_id = ${personId} AND log.ended_at IS NULL
    ORDER BY length(s.entry), s.entry, s.n`)

export type AskedRow = { id: string; name: string; localStart: LocalDateTime; endedAt: Instant }

/** The newest of those that closed automatically and nobody has looked at since. */
export const closedByItselfStatement = (
  { db, studio }: Where,
  personId: string,
  since: LocalDate,
) =>
  db.all<AskedRow>(sql`
    SELECT log.id, log.name, log.local_start AS localStart, log.ended_at AS endedAt
    FROM workout_logs AS log
    WHERE log.studio_id = ${studio.id} AND log.person_id = ${personId}
      AND log.local_start >= ${since} AND log.state = 'auto_closed'
    ORDER BY log.local_start DESC LIMIT 1`)

export type RoutineRow = { id: string; name: string; plan: string; last: LocalDateTime | null }

/** The person's own routines by name, with when each was last done. */
export const routinesStatement = ({ db, studio }: Where, personId: string, most: number) =>
  db.all<RoutineRow>(sql`
    SELECT routine.id, routine.name, routine.plan,
      (SELECT max(log.local_start) FROM workout_logs AS log
        WHERE log.studio_id = routine.studio_id AND log.person_id = routine.person_id
          AND log.routine_id = routine.id AND log.state IN ${overSql}) AS last
    FROM workout_routines AS routine
    WHERE routine.studio_id = ${studio.id} AND routine.person_id = ${personId}
    ORDER BY routine.name, routine.id LIMIT ${most}`)

export type MeasureRow = { kind: string; day: LocalDate; value: number }

/** The newest measure of each kind. */
export const newestMeasuresStatement = ({ db, studio }: Where, personId: string) =>
  db.all<MeasureRow>(sql`
    SELECT kind, max(day) AS day, value FROM body_measures
    WHERE studio_id = ${studio.id} AND person_id = ${personId} GROUP BY kind`)

/** Workouts that are over, the newest first, some of them. */
export const logsPageStatement = (
  { db, studio }: Where,
  personId: string,
  { skip, most }: { skip: number; most: number },
) =>
  db.all<LoggedRow>(sql`
    SELECT ${loggedColumns} FROM workout_logs AS log
    WHERE log.studio_id = ${studio.id} AND log.person_id = ${personId} AND log.state IN ${overSql}
    ORDER BY log.local_start DESC, log.id DESC LIMIT ${most} OFFSET ${skip}`)
