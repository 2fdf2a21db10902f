import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { PaymentMethod } from '#app/domain/billing/invoices/payment-words.ts'
import { strangersPaidStatement } from '#app/domain/events/stranger-orders.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDate } from '#app/values/zone.ts'

export type TakingsPage = {
  methods: { method: PaymentMethod; inMinor: number; outMinor: number; payments: number }[]
  /**
   * The newest 100 of the day: what of a payment went to which invoice, a row each, and what of it
   * moved account credit, without one.
   */
  payments: {
    id: string
    takenAt: Instant
    method: PaymentMethod
    amountMinor: number
    takenBy: string
    personName: string
    invoiceId: string | null
    reference: string
  }[]
  /** Tickets that people who are not on the books paid on the day: beside the takings, no payment. */
  strangers: { orders: number; minor: number }
  till: {
    closedAt: Instant
    closedBy: string
    cashMinor: number
    countedMinor: number
    note: string
  } | null
}

/** The money of a day by how it came and went, and whether its takings are closed. One trip. */
export async function takingsPage(
  { db, studio }: StudioContext,
  day: LocalDate,
): Promise<TakingsPage> {
  const ofDay = sql`payment.studio_id = ${studio.id} AND payment.taken_on = ${day}`
  const { tills, strangers, ...rest } = await batch(db, {
    strangers: strangersPaidStatement({ db, studio }, day),
    methods: db.all<TakingsPage['methods'][number]>(sql`
      SELECT payment.method, count(*) AS payments,
        coalesce(sum(payment.amount_minor) FILTER (WHERE payment.amount_minor > 0), 0) AS inMinor,
        -coalesce(sum(payment.amount_minor) FILTER (WHERE payment.amount_minor < 0), 0) AS outMinor
      FROM payments AS payment WHERE ${ofDay} GROUP BY payment.method ORDER BY payment.method`),
    payments: db.all<TakingsPage['payments'][number]>(sql`
      SELECT line.id, line.taken_at AS takenAt, line.method, line.minor AS amountMinor,
        line.taken_by AS takenBy, person.name AS personName, invoice.id AS invoiceId,
        coalesce(invoice.reference, '') AS reference
      FROM (
        SELECT coalesce(part.id, payment.id) AS id, payment.id AS payment_id, payment.taken_at,
          payment.method, payment.taken_by, payment.person_id, part.invoice_id,
          coalesce(part.amount_minor, payment.amount_minor) AS minor
        FROM payments AS payment
        LEFT JOIN allocations AS part ON part.studio_id = payment.studio_id
          AND part.payment_id = payment.id
        WHERE ${ofDay}
        UNION ALL
        SELECT payment.id || ':rest', payment.id, payment.taken_at, payment.method,
          payment.taken_by, payment.person_id, NULL, payment.amount_minor - sum(part.amount_minor)
        FROM payments AS payment
        CROSS JOIN allocations AS part ON part.studio_id = payment.studio_id
          AND part.payment_id = payment.id
        WHERE ${ofDay} GROUP BY payment.id HAVING payment.amount_minor <> sum(part.amount_minor)
      ) AS line
      CROSS JOIN people AS person ON person.id = line.person_id
      LEFT JOIN invoices AS invoice ON invoice.id = line.invoice_id
      ORDER BY line.taken_at DESC, line.payment_id, line.id LIMIT 100`),
    tills: db.all<NonNullable<TakingsPage['till']>>(sql`
      SELECT closed_at AS closedAt, closed_by AS closedBy, cash_minor AS cashMinor,
        counted_minor AS countedMinor, note
      FROM closed_tills WHERE studio_id = ${studio.id} AND day = ${day}`),
  })
  return { ...rest, strangers: strangers[0]!, till: tills[0] ?? null }
}
