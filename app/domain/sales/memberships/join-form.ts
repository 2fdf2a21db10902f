/** What selling a membership at the desk sends. */
import * as z from 'zod'
import { methodsByHand } from '#app/domain/billing/invoices/payment-words.ts'
import { formKey } from '#app/domain/people/person-fields.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { typedCode } from '../offers/coupon-form.ts'

export const joinForm = z.object({
  key: formKey,
  offer: z.string({ error: 'Choose a plan' }).min(1, { error: 'Choose a plan' }).max(40),
  startsOn: z
    .string({ error: 'Enter the first day' })
    .refine(isLocalDate, { error: 'Enter the first day' }),
  coupon: typedCode,
  /** Ticked on the page before: the joining fee is not charged. */
  waivesFee: z.string().max(2).default(''),
  payer: z.string().max(40).default(''),
  method: z.enum([...methodsByHand, 'later'], { error: 'Choose how it is paid' }),
  note: z
    .string()
    .overwrite(tidyText)
    .max(200, { error: 'Write at most 200 characters' })
    .default(''),
})
