/** What the form of a studio's look sends, at set-up and in its settings. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { pickedColour } from '#app/values/palette.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { brandColours } from './suggested-colours.ts'

/** As much as a kept picture can be long (`keptText`). */
const logoLength = 1_100

export const lookFields = {
  colour: z
    .string({ error: 'Choose a colour' })
    .refine((colour) => pickedColour(colour, '', brandColours), { error: 'Choose a colour' }),
  /** What is kept of the logo (`settlePicture`). */
  logo: z
    .string()
    .overwrite(tidyText)
    .max(logoLength, { error: `Use at most ${logoLength} characters` })
    .regex(/^\P{Cc}*$/u, { error: 'Use no control characters' })
    .optional()
    .transform((text) => text ?? ''),
}

export const lookForm = z.object({
  ...lookFields,
  key: formKey,
  /** What the page showed, as `lookVersion` writes it. */
  version: z.string().max(1_200).default(''),
})
export type LookForm = z.output<typeof lookForm>
