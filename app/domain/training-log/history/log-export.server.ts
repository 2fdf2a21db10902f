/** Everything a person logged, for a file of their own. */
import { sql } from 'drizzle-orm'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { overSql } from '../bests/best-statements.server.ts'

export type ExportedSet = {
  logId: string
  name: string
  localStart: string
  startedAt: string
  endedAt: string
  timeZone: string
  note: string
  exercise: string | null
  n: number
  type: string
  kg: number | null
  reps: number | null
  seconds: number | null
  metres: number | null
  rpe: number | null
  rir: number | null
}

/** Sets read at once. */
const atOnce = 5_000

/** The order of the file: `e2` is before `e10`. */
const orderSql = sql`log.local_start, log.id, length(coalesce(s.entry, '')), coalesce(s.entry, ''),
  coalesce(s.n, 0)`

/** Every set of workouts that are over, the oldest first, some at a time. */
export async function* exportedSets({
  db,
  studio,
  person,
}: MemberContext): AsyncGenerator<ExportedSet[]> {
  let after = { localStart: '', logId: '', entry: '', n: -1 }
  for (;;) {
    const rows = await db.all<ExportedSet & { entry: string }>(sql`
      SELECT log.id AS logId, log.name, log.local_start AS localStart, log.started_at AS startedAt,
        log.ended_at AS endedAt, log.time_zone AS timeZone, log.note,
        coalesce(exercise.name, ltrim(s.exercise_id, '~')) AS exercise,
        coalesce(s.entry, '') AS entry, coalesce(s.n, 0) AS n, coalesce(s.type, '') AS type,
        s.grams / 1000.0 AS kg, s.reps, s.seconds, s.metres, s.rpe / 10.0 AS rpe, s.rir
      FROM workout_logs AS log
      LEFT JOIN workout_sets AS s ON s.studio_id = log.studio_id AND s.log_id = log.id
        AND s.removed = 0
      LEFT JOIN exercises AS exercise ON exercise.id = s.exercise_id
      WHERE log.studio_id = ${studio.id} AND log.person_id = ${person.id}
        AND log.state IN ${overSql}
        AND (${orderSql}) > (${after.localStart}, ${after.logId}, ${after.entry.length},
          ${after.entry}, ${after.n})
      ORDER BY ${orderSql} LIMIT ${atOnce}`)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = { localStart: last.localStart, logId: last.logId, entry: last.entry, n: last.n }
  }
}

/** The same as workouts with their sets, for JSON. */
export async function exportedWorkouts(ctx: MemberContext) {
  const workouts: (Pick<
    ExportedSet,
    'name' | 'localStart' | 'startedAt' | 'endedAt' | 'timeZone' | 'note'
  > & { id: string; sets: Omit<ExportedSet, keyof ExportedWorkout>[] })[] = []
  for await (const rows of exportedSets(ctx))
    for (const { logId, name, localStart, startedAt, endedAt, timeZone, note, ...set } of rows) {
      if (workouts.at(-1)?.id !== logId)
        workouts.push({
          id: logId,
          name,
          localStart,
          startedAt,
          endedAt,
          timeZone,
          note,
          sets: [],
        })
      if (set.exercise !== null) workouts.at(-1)!.sets.push(set)
    }
  return workouts
}

type ExportedWorkout = Pick<
  ExportedSet,
  'logId' | 'name' | 'localStart' | 'startedAt' | 'endedAt' | 'timeZone' | 'note'
>
