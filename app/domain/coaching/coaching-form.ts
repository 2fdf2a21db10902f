/** What the forms of coaching send. */
import * as z from 'zod'
import { date, formKey } from '#app/domain/people/person-fields.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

const text = (what: string, most: number) =>
  z
    .string({ error: `Enter ${what}` })
    .overwrite((typed) => typed.replaceAll('\r\n', '\n').trim())
    .min(1, { error: `Enter ${what}` })
    .max(most, { error: `Write at most ${most.toLocaleString('en-GB')} characters` })

export const relationForm = z.object({
  key: formKey,
  person: z.string({ error: 'Choose a person' }).min(1, { error: 'Choose a person' }).max(40),
  coach: z.string({ error: 'Choose a coach' }).min(1, { error: 'Choose a coach' }).max(40),
  perWeek: z.coerce
    .number({ error: 'Enter a number from 1 to 14' })
    .int({ error: 'Enter a number from 1 to 14' })
    .min(1, { error: 'Enter a number from 1 to 14' })
    .max(14, { error: 'Enter a number from 1 to 14' }),
})

export const entryKinds = ['goal', 'habit', 'measurement', 'note', 'private_note'] as const

export const entryForm = z.object({
  key: formKey,
  kind: z.enum(entryKinds, {
    error: 'Choose what it is',
  }),
  text: text('some words', 600),
  value: z
    .string()
    .overwrite(tidyText)
    .max(40, { error: 'Write at most 40 characters' })
    .default(''),
})

export const checkInForm = z.object({
  key: formKey,
  questions: text('a question', 1_000),
  dueOn: date,
})

/** Clients who go over to another coach. */
export const handOverForm = z.object({
  key: formKey,
  coach: z.string({ error: 'Choose a coach' }).min(1, { error: 'Choose a coach' }).max(40),
  relation: z
    .union([
      z.array(z.string().max(40)).max(200),
      z
        .string()
        .max(40)
        .transform((one) => [one]),
    ])
    .optional()
    .transform((given) => [...new Set(given ?? [])]),
})

const days = { error: 'Enter 1 to 28 days' }

/** A client asks that their programs wait. */
export const shiftForm = z.object({
  key: formKey,
  relation: z.string().min(1).max(40),
  days: z.coerce.number(days).int(days).min(1, days).max(28, days),
  reason: z
    .string()
    .overwrite(tidyText)
    .max(200, { error: 'Write at most 200 characters' })
    .default(''),
})

export const beginSessionForm = z.object({
  key: formKey,
  /** `program|2.0.0`; empty is a free workout. */
  session: z.string().max(60).default(''),
})

export const replyForm = z.object({
  checkIn: z.string().min(1).max(40),
  text: text('an answer', 2_000),
})
