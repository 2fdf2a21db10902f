import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import {
  attendanceFactsStatement,
  mayEditAttendanceSql,
} from '#app/domain/places/attendance-sql.server.ts'
import {
  type AttendanceRefusal,
  attendanceRefusal,
  attendanceWindow,
} from '#app/domain/places/attendance-window.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { correctedLineStatements } from '#app/domain/staff-pay/pay-line-statements.server.ts'
import { newId } from '#app/values/id.ts'
import { type TicketRow, ticketsStatement } from './event-queries.server.ts'
import { readTicketCode } from './ticket-code.ts'

export type CheckInResult =
  | { ok: true; ticket: TicketRow }
  /** `already`: the ticket says when, and by whom. */
  | {
      ok: false
      reason: 'already' | 'refunded' | 'cancelled' | 'not_confirmed' | 'banned'
      ticket: TicketRow
    }
  | { ok: false; reason: 'unknown' | 'other_event' }
  | AttendanceRefusal

/**
 * Admits the holder of a code, once: of two doors that scan the same ticket one admits it, and the
 * other is told when and by whom. A code that was replaced when its ticket was passed on admits
 * nobody (`unknown`). Once attendance may no longer be edited only who may reopen it admits, with a
 * `reason`. Of an event that is settled its coach's pay is brought to who came, as with an undo.
 */
export async function checkInTicket(
  ctx: StaffContext,
  eventId: string,
  typed: string,
  reason = '',
): Promise<CheckInResult> {
  const code = readTicketCode(typed)
  if (!code) return { ok: false, reason: 'unknown' }
  const { db, studio, now, actor } = ctx
  const why = reason.trim().slice(0, 200)
  const lineId = newId()
  const result = await batch(db, {
    admit: db.run(sql`
      UPDATE tickets SET state = 'checked_in', checked_in_at = ${now}, checked_in_by = ${actor.name}
      WHERE studio_id = ${studio.id} AND code = ${code} AND event_id = ${eventId}
        AND state = 'valid' AND ${mayEditSql(ctx, eventId, why)}
        AND NOT ${holderBannedSql}`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'ticket.checked_in',
        subjectKind: 'ticket',
        subjectId: sql`(SELECT ticket.id FROM tickets AS ticket
          WHERE ticket.studio_id = ${studio.id} AND ticket.code = ${code})`,
        reason: why,
        detail: { eventId },
      },
      rightAfterChange,
    ),
    ...correctedLineStatements(ctx, eventId, lineWrittenSql(lineId)),
    attendance: attendanceFactsStatement(ctx, eventId),
    ticket: ticketsStatement(ctx, sql`ticket.code = ${code}`, 1),
    banned: db.all<{ banned: number }>(sql`SELECT ${holderBannedSql} AS banned FROM tickets
      WHERE studio_id = ${studio.id} AND code = ${code}`),
  })
  const [ticket] = result.ticket
  if (!ticket) return { ok: false, reason: 'unknown' }
  if (ticket.eventId !== eventId) return { ok: false, reason: 'other_event' }
  if (changed(result.admit) > 0) return { ok: true, ticket }
  const [attendance] = result.attendance
  const over = attendance && attendanceRefusal(attendanceWindow(attendance, actor.role, now), why)
  if (over && ticket.state === 'valid') return over
  if (ticket.state === 'valid' && result.banned[0]?.banned === 1)
    return { ok: false, reason: 'banned', ticket }
  switch (ticket.state) {
    case 'checked_in':
      return { ok: false, reason: 'already', ticket }
    case 'refunded':
      return { ok: false, reason: 'refunded', ticket }
    case 'held':
      return { ok: false, reason: 'not_confirmed', ticket }
    default:
      return { ok: false, reason: 'cancelled', ticket }
  }
}

/** The studio keeps out whose ticket it is: who bought it, until it is passed on, or its holder. */
const holderBannedSql = sql`EXISTS (SELECT 1 FROM people AS kept_out
  WHERE kept_out.studio_id = tickets.studio_id AND kept_out.banned_at IS NOT NULL
    AND (kept_out.email <> '' AND kept_out.email = lower(tickets.holder_email)
      OR tickets.transferred_at IS NULL AND kept_out.id = (SELECT ticket_order.person_id
        FROM ticket_orders AS ticket_order WHERE ticket_order.id = tickets.order_id)))`

/** Who is inside may be edited at the event. */
const mayEditSql = (ctx: StaffContext, eventId: string, reason: string) => sql`EXISTS (
  SELECT 1 FROM occurrences AS o WHERE o.studio_id = ${ctx.studio.id} AND o.id = ${eventId}
    AND ${mayEditAttendanceSql(ctx, reason)})`

/** A ticket of the event whose holder is inside; null for any other. */
export async function findAdmitted(
  ctx: StaffContext,
  eventId: string,
  ticketId: string,
): Promise<TicketRow | null> {
  const { found } = await batch(ctx.db, {
    found: ticketsStatement(
      ctx,
      sql`ticket.id = ${ticketId} AND ticket.event_id = ${eventId}
        AND ticket.state = 'checked_in'`,
      1,
    ),
  })
  return found[0] ?? null
}

/**
 * Takes an admission back that was a mistake, with why; the ticket admits again. Twice is once.
 * Once attendance may no longer be edited only for anyone who may reopen it.
 */
export async function undoTicketCheckIn(
  ctx: StaffContext,
  eventId: string,
  ticketId: string,
  { reason }: { reason: string },
): Promise<
  { ok: true; again?: true } | { ok: false; reason: 'not_found' | 'not_inside' } | AttendanceRefusal
> {
  const { db, studio } = ctx
  const own = sql`ticket.studio_id = ${studio.id} AND ticket.event_id = ${eventId}
    AND ticket.id = ${ticketId}`
  const { before, attendance } = await batch(db, {
    before: ticketsStatement(ctx, own, 1),
    attendance: attendanceFactsStatement(ctx, eventId),
  })
  const [was] = before
  if (!was) return { ok: false, reason: 'not_found' }
  const window = attendanceWindow(attendance[0]!, ctx.actor.role, ctx.now)
  const over = attendanceRefusal(window, reason)
  if (over && was.state === 'checked_in') return over
  const lineId = newId()
  const result = await batch(db, {
    undo: db.run(sql`
      UPDATE tickets AS ticket SET state = 'valid', checked_in_at = NULL, checked_in_by = NULL
      WHERE ${own} AND ticket.state = 'checked_in' AND ${mayEditSql(ctx, eventId, reason)}`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'ticket.check_in_undone',
        subjectKind: 'ticket',
        subjectId: ticketId,
        reason,
        detail: {
          eventId,
          checkedInAt: was.checkedInAt,
          checkedInBy: was.checkedInBy,
          ...(window.stage === 'open' ? {} : { reopened: true }),
        },
      },
      rightAfterChange,
    ),
    ...correctedLineStatements(ctx, eventId, lineWrittenSql(lineId)),
    after: ticketsStatement(ctx, own, 1),
  })
  if (changed(result.undo) > 0) return { ok: true }
  return result.after[0]?.state === 'valid'
    ? { ok: true, again: true }
    : { ok: false, reason: 'not_inside' }
}
