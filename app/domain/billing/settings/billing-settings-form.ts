/** What the form of invoice settings sends. Messages are on the type: empty arrives as none. */
import * as z from 'zod'
import { asked, decimalPattern } from '#app/values/field-rules.ts'
import { idForm } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { amountField } from '../amount-field.ts'

const reload = 'Reload the page and try again'

const text = (what: string, most: number) =>
  z
    .string()
    .overwrite(tidyText)
    .max(most, { error: `Enter ${what} of at most ${most} characters` })
    .regex(/^\P{Cc}*$/u, { error: `Enter ${what} without control characters` })

const prefixWords = 'Use up to 12 letters, digits and dashes'

const rateWords = 'Enter a percentage from 0 to 99, like 20 or 7.5'

/** A percentage as hundredths of a percent; empty is none. */
export const rateField = asked(
  z
    .string()
    .default('0')
    .transform((given, ctx) => {
      const typed = given.replace('%', '').replace(',', '.').trim()
      if (/^\d{1,2}(\.\d{1,2})?$/.test(typed)) return Math.round(Number(typed) * 100)
      ctx.addIssue({ code: 'custom', message: rateWords })
      return z.NEVER
    }),
  { pattern: `\\s*${decimalPattern(99, 2)}\\s*%?\\s*`, title: rateWords, inputMode: 'decimal' },
)

/** What every form of these settings sends beside its own fields. */
const sent = {
  key: z.string({ error: reload }).regex(idForm, { error: reload }),
  version: versionField,
}

/** Who sells. */
export const legalEntityForm = z.object({
  ...sent,
  /** What the page showed as the name, which the directory keeps. */
  wasName: z.string().max(120).default(''),
  legalName: z
    .string({ error: 'Enter who your members pay' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter who your members pay' })
    .max(120, { error: 'Enter a name of at most 120 characters' })
    .regex(/^\P{Cc}*$/u, { error: 'Enter a name without control characters' }),
  address: text('an address', 200).default(''),
  registration: text('a registration', 80).default(''),
})
export type LegalEntityForm = z.output<typeof legalEntityForm>

/** The tax in prices. */
export const taxForm = z.object({
  ...sent,
  taxNumber: text('a tax number', 40).default(''),
  taxName: z
    .string({ error: 'Enter what the tax is called, like VAT' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter what the tax is called, like VAT' })
    .max(20, { error: 'Enter a name of at most 20 characters' }),
  classesTax: rateField,
  membershipsTax: rateField,
  eventsTax: rateField,
  feesTax: rateField,
})

/** How invoices are numbered and when they are due. */
export const invoiceNumbersForm = z.object({
  ...sent,
  prefix: asked(
    z
      .string()
      .overwrite(tidyText)
      .regex(/^[A-Za-z0-9/-]{0,12}$/, { error: prefixWords })
      .default(''),
    { pattern: '[A-Za-z0-9\\/\\-]{0,12}', title: prefixWords },
  ),
  firstNumber: z.coerce
    .number({ error: 'Enter a whole number from 1' })
    .int({ error: 'Enter a whole number from 1' })
    .min(1, { error: 'Enter a whole number from 1' })
    .max(99_999_999, { error: 'Enter a smaller number' }),
  dueDays: z.coerce
    .number({ error: 'Enter 0 to 90 days' })
    .int({ error: 'Enter 0 to 90 days' })
    .min(0, { error: 'Enter 0 to 90 days' })
    .max(90, { error: 'Enter 0 to 90 days' }),
})

/** How much of an invoice each role may give back. */
export const refundLimitsForm = (currency: string) => {
  const limit = `Enter an amount like ${typedMinor(2_000, currency)}`
  return z.object({
    ...sent,
    deskRefund: amountField(currency, limit),
    /** Empty is all of it. */
    managerRefund: amountField(currency, limit).optional(),
  })
}

/** What comes off the memberships of the second and further of a family. */
export const familyDiscountForm = z.object({ ...sent, familyDiscount: rateField })

/** What a referral brings, as account credit. */
export const referralsForm = (currency: string) => {
  const amount = `Enter an amount like ${typedMinor(1_000, currency)}, or leave it empty for none`
  return z.object({
    ...sent,
    referrer: amountField(currency, amount).optional(),
    friend: amountField(currency, amount).optional(),
  })
}

/** For how long a new membership can be cancelled for all that was paid. */
export const coolingOffForm = z.object({
  ...sent,
  coolingOffDays: z.coerce
    .number({ error: 'Enter 0 to 60 days' })
    .int({ error: 'Enter a whole number' })
    .min(0, { error: 'Enter 0 to 60 days' })
    .max(60, { error: 'Enter 0 to 60 days' }),
})

/** Every field there is: a form sends some, and the others stay as they are. */
export type BillingSettingsForm = { key: string; version: number } & Partial<
  Omit<LegalEntityForm, 'wasName'> &
    z.output<typeof taxForm> &
    z.output<typeof invoiceNumbersForm> & {
      deskRefund: number
      managerRefund: number | null
      familyDiscount: number
      coolingOffDays: number
      referrer: number
      friend: number
    }
>
