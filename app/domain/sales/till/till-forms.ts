/** What the forms of the till send. Messages are on the type: empty arrives as none. */
import * as z from 'zod'
import { amountField } from '#app/domain/billing/amount-field.ts'
import { discountField } from '#app/domain/billing/drafts/draft-forms.ts'
import { methodsByHand } from '#app/domain/billing/invoices/payment-words.ts'
import { idForm } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { codeField, emailIfAny } from '../gift-cards/gift-card-forms.ts'
import { mostLines } from './basket.ts'

const reload = 'Reload the page and try again'
const key = z.string({ error: reload }).regex(idForm, { error: reload })

/** Beginning a sale. */
export const beginForm = z.object({
  key,
  location: z.string().max(40).default(''),
  person: z.string().max(40).default(''),
})

/** Putting something into the basket: by what was scanned or typed, or by its tile. */
export const addForm = z
  .object({
    code: z.string().overwrite(tidyText).max(80).default(''),
    variant: z.string().max(40).default(''),
  })
  .refine(({ code, variant }) => code !== '' || variant !== '', {
    path: ['code'],
    error: 'Scan a product, or type its name',
  })

const quantity = z.coerce
  .number({ error: 'Enter how many, from 0' })
  .int({ error: 'Enter a whole number' })
  .min(0, { error: 'Enter how many, from 0' })
  .max(999, { error: 'Enter at most 999' })

/** The basket as somebody changed it: how many of each line, and what comes off it. */
export const basketForm = (currency: string) =>
  z.object({
    version: versionField,
    remove: z.coerce.number().int().min(0).optional(),
    ...(Object.fromEntries(
      Array.from({ length: mostLines }, (_, n) => [
        [`q${n}`, quantity.optional()],
        [`d${n}`, discountField(currency)],
      ]).flat(),
    ) as Record<`q${number}`, z.ZodOptional<typeof quantity>> &
      Record<`d${number}`, ReturnType<typeof discountField>>),
  })

export const personForm = z.object({ person: z.string().max(40).default('') })

/** How a sale is paid. */
export const payForm = (currency: string) => {
  const amount = () =>
    amountField(currency, `Enter an amount like ${typedMinor(1_500, currency)}`).optional()
  return z.object({
    version: versionField,
    cash: amount(),
    card: amount(),
    transfer: amount(),
    credit: amount(),
    /** What a gift card pays, and its code. */
    gift: amount(),
    giftCode: codeField,
    tip: amount(),
    /** Sell although fewer are there. */
    short: z.string().optional(),
    /** Leave the rest on the person's account. */
    later: z.string().optional(),
    /** Where the receipt goes of a sale without a name. */
    receipt: emailIfAny,
  })
}

/** Goods of a line that come back. */
export const returnForm = z.object({
  key,
  item: z.string({ error: 'Choose what comes back' }).max(80),
  quantity: z.coerce
    .number({ error: 'Enter how many come back' })
    .int({ error: 'Enter a whole number' })
    .min(1, { error: 'Enter 1 or more' })
    .max(999, { error: 'Enter at most 999' }),
  goods: z.enum(['restock', 'write_off'], { error: 'Choose what becomes of the goods' }),
  method: z.enum([...methodsByHand, 'credit', 'gift_card'], { error: 'Choose how it is refunded' }),
  reason: z
    .string({ error: 'Say why' })
    .overwrite(tidyText)
    .min(1, { error: 'Say why' })
    .max(120, { error: 'Write at most 120 characters' }),
})
export type ReturnForm = z.output<typeof returnForm>
