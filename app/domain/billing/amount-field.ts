/** The one field of forms that asks for an amount of money. */
import * as z from 'zod'
import { asked } from '#app/values/field-rules.ts'
import { amountRules, parseMinor } from '#app/values/money.ts'

const nothing = '(?!\\s*\\p{Sc}?\\s*0+(?:[.,]0*)?\\s*$)'

/**
 * An amount in minor units of `currency`; `message` says what to enter, also where it is empty.
 * `least` 1 refuses nothing at all, in the browser as well.
 */
export function amountField(
  currency: string,
  message: string,
  { least = 0, missing = message }: { least?: 0 | 1; missing?: string } = {},
) {
  const typed = z.string({ error: missing }).transform((given, ctx) => {
    const minor = parseMinor(given, currency)
    if (minor !== null && minor >= least) return minor
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  const rules = amountRules(currency, message)
  return asked(typed, least === 1 ? { ...rules, pattern: `${nothing}${rules.pattern}` } : rules)
}
