import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { OpenItemKind } from '../open-item-words.ts'

export type ChargedLine = {
  /** Its id, and what it is for: the same item is charged once. */
  item: string
  kind: OpenItemKind
  what: string
  quantity: number
  amountMinor: number
  discountMinor: number
  discountReason: string
  taxRateBp: number
}

/**
 * Charges lines that have their rates already, where `onlyIf` holds: one that a discount took all of
 * is paid. Its dedupe key is `cause:item`.
 */
export const chargeLinesStatement = (
  { db, studio, now }: StudioContext,
  given: { personId: string; lines: readonly ChargedLine[]; cause: string },
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
      working, state, dedupe_key, created_at, settled_at, quantity, discount_minor,
      discount_reason, tax_rate_bp)
    SELECT line.value ->> 'item', ${studio.id}, ${given.personId}, line.value ->> 'kind',
      line.value ->> 'item', line.value ->> 'amountMinor', ${studio.currency},
      line.value ->> 'what', iif(line.value ->> 'amountMinor' = 0, 'settled', 'open'),
      ${given.cause} || ':' || (line.value ->> 'item'), ${now},
      iif(line.value ->> 'amountMinor' = 0, ${now}, NULL), line.value ->> 'quantity',
      line.value ->> 'discountMinor', line.value ->> 'discountReason', line.value ->> 'taxRateBp'
    FROM json_each(${JSON.stringify(given.lines)}) AS line WHERE ${onlyIf}
    ON CONFLICT DO NOTHING`)
