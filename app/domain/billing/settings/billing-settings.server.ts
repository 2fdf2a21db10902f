import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type BillingSettings, usualBillingSettings } from './billing-settings.ts'

/** The studio's row, if it has saved one; `settingsFrom` fills in what is usual. */
export function billingSettingsStatement({
  db,
  studio,
}: Pick<StudioContext, 'db' | 'studio'>): Statement<BillingSettings[]> {
  return db.all<BillingSettings>(sql`
    SELECT version, legal_name AS legalName, address, registration, tax_number AS taxNumber, tax_name AS taxName,
      prefix, first_number AS firstNumber, due_days AS dueDays,
      desk_refund_minor AS deskRefundMinor,
      manager_refund_minor AS managerRefundMinor, classes_tax_bp AS classesTaxBp,
      memberships_tax_bp AS membershipsTaxBp, events_tax_bp AS eventsTaxBp,
      fees_tax_bp AS feesTaxBp, family_bp AS familyBp,
      cooling_off_days AS coolingOffDays, referrer_minor AS referrerMinor,
      friend_minor AS friendMinor
    FROM billing_settings WHERE studio_id = ${studio.id}`)
}

export const settingsFrom = (
  { studio }: Pick<StudioContext, 'studio'>,
  rows: readonly BillingSettings[],
): BillingSettings => {
  const usual = usualBillingSettings(studio)
  const [saved] = rows
  return saved ? { ...saved, legalName: saved.legalName || usual.legalName } : usual
}

export async function getBillingSettings(ctx: StudioContext): Promise<BillingSettings> {
  const { rows } = await batch(ctx.db, { rows: billingSettingsStatement(ctx) })
  return settingsFrom(ctx, rows)
}
