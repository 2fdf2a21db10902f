import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

export type ClassTypeRow = {
  id: string
  name: string
  shortName: string
  disciplineId: string
  discipline: string
  levelId: string | null
  level: string | null
  minutes: number
  dropInMinor: number | null
  description: string
  colour: string
  icon: string
  /** What is kept of its cover; empty is none. */
  cover: string
  archivedAt: string | null
  /** Classes of it that are still to come. */
  ahead: number
}

/** Class types, those in use first, and what a form can choose from. */
export function classTypesPage({ db, studio, now }: StudioContext) {
  return batch(db, {
    types: db.all<ClassTypeRow>(sql`
      SELECT t.id, t.name, t.short_name AS shortName, t.discipline_id AS disciplineId, d.name AS discipline,
        t.minimum_level_id AS levelId, v.name AS level, t.minutes, t.drop_in_minor AS dropInMinor, t.description,
        t.colour, t.icon, t.cover, t.archived_at AS archivedAt, (
          SELECT count(*) FROM occurrences AS o WHERE o.studio_id = t.studio_id AND o.starts_at > ${now}
            AND o.class_type_id = t.id AND o.state = 'scheduled') AS ahead
      FROM class_types AS t JOIN disciplines AS d ON d.id = t.discipline_id
      LEFT JOIN levels AS v ON v.id = t.minimum_level_id
      WHERE t.studio_id = ${studio.id} AND t.kind = 'class' ORDER BY t.archived_at IS NOT NULL, d.sort, t.name LIMIT 300`),
    disciplines: db.all<{ id: string; name: string }>(
      sql`SELECT id, name FROM disciplines WHERE studio_id = ${studio.id} ORDER BY sort, name LIMIT 100`,
    ),
    levels: db.all<{ id: string; name: string }>(sql`
      SELECT v.id, d.name || ': ' || v.name AS name FROM levels AS v JOIN disciplines AS d ON d.id = v.discipline_id
      WHERE v.studio_id = ${studio.id} ORDER BY d.sort, d.name, v.rung LIMIT 300`),
  })
}
