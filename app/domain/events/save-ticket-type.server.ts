import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { archiveRow } from '#app/domain/audit/archive-row.server.ts'
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

export type SaveTicketTypeResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'below_sold' | 'changed' }

/**
 * Adds a ticket type under the form's key (twice is once), or changes the one that is at `version`:
 * who has ordered keeps the price they saw. Refuses fewer tickets than are taken (`below_sold`),
 * another studio's event and one that was cancelled (`not_found`), and an edit over someone else's
 * (`changed`).
 */
export async function saveTicketType(
  ctx: StaffContext,
  eventId: string,
  typeId: string,
  draft: TicketTypeDraft,
  version: number | null,
): Promise<SaveTicketTypeResult> {
  const { db, studio, now } = ctx
  const { name, priceMinor, capacity, salesFrom, salesUntil, perOrder, sort } = draft
  const membersOnly = draft.membersOnly ? 1 : 0
  const open = sql`EXISTS (SELECT 1 FROM events AS event
    WHERE event.studio_id = ${studio.id} AND event.id = ${eventId} AND event.state <> 'cancelled')`
  const own = sql`ticket_type.studio_id = ${studio.id} AND ticket_type.event_id = ${eventId}
    AND ticket_type.id = ${typeId} AND ${open}`
  const columns = sql`name, price_minor, capacity, sales_from, sales_until, members_only, per_order,
    sort`
  const values = sql`${name}, ${priceMinor}, ${capacity}, ${salesFrom}, ${salesUntil},
    ${membersOnly}, ${perOrder}, ${sort}`
  const { save, there } = await batch(db, {
    save:
      version === null
        ? db.run(sql`
            INSERT INTO ticket_types (id, studio_id, event_id, ${columns})
            SELECT ${typeId}, ${studio.id}, ${eventId}, ${values}
            WHERE ${open} ON CONFLICT DO NOTHING`)
        : db.run(sql`
            UPDATE ticket_types AS ticket_type SET (${columns}) = (${values}), version = version + 1
            WHERE ${own} AND version = ${version} AND (${columns}) IS NOT (${values})
              AND (${capacity} IS NULL OR ${takenOfTypeSql(now)} <= ${capacity})`),
    audit: auditStatement(
      ctx,
      {
        action: version === null ? 'ticket_type.added' : 'ticket_type.changed',
        subjectKind: 'event',
        subjectId: eventId,
        detail: { typeId, ...draft },
      },
      rightAfterChange,
    ),
    there: db.all<{ version: number; same: number }>(sql`
      SELECT version, (${columns}) IS (${values}) AS same
      FROM ticket_types AS ticket_type WHERE ${own}`),
  })
  if (changed(save) > 0) return { ok: true }
  const [row] = there
  if (!row) return { ok: false, reason: 'not_found' }
  if (version === null || row.same === 1) return { ok: true }
  return { ok: false, reason: row.version === version ? 'below_sold' : 'changed' }
}

/** Takes a ticket type off sale, or sells it again; tickets of it stand. False: not found. */
export const archiveTicketType = (
  ctx: StaffContext,
  eventId: string,
  typeId: string,
  archived: boolean,
): Promise<boolean> =>
  archiveRow(ctx, {
    update: sql`UPDATE ticket_types`,
    table: sql`ticket_types`,
    own: sql`studio_id = ${ctx.studio.id} AND event_id = ${eventId} AND id = ${typeId}`,
    archived,
    line: {
      what: 'ticket_type',
      subjectKind: 'event',
      subjectId: eventId,
      detail: { typeId },
    },
  })
