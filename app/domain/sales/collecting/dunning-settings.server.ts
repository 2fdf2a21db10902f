import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type DunningSettings, usualDunning } from './dunning-calendar.ts'
import type { DunningForm } from './dunning-form.ts'

type Row = { version: number; retryDays: string; graceDays: number }

/** The studio's row, if it has saved one; `dunningFrom` fills in what is usual. */
export const dunningStatement = ({ db, studio }: StudioContext): Statement<Row[]> =>
  db.all<Row>(sql`
    SELECT version, retry_days AS retryDays, grace_days AS graceDays FROM dunning_settings
    WHERE studio_id = ${studio.id}`)

export const dunningFrom = ([row]: readonly Row[]): DunningSettings =>
  row ? { ...row, retryDays: row.retryDays.split(',').filter(Boolean).map(Number) } : usualDunning

export async function getDunningSettings(ctx: StudioContext): Promise<DunningSettings> {
  const { rows } = await batch(ctx.db, { rows: dunningStatement(ctx) })
  return dunningFrom(rows)
}

/**
 * Saves when failed payments are tried again, over what the form showed. What has failed already
 * keeps its calendar.
 */
export async function saveDunningSettings(
  ctx: StaffContext,
  { version, retryDays, graceDays }: DunningForm,
): Promise<{ ok: true } | { ok: false; reason: 'changed_meanwhile' }> {
  const { db, studio } = ctx
  const days = retryDays.join(',')
  const { after } = await batch(db, {
    save: db.run(sql`
      INSERT INTO dunning_settings (studio_id, version, retry_days, grace_days)
      SELECT ${studio.id}, ${version + 1}, ${days}, ${graceDays}
      WHERE ${version} = coalesce((SELECT version FROM dunning_settings
        WHERE studio_id = ${studio.id}), 0)
      ON CONFLICT (studio_id) DO UPDATE SET version = excluded.version,
        retry_days = excluded.retry_days, grace_days = excluded.grace_days`),
    audit: auditStatement(
      ctx,
      {
        action: 'payments.dunning_changed',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { retryDays: days, graceDays },
      },
      rightAfterChange,
    ),
    after: dunningStatement(ctx),
  })
  const is = dunningFrom(after)
  // Sent twice it is saved already, as it is meant.
  const same = is.retryDays.join(',') === days && is.graceDays === graceDays
  return same ? { ok: true } : { ok: false, reason: 'changed_meanwhile' }
}
