/** The form of a package. Messages are on the type: an empty input arrives as none. */
import * as z from 'zod'
import { amountField } from '#app/domain/billing/amount-field.ts'
import { idForm } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate, type LocalDate } from '#app/values/zone.ts'
import { anyNumber, type PackageKind } from './package-kinds.ts'

const reload = 'Reload the page and try again'

const whole = (what: string, least: number, most: number) =>
  z.coerce
    .number({ error: `Enter ${what}` })
    .int({ error: 'Enter a whole number' })
    .min(least, { error: `Enter ${least} or more` })
    .max(most, { error: `Enter ${most} or fewer` })

/** What a kind has not is not read. */
const none = <T>(value: T) =>
  z
    .unknown()
    .optional()
    .transform(() => value)

const ids = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((given) => [given ?? []].flat())

const lastDay = z
  .string()
  .refine(isLocalDate, { error: 'Enter a date' })
  .optional()
  .transform((day) => day ?? null)

const dayClasses = whole('how many classes it has', 1, anyNumber)
  .optional()
  .transform((classes) => classes ?? anyNumber)

/** The form of a package of a kind. */
export function packageOfferForm(currency: string, kind: PackageKind = 'classes') {
  const message = `Enter a price like ${typedMinor(12_000, currency)}`
  const forClasses = kind !== 'appointments'
  const forAppointments = kind === 'appointments' || kind === 'bundle'
  const credits: z.ZodType<number> =
    kind === 'day_pass' ? dayClasses : whole('how many classes it has', 1, 500)
  const sessions: z.ZodType<number> = whole('how many appointments it has', 1, 500)
  const validDays: z.ZodType<number> = whole('how many days it is valid', 1, 1_830)
  const fixedUntil: z.ZodType<LocalDate | null> = lastDay
  const chosen: z.ZodType<string[]> = ids
  return z.object({
    key: z.string({ error: reload }).regex(idForm, { error: reload }),
    kind: none(kind),
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
    /** Classes; empty is any number of a day pass. */
    credits: forClasses ? credits : none(0),
    disciplines: forClasses ? chosen : none<string[]>([]),
    sessions: forAppointments ? sessions : none(0),
    /** Ids of appointments' types; none is all. */
    types: forAppointments ? chosen : none<string[]>([]),
    price: amountField(currency, message),
    /** 0 is one day. */
    validDays: kind === 'day_pass' ? none(0) : validDays,
    /** From when its days count. */
    validFrom: z.enum(['purchase', 'first_use']).default('purchase'),
    fixedUntil: kind === 'day_pass' ? none<LocalDate | null>(null) : fixedUntil,
    once: z.string().optional(),
    family: z.string().optional(),
  })
}
export type PackageOfferForm = z.output<ReturnType<typeof packageOfferForm>>
