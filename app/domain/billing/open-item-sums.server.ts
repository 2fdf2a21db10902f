/** SQL of what was charged for a subject, paid and given back, and of how its price stands. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Sum of what a subject (a column or an id) was charged and given, over `one`. What is void was
 * never charged, and what its key says was taken off it was not given back.
 */
const sumSql = (studioId: SQL, subject: SQL, which: SQL = sql`1`): SQL => sql`(
  SELECT coalesce(sum(one.amount_minor), 0) FROM open_items AS one
  WHERE one.studio_id = ${studioId} AND one.subject_id = ${subject} AND one.state <> 'void'
    AND NOT EXISTS (SELECT 1 FROM open_items AS gone WHERE gone.studio_id = one.studio_id
      AND gone.subject_id = one.subject_id AND gone.state = 'void'
      AND instr(one.dedupe_key, ':' || gone.id)) AND ${which})`

/** What was charged for a subject and not given back, in minor units. */
export const chargedSql = (studioId: SQL, subject: SQL): SQL => sumSql(studioId, subject)

/** The same of what was paid: what is still owed is not given back. */
export const paidSql = (studioId: SQL, subject: SQL): SQL =>
  sumSql(studioId, subject, sql`NOT (one.state = 'open' AND one.amount_minor > 0)`)

/** What was given back of a subject, in minor units. */
export const givenBackSql = (studioId: SQL, subject: SQL): SQL =>
  sql`-${sumSql(studioId, subject, sql`one.kind = 'refund'`)}`

/**
 * What discounts by hand took off the price of a subject, in minor units: a share of it is of what
 * is left, while what was refunded lowers no share. Their credit notes are paid by credit `off-…`.
 */
export const discountedSql = (studioId: SQL, subject: SQL): SQL =>
  sql`-${sumSql(
    studioId,
    subject,
    sql`one.kind = 'refund' AND EXISTS (SELECT 1 FROM payments AS off
    WHERE off.studio_id = one.studio_id AND off.id = 'off-' || substr(one.invoice_id, 6))`,
  )}`

/**
 * What was taken off an item or given back of it by a key that names it, in minor units: by its
 * cause, or by hand from its invoice.
 */
export const takenOffSql = (item: SQL): SQL => sql`(
  -coalesce((SELECT given.amount_minor FROM open_items AS given
    WHERE given.studio_id = ${item}.studio_id AND given.dedupe_key = 'back:' || ${item}.id
      AND given.state <> 'void'), 0)
  - (SELECT coalesce(sum(given.amount_minor), 0) FROM open_items AS given
    WHERE given.studio_id = ${item}.studio_id
      AND given.dedupe_key >= 'refund:' || ${item}.id || ':'
      AND given.dedupe_key < 'refund:' || ${item}.id || ';' AND given.state <> 'void'))`

/**
 * What discounts by hand took off one item alone, by its key: the discount's credit note pays
 * `by-…` over its invoice.
 */
export const lineDiscountSql = (item: SQL): SQL => sql`(
  SELECT -coalesce(sum(given.amount_minor), 0) FROM open_items AS given
  WHERE given.studio_id = ${item}.studio_id
    AND given.dedupe_key >= 'refund:' || ${item}.id || ':'
    AND given.dedupe_key < 'refund:' || ${item}.id || ';' AND given.state <> 'void'
    AND EXISTS (SELECT 1 FROM allocations AS part WHERE part.studio_id = given.studio_id
      AND part.invoice_id = ${item}.invoice_id
      AND part.payment_id = 'by-' || substr(given.dedupe_key, length(${item}.id) + 9)))`

/** What voided lines of an invoice brought to an account: money that it is no longer paid with. */
export const movedToAccountSql = (studioId: SQL, invoiceId: SQL): SQL => sql`(
  SELECT coalesce(sum(moved.amount_minor), 0) FROM open_items AS gone
  JOIN account_entries AS moved ON moved.studio_id = gone.studio_id
    AND moved.cause = 'void:' || gone.id
  WHERE gone.studio_id = ${studioId} AND gone.invoice_id = ${invoiceId} AND gone.state = 'void')`

/**
 * What was taken off an item, with what was given back of its subject as a whole (a withdrawal, a
 * returned ticket, a cooling-off), and never less than what its invoice no longer comes to or a bank
 * took back, until that is owed again, so that nothing is given back twice by two ways.
 */
export const givenBackOfSql = (item: SQL): SQL => sql`max(${takenOffSql(item)},
  ${item}.amount_minor - ${chargedSql(sql`${item}.studio_id`, sql`${item}.subject_id`)},
  ${item}.amount_minor - coalesce((SELECT bill.total_minor + (
      SELECT coalesce(sum(note.total_minor), 0) FROM invoices AS note
      WHERE note.studio_id = bill.studio_id AND note.credits_invoice_id = bill.id) + (
      SELECT coalesce(sum(lost.amount_minor), 0) FROM allocations AS lost
      WHERE lost.studio_id = bill.studio_id AND lost.invoice_id = bill.id AND lost.amount_minor < 0
        AND bill.state = 'lost')
    FROM invoices AS bill WHERE bill.id = ${item}.invoice_id), ${item}.amount_minor))`

/** The price of a subject is open: nothing of it has been paid. */
export const unpaidItemSql = ({ studio }: StudioContext, subjectId: string): SQL => sql`EXISTS (
  SELECT 1 FROM open_items AS unpaid
  WHERE unpaid.studio_id = ${studio.id} AND unpaid.subject_id = ${subjectId}
    AND unpaid.state = 'open' AND unpaid.amount_minor > 0)`

/** The price of a subject was void before: what was never paid is not given back as well. */
export const voidedItemSql = ({ studio }: StudioContext, subjectId: string): SQL => sql`EXISTS (
  SELECT 1 FROM open_items AS voided
  WHERE voided.studio_id = ${studio.id} AND voided.subject_id = ${subjectId}
    AND voided.state = 'void' AND voided.amount_minor > 0)`

/**
 * An open line, by its alias, is something to pay or comes off it: what is given back is owed to
 * the person and no part of what they owe.
 */
export const isDueSql = (line: string): SQL =>
  sql.raw(`NOT (${line}.amount_minor < 0 AND ${line}.kind = 'refund')`)

/** What a person still has to pay of their charges and invoices, in minor units. */
export const dueSql = (studioId: SQL, personId: SQL): SQL => sql`(
  SELECT coalesce(sum(due.amount_minor - due.paid_minor), 0) FROM open_items AS due
  WHERE due.studio_id = ${studioId} AND due.person_id = ${personId} AND due.state = 'open'
    AND ${isDueSql('due')})`
