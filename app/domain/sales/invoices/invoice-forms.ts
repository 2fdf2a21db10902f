/** What the forms of an invoice send. Messages are on the type: an empty input arrives as none. */
import * as z from 'zod'
import { amountField } from '#app/domain/billing/amount-field.ts'
import { askedDiscountField } from '#app/domain/billing/drafts/draft-forms.ts'
import { methodsByHand } from '#app/domain/billing/invoices/payment-words.ts'
import { idForm } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { codeField } from '../gift-cards/gift-card-forms.ts'

const reload = 'Reload the page and try again'
const key = z.string({ error: reload }).regex(idForm, { error: reload })

/** An amount of money, more than nothing. */
const amount = (currency: string) =>
  amountField(currency, `Enter an amount like ${typedMinor(1_500, currency)}`, { least: 1 })

const method = z.enum([...methodsByHand, 'credit', 'gift_card'], { error: 'Choose how it is paid' })

/** How money goes back: also to the card it came from, where there is one. */
const backMethod = z.enum([...methodsByHand, 'credit', 'online', 'gift_card'], {
  error: 'Choose how it is refunded',
})

const note = z
  .string()
  .overwrite(tidyText)
  .max(200, { error: 'Write at most 200 characters' })
  .default('')

const reason = z
  .string({ error: 'Say why' })
  .overwrite(tidyText)
  .min(1, { error: 'Say why' })
  .max(200, { error: 'Write at most 200 characters' })

export const paymentForm = (currency: string) =>
  z.object({ key, amount: amount(currency), method, code: codeField, note })

export const refundForm = (currency: string) =>
  z.object({
    key,
    item: z.string({ error: 'Choose what is refunded' }).min(1).max(60),
    amount: amount(currency),
    method: backMethod,
    reason,
  })

/** `amount` is what the page said it comes to, in minor units: a refund of something else is refused. */
export const packRefundForm = z.object({
  key,
  amount: z.coerce.number({ error: reload }).int({ error: reload }).min(0, { error: reload }),
  method: backMethod,
  reason,
})

/** Something taken off an open invoice; no `item` is all of its lines. */
export const discountForm = (currency: string) =>
  z.object({
    key,
    item: z.string().max(60).default(''),
    discount: askedDiscountField(currency),
    reason,
  })

/** Letting an invoice be paid in parts. */
export const splitForm = (currency: string) =>
  z.object({
    key,
    deposit: amountField(
      currency,
      `Enter an amount like ${typedMinor(1_500, currency)}`,
    ).optional(),
    parts: z.coerce
      .number({ error: 'Enter 1 to 24 parts' })
      .int({ error: 'Enter 1 to 24 parts' })
      .min(1, { error: 'Enter 1 to 24 parts' })
      .max(24, { error: 'Enter 1 to 24 parts' }),
    firstOn: z
      .string({ error: 'Enter the day of the first part' })
      .refine(isLocalDate, { error: 'Enter the day of the first part' }),
  })

export const closeForm = z.object({ reason })
