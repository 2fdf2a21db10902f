/** What the form of a studio's maintenance notice sends; without a sentence there is none. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

const mostText = 200
const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, { error: 'Enter a day and a time' })
  .optional()

export const maintenanceForm = z.object({
  text: z
    .string()
    .overwrite(tidyText)
    .max(mostText, { error: `Use at most ${mostText} characters` })
    .regex(/^\P{Cc}*$/u, { error: 'Use one line, without control characters' })
    .optional()
    .transform((text) => text ?? ''),
  /** On the wall of the studio. */
  from: moment,
  until: moment,
  key: formKey,
  /** What the page showed, as `studios.maintenance` says it. */
  version: z.string().max(400).default(''),
})
export type MaintenanceForm = z.output<typeof maintenanceForm>
