import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * The workout of the class `o` as members see it, its id and its name with a space between. Its time
 * has come: only a published one has a time. Expects the alias `o` of occurrences. Short, as each
 * page of a class carries it.
 */
export const taughtSql = ({ now }: Pick<StudioContext, 'now'>): SQL =>
  sql`SELECT w.id||' '||w.name FROM class_workouts t JOIN workouts w ON w.id=t.workout_id
WHERE t.studio_id=o.studio_id AND t.occurrence_id=o.id AND w.publish_at<=${now}`

/** What `taughtSql` answered; null for none. */
export function taughtOf(found: string | null): { id: string; name: string } | null {
  if (!found) return null
  const at = found.indexOf(' ')
  return { id: found.slice(0, at), name: found.slice(at + 1) }
}

/** The name of the workout of the class `o`, no matter who sees it yet; null for none. */
export const plannedNameSql: SQL = sql`(
  SELECT workout.name FROM class_workouts AS planned
  JOIN workouts AS workout ON workout.id = planned.workout_id
  WHERE planned.studio_id = o.studio_id AND planned.occurrence_id = o.id
    AND workout.studio_id = o.studio_id)`
