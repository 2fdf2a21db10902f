import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import type { LocalDate } from '#app/values/zone.ts'

type Hours = { coachId: string; from: string; until: string }

/**
 * Puts hours of a week on a coach's availability, in the studio's zone; the same hours twice are
 * once. False: no such coach.
 */
export async function addWeeklyHours(
  ctx: StaffContext,
  hours: Hours & { weekday: number },
): Promise<boolean> {
  const { coachId, weekday, from, until } = hours
  const { id: studioId, timeZone } = ctx.studio
  const add = sql`
    INSERT INTO availability (id, studio_id, coach_id, weekday, "from", until, time_zone)
    SELECT ${newId()}, ${studioId}, ${coachId}, ${weekday}, ${from}, ${until}, ${timeZone}`
  return addHours(ctx, hours, { action: 'availability.added', add })
}

/** Notes that one date is not as its week: hours away or extra hours. False: no such coach. */
export async function addDatedHours(
  ctx: StaffContext,
  hours: Hours & { date: LocalDate; kind: 'away' | 'extra' },
): Promise<boolean> {
  const { coachId, date, kind, from, until } = hours
  const { id: studioId, timeZone } = ctx.studio
  const add = sql`
    INSERT INTO availability_exceptions (id, studio_id, coach_id, date, kind, "from", until,
      time_zone)
    SELECT ${newId()}, ${studioId}, ${coachId}, ${date}, ${kind}, ${from}, ${until}, ${timeZone}`
  return addHours(ctx, hours, { action: 'availability.exception_added', add })
}

/** `add` is an INSERT of a SELECT without its condition: the coach must be one of the studio. */
async function addHours(
  ctx: StaffContext,
  hours: Hours,
  { action, add }: { action: string; add: SQL },
): Promise<boolean> {
  const { db } = ctx
  const { coachId } = hours
  const { coach } = await batch(db, {
    add: db.run(sql`${add} WHERE ${ownCoachSql(ctx, coachId)} ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action, subjectKind: 'person', subjectId: coachId, detail: hours },
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
