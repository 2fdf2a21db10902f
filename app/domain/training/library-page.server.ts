import { sql } from 'drizzle-orm'
import { type Page, page } from '#app/db/page.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LibraryFilters } from './exercise-filters.ts'
import { matchedCte } from './exercise-search.server.ts'
import { exerciseWhere } from './exercise-where.server.ts'
import type { LogType } from './log-type.ts'

/** A row of the staff's list. */
export type LibraryRow = {
  id: string
  name: string
  state: 'draft' | 'published' | 'hidden'
  level: string
  equipment: string
  muscles: string[]
  logType: LogType
  photos: number
  /** The first of them. */
  photoId: string | null
}

/**
 * One page of the whole library, drafts and hidden ones with it: by name, or best match first where
 * something is looked for.
 */
export function libraryPage(
  { db, studio }: StudioContext,
  filters: LibraryFilters,
  at: { page: number; perPage: number },
): Promise<Page<LibraryRow>> {
  const matched = matchedCte(studio.id, filters.q)
  type Row = Omit<LibraryRow, 'muscles'> & { muscles: string }
  return page<Row, LibraryRow>(
    db,
    {
      select: sql`exercise.id, exercise.name, exercise.state, exercise.level, exercise.equipment,
        exercise.primary_muscles AS muscles, exercise.log_type AS logType,
        (SELECT count(*) FROM exercise_media AS photo
          WHERE photo.studio_id = exercise.studio_id
            AND photo.exercise_id = exercise.id) AS photos,
        (SELECT photo.id FROM exercise_media AS photo
          WHERE photo.studio_id = exercise.studio_id AND photo.exercise_id = exercise.id
          ORDER BY photo.position, photo.id LIMIT 1) AS photoId`,
      from: matched
        ? sql`(WITH ${matched} SELECT * FROM matched) AS matched
          CROSS JOIN exercises AS exercise ON exercise.id = matched.exercise_id`
        : sql`exercises AS exercise`,
      where: exerciseWhere(studio.id, filters),
      orderBy: matched
        ? sql`matched.score DESC, length(exercise.name), exercise.name`
        : sql`exercise.name`,
    },
    at,
    (row) => ({ ...row, muscles: JSON.parse(row.muscles) as string[] }),
  )
}
