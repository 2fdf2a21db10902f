/** What the question for a score, and the rule of it, send. */
import * as z from 'zod'
import { tidyText } from '#app/values/text/tidy-text.ts'

export const scoreForm = z.object({
  score: z.coerce
    .number({ error: 'Choose a number from 0 to 10.' })
    .int('Choose a number from 0 to 10.')
    .min(0, 'Choose a number from 0 to 10.')
    .max(10, 'Choose a number from 0 to 10.'),
})

export const scoreCommentForm = z.object({
  comment: z
    .string({ error: 'Type a few words.' })
    .overwrite(tidyText)
    .min(1, 'Type a few words.')
    .max(500, 'Shorten it to 500 characters.'),
})

export const scoreRuleForm = z.object({
  act: z.literal('scores'),
  version: z.coerce.number().int(),
  asks: z
    .string()
    .optional()
    .transform((given) => given !== undefined),
  everyDays: z.coerce
    .number({ error: 'Enter a whole number from 60 to 365.' })
    .int('Enter a whole number from 60 to 365.')
    .min(60, 'Enter a whole number from 60 to 365.')
    .max(365, 'Enter a whole number from 60 to 365.'),
})
