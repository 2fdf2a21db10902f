/** The form of a plan. Messages are on the type: an empty input arrives as none. */
import * as z from 'zod'
import { amountField } from '#app/domain/billing/amount-field.ts'
import { billingIntervals } from '#app/values/billing/billing-period.ts'
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

const day = z
  .string()
  .refine(isLocalDate, { error: 'Enter a date' })
  .optional()
  .transform((date) => date ?? null)

const words = (most: number) =>
  z
    .string()
    .overwrite(tidyText)
    .max(most, { error: `Write at most ${most} characters` })
    .default('')

/** Ticks of one name: none, one or several. */
const ticks = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((given) => (given === undefined ? [] : [given].flat()))

/** How many classes it pays for. */
const planLimits = ['none', 'week', 'period'] as const

export function planOfferForm(currency: string) {
  const message = `Enter an amount like ${typedMinor(6_000, currency)}`
  return z
    .object({
      key: z.string({ error: reload }).regex(idForm, { error: reload }),
      name: z
        .string({ error: 'Enter a name' })
        .overwrite(tidyText)
        .min(1, { error: 'Enter a name' })
        .max(60, { error: 'Enter a name of at most 60 characters' }),
      description: words(200),
      price: amountField(currency, message),
      interval: z.enum(billingIntervals, { error: 'Choose how often it is paid' }),
      anchorDay: z
        .union([z.literal(''), whole('a day of the month', 1, 31)])
        .optional()
        .transform((given) => (given === '' || given === undefined ? null : given)),
      limit: z.enum(planLimits, { error: 'Choose what it pays for' }),
      classes: whole('how many classes', 1, 200).optional(),
      missed: z.enum(['count', 'free']).default('count'),
      joiningFee: amountField(currency, message),
      trialDays: whole('how many days are free', 0, 90),
      termMonths: whole('how many months', 0, 36),
      noticeDays: whole('how many days', 0, 180),
      freezeLeastDays: whole('how many days', 1, 90),
      freezeMostDays: whole('how many days', 0, 366),
      freezeFee: amountField(currency, message),
      saleFrom: day,
      saleUntil: day,
      mostHolders: whole('how many people', 1, 100_000)
        .optional()
        .transform((given) => given ?? null),
      listed: z.string().optional(),
      contract: words(8_000),
      disciplines: ticks,
      /** `off_peak`: not in the studio's peak hours. */
      times: z.enum(['any', 'off_peak']).default('any'),
      locations: ticks,
      rolloverMost: whole('how many classes', 0, 50).default(0),
      guestPlaces: whole('how many guests', 0, 20).default(0),
      document: z
        .string()
        .max(40)
        .default('')
        .transform((id) => id || null),
      proof: words(60),
      /** Of a change: whether those who have it keep their terms. */
      holders: z.enum(['keep', 'move']).default('keep'),
      moveOn: day,
    })
    .refine(({ limit, classes }) => limit === 'none' || classes !== undefined, {
      path: ['classes'],
      error: 'Enter how many classes',
    })
    .refine(({ limit, rolloverMost }) => limit !== 'none' || rolloverMost === 0, {
      path: ['rolloverMost'],
      error: 'Without a number of classes there are none to carry over. Enter 0',
    })
    .refine(({ saleFrom, saleUntil }) => !saleFrom || !saleUntil || saleFrom <= saleUntil, {
      path: ['saleUntil'],
      error: 'The last day is before the first. Change one of them',
    })
    .refine(({ holders, moveOn }) => holders === 'keep' || moveOn !== null, {
      path: ['moveOn'],
      error: 'Enter the day from which they pay the new price',
    })
}
export type PlanOfferForm = z.output<ReturnType<typeof planOfferForm>>

/** People who have a plan are told of a new price at least so many days before. */
export const priceNoticeDays = 30
