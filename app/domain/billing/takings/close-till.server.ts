import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'

export type CloseTillResult =
  | { ok: true; differenceMinor: number; again?: true }
  | { ok: false; reason: 'not_yet' | 'changed_meanwhile' }

/**
 * Closes the takings of a day: somebody counted the cash, and from now on no payment is written on
 * that day. `cashMinor` is what the page said there should be; where a payment came in since, it is
 * refused and shown again. A day is closed once, by its first press; one to come is not.
 */
export async function closeTill(
  ctx: StaffContext,
  {
    day,
    cashMinor,
    countedMinor,
    note,
  }: { day: LocalDate; cashMinor: number; countedMinor: number; note: string },
): Promise<CloseTillResult> {
  const { db, studio, now, actor } = ctx
  if (day > localDate(now, studio.timeZone)) return { ok: false, reason: 'not_yet' }
  const { found } = await batch(db, {
    close: db.run(sql`
      INSERT INTO closed_tills (studio_id, day, closed_at, closed_by, cash_minor, counted_minor,
        note)
      SELECT ${studio.id}, ${day}, ${now}, ${actor.name}, cash.minor, ${countedMinor}, ${note}
      FROM (SELECT coalesce(sum(amount_minor), 0) AS minor FROM payments
        WHERE studio_id = ${studio.id} AND taken_on = ${day} AND method = 'cash') AS cash
      WHERE cash.minor = ${cashMinor}
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'takings.closed',
        subjectKind: 'studio',
        subjectId: studio.id,
        reason: note,
        detail: { day, cashMinor, countedMinor },
      },
      rightAfterChange,
    ),
    found: db.all<{ closedAt: string; cash: number; counted: number }>(sql`
      SELECT closed_at AS closedAt, cash_minor AS cash, counted_minor AS counted
      FROM closed_tills WHERE studio_id = ${studio.id} AND day = ${day}`),
  })
  const [till] = found
  if (!till) return { ok: false, reason: 'changed_meanwhile' }
  const again = till.closedAt === now ? {} : { again: true as const }
  return { ok: true, differenceMinor: till.counted - till.cash, ...again }
}
