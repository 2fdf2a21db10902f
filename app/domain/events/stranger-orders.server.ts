import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, instantOf, type LocalDate } from '#app/values/zone.ts'

/**
 * What people who are not on the books paid for tickets on a day, in the studio's zone. Nobody owes
 * it, so it stands on no invoice and in no takings; it is counted from the orders alone.
 */
export function strangersPaidStatement(
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  day: LocalDate,
): Statement<{ orders: number; minor: number }[]> {
  const begins = instantOf(`${day}T00:00`, studio.timeZone)
  const ends = instantOf(`${addDays(day, 1)}T00:00`, studio.timeZone)
  return db.all<{ orders: number; minor: number }>(sql`
    SELECT count(*) AS orders, coalesce(sum(sold.total_minor), 0) AS minor
    FROM ticket_orders AS sold
    WHERE sold.studio_id = ${studio.id} AND sold.person_id IS NULL
      AND sold.paid_at >= ${begins} AND sold.paid_at < ${ends}
      AND sold.state = 'confirmed' AND sold.total_minor > 0`)
}
