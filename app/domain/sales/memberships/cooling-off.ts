/** Whether a membership can still be taken back. Pure. */
import type { BillingSettings } from '#app/domain/billing/settings/billing-settings.ts'
import type { HeldPlanRow } from '#app/domain/entitlements/held-plans.server.ts'
import { localDate } from '#app/values/zone.ts'
import type { CoolingOff } from '../quotes/quote-withdraw.ts'

/** Its cooling-off days; null for a plan that took the place of another, which is no new purchase. */
export const coolingOf = (
  { studio }: { studio: { timeZone: string } },
  { purchasedAt, replaces }: Pick<HeldPlanRow, 'purchasedAt' | 'replaces'>,
  { coolingOffDays }: Pick<BillingSettings, 'coolingOffDays'>,
  chargedMinor: number,
): CoolingOff | null =>
  replaces
    ? null
    : { boughtOn: localDate(purchasedAt, studio.timeZone), days: coolingOffDays, chargedMinor }
