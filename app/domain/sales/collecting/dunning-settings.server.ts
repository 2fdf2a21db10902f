import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type DunningSettings, usualDunning } from './dunning-calendar.ts'
import type { DunningForm } from './dunning-form.ts'

type Row = {
  version: number
  retryDays: string
  graceDays: number
  handGraceDays: number | null
  remindsUnpaid: number
}

/** The studio's row, if it has saved one; `dunningFrom` fills in what is usual. */
export const dunningStatement = ({ db, studio }: StudioContext): Statement<Row[]> =>
  db.all<Row>(sql`
    SELECT version, retry_days AS retryDays, grace_days AS graceDays,
      hand_grace_days AS handGraceDays, reminds_unpaid AS remindsUnpaid FROM dunning_settings
    WHERE studio_id = ${studio.id}`)

export const dunningFrom = ([row]: readonly Row[]): DunningSettings =>
  row
    ? {
        ...row,
        retryDays: row.retryDays.split(',').filter(Boolean).map(Number),
        remindsUnpaid: row.remindsUnpaid === 1,
      }
    : usualDunning

export async function getDunningSettings(ctx: StudioContext): Promise<DunningSettings> {
  const { rows } = await batch(ctx.db, { rows: dunningStatement(ctx) })
  return dunningFrom(rows)
}

/**
 * Saves when failed payments are tried again and what becomes of late bills, over what the form
 * showed. What has failed or is late already keeps its calendar.
 */
export async function saveDunningSettings(
  ctx: StaffContext,
  { version, retryDays, graceDays, handGraceDays, ...form }: DunningForm,
): Promise<{ ok: true } | { ok: false; reason: 'changed_meanwhile' }> {
  const { db, studio } = ctx
  const days = retryDays.join(',')
  const remindsUnpaid = form.remindsUnpaid === 'on'
  const { after } = await batch(db, {
    save: db.run(sql`
      INSERT INTO dunning_settings (studio_id, version, retry_days, grace_days, hand_grace_days,
        reminds_unpaid)
      SELECT ${studio.id}, ${version + 1}, ${days}, ${graceDays}, ${handGraceDays},
        ${remindsUnpaid ? 1 : 0}
      WHERE ${version} = coalesce((SELECT version FROM dunning_settings
        WHERE studio_id = ${studio.id}), 0)
      ON CONFLICT (studio_id) DO UPDATE SET version = excluded.version,
        retry_days = excluded.retry_days, grace_days = excluded.grace_days,
        hand_grace_days = excluded.hand_grace_days, reminds_unpaid = excluded.reminds_unpaid`),
    audit: auditStatement(
      ctx,
      {
        action: 'payments.dunning_changed',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { retryDays: days, graceDays, handGraceDays, remindsUnpaid },
      },
      rightAfterChange,
    ),
    after: dunningStatement(ctx),
  })
  const is = dunningFrom(after)
  // Sent twice it is saved already, as it is meant.
  const same =
    is.retryDays.join(',') === days &&
    is.graceDays === graceDays &&
    is.handGraceDays === handGraceDays &&
    is.remindsUnpaid === remindsUnpaid
  return same ? { ok: true } : { ok: false, reason: 'changed_meanwhile' }
}
