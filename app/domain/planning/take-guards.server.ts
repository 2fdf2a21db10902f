/** What must hold when a coach takes over a class. */
import { type SQL, sql } from 'drizzle-orm'
import { placesFreeSql } from '#app/domain/calendar/free-guards.server.ts'
import { mayTeachSql } from '#app/domain/calendar/unfit-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { SubRequest } from './substitution-view.ts'

/** The class is still what the request was read for, to come, and with the coach who cannot. */
export const classStands = (
  { studio, now }: StudioContext,
  request: SubRequest,
): SQL => sql`EXISTS (
  SELECT 1 FROM occurrences AS occurrence
  WHERE occurrence.studio_id = ${studio.id} AND occurrence.id = ${request.occurrenceId}
    AND occurrence.state = 'scheduled' AND occurrence.starts_at > ${now}
    AND occurrence.coach_id = ${request.regularId}
    AND occurrence.sequence = ${request.sequence})`

/** Nothing else binds them then. */
export const isFree = (ctx: StudioContext, request: SubRequest, coachId: string): SQL =>
  placesFreeSql(
    ctx,
    [{ startsAt: request.startsAt, endsAt: request.endsAt, roomId: null, coachId }],
    { ids: [request.occurrenceId] },
  )

/** What guards say of a coach: free then, and may teach it. */
export type Fit = { n: number; may: number }

export const unfitReason = ([fit]: readonly Fit[]): 'not_free' | 'not_qualified' | 'over' => {
  if (fit?.n === 0) return 'not_free'
  return fit?.may === 0 ? 'not_qualified' : 'over'
}

/** They hold what the class asks for on its date, as far as nobody may teach it without. */
export const mayTake = (
  ctx: StudioContext,
  { occurrenceId, localStart }: SubRequest,
  coachId: string,
) =>
  mayTeachSql(ctx, {
    personId: sql`${coachId}`,
    typeId: sql`(SELECT o.class_type_id FROM occurrences AS o
      WHERE o.studio_id = ${ctx.studio.id} AND o.id = ${occurrenceId})`,
    date: sql`${localStart.slice(0, 10)}`,
  })
