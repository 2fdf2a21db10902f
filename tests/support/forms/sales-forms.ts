/** Forms of sales: invoices, plans, packs and the till. */

import { draftLineForm, draftTermsForm } from '#app/domain/billing/drafts/draft-forms.ts'
import { closeTillForm } from '#app/domain/billing/takings/takings-form.ts'
import { changePayerForm } from '#app/domain/bookings/paying/change-payer-form.ts'
import { waiveFeeForm } from '#app/domain/bookings/roster/desk-forms.ts'
import { packageOfferForm } from '#app/domain/entitlements/offers/package-form.ts'
import { planOfferForm } from '#app/domain/entitlements/offers/plan-form.ts'
import { changePacksForm } from '#app/domain/entitlements/packs/change-packs-form.ts'
import { transferForm } from '#app/domain/entitlements/packs/transfer-pack-form.ts'
import { funnelForm } from '#app/domain/funnels/funnel-forms.ts'
import { contactForm } from '#app/domain/insights/retention/contact-form.ts'
import { scoreRuleForm } from '#app/domain/insights/scores/score-forms.ts'
import { targetForm } from '#app/domain/insights/targets/target-form.ts'
import { campaignForm, scheduleForm } from '#app/domain/marketing/campaign-fields.ts'
import { marketingRuleForm } from '#app/domain/marketing/marketing-rule.ts'
import { newProductForm } from '#app/domain/products/product-form.ts'
import { accountPaymentForm } from '#app/domain/sales/account/account-payment-form.ts'
import { findCardForm, voidCardForm } from '#app/domain/sales/gift-cards/gift-card-forms.ts'
import {
  closeForm,
  discountForm,
  paymentForm,
  refundForm,
  splitForm,
} from '#app/domain/sales/invoices/invoice-forms.ts'
import { freezeManyForm } from '#app/domain/sales/memberships/freezes/freeze-many-form.ts'
import { couponForm } from '#app/domain/sales/offers/coupon-form.ts'
import { saleForm } from '#app/domain/sales/sell/sale-form.ts'
import type { Entry } from './entry.ts'

export const salesForms: readonly Entry[] = [
  ['contact-', 'sales/retention', contactForm],
  ['score-rule', 'sales/retention', scoreRuleForm],
  ['waive', 'fees', waiveFeeForm],
  ['payment', 'members/members', accountPaymentForm],
  ['payment', 'sales/invoices', paymentForm('GBP')],
  ['refund', 'sales/invoices', refundForm('GBP')],
  ['close', 'sales/invoices', closeForm],
  ['discount', 'sales/invoices', discountForm('GBP')],
  ['parts', 'sales/invoices', splitForm('GBP')],
  ['line', 'invoices/drafts', draftLineForm('GBP')],
  ['terms', 'invoices/drafts', draftTermsForm('GBP')],
  ['find', 'sales/gift-cards', findCardForm],
  ['void', 'sales/gift-cards', voidCardForm],
  ['coupon', 'sales/coupons', couponForm('GBP')],
  ['campaign', 'sales/marketing', campaignForm],
  ['schedule', 'sales/marketing', scheduleForm],
  ['how-often-form', 'sales/marketing', marketingRuleForm],
  ['funnel', 'sales/funnels', funnelForm],
  ['packs', 'packages/extend', changePacksForm, 'extend'],
  ['payer', 'payer', changePayerForm],
  ['packs', 'packages/credits', changePacksForm, 'credits'],
  ['transfer', 'transfer', transferForm],
  ['package', 'sales/packages', packageOfferForm('GBP')],
  ['day-pass', 'sales/packages', packageOfferForm('GBP', 'day_pass')],
  ['pt-pack', 'sales/packages', packageOfferForm('GBP', 'appointments')],
  ['bundle', 'sales/packages', packageOfferForm('GBP', 'bundle')],
  ['plan', 'sales/memberships', planOfferForm('GBP')],
  ['sale', 'sale', saleForm],
  ['product', 'sales/products/new', newProductForm('GBP')],
  ['till', 'takings', closeTillForm('GBP')],
  ['freezes', 'memberships/freeze', freezeManyForm],
  ['target', 'sales/targets', targetForm],
]
