import {
  hasPayment,
  type PayAccountResult,
  payAccount,
} from '#app/domain/billing/invoices/pay-account.server.ts'
import { chargeFeesNow } from '#app/domain/bookings/cancelling/charge-fees.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { AccountPayment } from './account-payment-form.ts'
import { accountRefusal } from './account-refusal.server.ts'

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
  const amountMinor = charges.reduce((sum, charge) => sum + charge.amountMinor, 0)
  const chosen = { itemIds, feeIds, amountMinor, method }
  // What would be refused charges no fee. Sent again, the payment is there already.
  const refusal = feeIds.length > 0 ? await accountRefusal(ctx, personId, chosen) : null
  if (refusal === null) await chargeFeesNow(ctx, personId, feeIds)
  else if (!(await hasPayment(ctx, { id: key, personId, amountMinor, method }))) return refusal
  return payAccount(ctx, personId, { ...chosen, key, note })
}
