import * as z from 'zod'
import { letterMonthsRange } from './letters-kept.ts'

const { min, max } = letterMonthsRange

/** How long the studio's messages are kept; `version` is the one the page was opened at. */
export const lettersKeptForm = z.object({
  months: z.coerce
    .number({ error: 'Enter how many months' })
    .int({ error: 'Enter a whole number' })
    .min(min, { error: `Enter ${min} or more` })
    .max(max, { error: `Enter ${max} or fewer` }),
  version: z.coerce.number({ error: 'Reload the page and try again' }).int().min(0),
})
