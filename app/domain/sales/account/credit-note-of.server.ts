import { sql } from 'drizzle-orm'
import { openInvoicesOf } from '#app/domain/billing/invoices/open-invoices.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

/**
 * The credit note of something that a person is to get back, opened now where it has none yet. Null
 * where the person is owed no such thing.
 */
export async function creditNoteOf(
  ctx: StaffContext,
  personId: string,
  itemId: string,
): Promise<{ id: string; open: boolean } | null> {
  const { db, studio } = ctx
  await openInvoicesOf(ctx, personId)
  const [note] = await db.all<{ id: string; state: string }>(sql`
    SELECT note.id, note.state FROM open_items AS item
    JOIN invoices AS note ON note.id = item.invoice_id AND note.kind = 'credit_note'
    WHERE item.studio_id = ${studio.id} AND item.person_id = ${personId} AND item.id = ${itemId}`)
  return note ? { id: note.id, open: note.state === 'open' } : null
}
