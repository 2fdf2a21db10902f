/** What of somebody's account credit can be paid out, and why not more. Pure. */
import {
  type BillingSettings,
  refundLimitOf,
} from '#app/domain/billing/settings/billing-settings.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import { money } from '#app/values/wording.ts'

type Reader = { currency: string; locale: string }

const askMore = 'Ask someone who may refund more.'

/** The most a role pays out of a person's account credit now, in minor units, and why it is less. */
export function payOutOffer(
  credit: { creditMinor: number; payableMinor: number; paidOutMinor: number },
  { role, settings }: { role: Role; settings: BillingSettings },
  { currency, locale }: Reader,
): { minor: number; words: string; why: string } {
  const { creditMinor, payableMinor, paidOutMinor } = credit
  const limit = refundLimitOf(settings, role)
  const minor = Math.min(payableMinor, limit === null ? payableMinor : limit - paidOutMinor)
  const sum = (of: number) => money(of, currency, locale)
  const why = [
    ...(payableMinor < creditMinor
      ? [
          `${sum(creditMinor - payableMinor)} came from a gift card: spend it here, it can’t be paid out.`,
        ]
      : []),
    ...(limit !== null && minor < payableMinor
      ? [`You can pay out up to ${sum(limit)} of one person’s credit. ${askMore}`]
      : []),
  ]
  return { minor: Math.max(0, minor), words: sum(Math.max(0, minor)), why: why.join(' ') }
}

/** Why account credit was not paid out, and what can be done. */
export function payOutRefusal(
  refusal: { reason: string; mostMinor?: number },
  { currency, locale }: Reader,
): string {
  const most = money(refusal.mostMinor ?? 0, currency, locale)
  const words: Record<string, string> = {
    till_closed: 'Today’s takings are closed. Pay it out tomorrow.',
    key_used: 'A payment was saved from this page already. Open it again and check what is left.',
    not_enough_credit: `There is ${most} on the account. Open the page again and pay out that or less.`,
    from_gift_card: `Only ${most} can be paid out. The rest came from a gift card and is spent here.`,
    desk_limit: refusal.mostMinor
      ? `You can pay out up to ${most} more of this person’s credit. ${askMore}`
      : `As much of this person’s credit was paid out as you may. ${askMore}`,
  }
  return words[refusal.reason] ?? 'This could not be saved. Reload the page and try again.'
}
