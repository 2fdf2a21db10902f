/** What closing the takings of a day sends. */
import * as z from 'zod'
import { typedMinor } from '#app/values/money.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { amountField } from '../amount-field.ts'

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
    counted: amountField(currency, message, { missing: 'Enter how much cash you counted' }),
    note: z
      .string()
      .overwrite(tidyText)
      .max(200, { error: 'Write at most 200 characters' })
      .default(''),
  })
}
