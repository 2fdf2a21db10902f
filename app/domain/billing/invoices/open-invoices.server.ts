import { type SQL, sql } from 'drizzle-orm'
import { batch, prefixed } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { takenOffSql } from '../open-item-sums.server.ts'
import { billingSettingsStatement, settingsFrom } from '../settings/billing-settings.server.ts'
import type { BillingSettings } from '../settings/billing-settings.ts'
import { openInvoiceStatements } from './open-invoice.server.ts'
import { tillClosedSql } from './payment-statements.server.ts'
import type { MethodByHand } from './payment-words.ts'
import { moneyOnSql } from './spread-statements.server.ts'

/** Invoices that one run opens, and those it brings up to date; the next minute takes the rest. */
const invoicesARun = 30

const unbilledSql = (studio: SQL): SQL => sql`
  item.studio_id = ${studio} AND item.invoice_id IS NULL AND item.state <> 'void'`

/** Lines settled or voided by their cause, which their invoice does not show yet. */
const notedSql = (studio: SQL): SQL => sql`
  item.studio_id = ${studio} AND item.invoice_id IS NOT NULL AND item.state <> 'open'
  AND item.paid_minor <> item.amount_minor`

/** Whether a studio has charges that no invoice has yet, or lines that changed since. */
export const openInvoicesDue = ({ studio }: Look): SQL => sql`(
  EXISTS (SELECT 1 FROM open_items AS item WHERE ${unbilledSql(studio)})
  OR EXISTS (SELECT 1 FROM open_items AS item WHERE ${notedSql(studio)}))`

type Group = {
  personId: string
  createdAt: Instant
  /** 1 where it is given back, which makes a credit note. */
  back: 0 | 1
  subjectId: string
}

/**
 * Puts each charge on an invoice, and what is given back on a credit note, oldest first: what one
 * person was charged by one act is one invoice. This is also how the charges that a studio had
 * before it invoiced became invoices: no row is lost. Then lines that were noted as paid get the
 * payment, and lines that were voided are taken off. A second run finds nothing left to do. Answers
 * how many invoices were opened or brought up to date.
 */
export async function openInvoices(ctx: StudioContext): Promise<number> {
  const { opened, settings } = await openChargesOf(ctx, sql`1`)
  return opened + (await bringUpToDate(ctx, settings, sql`1`))
}

/** Puts one person's charges on invoices now, before they pay: at most as many as one run opens. */
export async function openInvoicesOf(ctx: StudioContext, personId: string): Promise<void> {
  await openChargesOf(ctx, sql`item.person_id = ${personId}`)
}

async function openChargesOf(ctx: StudioContext, which: SQL) {
  const { rows, settings } = await batch(ctx.db, {
    rows: groupsStatement(ctx, which),
    settings: billingSettingsStatement(ctx),
  })
  const given = settingsFrom(ctx, settings)
  await openGroups(ctx, given, rows)
  return { opened: rows.length, settings: given }
}

const groupsStatement = ({ db, studio }: StudioContext, which: SQL) =>
  db.all<Group>(sql`
    SELECT item.person_id AS personId, item.created_at AS createdAt, item.amount_minor < 0 AS back,
      CASE WHEN item.amount_minor < 0 THEN item.subject_id ELSE '' END AS subjectId
    FROM open_items AS item WHERE ${unbilledSql(sql`${studio.id}`)} AND ${which}
    GROUP BY item.created_at, item.person_id, back, 4
    ORDER BY item.created_at, item.person_id, back LIMIT ${invoicesARun}`)

async function openGroups(ctx: StudioContext, settings: BillingSettings, rows: readonly Group[]) {
  for (const { personId, createdAt, back, subjectId } of rows) {
    const which = back
      ? sql`item.amount_minor < 0 AND item.subject_id = ${subjectId}`
      : sql`item.amount_minor >= 0`
    await batch(
      ctx.db,
      openInvoiceStatements(ctx, settings, {
        id: newId(),
        personId,
        kind: back ? 'credit_note' : 'invoice',
        items: sql`item.created_at = ${createdAt} AND ${which}`,
        issuedOn: localDate(createdAt, ctx.studio.timeZone),
      }),
    )
  }
}

/**
 * Puts what one person was charged on invoices now, with the payments that were noted with it, when
 * the desk has just taken money by hand. The job does within a minute what is left.
 */
export async function bookNotedOf(ctx: StudioContext, personId: string): Promise<void> {
  const theirs = sql`item.person_id = ${personId}`
  const { settings } = await openChargesOf(ctx, theirs)
  await bringUpToDate(ctx, settings, theirs)
}

type NotedRow = {
  invoiceId: string
  personId: string
  settledAt: Instant
  /** Null where nobody said how. */
  method: MethodByHand | null
  by: string | null
}

async function bringUpToDate(
  ctx: StudioContext,
  settings: BillingSettings,
  which: SQL,
): Promise<number> {
  const { db, studio } = ctx
  const noted = await db.all<NotedRow>(sql`
    SELECT item.invoice_id AS invoiceId, item.person_id AS personId,
      max(item.settled_at) AS settledAt, item.settled_method AS method,
      max(item.settled_by) AS "by"
    FROM open_items AS item WHERE ${notedSql(sql`${studio.id}`)} AND ${which}
    GROUP BY item.invoice_id, item.person_id, item.settled_method LIMIT ${invoicesARun}`)
  for (const row of noted) {
    await batch(db, {
      ...notedPaymentStatements(ctx, row),
      ...takenOffStatements(ctx, settings, row),
    })
  }
  return noted.length
}

/**
 * The payment of lines that were settled without one, on the day it was noted. Where the takings of
 * that day are closed it is of today, and where today's are, of tomorrow.
 */
function notedPaymentStatements(
  ctx: StudioContext,
  { invoiceId, personId, settledAt, method, by }: NotedRow,
) {
  const { db, studio, now } = ctx
  const id = `noted-${invoiceId}-${settledAt}${method ? `-${method}` : ''}`
  const day = localDate(settledAt, studio.timeZone)
  const today = localDate(now, studio.timeZone)
  const lines = sql`studio_id = ${studio.id} AND invoice_id = ${invoiceId} AND state = 'settled'
    AND paid_minor <> amount_minor AND settled_method IS ${method}`
  return {
    notedPayment: db.run(sql`
      INSERT INTO payments (id, studio_id, person_id, amount_minor, currency, method, state,
        taken_at, taken_on, taken_by)
      SELECT ${id}, ${studio.id}, ${personId}, sum(amount_minor - paid_minor), max(currency),
        ${method ?? 'desk'}, 'succeeded', ${settledAt},
        CASE WHEN NOT ${tillClosedSql(sql`${studio.id}`, sql`${day}`)} THEN ${day}
          WHEN NOT ${tillClosedSql(sql`${studio.id}`, sql`${today}`)} THEN ${today}
          ELSE ${addDays(today, 1)} END, ${by ?? ''}
      FROM open_items WHERE ${lines} HAVING count(*) > 0
      ON CONFLICT (id) DO NOTHING`),
    notedAllocation: db.run(sql`
      INSERT INTO allocations (id, studio_id, payment_id, invoice_id, amount_minor)
      SELECT id, studio_id, id, ${invoiceId}, amount_minor FROM payments
      WHERE studio_id = ${studio.id} AND id = ${id}
      ON CONFLICT DO NOTHING`),
    notedLines: db.run(sql`UPDATE open_items SET paid_minor = amount_minor WHERE ${lines}`),
  }
}

/**
 * Voided lines of an invoice that has others: a credit note takes off what no discount took off
 * before. Of an invoice all of whose lines are void there is nothing left to take off, and its
 * discounts are void with it. What had been paid of it in part, in money, goes to the person's
 * account, and the other lines are no longer paid with it (`moneyOnSql`).
 */
function takenOffStatements(
  ctx: StudioContext,
  settings: BillingSettings,
  { invoiceId, personId }: NotedRow,
) {
  const { db, studio, now } = ctx
  const lines = sql`line.studio_id = ${studio.id} AND line.invoice_id = ${invoiceId}
    AND line.state = 'void' AND line.paid_minor <> line.amount_minor`
  const off = takenOffSql(sql.raw('line'))
  const others = sql`EXISTS (SELECT 1 FROM open_items AS other
    WHERE other.studio_id = line.studio_id AND other.invoice_id = line.invoice_id
      AND other.state <> 'void')`
  return {
    paidBefore: db.run(sql`
      INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, reason, created_at)
      SELECT line.studio_id, line.person_id, min(line.paid_minor - ${off}, money.minor),
        'void:' || line.id, line.working, ${now}
      FROM open_items AS line,
        (SELECT ${moneyOnSql(sql`${studio.id}`, sql`${invoiceId}`)} AS minor) AS money
      WHERE ${lines} AND line.paid_minor > ${off} AND money.minor > 0
      ON CONFLICT DO NOTHING`),
    takenOff: db.run(sql`
      INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
        working, state, dedupe_key, created_at, settled_at, paid_minor)
      SELECT lower(hex(randomblob(8))), line.studio_id, line.person_id, 'refund', line.subject_id,
        ${off} - line.amount_minor, line.currency, 'Taken off: ' || line.working, 'settled',
        'void:' || line.id, ${now}, ${now}, ${off} - line.amount_minor
      FROM open_items AS line
      WHERE ${lines} AND line.amount_minor > ${off} AND ${others}
      ON CONFLICT DO NOTHING`),
    ...prefixed(
      'note',
      openInvoiceStatements(ctx, settings, {
        id: newId(),
        personId,
        kind: 'credit_note',
        items: sql`item.dedupe_key IN (
          SELECT 'void:' || line.id FROM open_items AS line WHERE ${lines})`,
        issuedOn: localDate(now, studio.timeZone),
      }),
    ),
    discounts: db.run(sql`
      UPDATE open_items SET state = 'void', settled_at = ${now}
      WHERE studio_id = ${studio.id} AND invoice_id IN (
        SELECT note.id FROM open_items AS line JOIN invoices AS note
          ON note.studio_id = line.studio_id AND note.credits_invoice_id = line.invoice_id
        WHERE ${lines} AND NOT ${others})`),
    handled: db.run(sql`
      UPDATE open_items AS line SET paid_minor = amount_minor WHERE ${lines}`),
  }
}
