import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import type { LegalEntityForm } from '#app/domain/billing/settings/billing-settings-form.ts'
import { saveBillingSettings } from '#app/domain/billing/settings/save-billing-settings.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type SaveLegalEntityResult = { ok: true } | { ok: false; reason: 'changed_meanwhile' }

/**
 * Saves who sells: the name in the directory, where every page reads it (`wasName` is what the form
 * showed), address and registration beside the other settings of invoices. The directory is written
 * first: pressed again after a failure in between, the rest follows.
 */
export async function saveLegalEntity(
  ctx: StaffContext,
  directory: DirectoryDb,
  { wasName, legalName, ...form }: LegalEntityForm,
): Promise<SaveLegalEntityResult> {
  const { studio } = ctx
  const { after } = await batch(directory, {
    change: directory.run(sql`
      UPDATE studios SET legal_name = ${legalName}
      WHERE id = ${studio.id} AND legal_name = ${wasName}`),
    after: directory.all<{ legalName: string }>(sql`
      SELECT legal_name AS legalName FROM studios WHERE id = ${studio.id}`),
  })
  if (after[0]?.legalName !== legalName) return { ok: false, reason: 'changed_meanwhile' }
  const result = await saveBillingSettings(ctx, { ...form, legalName: '' })
  return result.ok ? result : { ok: false, reason: 'changed_meanwhile' }
}
