import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { methodWords, type PaymentMethod } from '#app/domain/billing/invoices/payment-words.ts'
import { walkInId } from '#app/domain/billing/walk-in.ts'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { paymentReceipt } from '#app/messages/sales/payment-receipt.ts'
import type { LocalDate } from '#app/values/zone.ts'

type Row = {
  reference: string
  issuedOn: LocalDate
  currency: string
  totalMinor: number
  whatFor: string | null
  how: string | null
}

/**
 * Emails the receipt of a sale without a name to the address that was typed at the till, once a sale
 * and address: typed again without its mistake, it goes to the right one.
 * The address is nobody's record. Who is known by name gets their receipt automatically. Answers whether
 * there was anything to send.
 */
export async function emailTillReceipt(
  ctx: StaffContext,
  saleId: string,
  email: string,
): Promise<boolean> {
  const { db, studio, nowMs, origin } = ctx
  const invoiceId = `till-${saleId}`
  const [sold] = await db.all<Row>(sql`
    SELECT bill.reference, bill.issued_on AS issuedOn, bill.currency,
      bill.total_minor AS totalMinor,
      (SELECT group_concat(line.working, ', ') FROM open_items AS line
        WHERE line.studio_id = bill.studio_id AND line.invoice_id = bill.id
          AND line.state <> 'void') AS whatFor,
      (SELECT group_concat(DISTINCT paid.method) FROM allocations AS part
        JOIN payments AS paid ON paid.studio_id = part.studio_id AND paid.id = part.payment_id
        WHERE part.studio_id = bill.studio_id AND part.invoice_id = bill.id) AS how
    FROM invoices AS bill WHERE bill.studio_id = ${studio.id} AND bill.id = ${invoiceId}
      AND bill.person_id = ${walkInId(ctx)} AND bill.state = 'paid'`)
  if (!sold || email === '') return false
  const how = (sold.how ?? '').split(',').filter(Boolean) as PaymentMethod[]
  await batch(db, {
    letter: queueStatement(
      db,
      {
        studioId: studio.id,
        dedupeKey: `till-receipt:${studio.id}:${saleId}:${hashSecretToken(email.toLowerCase())}`,
        to: email,
        kind: 'payment-receipt',
        letter: paymentReceipt({
          studio,
          origin,
          name: '',
          amountMinor: sold.totalMinor,
          currency: sold.currency,
          takenOn: sold.issuedOn,
          whatFor: sold.whatFor ?? 'Your purchase',
          how: how.map((method) => methodWords[method]).join(', '),
          references: [sold.reference],
          invoiceId: null,
          leftMinor: 0,
        }),
      },
      nowMs,
    ),
  })
  return true
}
