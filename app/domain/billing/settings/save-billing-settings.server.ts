import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { billingSettingsStatement } from './billing-settings.server.ts'
import { type BillingSettings, usualBillingSettings } from './billing-settings.ts'
import type { BillingSettingsForm } from './billing-settings-form.ts'

export type SaveBillingSettingsResult =
  | { ok: true }
  | { ok: false; reason: 'changed_meanwhile' }
  /** `next` is the number the next invoice has in any case. */
  | { ok: false; reason: 'number_used'; next: number }

/** The tax that a new studio begins with, at one rate for all it sells; run twice it is one. */
export function firstTaxStatement(
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  { taxName, taxNumber, rateBp }: { taxName: string; taxNumber: string; rateBp: number },
): Statement<D1Result> {
  const usual = usualBillingSettings(studio)
  return db.run(sql`
    INSERT INTO billing_settings (studio_id, version, legal_name, address, tax_number, tax_name,
      prefix, first_number, due_days, desk_refund_minor, classes_tax_bp, memberships_tax_bp,
      events_tax_bp, fees_tax_bp)
    VALUES (${studio.id}, 1, '', ${usual.address}, ${taxNumber}, ${taxName}, ${usual.prefix},
      ${usual.firstNumber}, ${usual.dueDays}, ${usual.deskRefundMinor}, ${rateBp}, ${rateBp},
      ${rateBp}, 0)
    ON CONFLICT (studio_id) DO NOTHING`)
}

/**
 * Saves what a form says of how the studio invoices, over what its page showed (`version`) and
 * nothing else; fields it does not send stay as they are. It is so for invoices from now on; those
 * that are open stay as they are. The next number can be raised, never lowered to one that was
 * given. The form's key makes a second sending do nothing.
 */
export async function saveBillingSettings(
  ctx: StaffContext,
  form: BillingSettingsForm,
): Promise<SaveBillingSettingsResult> {
  const { db, studio } = ctx
  const { key, version } = form
  const { rows } = await batch(db, { rows: billingSettingsStatement(ctx) })
  const was = rows[0] ?? { ...usualBillingSettings(studio), legalName: '' }
  const to = settingsOf(form, was)
  const given = sql`(SELECT coalesce(max(number), 0) FROM invoices
    WHERE studio_id = ${studio.id} AND kind = 'invoice')`
  const known = sql`(SELECT coalesce(max(first_number), 1) FROM billing_settings
    WHERE studio_id = ${studio.id})`
  const { saved, after } = await batch(db, {
    save: db.run(sql`
      INSERT INTO billing_settings (studio_id, version, legal_name, address, registration,
        tax_number, tax_name, prefix, first_number, due_days, desk_refund_minor,
        manager_refund_minor, classes_tax_bp, memberships_tax_bp, events_tax_bp, fees_tax_bp,
        family_bp, cooling_off_days, referrer_minor, friend_minor)
      SELECT ${studio.id}, ${version + 1}, ${to.legalName}, ${to.address}, ${to.registration},
        ${to.taxNumber}, ${to.taxName}, ${to.prefix}, ${to.firstNumber}, ${to.dueDays},
        ${to.deskRefundMinor}, ${to.managerRefundMinor}, ${to.classesTaxBp},
        ${to.membershipsTaxBp}, ${to.eventsTaxBp}, ${to.feesTaxBp}, ${to.familyBp},
        ${to.coolingOffDays}, ${to.referrerMinor}, ${to.friendMinor}
      WHERE (${to.firstNumber} > ${given} OR ${to.firstNumber} = ${known})
        AND ${version} = coalesce((SELECT version FROM billing_settings
          WHERE studio_id = ${studio.id}), 0)
      ON CONFLICT (studio_id) DO UPDATE SET version = excluded.version,
        legal_name = excluded.legal_name, address = excluded.address,
        registration = excluded.registration, tax_number = excluded.tax_number,
        tax_name = excluded.tax_name, prefix = excluded.prefix,
        first_number = excluded.first_number, due_days = excluded.due_days,
        desk_refund_minor = excluded.desk_refund_minor,
        manager_refund_minor = excluded.manager_refund_minor,
        classes_tax_bp = excluded.classes_tax_bp,
        memberships_tax_bp = excluded.memberships_tax_bp,
        events_tax_bp = excluded.events_tax_bp, fees_tax_bp = excluded.fees_tax_bp,
        family_bp = excluded.family_bp, cooling_off_days = excluded.cooling_off_days,
        referrer_minor = excluded.referrer_minor, friend_minor = excluded.friend_minor`),
    audit: auditStatement(
      ctx,
      {
        id: key,
        action: 'invoices.settings_changed',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { ...form },
      },
      rightAfterChange,
    ),
    saved: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM audit_entries WHERE studio_id = ${studio.id} AND id = ${key}`),
    after: db.all<{ version: number; given: number; known: number }>(sql`
      SELECT coalesce((SELECT version FROM billing_settings WHERE studio_id = ${studio.id}), 0)
        AS version, ${given} AS given, ${known} AS known`),
  })
  if (saved[0]!.n > 0) return { ok: true }
  const now = after[0]!
  if (now.version !== version) return { ok: false, reason: 'changed_meanwhile' }
  return { ok: false, reason: 'number_used', next: Math.max(now.given + 1, now.known) }
}

const settingsOf = (form: BillingSettingsForm, was: BillingSettings): BillingSettings => ({
  version: was.version,
  legalName: form.legalName ?? was.legalName,
  address: form.address ?? was.address,
  registration: form.registration ?? was.registration,
  taxNumber: form.taxNumber ?? was.taxNumber,
  taxName: form.taxName ?? was.taxName,
  prefix: form.prefix ?? was.prefix,
  firstNumber: form.firstNumber ?? was.firstNumber,
  dueDays: form.dueDays ?? was.dueDays,
  deskRefundMinor: form.deskRefund ?? was.deskRefundMinor,
  managerRefundMinor:
    form.managerRefund === undefined ? was.managerRefundMinor : form.managerRefund,
  classesTaxBp: form.classesTax ?? was.classesTaxBp,
  membershipsTaxBp: form.membershipsTax ?? was.membershipsTaxBp,
  eventsTaxBp: form.eventsTax ?? was.eventsTaxBp,
  feesTaxBp: form.feesTax ?? was.feesTaxBp,
  familyBp: form.familyDiscount ?? was.familyBp,
  coolingOffDays: form.coolingOffDays ?? was.coolingOffDays,
  referrerMinor: form.referrer ?? was.referrerMinor,
  friendMinor: form.friend ?? was.friendMinor,
})
