import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type AdjustResult =
  | { ok: true; left: number }
  | { ok: false; reason: 'not_found' | 'below_zero' }

/**
 * Puts credits into a lot or takes them out, with a reason (SM-CREDIT `adjust`). Refused where
 * fewer would be left than none: what is booked is already taken. `key` comes with the form and is
 * the id of the audit line, so that a double click adjusts once. Not found: a lot that is not this
 * person's, or that was refunded.
 */
export async function adjustCredits(
  ctx: StaffContext,
  personId: string,
  { lotId, amount, key, reason }: { lotId: string; amount: number; key: string; reason: string },
): Promise<AdjustResult> {
  const { db, studio, now } = ctx
  const left = sql`(SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
    WHERE entry.studio_id = ${studio.id} AND entry.lot_id = ${lotId})`
  const lot = sql`lots AS lot
    WHERE lot.studio_id = ${studio.id} AND lot.id = ${lotId} AND lot.person_id = ${personId}
      AND lot.refunded_at IS NULL`
  const { after } = await batch(db, {
    adjust: db.run(sql`
      INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, reason, created_at)
      SELECT lot.studio_id, lot.person_id, lot.id, 'adjust', ${amount}, ${reason}, ${now}
      FROM ${lot} AND ${left} + ${amount} >= 0
        AND NOT EXISTS (SELECT 1 FROM audit_entries WHERE id = ${key})`),
    audit: auditStatement(
      ctx,
      {
        id: key,
        action: 'credits.adjusted',
        subjectKind: 'person',
        subjectId: personId,
        reason,
        detail: { lotId, amount },
      },
      rightAfterChange,
    ),
    after: db.all<{ left: number; done: number }>(sql`
      SELECT ${left} AS left,
        EXISTS (SELECT 1 FROM audit_entries
          WHERE id = ${key} AND studio_id = lot.studio_id AND subject_id = lot.person_id) AS done
      FROM ${lot}`),
  })
  if (!after[0]) return { ok: false, reason: 'not_found' }
  return after[0].done ? { ok: true, left: after[0].left } : { ok: false, reason: 'below_zero' }
}
