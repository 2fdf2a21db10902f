import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { closedRoomsStatement, openDaySql } from '#app/domain/calendar/closed-days.server.ts'
import { conflictsStatement } from '#app/domain/calendar/conflicts.server.ts'
import { placesFreeSql } from '#app/domain/calendar/free-guards.server.ts'
import { recordedStatement } from '#app/domain/happenings/happenings.server.ts'
import { tellFirst } from '#app/domain/messaging/tell-people.server.ts'
import { ticketPaidSql } from '#app/domain/places/ticket-sql.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { cancelledLineStatement } from '#app/domain/staff-pay/pay-line-statements.server.ts'
import { newId } from '#app/values/id.ts'
import { count, money } from '#app/values/wording.ts'
import { clashWords } from './event-clashes.server.ts'
import { buyersToTellStatement, tellOff } from './event-mail.server.ts'
import { eventStatement, toEvent } from './event-queries.server.ts'
import { endEmptyOrdersStatement, endTicketsStatements } from './return-statements.server.ts'

export type PublishResult =
  | { ok: true; again?: true }
  | { ok: false; reason: 'taken'; clashes: string[] }
  | { ok: false; reason: 'not_found' | 'cancelled' | 'over' | 'no_types' }

/**
 * Puts a draft on sale and on the timetable. A draft binds nobody, so whether room and coach are
 * free and the day is open is asked again here, by the write. Refuses an event without a ticket
 * type, and one that would have begun. Twice is once.
 */
export async function publishEvent(ctx: StaffContext, eventId: string): Promise<PublishResult> {
  const { db, studio, now } = ctx
  const { found } = await batch(db, { found: eventStatement(ctx, sql`event.id = ${eventId}`) })
  const event = found[0] ? toEvent(found[0]) : null
  if (!event) return { ok: false, reason: 'not_found' }
  if (event.state === 'cancelled') return { ok: false, reason: 'cancelled' }
  if (event.state === 'on_sale') return { ok: true, again: true }
  const { startsAt, endsAt, roomId, coachId, version } = event
  const needs = { disciplineId: event.disciplineId, people: 0 }
  const wanted = [{ startsAt, endsAt, roomId, coachId, needs }]
  const except = { seriesIds: [eventId], must: true }
  const date = event.localStart.slice(0, 10)
  const mine = sql`studio_id = ${studio.id} AND id = ${eventId}`
  const typed = sql`EXISTS (SELECT 1 FROM ticket_types AS ticket_type
    WHERE ticket_type.studio_id = ${studio.id} AND ticket_type.event_id = ${eventId}
      AND ticket_type.archived_at IS NULL)`
  const result = await batch(db, {
    // Every change of room, coach or time raises the version: what was read is what is guarded.
    publish: db.run(sql`
      UPDATE events SET state = 'on_sale', version = version + 1
      WHERE ${mine} AND state = 'draft' AND version = ${version} AND ${startsAt} > ${now}
        AND ${typed}
        AND ${placesFreeSql(ctx, wanted, except)}
        AND ${openDaySql(ctx, sql`${roomId}`, sql`${date}`)}`),
    audit: auditStatement(
      ctx,
      {
        action: 'event.published',
        subjectKind: 'event',
        subjectId: eventId,
        detail: { name: event.name },
      },
      rightAfterChange,
    ),
    shown: db.run(sql`
      UPDATE occurrences SET state = 'scheduled'
      WHERE ${mine} AND kind = 'event' AND state = 'draft'
        AND EXISTS (SELECT 1 FROM events AS event
          WHERE event.studio_id = ${studio.id} AND event.id = ${eventId}
            AND event.state = 'on_sale')`),
    after: db.all<{ state: string; typed: number }>(
      sql`SELECT state, ${typed} AS typed FROM events WHERE ${mine}`,
    ),
    clashes: conflictsStatement(ctx, wanted, except),
    closed: closedRoomsStatement(ctx, { from: date, until: date }),
  })
  if (changed(result.publish) > 0) return { ok: true }
  const [after] = result.after
  if (after?.state === 'on_sale') return { ok: true, again: true }
  if (after?.typed === 0) return { ok: false, reason: 'no_types' }
  if (startsAt <= now) return { ok: false, reason: 'over' }
  return { ok: false, reason: 'taken', clashes: clashWords(ctx, result, { roomId, date }) }
}

export type CancelEventResult =
  | { ok: true; notified: number; tickets: number; refundMinor: number; again?: true }
  | { ok: false; reason: 'not_found' | 'started' }

type Sum = { tickets: number; refundMinor: number; byHandMinor: number; orders: number }

/**
 * What cancelling would do: live tickets, the money that goes back, and that of it which nobody's
 * account can take.
 */
export async function previewEventCancellation(ctx: StaffContext, eventId: string) {
  const { db, studio } = ctx
  const { found, sums } = await batch(db, {
    found: eventStatement(ctx, sql`event.id = ${eventId}`),
    sums: db.all<Sum>(sql`
      SELECT count(*) AS tickets, count(DISTINCT ticket_order.id) AS orders,
        coalesce(sum(${ticketPaidSql}), 0) AS refundMinor,
        coalesce(sum(CASE WHEN ticket_order.person_id IS NULL THEN ${ticketPaidSql} ELSE 0 END),
          0) AS byHandMinor
      FROM tickets AS ticket JOIN ticket_orders AS ticket_order ON ticket_order.id = ticket.order_id
      WHERE ticket.studio_id = ${studio.id} AND ticket.event_id = ${eventId}
        AND ticket.state IN ('valid','checked_in','held')`),
  })
  return found[0] ? { event: toEvent(found[0]), ...sums[0]! } : null
}

/** The effects as a list, for the page before the press. */
export function cancelEventEffects(
  {
    event,
    tickets,
    orders,
    refundMinor,
    byHandMinor,
  }: NonNullable<Awaited<ReturnType<typeof previewEventCancellation>>>,
  { currency, locale }: { currency: string; locale: string },
): string[] {
  if (event.state === 'draft') return ['It was never published, so nobody is notified.']
  return [
    tickets > 0
      ? `${count(tickets, 'ticket')} of ${count(orders, 'order')} ` +
        `${tickets === 1 ? 'ends' : 'end'}, and everyone with an email address is notified.`
      : 'Nobody has a ticket, so nobody is notified.',
    refundMinor > 0
      ? `${money(refundMinor, currency, locale)} refunded: the full price of everything paid.`
      : '',
    byHandMinor > 0
      ? `${money(byHandMinor, currency, locale)} of it is for guests without an account: ` +
        'refund it by hand. The guest list shows who.'
      : '',
    'Unpaid amounts are cancelled.',
    'It stays on the timetable and in calendars as cancelled.',
  ].filter(Boolean)
}

/**
 * The studio calls an event off before it begins: sales close, every ticket ends with its whole
 * price given back, held orders end, calendars get it as cancelled, and everyone with tickets is
 * told by email. Its coach is paid by the studio's cancel rule. Doing it again changes nothing.
 */
export async function cancelEvent(
  ctx: StaffContext,
  eventId: string,
  { reason }: { reason: string },
): Promise<CancelEventResult> {
  const { db, studio, now } = ctx
  const why = reason.trim().slice(0, 200)
  const happeningId = newId()
  const preview = await previewEventCancellation(ctx, eventId)
  if (!preview) return { ok: false, reason: 'not_found' }
  const { event } = preview
  const mine = sql`studio_id = ${studio.id} AND id = ${eventId}`
  const off = sql`EXISTS (SELECT 1 FROM events AS event
    WHERE event.studio_id = ${studio.id} AND event.id = ${eventId} AND event.state = 'cancelled')`
  const result = await batch(db, {
    cancel: db.run(sql`
      UPDATE events SET state = 'cancelled', cancel_reason = ${why}, cancelled_at = ${now},
        version = version + 1
      WHERE ${mine} AND state <> 'cancelled' AND EXISTS (
        SELECT 1 FROM occurrences AS o WHERE o.studio_id = ${studio.id} AND o.id = ${eventId}
          AND (o.state = 'draft' OR (o.state = 'scheduled' AND o.starts_at > ${now})))`),
    audit: auditStatement(
      ctx,
      {
        action: 'event.cancelled',
        subjectKind: 'event',
        subjectId: eventId,
        reason: why,
        detail: { tickets: preview.tickets, refundMinor: preview.refundMinor },
      },
      rightAfterChange,
    ),
    happened: recordedStatement(
      ctx,
      { id: happeningId, kind: 'event.cancelled', subjectId: eventId, detail: { why } },
      rightAfterChange,
    ),
    shown: db.run(sql`
      UPDATE occurrences SET state = 'cancelled', cancel_reason = ${why}, cancelled_at = ${now},
        sequence = sequence + 1
      WHERE ${mine} AND kind = 'event' AND state IN ('draft','scheduled') AND ${off}`),
    ...endTicketsStatements(ctx, {
      which: sql`ticket.event_id = ${eventId} AND ${off}`,
      as: 'cancelled',
      percent: 100,
      working: `${event.name} was cancelled`,
    }),
    // It may be paid by the tickets that ended with it. A draft was nobody's work yet.
    pay: event.state === 'draft' ? null : cancelledLineStatement(ctx, eventId),
    orders: endEmptyOrdersStatement(ctx, eventId),
    after: db.all<{ state: string; refundMinor: number; tickets: number }>(sql`
      SELECT event.state, (SELECT coalesce(sum(ticket.refund_minor), 0) FROM tickets AS ticket
        WHERE ticket.studio_id = event.studio_id
          AND ticket.event_id = event.id AND ticket.state = 'cancelled') AS refundMinor,
        (SELECT count(*) FROM tickets AS ticket
          WHERE ticket.studio_id = event.studio_id AND ticket.event_id = event.id
            AND ticket.state = 'cancelled') AS tickets
      FROM events AS event WHERE event.studio_id = ${studio.id} AND event.id = ${eventId}`),
    buyers: buyersToTellStatement(ctx, eventId, { off: true }),
  })
  const [after] = result.after
  if (after?.state !== 'cancelled') return { ok: false, reason: 'started' }
  const { refundMinor, tickets } = after
  // Behind the change: whom it really reached, however late they had ordered.
  const notified = event.state === 'draft' ? 0 : (result.buyers[0]?.n ?? 0)
  const done = { notified, tickets, refundMinor }
  if (changed(result.cancel) === 0) return { ok: true, ...done, again: true }
  if (notified > 0) await tellFirst(ctx, happeningId, tellOff)
  return { ok: true, ...done }
}
