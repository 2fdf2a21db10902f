import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type SettleItemResult =
  | { ok: true; amountMinor: number; again?: true }
  | { ok: false; reason: 'not_found' | 'void' }

/**
 * Notes that an open item of a person's account was settled at the desk: what they owed has been
 * paid, or what they were owed paid out. Twice is once. Refused where nothing is owed any more
 * (`void`), and for another studio's.
 */
export async function settleItem(
  ctx: StaffContext,
  personId: string,
  itemId: string,
): Promise<SettleItemResult> {
  const { db, studio, now } = ctx
  const own = sql`studio_id = ${studio.id} AND person_id = ${personId} AND id = ${itemId}`
  const { settled, found } = await batch(db, {
    settled: db.run(
      sql`UPDATE open_items SET state = 'settled', settled_at = ${now}
        WHERE ${own} AND state = 'open'`,
    ),
    audit: auditStatement(
      ctx,
      { action: 'account.settled', subjectKind: 'person', subjectId: personId, detail: { itemId } },
      rightAfterChange,
    ),
    found: db.all<{ state: string; amountMinor: number }>(
      sql`SELECT state, amount_minor AS amountMinor FROM open_items WHERE ${own}`,
    ),
  })
  const [item] = found
  if (!item) return { ok: false, reason: 'not_found' }
  if (item.state === 'void') return { ok: false, reason: 'void' }
  return {
    ok: true,
    amountMinor: item.amountMinor,
    ...(changed(settled) > 0 ? {} : { again: true as const }),
  }
}
