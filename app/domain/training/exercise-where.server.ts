import { type SQL, sql } from 'drizzle-orm'
import type { ExerciseFilters, FacetName, LibraryFilters } from './exercise-filters.ts'

const columns: Record<FacetName, SQL> = {
  discipline: sql.raw('e.discipline_id'),
  equipment: sql.raw('e.equipment'),
  body: sql.raw('e.body_part'),
  level: sql.raw('e.level'),
  category: sql.raw('e.category'),
}

export const facetColumn = (name: FacetName) => columns[name]

/** Conditions on `exercises e`, the studio first. One builder for a page and its count. */
export function exerciseWhere(
  studioId: string,
  filters: ExerciseFilters & Partial<LibraryFilters>,
  { published = false } = {},
): SQL {
  const conditions = [sql`e.studio_id = ${studioId}`]
  conditions.push(published ? sql`e.state = 'published'` : sql`e.merged_into IS NULL`)
  for (const [name, column] of Object.entries(columns) as [FacetName, SQL][]) {
    if (filters[name]) conditions.push(sql`${column} = ${filters[name]}`)
  }
  if (filters.state) conditions.push(sql`e.state = ${filters.state}`)
  if (filters.log) conditions.push(sql`e.log_type = ${filters.log}`)
  if (filters.muscle) {
    conditions.push(sql`EXISTS (SELECT 1 FROM json_each(e.primary_muscles) WHERE value = ${filters.muscle}
      UNION ALL SELECT 1 FROM json_each(e.secondary_muscles) WHERE value = ${filters.muscle})`)
  }
  if (filters.bare) {
    conditions.push(
      sql`NOT EXISTS (SELECT 1 FROM exercise_media p WHERE p.studio_id = e.studio_id AND p.exercise_id = e.id)`,
    )
  }
  return sql.join(conditions, sql` AND `)
}
