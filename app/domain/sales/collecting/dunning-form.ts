/** What the form of failed payments sends. */
import * as z from 'zod'
import { asked } from '#app/values/field-rules.ts'
import { versionField } from '#app/values/version-field.ts'

const retryWords = 'Enter up to 5 days from 1 to 30, each later than the one before, like 1, 3, 7'
const graceWords = 'Enter 0 to 30 days'
const handWords = 'Enter a number of days from 0 to 90, or leave this blank'

const day = '(0?[1-9]|[12][0-9]|30)'

/** `1, 3, 7`; empty is no retry. */
const retryDays = asked(
  z
    .string()
    .default('')
    .transform((typed, ctx) => {
      const days = typed.split(/[\s,]+/).filter(Boolean)
      const numbers = days.map(Number)
      const rising = numbers.every((day, i) => i === 0 || day > numbers[i - 1]!)
      const whole = days.every((day) => /^\d{1,2}$/.test(day))
      if (whole && rising && numbers.length <= 5 && numbers.every((day) => day >= 1 && day <= 30)) {
        return numbers
      }
      ctx.addIssue({ code: 'custom', message: retryWords })
      return z.NEVER
    }),
  { pattern: `[\\s,]*(${day}([\\s,]+${day}){0,4}[\\s,]*)?`, title: retryWords },
)

export const dunningForm = z.object({
  version: versionField,
  retryDays,
  graceDays: z.coerce
    .number({ error: graceWords })
    .int({ error: graceWords })
    .min(0, { error: graceWords })
    .max(30, { error: graceWords }),
  /** Empty is for ever. */
  handGraceDays: asked(
    z
      .string()
      .default('')
      .transform((typed) => typed.trim())
      .refine((typed) => typed === '' || (/^\d{1,2}$/.test(typed) && Number(typed) <= 90), {
        error: handWords,
      })
      .transform((typed) => (typed === '' ? null : Number(typed))),
    { pattern: '\\s*(\\d{1,2})?\\s*', title: handWords },
  ),
  remindsUnpaid: z.literal('on').optional(),
})
export type DunningForm = z.output<typeof dunningForm>
