import {
  type PayAccountResult,
  payAccount,
} from '#app/domain/billing/invoices/pay-account.server.ts'
import { chargeFeesNow } from '#app/domain/bookings/cancelling/charge-fees.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { AccountPayment } from './account-payment-form.ts'

/**
 * Takes one payment at the desk for what was chosen of a person's account. A fee that is not due yet
 * is charged with it. Refused where what was chosen no longer comes to what the page showed
 * (`changed`): a fee was waived, somebody else took the money.
 */
export async function takeForAccount(
  ctx: StaffContext,
  personId: string,
  { key, charges, method, note }: AccountPayment,
): Promise<PayAccountResult> {
  const ids = (wanted: 'item' | 'fee') =>
    charges.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  const [itemIds, feeIds] = [ids('item'), ids('fee')]
  await chargeFeesNow(ctx, personId, feeIds)
  const amountMinor = charges.reduce((sum, charge) => sum + charge.amountMinor, 0)
  return payAccount(ctx, personId, {
    ...{ key, itemIds, feeIds, amountMinor, method, note },
  })
}
