/** How a studio invoices: what is so until it says otherwise. Pure. */
import type { billingSettings } from '#app/db/studio/billing.ts'
import { may, type Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'

export type BillingSettings = Omit<typeof billingSettings.$inferSelect, 'studioId'>

/** The most the front desk gives back at once, in minor units, until the studio says otherwise. */
const usualDeskRefundMinor = 2_000

/** Before anything was saved: the studio's own name and address, no tax, numbers from 1. */
export function usualBillingSettings(
  studio: Pick<Studio, 'legalName' | 'name' | 'address'>,
): BillingSettings {
  return {
    version: 0,
    legalName: studio.legalName || studio.name,
    address: studio.address,
    registration: '',
    taxNumber: '',
    taxName: 'VAT',
    prefix: '',
    firstNumber: 1,
    dueDays: 0,
    deskRefundMinor: usualDeskRefundMinor,
    managerRefundMinor: null,
    classesTaxBp: 0,
    membershipsTaxBp: 0,
    eventsTaxBp: 0,
    feesTaxBp: 0,
    familyBp: 0,
    coolingOffDays: 0,
    referrerMinor: 0,
    friendMinor: 0,
  }
}

/** Which rate a line has, by what it is for: a column of the settings. */
export const taxOf = {
  drop_in: 'classesTaxBp',
  course: 'classesTaxBp',
  workshop: 'classesTaxBp',
  appointment: 'classesTaxBp',
  membership: 'membershipsTaxBp',
  joining_fee: 'membershipsTaxBp',
  freeze: 'membershipsTaxBp',
  package: 'membershipsTaxBp',
  ticket: 'eventsTaxBp',
  fee: 'feesTaxBp',
  refund: 'classesTaxBp',
  other: 'classesTaxBp',
} as const satisfies Record<string, keyof BillingSettings>

/** Who sold, one line each, as it is printed on an invoice of today. */
export const sellerLines = (settings: BillingSettings): string => {
  const { legalName, address, registration, taxNumber, taxName } = settings
  return [legalName, address, registration, taxNumber && `${taxName} ${taxNumber}`]
    .filter(Boolean)
    .join('\n')
}

/**
 * The most that somebody may give back of one invoice, in minor units; null is all of it. Owners
 * have no limit.
 */
export function refundLimitOf(
  { deskRefundMinor, managerRefundMinor }: BillingSettings,
  role: Role,
): number | null {
  if (role === 'owner') return null
  return may(role, 'refunds:write') ? managerRefundMinor : deskRefundMinor
}
