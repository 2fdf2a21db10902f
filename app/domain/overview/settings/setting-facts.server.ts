import { getBillingSettings } from '#app/domain/billing/settings/billing-settings.server.ts'
import { findLettersKept } from '#app/domain/messaging/keep-letters.server.ts'
import { getDunningSettings } from '#app/domain/sales/collecting/dunning-settings.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Facts } from './setting.ts'

/** What the list of settings says of a studio, for who looks at it. */
export async function settingFacts(ctx: StaffContext): Promise<Facts> {
  const [letters, billing, dunning] = await Promise.all([
    findLettersKept(ctx),
    getBillingSettings(ctx),
    getDunningSettings(ctx),
  ])
  const { studio, actor } = ctx
  return { studio, role: actor.role, billing, dunning, letterMonths: letters.months }
}
