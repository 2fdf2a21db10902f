/** What closing the takings of a day sends. */
import * as z from 'zod'
import { asked } from '#app/values/field-rules.ts'
import { amountRules, parseMinor, typedMinor } from '#app/values/money.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'

export function closeTillForm(currency: string) {
  const message = `Enter an amount like ${typedMinor(12_000, currency)}`
  return z.object({
    day: z.string({ error: 'Reload the page and try again' }).refine(isLocalDate, {
      error: 'Reload the page and try again',
    }),
    /** What the page said there should be. */
    cash: z.coerce.number({ error: 'Reload the page and try again' }).int({
      error: 'Reload the page and try again',
    }),
    counted: asked(
      z.string({ error: 'Enter how much cash you counted' }).transform((given, ctx) => {
        const minor = parseMinor(given, currency)
        if (minor !== null) return minor
        ctx.addIssue({ code: 'custom', message })
        return z.NEVER
      }),
      amountRules(currency, message),
    ),
    note: z
      .string()
      .overwrite(tidyText)
      .max(200, { error: 'Write at most 200 characters' })
      .default(''),
  })
}
