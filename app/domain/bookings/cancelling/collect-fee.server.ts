import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type CollectFeeResult =
  | { ok: true; amountMinor: number; again?: true }
  | { ok: false; reason: 'not_found' | 'void' }

/**
 * Notes that a person paid a late-cancel or no-show fee at the desk, due or not yet. Twice is once.
 * Refused where it was waived or is void (`void`), and for another person's or studio's.
 */
export async function collectFee(
  ctx: StaffContext,
  personId: string,
  feeId: string,
): Promise<CollectFeeResult> {
  const { db, studio } = ctx
  const own = sql`studio_id = ${studio.id} AND person_id = ${personId} AND id = ${feeId}`
  const { collected, found } = await batch(db, {
    collected: db.run(
      sql`UPDATE fees SET state = 'collected' WHERE ${own} AND state IN ('pending','due')`,
    ),
    audit: auditStatement(
      ctx,
      { action: 'fee.collected', subjectKind: 'person', subjectId: personId, detail: { feeId } },
      rightAfterChange,
    ),
    found: db.all<{ state: string; amountMinor: number }>(
      sql`SELECT state, amount_minor AS amountMinor FROM fees WHERE ${own}`,
    ),
  })
  const [fee] = found
  if (!fee) return { ok: false, reason: 'not_found' }
  if (fee.state !== 'collected') return { ok: false, reason: 'void' }
  return {
    ok: true,
    amountMinor: fee.amountMinor,
    ...(changed(collected) > 0 ? {} : { again: true as const }),
  }
}
