import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { makeUpUsedSql } from './kept-places.server.ts'

/** A make-up that can still be used. */
export type MakeUpRow = {
  id: string
  personId: string
  /** The course it came from. */
  name: string
  courseId: string
  disciplineId: string
  validUntil: LocalDate
}

/**
 * Unused make-ups of people, soonest to end first; `whose` is what is behind `person_id IN`.
 */
export function makeUpsHeldStatement(
  { db, studio, now }: StudioContext,
  whose: SQL,
): Statement<MakeUpRow[]> {
  return db.all<MakeUpRow>(sql`
    SELECT make_up.id, make_up.person_id AS personId, class_type.name,
      make_up.course_id AS courseId, class_type.discipline_id AS disciplineId,
      make_up.valid_until AS validUntil
    FROM make_ups AS make_up JOIN courses AS course ON course.id = make_up.course_id
    JOIN class_types AS class_type ON class_type.id = course.class_type_id
    WHERE make_up.studio_id = ${studio.id} AND make_up.person_id IN ${whose}
      AND make_up.voided_at IS NULL
      AND make_up.valid_until >= ${localDate(now, studio.timeZone)}
      AND NOT ${makeUpUsedSql('make_up')}
    ORDER BY make_up.valid_until, make_up.id`)
}
