import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { dayShortTime } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

type Row = { title: string; localStart: LocalDateTime | null }

/**
 * What a page of a class or program is about, `Pole 1, Thu 20 Nov, 18:30`, for pages that lead back
 * to it; null for what nobody may see. `id` is an occurrence's or a course's.
 */
export async function findClassName(
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  id: string,
): Promise<string | null> {
  const [row] = await db.all<Row>(sql`
    SELECT class_type.name AS title, o.local_start AS localStart
    FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
    WHERE o.studio_id = ${studio.id} AND o.id = ${id} AND o.state NOT IN ('draft','held')
      AND o.kind <> 'appointment'
    UNION ALL
    SELECT class_type.name, NULL FROM courses AS course
    JOIN class_types AS class_type ON class_type.id = course.class_type_id
    WHERE course.studio_id = ${studio.id} AND course.id = ${id} AND course.state <> 'draft'
    LIMIT 1`)
  if (!row) return null
  return row.localStart ? `${row.title}, ${dayShortTime(row.localStart, studio.locale)}` : row.title
}
