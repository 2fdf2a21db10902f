/** What taking money for a person's account sends. */
import * as z from 'zod'
import { methodsByHand } from '#app/domain/billing/invoices/payment-words.ts'
import { formKey } from '#app/domain/people/person-fields.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

const choose = 'Choose what is paid'

/** A charge or a fee and what it came to on the page: `fee.k3J9.500`. */
const charge = z
  .string({ error: choose })
  .regex(/^(item|fee)\.[\w-]{1,40}\.\d{1,9}$/, { error: choose })
  .transform((text) => {
    const [kind, id, minor] = text.split('.') as ['item' | 'fee', string, string]
    return { kind, id, amountMinor: Number(minor) }
  })

export const accountPaymentForm = z.object({
  key: formKey,
  charges: z
    .union([z.array(charge), charge.transform((one) => [one])], { error: choose })
    .optional()
    .transform((given) => given ?? [])
    .refine((all) => all.length > 0 && all.length <= 40, { error: choose }),
  method: z.enum([...methodsByHand, 'credit'], { error: 'Choose how it is paid' }),
  note: z
    .string()
    .overwrite(tidyText)
    .max(200, { error: 'Write at most 200 characters' })
    .default(''),
})

/** What is to be paid out: by its line of the account, or what of its credit and how. */
export const payOutForm = z.union([
  z.object({ item: z.string().max(40) }),
  z.object({ key: formKey, amount: z.coerce.number().int().min(1), method: z.enum(methodsByHand) }),
])

export type AccountPayment = z.output<typeof accountPaymentForm>
