/** What the forms of an invoice made by hand send. Messages are on the type: empty arrives as none. */
import * as z from 'zod'
import type { Discount } from '#app/values/billing/discount.ts'
import { asked, decimalPattern } from '#app/values/field-rules.ts'
import { idForm } from '#app/values/id.ts'
import { amountRules, parseMinor, typedMinor } from '#app/values/money.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { amountField } from '../amount-field.ts'
import { rateField } from '../settings/billing-settings-form.ts'

const reload = 'Reload the page and try again'
const draftKey = z.string({ error: reload }).regex(idForm, { error: reload })

/** The most of one thing that a line has. */
const mostOfOne = 999

const reason = z
  .string()
  .overwrite(tidyText)
  .max(120, { error: 'Write at most 120 characters' })
  .default('')

const discountWords = (currency: string) =>
  `Enter an amount like ${typedMinor(500, currency)} or a percentage like 10%`

/** `10%` or `5.00`; null is nothing. Not negative, and never of another currency. */
function readDiscount(typed: string, currency: string): Discount | null | 'wrong' {
  const part = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*%$/.exec(typed)
  const bp = part ? Math.round(Number(part[1]!.replace(',', '.')) * 100) : null
  if (bp !== null && bp <= 10_000) return bp === 0 ? null : { bp }
  const minor = parseMinor(typed, currency)
  if (minor === null) return 'wrong'
  return minor === 0 ? null : { minor }
}

const discountRules = (currency: string) => {
  const title = discountWords(currency)
  const percent = `\\s*${decimalPattern(100, 2)}\\s*%\\s*`
  return { pattern: `(?:${percent}|${amountRules(currency, title).pattern})`, title }
}

/** What comes off, where something may; empty is nothing. */
export const discountField = (currency: string) =>
  asked(
    z
      .string()
      .default('')
      .transform((given, ctx): Discount | null => {
        if (given.trim() === '') return null
        const read = readDiscount(given.trim(), currency)
        if (read !== 'wrong') return read
        ctx.addIssue({ code: 'custom', message: discountWords(currency) })
        return z.NEVER
      }),
    discountRules(currency),
  )

/** The same where something must come off. */
export const askedDiscountField = (currency: string) =>
  asked(
    z.string({ error: 'Enter what comes off' }).transform((given, ctx): Discount => {
      const read = readDiscount(given.trim(), currency)
      if (read !== 'wrong' && read !== null) return read
      ctx.addIssue({ code: 'custom', message: discountWords(currency) })
      return z.NEVER
    }),
    {
      ...discountRules(currency),
      // Nothing at all is refused in the browser as well.
      pattern: `(?!\\s*\\p{Sc}?\\s*0+(?:[.,]0*)?\\s*%?\\s*$)${discountRules(currency).pattern}`,
    },
  )

/** Whatever comes off has a reason that the invoice prints. */
const withReason = {
  path: ['discountReason'],
  error: 'Say what the discount is for',
}

type Discounted = { discount: Discount | null; discountReason: string }
const hasReason = ({ discount, discountReason }: Discounted) =>
  discount === null || discountReason !== ''

export const draftLineForm = (currency: string) =>
  z
    .object({
      key: draftKey,
      version: versionField,
      what: z
        .string({ error: 'Say what it is for' })
        .overwrite(tidyText)
        .min(1, { error: 'Say what it is for' })
        .max(120, { error: 'Write at most 120 characters' }),
      quantity: z.coerce
        .number({ error: 'Enter how many, from 1' })
        .int({ error: 'Enter a whole number' })
        .min(1, { error: 'Enter how many, from 1' })
        .max(mostOfOne, { error: `Enter at most ${mostOfOne}` }),
      price: amountField(currency, `Enter an amount like ${typedMinor(1_500, currency)}`, {
        least: 1,
      }),
      tax: rateField,
      discount: discountField(currency),
      discountReason: reason,
    })
    .refine(hasReason, withReason)
export type DraftLineForm = z.output<ReturnType<typeof draftLineForm>>

export const draftTermsForm = (currency: string) =>
  z
    .object({
      version: versionField,
      prices: z.enum(['with_tax', 'without_tax'], { error: 'Choose how prices are typed' }),
      discount: discountField(currency),
      discountReason: reason,
      dueOn: z
        .string()
        .default('')
        .refine((text) => text === '' || isLocalDate(text), { error: 'Enter a date' }),
    })
    .refine(hasReason, withReason)
export type DraftTermsForm = z.output<ReturnType<typeof draftTermsForm>>

/** Opening a draft, or throwing it away: of the version that the page showed. */
export const draftActForm = z.object({ version: versionField })

/** Beginning a draft. */
export const startDraftForm = z.object({ key: draftKey, person: z.string().max(40) })

/** Taking a line off a draft. */
export const removeLineForm = z.object({ version: versionField, line: draftKey })
