/** Workouts that members let coaches read set by set, and which of them nobody has read. */
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

export type SharedLog = {
  id: string
  personId: string
  person: string
  name: string
  localStart: LocalDateTime
  sets: number
}

/** Shared and over; over `workout_logs AS log`. */
const readableSql = sql`log.shared_whole = 1 AND log.state NOT IN ('in_progress', 'paused', 'discarded')`

/** What nobody has read yet, shared first on top; at most 20, for a page's batch. */
export const unreadSharedStatement = ({ db, studio }: StudioContext) =>
  db.all<SharedLog>(sql`
    SELECT log.id, log.person_id AS personId, person.name AS person, log.name,
      log.local_start AS localStart, log.sets
    FROM workout_logs AS log CROSS JOIN people AS person ON person.id = log.person_id
    WHERE log.studio_id = ${studio.id} AND log.read_at IS NULL AND ${readableSql}
      AND person.archived_at IS NULL AND person.erased_at IS NULL
    ORDER BY log.shared_at, log.id LIMIT 20`)

export type SharedBy = { personId: string; person: string; readAt: Instant | null; readBy: string }

/** Whose shared workout it is; null where it is not shared, or not of this studio. */
export async function findShared(
  { db, studio }: StudioContext,
  logId: string,
): Promise<SharedBy | null> {
  const [found] = await db.all<SharedBy>(sql`
    SELECT log.person_id AS personId, person.name AS person, log.read_at AS readAt,
      log.read_by AS readBy
    FROM workout_logs AS log JOIN people AS person ON person.id = log.person_id
    WHERE log.studio_id = ${studio.id} AND log.id = ${logId} AND ${readableSql}`)
  return found ?? null
}

/** Notes that a coach has read it; the first who did stands. False for what is not shared. */
export async function markSharedRead(ctx: StaffContext, logId: string): Promise<boolean> {
  const { db, studio, now, actor } = ctx
  const { read, there } = await batch(db, {
    read: db.run(sql`
      UPDATE workout_logs AS log SET read_at = ${now}, read_by = ${actor.name}
      WHERE log.studio_id = ${studio.id} AND log.id = ${logId} AND log.read_at IS NULL
        AND ${readableSql}`),
    there: db.all(sql`
      SELECT 1 FROM workout_logs AS log
      WHERE log.studio_id = ${studio.id} AND log.id = ${logId} AND ${readableSql}`),
  })
  return changed(read) > 0 || there.length > 0
}
