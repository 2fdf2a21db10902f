/** How tickets end and what goes back for them: one ticket given back, or all of an event that is cancelled. */
import { type SQL, sql } from 'drizzle-orm'
import {
  openItemsOfStatement,
  voidItemsOfStatement,
} from '#app/domain/billing/open-items.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** An item of ticket `k` that nobody has paid. */
const unpaidSql = sql`EXISTS (SELECT 1 FROM open_items AS i WHERE i.studio_id = k.studio_id AND i.subject_id = k.id
  AND i.state = 'open' AND i.amount_minor > 0)`

/**
 * Ends tickets `k` by `which` and gives back `percent` of their price, half-up to the minor unit, for somebody else's
 * batch. Nothing goes back for what was never paid: an open item is void where all of it would go back, and a place that
 * was to be paid at the door costs nothing. What was paid stands in the account of a known buyer as owed to them; of
 * anybody else it stays with the ticket until the desk has given it back by hand. Each ticket ends once. `which` must hold
 * behind the write, too; `onlyIf` is asked by the write alone.
 */
export function endTicketsStatements(
  ctx: StudioContext,
  {
    which,
    onlyIf = sql`1`,
    as,
    percent,
    working,
  }: { which: SQL; onlyIf?: SQL; as: 'refunded' | 'cancelled'; percent: number; working: string },
) {
  const { db, studio, now } = ctx
  const ended = sql`k.studio_id = ${studio.id} AND k.state = ${as} AND k.ended_at = ${now} AND ${which}`
  return {
    // Bound numbers are REAL in SQL: the division is cut to whole minor units by hand.
    end: db.run(sql`
      UPDATE tickets AS k SET state = ${as}, ended_at = ${now}, refund_minor = (
        SELECT CASE WHEN x.state = 'held' OR (x.pays = 'door' AND x.paid_at IS NULL) THEN 0
          WHEN ${percent} = 100 AND ${unpaidSql} THEN 0
          ELSE CAST((2 * k.price_minor * ${percent} + 100) / 200 AS INTEGER) END
        FROM ticket_orders AS x WHERE x.id = k.order_id)
      WHERE k.studio_id = ${studio.id} AND k.state IN ('valid','checked_in','held') AND ${which} AND ${onlyIf}`),
    void: voidItemsOfStatement(
      ctx,
      sql`SELECT k.id FROM tickets AS k WHERE ${ended} AND ${percent} = 100 AND k.refund_minor = 0`,
    ),
    back: openItemsOfStatement(ctx, {
      kind: 'refund',
      cause: 'ticket-back',
      rows: sql`
        SELECT x.person_id, k.id AS subject_id, -k.refund_minor AS amount_minor, ${working} || ': ' || y.name AS working
        FROM tickets AS k JOIN ticket_orders AS x ON x.id = k.order_id JOIN ticket_types AS y ON y.id = k.ticket_type_id
        WHERE ${ended} AND x.person_id IS NOT NULL`,
    }),
  }
}

/** An order all of whose tickets have ended is over. */
export function endEmptyOrdersStatement({ db, studio }: StudioContext, eventId: string) {
  return db.run(sql`
    UPDATE ticket_orders AS x SET state = 'cancelled', held_until = NULL
    WHERE x.studio_id = ${studio.id} AND x.event_id = ${eventId} AND x.state IN ('confirmed','held') AND NOT EXISTS (
      SELECT 1 FROM tickets AS k WHERE k.studio_id = x.studio_id AND k.order_id = x.id
        AND k.state IN ('valid','checked_in','held'))`)
}
