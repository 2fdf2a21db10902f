import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { balanceSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import type { PaymentMethod } from '#app/domain/billing/invoices/payment-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import { payoutDueStatement } from '../banking/banking-page.server.ts'
import type { TakenDays } from './taken-span.ts'
import { type TakenKind, takenSql } from './taken-sql.server.ts'

/** Days in which packs that expire are shown. */
const expiringDays = 14

/** Rows of each list on the page; its link has all of them. */
const onPage = 12

export type TakenSum = { kind: TakenKind; method: PaymentMethod; minor: number; payments: number }

export type FailedPayment = {
  invoiceId: string
  reference: string
  personId: string
  name: string
  minor: number
  /** The provider's code of the last failure. */
  code: string
  /** The day of the next charge; null where the card is not tried again. */
  nextOn: LocalDate | null
  /** How its membership stands. */
  state: string | null
  graceUntil: LocalDate | null
}

export type ExpiringPack = {
  lotId: string
  personId: string
  name: string
  pack: string
  expiresOn: LocalDate
  credits: number
  /** The first class they have booked; null where there is none. */
  bookedOn: LocalDate | null
}

export type TopProduct = { productId: string; name: string; sold: number; minor: number }

/** Payments that no card made, and that are still owed: one row an invoice. For a page's batch. */
const failedPaymentsStatement = ({ db, studio }: StudioContext, limit = onPage) =>
  db.all<FailedPayment>(sql`
    SELECT bill.id AS invoiceId, bill.reference, payer.id AS personId, payer.name,
      ${balanceSql(sql`bill.studio_id`, sql`bill.id`)} AS minor, step.code,
      (SELECT min(next.due_on) FROM collection_steps AS next
        WHERE next.studio_id = step.studio_id AND next.invoice_id = bill.id
          AND next.kind = 'charge' AND next.state = 'coming') AS nextOn,
      membership.state, membership.grace_until AS graceUntil, max(step.done_at) AS last
    FROM collection_steps AS step CROSS JOIN invoices AS bill ON bill.id = step.invoice_id
    JOIN people AS payer ON payer.id = step.payer_id
    LEFT JOIN memberships AS membership ON membership.id = step.membership_id
    WHERE step.studio_id = ${studio.id} AND step.state = 'failed' AND bill.state = 'open'
    GROUP BY bill.id ORDER BY last DESC LIMIT ${limit}`)

/** Packs with credits left that end within two weeks. For a page's batch. */
const expiringPacksStatement = ({ db, studio, now }: StudioContext, limit = onPage) => {
  const today = localDate(now, studio.timeZone)
  return db.all<ExpiringPack>(sql`
    SELECT lot.id AS lotId, lot.person_id AS personId, person.name, package.name AS pack,
      lot.expires_on AS expiresOn,
      (SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
        WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id) AS credits,
      (SELECT min(substr(o.local_start, 1, 10)) FROM bookings AS b
        JOIN occurrences AS o ON o.id = b.occurrence_id
        WHERE b.studio_id = lot.studio_id AND b.person_id = lot.person_id AND b.state = 'booked'
          AND o.starts_at >= ${now}) AS bookedOn
    FROM lots AS lot CROSS JOIN people AS person ON person.id = lot.person_id
    JOIN packages AS package ON package.id = lot.package_id
    WHERE lot.studio_id = ${studio.id} AND lot.expires_on >= ${today}
      AND lot.expires_on <= ${addDays(today, expiringDays)} AND credits > 0
      AND person.archived_at IS NULL AND lot.refunded_at IS NULL
    ORDER BY lot.expires_on LIMIT ${limit}`)
}

/** What was taken on some days, by kind and method; refunds are a kind of their own. */
export const takenStatement = (ctx: StudioContext, days: TakenDays, which: SQL = sql`1`) =>
  ctx.db.all<TakenSum>(sql`
    WITH ${takenSql(ctx, days)}
    SELECT kind, method, sum(minor) AS minor, count(DISTINCT id) AS payments FROM taken
    WHERE minor <> 0 AND ${which} GROUP BY kind, method`)

/** Products of the till by what they brought on some days. */
const topProductsStatement = ({ db, studio }: StudioContext, { from, until }: TakenDays) =>
  db.all<TopProduct>(sql`
    SELECT product.id AS productId, product.name, sum(line.quantity) AS sold,
      sum(line.amount_minor) AS minor
    FROM invoices AS bill CROSS JOIN open_items AS line ON line.studio_id = bill.studio_id
      AND line.invoice_id = bill.id
    JOIN product_variants AS variant ON variant.id = line.subject_id
    JOIN products AS product ON product.id = variant.product_id
    WHERE bill.studio_id = ${studio.id} AND bill.issued_on >= ${from}
      AND bill.issued_on <= ${until} AND bill.kind = 'invoice' AND line.kind = 'product'
      AND line.state <> 'void'
    GROUP BY product.id ORDER BY minor DESC, product.name LIMIT 5`)

/**
 * What the sales page says besides recurring revenue: money of some days by kind and method, what
 * failed and is still owed, packs that expire, open invoices, the next payout and top products. One
 * trip.
 */
export async function salesDesk(ctx: StudioContext, days: TakenDays) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const { taken, failed, packs, open, payout, products } = await batch(db, {
    taken: takenStatement(ctx, days),
    failed: failedPaymentsStatement(ctx),
    packs: expiringPacksStatement(ctx),
    open: db.all<{ n: number; overdue: number }>(sql`
      SELECT count(*) AS n, count(*) FILTER (WHERE due_on < ${today}) AS overdue
      FROM (SELECT due_on FROM invoices WHERE studio_id = ${studio.id} AND kind = 'invoice'
        AND state = 'open' ORDER BY due_on LIMIT 1001)`),
    payout: payoutDueStatement(ctx),
    products: topProductsStatement(ctx, days),
  })
  return { taken, failed, packs, open: open[0]!, payout: payout[0]!, products }
}

export type TakenRow = {
  key: string
  takenOn: LocalDate
  kind: TakenKind
  method: PaymentMethod
  minor: number
  personId: string
  name: string
  invoiceId: string | null
  reference: string | null
}

/** Rows behind a figure of `takenStatement`, newest first, at most so many. */
export const takenRowsAtMost = 500

/** What some money of some days is made of, and its sum: the same rule as the figure. */
export async function takenRows(
  ctx: StudioContext,
  days: TakenDays,
  { kind, method }: { kind: TakenKind | ''; method: PaymentMethod | '' },
) {
  const which = sql`minor <> 0 AND ${kind === '' ? sql`1` : sql`kind = ${kind}`}
    AND ${method === '' ? sql`1` : sql`method = ${method}`}`
  const { rows, sums } = await batch(ctx.db, {
    rows: ctx.db.all<TakenRow>(sql`
      WITH ${takenSql(ctx, days)}
      SELECT taken.id || coalesce(taken.invoice_id, '') || taken.kind AS key,
        taken.taken_on AS takenOn, taken.kind, taken.method, taken.minor,
        taken.person_id AS personId, person.name, bill.id AS invoiceId, bill.reference
      FROM (SELECT * FROM taken WHERE ${which}
        ORDER BY taken_at DESC, id LIMIT ${takenRowsAtMost}) AS taken
      JOIN people AS person ON person.id = taken.person_id
      LEFT JOIN invoices AS bill ON bill.id = taken.invoice_id
      ORDER BY taken.taken_at DESC, taken.id`),
    sums: ctx.db.all<{ minor: number; n: number }>(sql`
      WITH ${takenSql(ctx, days)}
      SELECT coalesce(sum(minor), 0) AS minor, count(*) AS n FROM taken WHERE ${which}`),
  })
  return { rows, sum: sums[0]! }
}
