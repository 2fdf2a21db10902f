/** What the form of a guest's place asks. Pure. */
import * as z from 'zod'
import { emailRules, emailWords, parseEmail } from '#app/values/email.ts'
import { asked } from '#app/values/field-rules.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

/** Someone who came before (`guest`), or a new one by name; the address is optional. */
export const guestForm = z
  .object({
    key: z.string().regex(/^[\w-]{8,40}$/),
    guest: z.string().max(40).optional(),
    name: z
      .string()
      .overwrite(tidyText)
      .max(80, { error: 'A name has at most 80 characters.' })
      .optional(),
    email: asked(
      z
        .string()
        .refine((text) => parseEmail(text) !== null, { error: emailWords })
        .transform((text) => parseEmail(text) ?? '')
        .optional(),
      emailRules(emailWords),
    ),
    pay: z.enum(['plan', 'credit', 'drop_in'], { error: 'Choose what pays.' }),
  })
  .refine(({ guest, name }) => (guest && guest !== 'new') || (name ?? '') !== '', {
    path: ['name'],
    error: 'Enter the name of your guest.',
  })
