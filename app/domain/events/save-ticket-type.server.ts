import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Instant } from '#app/values/instant.ts'
import { takenOfTypeSql } from './event-queries.server.ts'

export type TicketTypeDraft = {
  name: string
  priceMinor: number
  capacity: number | null
  salesFrom: Instant | null
  salesUntil: Instant | null
  membersOnly: boolean
  perOrder: number
  sort: number
}

export type SaveTicketTypeResult = { ok: true } | { ok: false; reason: 'not_found' | 'below_sold' }

/**
 * Adds a ticket type under the form's key (twice is once), or changes the one with that id: who has
 * ordered keeps the price they saw. Refuses fewer tickets than are taken, another studio's event,
 * and one that was cancelled.
 */
export async function saveTicketType(
  ctx: StaffContext,
  eventId: string,
  typeId: string,
  draft: TicketTypeDraft,
  { change }: { change: boolean },
): Promise<SaveTicketTypeResult> {
  const { db, studio, now } = ctx
  const { name, priceMinor, capacity, salesFrom, salesUntil, perOrder, sort } = draft
  const membersOnly = draft.membersOnly ? 1 : 0
  const open = sql`EXISTS (SELECT 1 FROM events AS event
    WHERE event.studio_id = ${studio.id} AND event.id = ${eventId} AND event.state <> 'cancelled')`
  const { save, there } = await batch(db, {
    save: change
      ? db.run(sql`
          UPDATE ticket_types AS ticket_type SET name = ${name}, price_minor = ${priceMinor},
            capacity = ${capacity}, sales_from = ${salesFrom}, sales_until = ${salesUntil},
            members_only = ${membersOnly}, per_order = ${perOrder},
            sort = ${sort}
          WHERE ticket_type.studio_id = ${studio.id} AND ticket_type.event_id = ${eventId}
            AND ticket_type.id = ${typeId} AND ${open}
            AND (${capacity} IS NULL OR ${takenOfTypeSql(now)} <= ${capacity})`)
      : db.run(sql`
          INSERT INTO ticket_types (id, studio_id, event_id, name, price_minor, capacity,
            sales_from, sales_until, members_only, per_order, sort)
          SELECT ${typeId}, ${studio.id}, ${eventId}, ${name}, ${priceMinor}, ${capacity},
            ${salesFrom}, ${salesUntil}, ${membersOnly}, ${perOrder},
            ${sort} WHERE ${open} ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: change ? 'ticket_type.changed' : 'ticket_type.added',
        subjectKind: 'event',
        subjectId: eventId,
        detail: { typeId, ...draft },
      },
      rightAfterChange,
    ),
    there: db.all<{ taken: number }>(sql`
      SELECT ${takenOfTypeSql(now)} AS taken FROM ticket_types AS ticket_type
      WHERE ticket_type.studio_id = ${studio.id} AND ticket_type.event_id = ${eventId}
        AND ticket_type.id = ${typeId} AND ${open}`),
  })
  if (changed(save) > 0) return { ok: true }
  const [row] = there
  if (!row) return { ok: false, reason: 'not_found' }
  return change && capacity !== null && row.taken > capacity
    ? { ok: false, reason: 'below_sold' }
    : { ok: true }
}

/** Takes a ticket type off sale, or sells it again; tickets of it stand. False: not found. */
export async function archiveTicketType(
  ctx: StaffContext,
  eventId: string,
  typeId: string,
  archived: boolean,
): Promise<boolean> {
  const { db, studio, now } = ctx
  const own = sql`studio_id = ${studio.id} AND event_id = ${eventId} AND id = ${typeId}`
  const { found } = await batch(db, {
    set: db.run(sql`
      UPDATE ticket_types SET archived_at = ${archived ? now : null}
      WHERE ${own} AND archived_at IS ${archived ? sql`NULL` : sql`NOT NULL`}`),
    audit: auditStatement(
      ctx,
      {
        action: archived ? 'ticket_type.archived' : 'ticket_type.restored',
        subjectKind: 'event',
        subjectId: eventId,
        detail: { typeId },
      },
      rightAfterChange,
    ),
    found: db.all<{ id: string }>(sql`SELECT id FROM ticket_types WHERE ${own}`),
  })
  return found.length > 0
}
