/** The forms that save, change and send a report. */
import * as z from 'zod'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

const key = z
  .string({ error: 'Reload the page and try again' })
  .regex(idForm, { error: 'Reload the page and try again' })

const fields = {
  key,
  name: z
    .string({ error: 'Enter a name' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter a name' })
    .max(80, { error: 'Use at most 80 characters' })
    .regex(/^\P{Cc}*$/u, { error: 'Use words without control characters' }),
  shared: z.boolean().optional(),
  every: z.enum(['never', 'week', 'month'], { error: 'Choose how often' }),
  /** The person at work it is mailed to; empty is the person who saves it. */
  to: z.string().max(40).optional(),
}

export const saveReportForm = z.object({
  ...fields,
  page: z.enum(['report', 'insights']).optional(),
  /** The choices as an address has them. */
  query: z.string().max(2_000, { error: 'Choose fewer columns or filters' }).optional(),
})
export type SaveReportForm = z.output<typeof saveReportForm>

export const changeReportForm = z.object({
  ...fields,
  version: z.coerce.number().int().min(1),
  act: z.enum(['save', 'delete']).default('save'),
})
export type ChangeReportForm = z.output<typeof changeReportForm>
