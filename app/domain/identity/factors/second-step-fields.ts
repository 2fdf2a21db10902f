/** What the forms of second factors ask. */
import * as z from 'zod'
import { asked } from '#app/values/field-rules.ts'

const id = z.string().regex(/^[\w-]{1,60}$/)

/** Six digits, as an app or a message shows them; people type spaces. */
export const sixDigitsField = asked(
  z
    .string({ error: 'Enter the six digits' })
    .transform((text) => text.replace(/\s/g, ''))
    .refine((text) => /^\d{6}$/.test(text), { error: 'Enter the six digits' }),
  {
    maxLength: 9,
    pattern: '\\s*(?:\\d\\s*){6}',
    title: 'Enter the six digits',
    inputMode: 'numeric',
  },
)

export const secondStepForm = z.object({
  factor: id,
  challenge: id.optional(),
  code: sixDigitsField,
})

export const recoveryCodeForm = z.object({
  recovery: z
    .string({ error: 'Enter one of your recovery codes' })
    .trim()
    .max(40, { error: 'A recovery code looks like 4k7mp-x2c9d' }),
})

/**
 * The picture travels with the form, so that a wrong code does not lose it; it is shown to nobody
 * else.
 */
export const appCodeForm = z.object({
  factor: id,
  uri: z.string().max(500).startsWith('otpauth://totp/'),
  secret: z.string().regex(/^[A-Z2-7]{16,64}$/),
  code: sixDigitsField,
})
