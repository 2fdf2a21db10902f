/** The hours of a week in which somebody can teach: they warn who plans, and stop nobody. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import type { TeachingHoursForm } from './time-off-form.ts'

/** Adds hours; the same twice are once. False: nobody of that id works here. */
export async function addTeachingHours(
  ctx: StaffContext,
  personId: string,
  { weekday, from, until }: TeachingHoursForm,
): Promise<boolean> {
  const { db, studio } = ctx
  const works = sql`EXISTS (SELECT 1 FROM people
    WHERE studio_id = ${studio.id} AND id = ${personId} AND is_staff = 1)`
  const { there } = await batch(db, {
    added: db.run(sql`
      INSERT INTO teaching_hours (id, studio_id, person_id, weekday, "from", until)
      SELECT ${newId()}, ${studio.id}, ${personId}, ${weekday}, ${from}, ${until}
      WHERE ${works} ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'teaching_hours.added',
        subjectKind: 'person',
        subjectId: personId,
        detail: { weekday, from, until },
      },
      rightAfterChange,
    ),
    there: db.all<{ works: number }>(sql`SELECT ${works} AS works`),
  })
  return there[0]?.works === 1
}

/** Takes hours away; what is planned stays. Twice is once. */
export async function removeTeachingHours(
  ctx: StaffContext,
  personId: string,
  id: string,
): Promise<void> {
  const { db, studio } = ctx
  await batch(db, {
    removed: db.run(sql`DELETE FROM teaching_hours
      WHERE studio_id = ${studio.id} AND person_id = ${personId} AND id = ${id}`),
    audit: auditStatement(
      ctx,
      {
        action: 'teaching_hours.removed',
        subjectKind: 'person',
        subjectId: personId,
        detail: { id },
      },
      rightAfterChange,
    ),
  })
}
