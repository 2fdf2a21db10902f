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

/** Unused make-ups of people, soonest to end first; `whose` is what stands behind `person_id IN`. */
export function makeUpsHeldStatement(
  { db, studio, now }: StudioContext,
  whose: SQL,
): Statement<MakeUpRow[]> {
  return db.all<MakeUpRow>(sql`
    SELECT mk.id, mk.person_id AS personId, t.name, mk.course_id AS courseId, t.discipline_id AS disciplineId,
      mk.valid_until AS validUntil
    FROM make_ups AS mk JOIN courses AS z ON z.id = mk.course_id JOIN class_types AS t ON t.id = z.class_type_id
    WHERE mk.studio_id = ${studio.id} AND mk.person_id IN ${whose} AND mk.voided_at IS NULL
      AND mk.valid_until >= ${localDate(now, studio.timeZone)} AND NOT ${makeUpUsedSql('mk')}
    ORDER BY mk.valid_until, mk.id`)
}
