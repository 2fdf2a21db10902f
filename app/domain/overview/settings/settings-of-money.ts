/** The settings of money: tax, invoices, banking, and what is given back. Pure. */
import { dunningWords } from '#app/domain/sales/collecting/collecting-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { isOwnPlan, ownPlans } from '#app/domain/studios/own-plan/plan-prices.ts'
import { planStateWords } from '#app/domain/studios/own-plan/plan-words.ts'
import { paths } from '#app/paths.ts'
import { count, money } from '#app/values/wording.ts'
import { rates, taxWords } from '../tax-words.ts'
import { type Facts, type Found, setting } from './setting.ts'

export function moneySettings({ studio, role, billing, dunning }: Facts): Found[] {
  const { currency, locale } = studio
  return [
    setting(
      'money',
      'Tax',
      taxWords(billing),
      paths.manageTax(studio),
      'vat gst sales rate percent inclusive',
      rates(billing).every((rate) => rate === 0),
    ),
    setting(
      'money',
      'Invoice settings',
      `${billing.prefix ? `Numbers begin with ${billing.prefix}` : 'Numbers without letters'}, ` +
        (billing.dueDays === 0
          ? 'due on the day of issue.'
          : `due after ${count(billing.dueDays, 'day')}.`),
      paths.manageInvoiceSettings(studio),
      'numbering prefix due overdue bill terms',
    ),
    ...(may(role, 'banking:write')
      ? [
          setting(
            'money',
            'Banking',
            'Whether members can pay you online, by card or bank debit.',
            paths.manageBanking(studio),
            'stripe card online payment provider payout account connect',
          ),
          setting(
            'money',
            'Your plan',
            studio.planState === '' || !isOwnPlan(studio.plan)
              ? 'What you use of Cadence. Nobody bills you.'
              : `${ownPlans[studio.plan].name}. ${planStateWords[studio.planState]}.`,
            paths.manageYourPlan(studio),
            'subscription cadence bill usage cancel trial price upgrade downgrade',
          ),
        ]
      : []),
    setting(
      'money',
      'Failed payments',
      dunningWords(dunning),
      paths.manageFailedPayments(studio),
      'dunning retry retries declined card past due grace suspend overdue',
    ),
    setting(
      'money',
      'Gift cards',
      'How long they last.',
      paths.manageGiftCardSettings(studio),
      'voucher present certificate expiry',
    ),
    setting(
      'money',
      'Refund limits',
      `Front desk ${money(billing.deskRefundMinor, currency, locale)} an invoice, managers ` +
        (billing.managerRefundMinor === null
          ? 'all of it.'
          : `${money(billing.managerRefundMinor, currency, locale)}.`),
      paths.manageRefundLimits(studio),
      'money back role permission',
    ),
    setting(
      'money',
      'Family discount',
      billing.familyBp === 0
        ? 'None.'
        : `${billing.familyBp / 100}% off for the second and further of a family.`,
      paths.manageFamilyDiscount(studio),
      'siblings children family percent off',
    ),
    setting(
      'money',
      'Cooling-off',
      billing.coolingOffDays === 0
        ? 'None: memberships are cancelled with their notice.'
        : `Full refund within ${count(billing.coolingOffDays, 'day')} of buying a membership.`,
      paths.manageCoolingOff(studio),
      'cancel withdraw refund right of withdrawal days law membership',
    ),
  ]
}
