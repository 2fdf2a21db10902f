/** The equipment that a class needs for its flow and its workout, and what there is for it. */
import { sql } from 'drizzle-orm'
import { inUseSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { NeededPiece, Stock } from './equipment-check.ts'

/** A workout of more exercises than this is no workout of a class. */
const mostExercises = 200

/** The exercises of a class's flow and workout that the library says need something. */
export const neededPiecesStatement = ({ db, studio }: StudioContext, occurrenceId: string) =>
  db.all<NeededPiece>(sql`
    SELECT exercise.name AS exercise, exercise.equipment, used.stations FROM (
      SELECT use.exercise_id, 1 AS stations FROM class_flows AS planned
      CROSS JOIN flow_exercises AS use
        ON use.studio_id = planned.studio_id AND use.flow_id = planned.flow_id
      WHERE planned.studio_id = ${studio.id} AND planned.occurrence_id = ${occurrenceId}
      UNION ALL
      SELECT one.value ->> 'exerciseId', iif(part.value ->> 'kind' = 'circuit',
        json_array_length(part.value, '$.exercises'), 1)
      FROM class_workouts AS planned
      CROSS JOIN workouts AS workout ON workout.id = planned.workout_id
        AND workout.studio_id = planned.studio_id
      CROSS JOIN workout_versions AS said ON said.studio_id = workout.studio_id
        AND said.workout_id = workout.id AND said.version = workout.version
      CROSS JOIN json_each(said.plan, '$.blocks') AS part
      CROSS JOIN json_each(part.value, '$.exercises') AS one
      WHERE planned.studio_id = ${studio.id} AND planned.occurrence_id = ${occurrenceId}
      LIMIT ${mostExercises}) AS used
    JOIN exercises AS exercise ON exercise.studio_id = ${studio.id}
      AND exercise.id = used.exercise_id AND exercise.equipment <> ''`)

/**
 * What the studio counts in the class's room, or for all of them: pieces in service but for those
 * that other classes need in its time.
 */
export const stockStatement = ({ db, studio }: StudioContext, occurrenceId: string) =>
  db.all<Stock>(sql`
    SELECT equipment.name, equipment.quantity - equipment.out_of_service - ${inUseSql(
      { from: sql`o.starts_at`, until: sql`o.ends_at` },
      (alias) => sql.raw(`${alias}.id <> o.id`),
    )} AS free
    FROM occurrences AS o CROSS JOIN equipment ON equipment.studio_id = o.studio_id
      AND equipment.archived_at IS NULL
      AND (equipment.room_id IS NULL OR equipment.room_id = o.room_id)
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}
    ORDER BY equipment.name LIMIT 200`)
