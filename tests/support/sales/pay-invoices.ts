/** The minute in which charges become invoices, and somebody who pays them whole at the desk. */
import { sql } from 'drizzle-orm'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { type TakePayment, takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { chargeFees } from '#app/domain/bookings/cancelling/charge-fees.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import type { Person, World } from '../world.ts'

export const asManager = (w: World, now: Instant): StaffContext => ({
  ...w.at(now),
  actor: { userId: 'mina', name: 'Mina Manager', role: 'manager' },
})

/** Fees that nobody may waive any more are charged, and what is charged is invoiced. */
export async function minuteOf(w: World, now: Instant): Promise<number> {
  const charged = await chargeFees(w.at(now))
  await openInvoices(w.at(now))
  return charged
}

/** Pays, or pays out, what is open of the newest invoice or credit note of a person. */
export async function settleNewest(
  w: World,
  person: Person,
  now: Instant,
  method: TakePayment['method'] = 'card',
) {
  const [row] = await w.db.all<{ id: string; open: number }>(sql`
    SELECT invoice.id, abs((SELECT coalesce(sum(amount_minor - paid_minor), 0) FROM open_items
      WHERE invoice_id = invoice.id AND state = 'open')) AS open
    FROM invoices AS invoice
    WHERE invoice.studio_id = ${w.studio.id} AND invoice.person_id = ${person.id}
    ORDER BY invoice.created_at DESC, invoice.rowid DESC LIMIT 1`)
  return takePayment(asManager(w, now), {
    key: newId(),
    invoiceId: row!.id,
    amountMinor: row!.open,
    method,
    note: '',
  })
}

/** What a person still owes, less what the studio owes them, in minor units. */
export async function owedBy({ db, studio }: World, person: Person): Promise<number> {
  const [row] = await db.all<{ minor: number }>(sql`
    SELECT coalesce(sum(amount_minor - paid_minor), 0) AS minor FROM open_items
    WHERE studio_id = ${studio.id} AND person_id = ${person.id} AND state = 'open'`)
  return row!.minor
}

/** Every invoice and credit note of the studio, so that a story says who else has none. */
export async function documentsIn({ db, studio }: World): Promise<number> {
  const [row] = await db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM invoices WHERE studio_id = ${studio.id}`,
  )
  return row!.n
}
