/** The form of a package. Messages are on the type: an empty input arrives as none. */
import * as z from 'zod'
import { amountField } from '#app/domain/billing/amount-field.ts'
import { idForm } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'

const reload = 'Reload the page and try again'

const whole = (what: string, least: number, most: number) =>
  z.coerce
    .number({ error: `Enter ${what}` })
    .int({ error: 'Enter a whole number' })
    .min(least, { error: `Enter ${least} or more` })
    .max(most, { error: `Enter ${most} or fewer` })

export function packageOfferForm(currency: string) {
  const message = `Enter a price like ${typedMinor(12_000, currency)}`
  return z.object({
    key: z.string({ error: reload }).regex(idForm, { error: reload }),
    name: z
      .string({ error: 'Enter a name' })
      .overwrite(tidyText)
      .min(1, { error: 'Enter a name' })
      .max(60, { error: 'Enter a name of at most 60 characters' }),
    description: z
      .string()
      .overwrite(tidyText)
      .max(200, { error: 'Write at most 200 characters' })
      .default(''),
    credits: whole('how many classes it has', 1, 500),
    price: amountField(currency, message),
    validDays: whole('how many days it is valid', 1, 1_830),
    /** From when its days count. */
    validFrom: z.enum(['purchase', 'first_use']).default('purchase'),
    fixedUntil: z
      .string()
      .refine(isLocalDate, { error: 'Enter a date' })
      .optional()
      .transform((day) => day ?? null),
    once: z.string().optional(),
    family: z.string().optional(),
    disciplines: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .transform((given) => {
        if (given === undefined) return []
        return Array.isArray(given) ? given : [given]
      }),
  })
}
export type PackageOfferForm = z.output<ReturnType<typeof packageOfferForm>>
