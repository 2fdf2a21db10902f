/** The form that says somebody got in touch with a member who comes less. */
import * as z from 'zod'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

export const contactForm = z.object({
  key: z
    .string({ error: 'Reload the page and try again' })
    .regex(idForm, { error: 'Reload the page and try again' }),
  person: z.string({ error: 'Choose who it was' }).max(40, { error: 'Choose who it was' }),
  how: z.enum(['call', 'email', 'message', 'in_person'], { error: 'Choose how' }),
  note: z
    .string()
    .overwrite(tidyText)
    .max(300, { error: 'Use at most 300 characters' })
    .regex(/^\P{Cc}*$/u, { error: 'Use words without control characters' })
    .optional(),
})
export type ContactForm = z.output<typeof contactForm>
