import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { hasPayment } from './pay-account.server.ts'
import { creditOutStatements } from './payment-statements.server.ts'
import type { MethodByHand } from './payment-words.ts'

/**
 * Pays account credit out by hand, as after a cooling-off or a refund that a card did not take:
 * never more than is on the account, never on a day whose takings are closed. False where it was
 * refused. Twice is once.
 */
export async function payOutCredit(
  ctx: StaffContext,
  personId: string,
  { key, amountMinor, method }: { key: string; amountMinor: number; method: MethodByHand },
): Promise<boolean> {
  const out = { id: key, personId, amountMinor: -amountMinor, method }
  const { pay, ...behind } = creditOutStatements(ctx, {
    ...{ ...out, takenBy: ctx.actor.name, note: 'Account credit paid out' },
  })
  await batch(ctx.db, {
    pay,
    audit: auditStatement(
      ctx,
      {
        action: 'payment.refunded',
        subjectKind: 'person',
        subjectId: personId,
        detail: { paymentId: key, amountMinor: -amountMinor, method },
      },
      rightAfterChange,
    ),
    ...behind,
  })
  return hasPayment(ctx, out)
}
