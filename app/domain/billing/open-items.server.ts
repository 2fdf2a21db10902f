import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { openItems } from '#app/db/studio/billing.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import type { MethodByHand } from './invoices/payment-words.ts'
import { givenBackOfSql } from './open-item-sums.server.ts'

export type OpenItem = typeof openItems.$inferSelect

/** An item as an account shows it: `amountMinor` is what of it is still open. */
export type AccountItem = Pick<
  OpenItem,
  | 'id'
  | 'kind'
  | 'subjectId'
  | 'amountMinor'
  | 'currency'
  | 'working'
  | 'createdAt'
  | 'invoiceId'
  | 'personId'
>

export type NewOpenItem = Pick<OpenItem, 'personId' | 'kind' | 'subjectId' | 'working'> & {
  amountMinor: number | SQL
  /** One item a cause: the same key is written at most once. */
  dedupeKey: string
}

/**
 * Puts an amount into a person's account, in the studio's currency, for the batch of what it
 * follows from: positive is owed to the studio, negative to the person. Nothing is written for
 * nothing. `onlyIf` must hold when the batch runs. What a guardian does for a child is theirs to pay,
 * in a line that names the child.
 */
export function openItemStatement(
  { db, studio, now, guardianId }: StudioContext,
  { personId, kind, subjectId, amountMinor, working, dedupeKey }: NewOpenItem,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  const line =
    guardianId === undefined || guardianId === personId
      ? sql`${working}`
      : sql`coalesce((SELECT child.name || ': ' FROM people AS child
          WHERE child.studio_id = ${studio.id} AND child.id = ${personId}), '') || ${working}`
  return db.run(sql`
    INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
      working, state, dedupe_key, created_at)
    SELECT ${newId()}, ${studio.id}, ${guardianId ?? personId}, ${kind}, ${subjectId}, ${amountMinor},
      ${studio.currency}, ${line}, 'open', ${dedupeKey}, ${now}
    WHERE ${amountMinor} <> 0 AND ${onlyIf}
    ON CONFLICT DO NOTHING`)
}

/**
 * Several lines of one bill, of one person and for days, where `onlyIf` holds: what comes off is
 * negative. Each key is written at most once.
 */
export function lineItemsStatement(
  { db, studio, now }: StudioContext,
  {
    personId,
    subjectId,
    lines,
  }: {
    personId: string
    subjectId: string
    lines: readonly {
      kind: OpenItem['kind']
      amountMinor: number
      working: string
      from: string
      until: string
      dedupeKey: string
      discountMinor?: number
      discountReason?: string
    }[]
  },
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
      working, state, dedupe_key, created_at, period_from, period_until, discount_minor,
      discount_reason)
    SELECT lower(hex(randomblob(8))), ${studio.id}, ${personId}, value ->> 'kind', ${subjectId},
      value ->> 'amountMinor', ${studio.currency}, value ->> 'working', 'open',
      value ->> 'dedupeKey', ${now}, value ->> 'from', value ->> 'until',
      coalesce(value ->> 'discountMinor', 0), coalesce(value ->> 'discountReason', '')
    FROM json_each(${JSON.stringify(lines)})
    WHERE value ->> 'amountMinor' <> 0 AND ${onlyIf}
    ON CONFLICT DO NOTHING`)
}

/** Voids what is still open of a subject, as when nothing has been paid for what is given back. */
export function voidOpenItemsStatement(
  { db, studio, now }: StudioContext,
  subjectId: string,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE open_items SET state = 'void', settled_at = ${now}
    WHERE studio_id = ${studio.id} AND subject_id = ${subjectId} AND state = 'open' AND ${onlyIf}`)
}

/** How something was paid by hand, and who took the money. */
export type PaidByHand = { method: MethodByHand; by: string }

/**
 * Marks what is open of a subject as paid by hand. Its payment, with the same method, stands on its
 * invoice within a minute, or at once behind `bookNotedOf`.
 */
export function settleOpenItemsStatement(
  ctx: StudioContext,
  subjectId: string,
  onlyIf: SQL = sql`1`,
  paid: PaidByHand | null = null,
): Statement<D1Result> {
  return settleItemsOfStatement(ctx, sql`${subjectId}`, paid, onlyIf)
}

/**
 * Gives back what was charged for a subject, or for each of several (a SELECT of ids): open items
 * are void, each paid one has a refund of the same amount, once.
 */
export function giveBackStatements(
  ctx: StudioContext,
  subjects: string | SQL,
  onlyIf: SQL = sql`1`,
) {
  const { db, studio, now } = ctx
  const ids = typeof subjects === 'string' ? sql`${subjects}` : subjects
  return {
    back: db.run(sql`
      INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
        working, state, dedupe_key, created_at)
      SELECT lower(hex(randomblob(8))), item.studio_id, item.person_id, 'refund', item.subject_id,
        ${givenBackOfSql(sql.raw('item'))} - item.amount_minor, item.currency,
        'Given back: ' || item.working, 'open',
        'back:' || item.id, ${now}
      FROM open_items AS item
      WHERE item.studio_id = ${studio.id} AND item.subject_id IN (${ids}) AND item.state = 'settled'
        AND item.amount_minor > ${givenBackOfSql(sql.raw('item'))} AND ${onlyIf}
      ON CONFLICT DO NOTHING`),
    void: db.run(sql`
      UPDATE open_items SET state = 'void', settled_at = ${now}
      WHERE studio_id = ${studio.id} AND subject_id IN (${ids}) AND state = 'open'
        AND amount_minor > 0 AND ${onlyIf}`),
  }
}

/** Voids what is open and owed of several subjects, a SELECT of ids. */
export function voidItemsOfStatement(
  { db, studio, now }: StudioContext,
  subjects: SQL,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE open_items SET state = 'void', settled_at = ${now}
    WHERE studio_id = ${studio.id} AND subject_id IN (${subjects}) AND state = 'open'
      AND amount_minor > 0`)
}

/** The same of several subjects, a SELECT of ids. */
export function settleItemsOfStatement(
  { db, studio, now }: StudioContext,
  subjects: SQL,
  paid: PaidByHand | null,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE open_items SET state = 'settled', settled_at = ${now},
      settled_method = ${paid?.method ?? null}, settled_by = ${paid?.by ?? null}
    WHERE studio_id = ${studio.id} AND subject_id IN (${subjects}) AND state = 'open'
      AND ${onlyIf}`)
}

/**
 * An item for each row of `rows`, a SELECT of `person_id, subject_id, amount_minor, working`; once
 * a cause and subject. `discount` is what came off each amount, and why.
 */
export function openItemsOfStatement(
  { db, studio, now }: StudioContext,
  {
    kind,
    cause,
    rows,
    discount = { minor: 0, reason: '' },
  }: {
    kind: OpenItem['kind']
    cause: string
    rows: SQL
    discount?: { minor: number; reason: string }
  },
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
      working, state, dedupe_key, created_at, discount_minor, discount_reason)
    SELECT lower(hex(randomblob(6))), ${studio.id}, charge.person_id, ${kind}, charge.subject_id,
      charge.amount_minor, ${studio.currency}, charge.working, 'open',
      ${cause} || ':' || charge.subject_id, ${now}, ${discount.minor}, ${discount.reason}
    FROM (${rows}) AS charge WHERE charge.amount_minor <> 0
    ON CONFLICT DO NOTHING`)
}

/** What is open and owed of a subject, in minor units. */
export const owedStatement = (
  { db, studio }: StudioContext,
  subjectId: string,
): Statement<{ minor: number }[]> =>
  db.all<{ minor: number }>(sql`
    SELECT coalesce(sum(amount_minor - paid_minor), 0) AS minor FROM open_items
    WHERE studio_id = ${studio.id} AND subject_id = ${subjectId} AND state = 'open'
      AND amount_minor > 0`)

/**
 * Lets what was charged for one subject stand for another: a place that moved keeps what paid for
 * it.
 */
export function moveOpenItemsStatement(
  { db, studio }: StudioContext,
  { from, to }: { from: string; to: string },
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE open_items SET subject_id = ${to}
    WHERE studio_id = ${studio.id} AND subject_id = ${from} AND ${onlyIf}`)
}

/**
 * What is open in the account of a person, or of several (a SELECT of ids), newest first, less what
 * was paid of it.
 */
export function openItemsStatement(
  { db, studio }: StudioContext,
  whose: string | SQL,
): Statement<AccountItem[]> {
  return db.all<AccountItem>(sql`
    SELECT id, kind, subject_id AS subjectId, amount_minor - paid_minor AS amountMinor, currency,
      working, created_at AS createdAt, invoice_id AS invoiceId, person_id AS personId
    FROM open_items WHERE studio_id = ${studio.id} AND state = 'open'
      AND person_id IN (${typeof whose === 'string' ? sql`${whose}` : whose})
    ORDER BY created_at DESC, id DESC LIMIT 50`)
}

/**
 * What subjects (a SELECT of ids) brought: charged, given back and still open, of what is not void.
 */
export function moneyOfSubjectsStatement({ db, studio }: StudioContext, subjects: SQL) {
  return db.all<{
    subjectId: string
    chargedMinor: number
    refundedMinor: number
    openMinor: number
  }>(sql`
    SELECT item.subject_id AS subjectId,
      coalesce(sum(item.amount_minor) FILTER (WHERE item.amount_minor > 0), 0) AS chargedMinor,
      -coalesce(sum(item.amount_minor) FILTER (WHERE item.amount_minor < 0), 0) AS refundedMinor,
      coalesce(sum(item.amount_minor - item.paid_minor) FILTER (WHERE item.state = 'open'), 0)
        AS openMinor
    FROM open_items AS item
    WHERE item.studio_id = ${studio.id} AND item.subject_id IN (${subjects})
      AND item.state <> 'void'
    GROUP BY item.subject_id`)
}
