/** The form of a policy: its fields as typed, and what they become. */
import * as z from 'zod'
import { offeringKinds } from '#app/db/studio/scheduling.ts'
import { asked, decimalPattern } from '#app/values/field-rules.ts'
import { amountRules, parseMinor, typedMinor } from '#app/values/money.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import type { PolicyFacts } from './policy-words.ts'

/** A fee is a nuisance, not a price: what is above was typed by mistake (9,999.99 in cents). */
const highestFeeMinor = 999_999

/** A whole number; left empty it is 0. */
const whole = (max: number, what: string) =>
  z.coerce
    .number({ error: `Enter ${what} as a number` })
    .int({ error: `Enter ${what} as a whole number` })
    .min(0, { error: `Enter ${what} of 0 or more` })
    .max(max, { error: `Enter ${what} of at most ${max}` })
    .default(0)

/** `12`, `1.5` or `0,25` hours as minutes. */
function hours(max: number, what: string) {
  const title = `Enter ${what} in hours, at most ${max}`
  const typed = z.string().transform((given, ctx) => {
    const value = /^\d{1,4}(?:[.,]\d{1,2})?$/.test(given.trim())
      ? Number(given.trim().replace(',', '.'))
      : Number.NaN
    const minutes = Math.round(value * 60)
    if (value >= 0 && value <= max) return minutes
    ctx.addIssue({ code: 'custom', message: title })
    return z.NEVER
  })
  const pattern = `\\s*${decimalPattern(max, 2)}\\s*`
  return asked(typed, { pattern, title, inputMode: 'decimal' })
}

/** A fee in the studio's currency; left empty it is nothing. */
function amount(currency: string, what: string) {
  const title = `Enter ${what} like ${typedMinor(500, currency)}`
  const typed = z
    .string()
    .default('0')
    .transform((given, ctx) => {
      const minor = parseMinor(given, currency)
      if (minor !== null && minor <= highestFeeMinor) return minor
      ctx.addIssue({ code: 'custom', message: title })
      return z.NEVER
    })
  return asked(typed, amountRules(currency, title, highestFeeMinor))
}

const wallTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time like 22:00' })
  .default('')

/** The form of a policy whose fees are in `currency`. */
export const policyForm = (currency: string) =>
  z
    .object({
      set: z.string({ error: 'Choose a policy' }).min(1).max(60),
      version: z.coerce
        .number({ error: 'Reload the page and try again' })
        .int()
        .min(1)
        .max(100_000),
      opensDays: whole(365, 'days'),
      closesMinutes: whole(10_080, 'minutes'),
      cancelHours: hours(336, 'the limit').default(0),
      feeHours: hours(336, 'the limit of the fee').optional(),
      credit: z.enum(['lost', 'returned'], { error: 'Choose what happens to the credit' }),
      lateFee: amount(currency, 'the fee'),
      noShowFee: amount(currency, 'the fee'),
      noShow: z.enum(['either', 'both'], { error: 'Choose who pays' }),
      forgiveMonths: whole(60, 'months'),
      strikes: z.enum(['none', 'no_show', 'late', 'all'], { error: 'Choose what counts' }),
      strikeLimit: whole(50, 'strikes'),
      strikeDays: whole(365, 'days'),
      blockDays: whole(365, 'days'),
      waitlistLimit: whole(500, 'people'),
      waitlistHours: hours(336, 'the close of the waitlist').default(0),
      declineMinutes: whole(1_440, 'minutes'),
      offerMinutes: z.coerce
        .number({ error: 'Enter the minutes of an offer as a number' })
        .int({ error: 'Enter the minutes of an offer as a whole number' })
        .min(5, { error: 'Enter 5 minutes or more, or nothing to book the place at once' })
        .max(1_440, { error: 'Enter at most 1,440 minutes' })
        .optional(),
      blackoutFrom: wallTime,
      blackoutUntil: wallTime,
      dailyLimit: whole(20, 'classes'),
      weeklyLimit: whole(100, 'classes'),
      guestLimit: whole(10, 'guests'),
      minimumAge: whole(99, 'years'),
    })
    .superRefine(
      ({ blackoutFrom, blackoutUntil, strikes, strikeLimit, strikeDays, blockDays }, ctx) => {
        const wrong = (path: string, message: string) =>
          ctx.addIssue({ code: 'custom', path: [path], message })
        if ((blackoutFrom === '') !== (blackoutUntil === ''))
          wrong('blackoutUntil', 'Enter both ends of the night, or none')
        if (strikes !== 'none' && strikeLimit === 0)
          wrong('strikeLimit', 'Enter how many strikes stop booking')
        if (strikes !== 'none' && (strikeDays === 0 || blockDays === 0))
          wrong('blockDays', 'Enter days of 1 or more')
      },
    )

export type PolicyForm = z.output<ReturnType<typeof policyForm>>
// The names are the same in every currency.
export const policyFieldNames = Object.keys(policyForm('GBP').shape) as (keyof PolicyForm)[]
export type PolicyValues = Record<keyof PolicyForm, string>

export const newPolicyForm = z.object({
  name: z
    .string({ error: 'Enter a name' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter a name' })
    .max(60, { error: 'Enter a name of at most 60 characters' })
    .regex(/^\P{Cc}*$/u, { error: 'Enter a name without control characters' }),
  kind: z.enum(offeringKinds, { error: 'Choose what it is for' }),
  locationId: z.string().max(40).optional(),
})

export const exemptionForm = z.object({
  set: z.string({ error: 'Choose a policy' }).min(1).max(60),
  who: z
    .string({ error: 'Enter a name or an email' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter a name or an email' })
    .max(120),
  reason: z
    .string({ error: 'Write why' })
    .overwrite(tidyText)
    .min(1, { error: 'Write why' })
    .max(200),
})

/** What the form asks for, as the rules of a version. */
export function rulesOf(form: PolicyForm): Omit<PolicyFacts, 'name'> {
  const { cancelHours, feeHours, credit, lateFee, noShowFee, noShow, strikes, waitlistHours } = form
  const { set: _set, version: _version, ...same } = form
  const {
    opensDays,
    closesMinutes,
    forgiveMonths,
    strikeDays,
    blockDays,
    waitlistLimit,
    declineMinutes,
    offerMinutes = null,
  } = same
  const { blackoutFrom, blackoutUntil, dailyLimit, weeklyLimit, guestLimit, minimumAge } = same
  return {
    opensDays,
    closesMinutes,
    forgiveMonths,
    strikeDays,
    blockDays,
    waitlistLimit,
    declineMinutes,
    offerMinutes,
    blackoutFrom,
    blackoutUntil,
    dailyLimit,
    weeklyLimit,
    guestLimit,
    minimumAge,
    cancelMinutes: cancelHours,
    feeMinutes: feeHours === undefined || feeHours === cancelHours ? null : feeHours,
    lateLosesCredit: credit === 'lost',
    lateFeeMinor: lateFee,
    noShowFeeMinor: noShowFee,
    noShowBoth: noShow === 'both',
    lateStrike: strikes === 'late' || strikes === 'all',
    noShowStrike: strikes === 'no_show' || strikes === 'all',
    strikeLimit: strikes === 'none' ? 0 : form.strikeLimit,
    waitlistClosesMinutes: waitlistHours,
  }
}

/** The choice of the form that stands for what counts towards a block. */
function strikesOf({ lateStrike, noShowStrike }: PolicyFacts): string {
  if (lateStrike && noShowStrike) return 'all'
  if (lateStrike) return 'late'
  return noShowStrike ? 'no_show' : 'none'
}

/** A version as the form shows it. */
export function valuesOf(
  policy: PolicyFacts & { version: number },
  currency: string,
): PolicyValues {
  const inHours = (minutes: number) => String(Math.round((minutes / 60) * 100) / 100)
  const numbers = [
    'opensDays',
    'closesMinutes',
    'forgiveMonths',
    'strikeLimit',
    'strikeDays',
    'blockDays',
    'waitlistLimit',
    'declineMinutes',
    'guestLimit',
  ] as const
  // Of these an empty field is no limit, and is read as 0.
  const ifAny = (limit: number) => (limit === 0 ? '' : String(limit))
  return {
    ...(Object.fromEntries(numbers.map((name) => [name, String(policy[name])])) as Record<
      (typeof numbers)[number],
      string
    >),
    dailyLimit: ifAny(policy.dailyLimit),
    weeklyLimit: ifAny(policy.weeklyLimit),
    minimumAge: ifAny(policy.minimumAge),
    set: policy.name,
    version: String(policy.version),
    cancelHours: inHours(policy.cancelMinutes),
    feeHours: policy.feeMinutes === null ? '' : inHours(policy.feeMinutes),
    credit: policy.lateLosesCredit ? 'lost' : 'returned',
    lateFee: typedMinor(policy.lateFeeMinor, currency),
    noShowFee: typedMinor(policy.noShowFeeMinor, currency),
    noShow: policy.noShowBoth ? 'both' : 'either',
    strikes: strikesOf(policy),
    offerMinutes: policy.offerMinutes === null ? '' : String(policy.offerMinutes),
    waitlistHours: inHours(policy.waitlistClosesMinutes),
    blackoutFrom: policy.blackoutFrom,
    blackoutUntil: policy.blackoutUntil,
  }
}
