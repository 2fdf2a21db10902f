import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { findLadder } from './ladder-queries.server.ts'
import { levelWords } from './progress-words.ts'

/**
 * The people somebody chose, with what each holds on a ladder, and the level that comes after the
 * lowest of them. Two trips; null for a foreign ladder, without people of other studios.
 */
export async function chosenForLevel(
  ctx: StudioContext,
  ladderId: string,
  personIds: readonly string[],
) {
  const ladder = await findLadder(ctx, ladderId)
  if (!ladder) return null
  const rows = await ctx.db.all<{
    id: string
    name: string
    rung: number | null
    level: string | null
    stripes: number | null
  }>(sql`
    SELECT person.id, person.name, level.rung, level.name AS level, held.stripes
    FROM json_each(${JSON.stringify(personIds)}) AS chosen
    CROSS JOIN people AS person ON person.id = chosen.value
      AND person.studio_id = ${ctx.studio.id} AND person.archived_at IS NULL
    LEFT JOIN person_levels AS held ON held.studio_id = person.studio_id
      AND held.person_id = person.id AND held.discipline_id = ${ladder.disciplineId}
    LEFT JOIN levels AS level ON level.id = held.level_id AND level.ladder_id = ${ladderId}
    ORDER BY person.name`)
  const lowest = rows.reduce((least, { rung }) => Math.min(least, rung ?? 0), rows[0]?.rung ?? 0)
  return {
    ladder,
    people: rows.map(({ id, name, level, stripes }) => ({
      id,
      name,
      held: level === null ? 'No level' : levelWords(level, stripes ?? 0),
    })),
    next: ladder.levels.find(({ rung }) => rung > lowest)?.id ?? ladder.levels.at(-1)?.id ?? '',
  }
}
