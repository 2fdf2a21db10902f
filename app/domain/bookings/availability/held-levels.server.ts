/** The levels that somebody holds, by the discipline of each. */
import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { HeldLevels } from './bookable-occurrence.ts'

export type LevelRow = { disciplineId: string; name: string; rung: number; lapsesOn: string | null }

/** The levels a person holds, for `toLevels`. */
export function heldLevelsStatement(
  { db, studio }: StudioContext,
  personId: string,
): Statement<LevelRow[]> {
  return db.all<LevelRow>(sql`
    SELECT person_level.discipline_id AS disciplineId, level.name, level.rung,
      person_level.lapses_on AS lapsesOn
    FROM person_levels AS person_level JOIN levels AS level ON level.id = person_level.level_id
    WHERE person_level.studio_id = ${studio.id} AND person_level.person_id = ${personId}`)
}

export function toLevels(rows: readonly LevelRow[]): HeldLevels {
  return Object.fromEntries(rows.map(({ disciplineId, ...held }) => [disciplineId, held]))
}
