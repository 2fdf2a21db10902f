/** What the desk sends about an enrolment. Pure. */
import * as z from 'zod'
import { methodsByHand } from '#app/domain/billing/invoices/payment-words.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

export const enrolByHandForm = z.object({
  personId: z.string({ error: 'Choose a person' }).min(1).max(40),
  act: z.enum(['enrol', 'wait']).default('enrol'),
  reason: z.string().overwrite(tidyText).max(200).default(''),
})

/** What is done with one. */
export const enrolmentAct = z.object({
  act: z.enum(['withdraw', 'leave', 'enrol', 'paid', 'move'], { error: 'Choose what to do' }),
  reason: z.string().overwrite(tidyText).max(200).default(''),
  /** How it was paid, of `paid`. */
  method: z.enum(methodsByHand, { error: 'Choose how it was paid' }).optional(),
  expects: z.coerce.number().int().optional(),
  to: z.string().max(40).default(''),
})
