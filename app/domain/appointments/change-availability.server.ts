import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import type { LocalDate } from '#app/values/zone.ts'

/**
 * Puts hours of a week on a coach's availability, in the studio's zone; the same hours twice are
 * once. False: no such coach.
 */
export async function addWeeklyHours(
  ctx: StaffContext,
  hours: { coachId: string; weekday: number; from: string; until: string },
): Promise<boolean> {
  const { db, studio } = ctx
  const { coachId, weekday, from, until } = hours
  const { coach } = await batch(db, {
    add: db.run(sql`
      INSERT INTO availability (id, studio_id, coach_id, weekday, "from", until, time_zone)
      SELECT ${newId()}, ${studio.id}, ${coachId}, ${weekday}, ${from}, ${until}, ${studio.timeZone}
      WHERE ${ownCoachSql(ctx, coachId)} ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'availability.added', subjectKind: 'person', subjectId: coachId, detail: hours },
      rightAfterChange,
    ),
    coach: db.all<{ id: string }>(
      sql`SELECT id FROM people WHERE id = ${coachId} AND ${ownCoachSql(ctx, coachId)}`,
    ),
  })
  return coach.length > 0
}

/** Notes that one date is not as its week: hours away or extra hours. False: no such coach. */
export async function addDatedHours(
  ctx: StaffContext,
  hours: { coachId: string; date: LocalDate; kind: 'away' | 'extra'; from: string; until: string },
): Promise<boolean> {
  const { db, studio } = ctx
  const { coachId, date, kind, from, until } = hours
  const { coach } = await batch(db, {
    add: db.run(sql`
      INSERT INTO availability_exceptions (id, studio_id, coach_id, date, kind, "from",
        until, time_zone)
      SELECT ${newId()}, ${studio.id}, ${coachId}, ${date}, ${kind}, ${from}, ${until},
        ${studio.timeZone}
      WHERE ${ownCoachSql(ctx, coachId)} ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'availability.exception_added',
        subjectKind: 'person',
        subjectId: coachId,
        detail: hours,
      },
      rightAfterChange,
    ),
    coach: db.all<{ id: string }>(
      sql`SELECT id FROM people WHERE id = ${coachId} AND ${ownCoachSql(ctx, coachId)}`,
    ),
  })
  return coach.length > 0
}

/** Removes hours of a week or of a date; what is booked in them stands. Twice is once. */
export async function removeHours(
  ctx: StaffContext,
  coachId: string,
  hoursId: string,
): Promise<void> {
  const { db, studio } = ctx
  const own = sql`studio_id = ${studio.id} AND coach_id = ${coachId} AND id = ${hoursId}`
  const line = {
    action: 'availability.removed',
    subjectKind: 'person',
    subjectId: coachId,
    detail: { hoursId },
  }
  await batch(db, {
    weekly: db.run(sql`DELETE FROM availability WHERE ${own}`),
    weeklyAudit: auditStatement(ctx, line, rightAfterChange),
    dated: db.run(sql`DELETE FROM availability_exceptions WHERE ${own}`),
    datedAudit: auditStatement(ctx, line, rightAfterChange),
  })
}

const ownCoachSql = ({ studio }: StaffContext, coachId: string) => sql`EXISTS (
  SELECT 1 FROM people AS person
  WHERE person.studio_id = ${studio.id} AND person.id = ${coachId} AND person.is_staff = 1)`
