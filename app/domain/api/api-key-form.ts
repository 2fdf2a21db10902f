/** The form of a key for another program, and its acts. Messages are on the type. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate, type LocalDate } from '#app/values/zone.ts'
import { apiScopes } from './api-scopes.ts'

const dateWords = 'Enter a date, or leave the last day empty'

export const apiKeyForm = z.object({
  key: formKey,
  name: z
    .string({ error: 'Enter which program it is for' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter which program it is for' })
    .max(60, { error: 'Enter at most 60 characters' }),
  scopes: z
    .array(z.enum(apiScopes, { error: 'Choose from the list' }))
    .min(1, { error: 'Choose at least one thing to read' }),
  endsOn: z
    .string()
    .refine((text) => text === '' || isLocalDate(text), { error: dateWords })
    .transform((text) => (text === '' ? null : (text as LocalDate)))
    .default(null),
})
export type ApiKeyForm = z.output<typeof apiKeyForm>

export const apiKeyAct = z.object({ act: z.literal('end'), id: z.string().regex(idForm) })
