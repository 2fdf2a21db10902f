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
  setUpMinutes: number
  walkIns: number
  language: string
  access: string
  dropInMinor: number | null
  description: string
  colour: string
  icon: string
  /** What is kept of its cover; empty is none. */
  cover: string
  archivedAt: string | null
  version: number
  /** Classes of it that are still to come. */
  ahead: number
}

/** How many minutes a class of this type usually lasts; null for none of this studio's. */
export async function findUsualMinutes({ db, studio }: StudioContext, classTypeId: string) {
  const [found] = await db.all<{ minutes: number }>(sql`
    SELECT minutes FROM class_types WHERE studio_id = ${studio.id} AND id = ${classTypeId}
      AND kind = 'class'`)
  return found?.minutes ?? null
}

/** Class types, those in use first, and what a form can choose from. */
export function classTypesPage({ db, studio, now }: StudioContext) {
  return batch(db, {
    types: db.all<ClassTypeRow>(sql`
      SELECT class_type.id, class_type.name, class_type.short_name AS shortName,
        class_type.discipline_id AS disciplineId, discipline.name AS discipline,
        class_type.minimum_level_id AS levelId, level.name AS level, class_type.minutes,
        class_type.set_up_minutes AS setUpMinutes, class_type.walk_ins AS walkIns,
        class_type.language, class_type.access,
        class_type.drop_in_minor AS dropInMinor, class_type.description,
        class_type.colour, class_type.icon, class_type.cover,
        class_type.archived_at AS archivedAt, class_type.version, (
          SELECT count(*) FROM occurrences AS o
          WHERE o.studio_id = class_type.studio_id AND o.starts_at > ${now}
            AND o.class_type_id = class_type.id AND o.state = 'scheduled') AS ahead
      FROM class_types AS class_type
      JOIN disciplines AS discipline ON discipline.id = class_type.discipline_id
      LEFT JOIN levels AS level ON level.id = class_type.minimum_level_id
      WHERE class_type.studio_id = ${studio.id} AND class_type.kind = 'class'
      ORDER BY class_type.archived_at IS NOT NULL, discipline.sort, class_type.name LIMIT 300`),
    disciplines: db.all<{ id: string; name: string }>(
      sql`SELECT id, name FROM disciplines WHERE studio_id = ${studio.id}
        ORDER BY sort, name LIMIT 100`,
    ),
    levels: db.all<{ id: string; name: string }>(sql`
      SELECT level.id, discipline.name || ': ' || level.name AS name FROM levels AS level
      JOIN disciplines AS discipline ON discipline.id = level.discipline_id
      WHERE level.studio_id = ${studio.id} ORDER BY discipline.sort, discipline.name, level.rung
      LIMIT 300`),
  })
}
