import { sql } from 'drizzle-orm'
import { type Page, page } from '#app/db/page.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { Plan, WorkoutKind } from '../plan/plan.ts'
import type { WorkoutFilters } from './workout-filters.ts'
import type { WorkoutView } from './workout-views.ts'

export type WorkoutRow = {
  id: string
  name: string
  kind: WorkoutKind
  state: WorkoutView
  publishAt: Instant | null
  unclear: number
  updatedAt: Instant
  benchmark: number
}

/** Published for later is scheduled, as of now. */
const viewSql = (now: Instant) => sql`CASE WHEN workout.state = 'published'
  AND workout.publish_at > ${now} THEN 'scheduled' ELSE workout.state END`

const columns = (now: Instant) => sql`workout.id, workout.name, workout.kind,
  ${viewSql(now)} AS state, workout.publish_at AS publishAt, said.unclear,
  workout.updated_at AS updatedAt, workout.benchmark`

const from = sql`workouts AS workout JOIN workout_versions AS said
  ON said.studio_id = workout.studio_id AND said.workout_id = workout.id
    AND said.version = workout.version`

/** One page of the studio's workouts, by name. Archived ones only where they are asked for. */
export function listWorkouts(
  { db, studio, now }: StudioContext,
  { q, kind, state }: WorkoutFilters,
  at: { page: number; perPage: number },
): Promise<Page<WorkoutRow>> {
  const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return page<WorkoutRow, WorkoutRow>(
    db,
    {
      select: columns(now),
      from,
      where: sql`workout.studio_id = ${studio.id}
        AND ${state ? sql`${viewSql(now)} = ${state}` : sql`workout.state <> 'archived'`}
        AND ${kind ? sql`workout.kind = ${kind}` : sql`1`}
        AND ${q ? sql`workout.name LIKE ${like} ESCAPE '\\'` : sql`1`}`,
      orderBy: sql`workout.name, workout.id`,
    },
    at,
    (row) => row,
  )
}

export type Workout = WorkoutRow & { version: number; text: string; notes: string; plan: Plan }

/** A workout as it stands now, whatever its state; null where the studio has none of that id. */
export async function findWorkout(
  { db, studio, now }: StudioContext,
  id: string,
): Promise<Workout | null> {
  type Row = Omit<Workout, 'plan'> & { plan: string }
  const [row] = await db.all<Row>(sql`
    SELECT ${columns(now)}, workout.version, said.text, said.notes, said.plan
    FROM ${from} WHERE workout.studio_id = ${studio.id} AND workout.id = ${id}`)
  return row ? { ...row, plan: JSON.parse(row.plan) as Plan } : null
}
