/** How people reach a studio: what its form asks, and what pages say of it. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { emailRules, emailWords, parseEmail } from '#app/values/email.ts'
import { asked } from '#app/values/field-rules.ts'
import { dialledRules, dialledWords, parseDialled } from '#app/values/phone.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

/** Empty is not told to anyone. */
export const contactFields = {
  contactEmail: asked(
    z
      .string()
      .optional()
      .transform((text, ctx) => {
        if (text === undefined) return ''
        const email = parseEmail(text)
        if (email) return email
        ctx.addIssue({ code: 'custom', message: emailWords })
        return z.NEVER
      }),
    emailRules(emailWords),
  ),
  /** Kept as it is written, which is how people read it out, with or without its country. */
  contactPhone: asked(
    z
      .string()
      .overwrite(tidyText)
      .max(40, { error: dialledWords })
      .refine((text) => parseDialled(text) !== null, { error: dialledWords })
      .optional()
      .transform((phone) => phone ?? ''),
    dialledRules,
  ),
}

/** What a page showed, for a save over nothing else; an empty input arrives as none. */
export const contactVersion = (contact: { contactEmail: string; contactPhone: string }): string =>
  `${contact.contactEmail} ${contact.contactPhone}`

export const contactForm = z.object({
  ...contactFields,
  key: formKey,
  version: z
    .string()
    .max(400)
    .default(contactVersion({ contactEmail: '', contactPhone: '' })),
})
export type ContactForm = z.output<typeof contactForm>
