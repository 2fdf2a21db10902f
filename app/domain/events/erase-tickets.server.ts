import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { erasedName } from '#app/domain/scope/person-rows.ts'

/** Tickets with someone's name: of their orders, and those they come with; for the erasing batch. */
export const eraseTicketsStatements = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  { personId, email }: { personId: string; email: string },
  onlyIf: SQL,
): Record<'held' | 'ordered', Statement<D1Result>> => ({
  held: db.run(sql`
    UPDATE tickets SET holder_name = ${erasedName}, holder_email = ''
    WHERE studio_id = ${studio.id} AND ${onlyIf}
      AND (holder_email = ${email} AND ${email} <> '' OR order_id IN (
        SELECT id FROM ticket_orders WHERE studio_id = ${studio.id} AND person_id = ${personId}))`),
  ordered: db.run(sql`
    UPDATE ticket_orders SET buyer_name = ${erasedName}, buyer_email = ''
    WHERE studio_id = ${studio.id} AND buyer_email = ${email} AND ${email} <> '' AND ${onlyIf}`),
})
