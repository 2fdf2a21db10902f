/** SQL of what was charged for a subject, paid and given back, and of how its price stands. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * What was given back of an item, in minor units: by its cause, or by hand from its invoice. The
 * keys say which item, so that nothing is given back twice by two ways.
 */
export const givenBackOfSql = (item: SQL): SQL => sql`(
  -coalesce((SELECT given.amount_minor FROM open_items AS given
    WHERE given.studio_id = ${item}.studio_id AND given.dedupe_key = 'back:' || ${item}.id
      AND given.state <> 'void'), 0)
  - (SELECT coalesce(sum(given.amount_minor), 0) FROM open_items AS given
    WHERE given.studio_id = ${item}.studio_id
      AND given.dedupe_key >= 'refund:' || ${item}.id || ':'
      AND given.dedupe_key < 'refund:' || ${item}.id || ';' AND given.state <> 'void'))`

/**
 * What was charged for a subject and not given back, in minor units: `subject` is a column or an
 * id.
 */
export const chargedSql = (studioId: SQL, subject: SQL): SQL => sql`(
  SELECT coalesce(sum(charged.amount_minor), 0) FROM open_items AS charged
  WHERE charged.studio_id = ${studioId} AND charged.subject_id = ${subject}
    AND charged.state <> 'void')`

/** The same of what was paid: what is still owed is not given back. */
export const paidSql = (studioId: SQL, subject: SQL): SQL => sql`(
  SELECT coalesce(sum(paid.amount_minor), 0) FROM open_items AS paid
  WHERE paid.studio_id = ${studioId} AND paid.subject_id = ${subject} AND paid.state <> 'void'
    AND NOT (paid.state = 'open' AND paid.amount_minor > 0))`

/** What was given back of a subject, in minor units. */
export const givenBackSql = (studioId: SQL, subject: SQL): SQL => sql`(
  SELECT -coalesce(sum(back.amount_minor), 0) FROM open_items AS back
  WHERE back.studio_id = ${studioId} AND back.subject_id = ${subject} AND back.state <> 'void'
    AND back.kind = 'refund')`

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
