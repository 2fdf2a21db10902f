/** The forms of who leaves, is kept out, or is to come back. */
import * as z from 'zod'
import { exitReasons, winBackResults } from '#app/db/studio/farewells-words.ts'
import { joinForm } from '#app/domain/sales/memberships/join-form.ts'
import { asked } from '#app/values/field-rules.ts'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'

const key = z
  .string({ error: 'Reload the page and try again' })
  .regex(idForm, { error: 'Reload the page and try again' })

const text = (max: number) =>
  z
    .string()
    .overwrite(tidyText)
    .max(max, { error: `Use at most ${max} characters` })
    .regex(/^\P{Cc}*$/u, { error: 'Use words without control characters' })

const century = { min: '2000-01-01', max: '2100-01-01' }
const day = asked(
  z
    .string({ error: 'Choose a day' })
    .refine((one) => isLocalDate(one) && one >= century.min && one <= century.max, {
      error: 'Choose a day from 2000 to 2099',
    }),
  century,
)

export const leavingForm = z.object({
  key,
  reason: z.enum(exitReasons, { error: 'Choose a reason' }),
  text: text(500).optional(),
  lastDay: day,
})
export type LeavingForm = z.output<typeof leavingForm>

/** A plan is sold with it, or none for now. */
export const rejoinForm = joinForm.extend({ offer: z.string().max(40).default('') })

export const winBackForm = z.object({
  key,
  offer: text(120).optional(),
  note: z
    .string({ error: 'Write what you said' })
    .overwrite(tidyText)
    .min(1, { error: 'Write what you said' })
    .max(500, { error: 'Use at most 500 characters' })
    .regex(/^\P{Cc}*$/u, { error: 'Use words without control characters' }),
})
export type WinBackForm = z.output<typeof winBackForm>

export const winBackActForm = z.object({
  act: z.enum(['result', 'do-not-contact', 'contact-again']),
  id: z.string().max(40).optional(),
  result: z.enum(winBackResults).optional(),
})

export const banForm = z.object({
  reason: z
    .string({ error: 'Enter a reason' })
    .overwrite(tidyText)
    .min(3, { error: 'Enter a reason' })
    .max(200, { error: 'Use at most 200 characters' })
    .regex(/^\P{Cc}*$/u, { error: 'Use words without control characters' }),
})
