/** What the forms of gradings send. Messages are on the type: empty arrives as none. */
import * as z from 'zod'
import { gradingResults } from '#app/db/studio/progression/grading-words.ts'
import { amountField } from '#app/domain/billing/amount-field.ts'
import { date, formKey } from '#app/domain/people/person-fields.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'

const line = (most: number) =>
  z
    .string()
    .overwrite(tidyText)
    .max(most, { error: `Write at most ${most} characters` })
    .regex(/^\P{Cc}*$/u, { error: 'Write it on one line' })
    .default('')

const lines = (most: number) =>
  z
    .string()
    .overwrite((text) => [...new Set(text.split('\n').map(tidyText).filter(Boolean))].join('\n'))
    .max(most, { error: `Write at most ${most.toLocaleString('en-GB')} characters` })
    .default('')

/** A grading, whose fee is in the studio’s currency. */
export const gradingForm = (currency: string) =>
  z
    .object({
      key: formKey,
      version: versionField,
      level: z.string({ error: 'Choose a level' }).min(1, { error: 'Choose a level' }).max(40),
      onDate: date,
      startsAt: z
        .string({ error: 'Enter a time' })
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time such as 14:00' }),
      place: line(80),
      fee: amountField(currency, 'Enter an amount, or 0'),
      answerBy: date,
      items: lines(1_200),
      belt: z.string().max(40).default(''),
      panel: z
        .union([
          z.array(z.string().max(40)),
          z
            .string()
            .max(40)
            .transform((one) => [one]),
        ])
        .optional()
        .transform((given) => [...new Set(given ?? [])]),
      /** Those who are invited are told of another day. */
      tell: z.literal('on').optional(),
    })
    .refine(({ onDate, answerBy }) => answerBy <= onDate, {
      path: ['answerBy'],
      error: 'Choose a day before the grading',
    })
export type GradingForm = z.output<ReturnType<typeof gradingForm>>

export const overrideForm = z.object({
  person: z.string().min(1).max(40),
  reason: z
    .string({ error: 'Write why' })
    .overwrite(tidyText)
    .min(1, { error: 'Write why' })
    .max(200, { error: 'Write at most 200 characters' }),
})

export const resultForm = z.object({
  version: versionField,
  result: z.enum(gradingResults, { error: 'Choose a result' }),
  note: line(300),
  retestItems: lines(400),
  retestBy: date.default(''),
})
export type ResultForm = z.output<typeof resultForm>
