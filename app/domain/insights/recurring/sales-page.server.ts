import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { moneySql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import { type Movement, movementOf, type RecurringChange, type RecurringTotal } from './movement.ts'

export type DayTaken = { day: LocalDate; inMinor: number; outMinor: number }

export type SalesPage = {
  /** The first of the month, and of the one that is now. */
  first: LocalDate
  thisMonth: LocalDate
  /** The first month of the ledger. */
  earliest: LocalDate
  /** Null until the ledger has a day of the month or before it. */
  movement: Movement | null
  /** Money that came in and went out, by day; account credit is none. */
  days: DayTaken[]
}

/** More changes a month no studio has; beyond it the page says so by its sums. */
const mostChanges = 2_000

/**
 * Recurring revenue of a month (`2026-06`; else this one) from its opening to its last day that is
 * over, and the money taken in it, by day. One trip.
 */
export async function salesPage(
  { db, studio, now }: StudioContext,
  month: string,
): Promise<SalesPage> {
  const today = localDate(now, studio.timeZone)
  const thisMonth = `${today.slice(0, 7)}-01`
  const asked = /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? `${month}-01` : thisMonth
  const first = asked > thisMonth ? thisMonth : asked
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  const own = sql`studio_id = ${studio.id}`
  const answer = await batch(db, {
    before: db.all<RecurringTotal>(sql`
      SELECT day, members, minor FROM recurring_days WHERE ${own} AND day < ${first}
      ORDER BY day DESC LIMIT 1`),
    begun: db.all<RecurringTotal>(sql`
      SELECT day, members, minor FROM recurring_days WHERE ${own} ORDER BY day LIMIT 1`),
    last: db.all<RecurringTotal>(sql`
      SELECT day, members, minor FROM recurring_days WHERE ${own} AND day >= ${first}
        AND day < ${next} ORDER BY day DESC LIMIT 1`),
    changes: db.all<RecurringChange>(sql`
      SELECT change.day, change.person_id AS personId, person.name AS personName, change.kind,
        change.amount_minor AS amountMinor, change.plans
      FROM recurring_changes AS change CROSS JOIN people AS person ON person.id = change.person_id
      WHERE change.studio_id = ${studio.id} AND change.day >= ${first} AND change.day < ${next}
      ORDER BY change.day, person.name LIMIT ${mostChanges}`),
    days: db.all<DayTaken>(sql`
      SELECT taken_on AS day,
        coalesce(sum(amount_minor) FILTER (WHERE amount_minor > 0), 0) AS inMinor,
        -coalesce(sum(amount_minor) FILTER (WHERE amount_minor < 0), 0) AS outMinor
      FROM payments WHERE ${own} AND taken_on >= ${first} AND taken_on < ${next}
        AND ${moneySql('payments')}
      GROUP BY taken_on ORDER BY taken_on`),
  })
  const [begun] = answer.begun
  // In the month the ledger begins, its first day is the opening.
  const opening = answer.before[0] ?? (begun && begun.day < next ? begun : undefined)
  const closing = answer.last[0] ?? opening
  return {
    first,
    thisMonth,
    days: answer.days,
    earliest: begun ? `${addDays(begun.day, 1).slice(0, 7)}-01` : thisMonth,
    movement: opening && closing ? movementOf(opening, closing, answer.changes) : null,
  }
}
