import { type SQL, sql } from 'drizzle-orm'
import { liveBookingSql } from '#app/domain/bookings/merge-bookings.server.ts'
import { liveEnrolmentSql } from '#app/domain/courses/live-enrolment-sql.server.ts'
import { guardiansAtMost } from '#app/domain/families/guardianship.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { MergeRefusal } from './merge-refusals.ts'

export type MergePair = { keptId: string; goneId: string }

/**
 * When each refusal holds, in the order they are told in: for the page that asks and for the guard
 * of the write.
 */
export function refusalConditions(
  { studio, now }: StudioContext,
  { keptId, goneId }: MergePair,
): Record<Exclude<MergeRefusal, 'not_found' | 'same_person' | 'changed_meanwhile'>, SQL> {
  const is = (id: string, what: SQL) => sql`EXISTS (SELECT 1 FROM people AS one
    WHERE one.studio_id = ${studio.id} AND one.id = ${id} AND ${what})`
  const guards = (guardian: SQL, dependant: SQL) => sql`EXISTS (SELECT 1 FROM guardians AS link
    WHERE link.studio_id = ${studio.id} AND link.guardian_id ${guardian}
      AND link.dependant_id ${dependant})`
  const either = sql`IN (${keptId}, ${goneId})`
  const both = (from: SQL) => sql`EXISTS (SELECT 1 ${from})`
  const signsIn = sql`one.user_id IS NOT NULL`
  const works = sql`one.is_staff <> 0`
  return {
    both_sign_in: sql`(${is(keptId, signsIn)} AND ${is(goneId, signsIn)})`,
    both_work_here: sql`(${is(keptId, works)} AND ${is(goneId, works)})`,
    keeps_other: is(goneId, sql`(${signsIn} OR ${works})`),
    family: sql`(${guards(either, either)}
      OR EXISTS (SELECT 1 FROM guardians AS link WHERE link.studio_id = ${studio.id}
          AND link.guardian_id ${either})
        AND EXISTS (SELECT 1 FROM guardians AS link WHERE link.studio_id = ${studio.id}
          AND link.dependant_id ${either})
      OR (SELECT count(DISTINCT link.guardian_id) FROM guardians AS link
        WHERE link.studio_id = ${studio.id} AND link.dependant_id ${either}) > ${guardiansAtMost})`,
    same_class: both(sql`FROM bookings AS b
      JOIN bookings AS twin ON twin.studio_id = b.studio_id
        AND twin.occurrence_id = b.occurrence_id AND twin.person_id = ${keptId}
        AND ${liveBookingSql('twin')}
      JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.studio_id = ${studio.id} AND b.person_id = ${goneId} AND ${liveBookingSql('b')}
        AND (o.ends_at > ${now} OR o.state = 'scheduled')`),
    same_course: both(sql`FROM enrolments AS enrolment
      JOIN enrolments AS twin ON twin.studio_id = enrolment.studio_id
        AND twin.course_id = enrolment.course_id AND twin.person_id = ${keptId}
        AND ${liveEnrolmentSql('twin')}
      WHERE enrolment.studio_id = ${studio.id} AND enrolment.person_id = ${goneId}
        AND ${liveEnrolmentSql('enrolment')}`),
  }
}

/** Every refusal that holds, as a JSON list in their order. */
export const refusalsSql = (ctx: StudioContext, pair: MergePair): SQL => {
  const conditions = Object.entries(refusalConditions(ctx, pair))
  return sql`json_array(${sql.join(
    conditions.map(([code, holds]) => sql`iif(${holds}, ${code}, NULL)`),
    sql`, `,
  )})`
}
