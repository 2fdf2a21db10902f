import { type SQL, sql } from 'drizzle-orm'
import type { ExerciseFilters, FacetName, LibraryFilters } from './exercise-filters.ts'

const columns: Record<FacetName, SQL> = {
  discipline: sql.raw('exercise.discipline_id'),
  equipment: sql.raw('exercise.equipment'),
  body: sql.raw('exercise.body_part'),
  level: sql.raw('exercise.level'),
  category: sql.raw('exercise.category'),
  force: sql.raw('exercise.force'),
  mechanic: sql.raw('exercise.mechanic'),
  side: sql.raw("iif(exercise.unilateral, 'each side', 'both sides at once')"),
}

export const facetColumn = (name: FacetName) => columns[name]

/** Conditions on `exercises AS exercise`, the studio first. One for a page and its count. */
export function exerciseWhere(
  studioId: string,
  filters: ExerciseFilters & Partial<LibraryFilters>,
  { published = false } = {},
): SQL {
  const conditions = [sql`exercise.studio_id = ${studioId}`]
  conditions.push(published ? sql`exercise.state = 'published'` : sql`exercise.merged_into IS NULL`)
  for (const [name, column] of Object.entries(columns) as [FacetName, SQL][]) {
    if (filters[name]) conditions.push(sql`${column} = ${filters[name]}`)
  }
  if (filters.state) conditions.push(sql`exercise.state = ${filters.state}`)
  if (filters.log) conditions.push(sql`exercise.log_type = ${filters.log}`)
  if (filters.muscle) {
    conditions.push(sql`EXISTS (SELECT 1 FROM json_each(exercise.primary_muscles)
      WHERE value = ${filters.muscle}
      UNION ALL SELECT 1 FROM json_each(exercise.secondary_muscles)
      WHERE value = ${filters.muscle})`)
  }
  if (filters.bare) {
    conditions.push(
      sql`NOT EXISTS (SELECT 1 FROM exercise_media AS photo
        WHERE photo.studio_id = exercise.studio_id AND photo.exercise_id = exercise.id)`,
    )
  }
  return sql.join(conditions, sql` AND `)
}
