/** What selling a package at the desk sends. */
import * as z from 'zod'
import { methodsByHand } from '#app/domain/billing/invoices/payment-words.ts'
import { formKey } from '#app/domain/people/person-fields.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { typedCode } from '../offers/coupon-form.ts'

export const saleForm = z.object({
  key: formKey,
  offer: z.string({ error: 'Choose a package' }).min(1, { error: 'Choose a package' }).max(40),
  startsOn: z
    .string({ error: 'Enter the first day' })
    .refine(isLocalDate, { error: 'Enter the first day' }),
  coupon: typedCode,
  method: z.enum([...methodsByHand, 'later'], { error: 'Choose how it is paid' }),
  note: z
    .string()
    .overwrite(tidyText)
    .max(200, { error: 'Write at most 200 characters' })
    .default(''),
})
