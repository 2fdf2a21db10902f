/** What making a coupon sends. Messages are on the type: an empty input arrives as none. */
import * as z from 'zod'
import { discountField } from '#app/domain/billing/drafts/draft-forms.ts'
import { formKey } from '#app/domain/people/person-fields.ts'
import { asked } from '#app/values/field-rules.ts'
import { isLocalDate } from '#app/values/zone.ts'

const codeWords = 'Use 3 to 20 letters, digits and dashes, like SPRING-10'

/** A code as people type it; capitals and spaces around it make no difference. */
const code = asked(
  z.string({ error: codeWords }).transform((given, ctx) => {
    const typed = given.trim().toUpperCase()
    if (/^[A-Z0-9-]{3,20}$/.test(typed)) return typed
    ctx.addIssue({ code: 'custom', message: codeWords })
    return z.NEVER
  }),
  { pattern: '\\s*[A-Za-z0-9\\-]{3,20}\\s*', title: codeWords },
)

/** The code in a form that sells; none is no coupon. */
export const typedCode = z
  .string()
  .max(40, { error: 'Enter a code of at most 40 characters' })
  .default('')
  .transform((given) => given.trim().toUpperCase())

const day = z
  .string()
  .default('')
  .refine((text) => text === '' || isLocalDate(text), { error: 'Enter a date' })

const manyWords = 'Enter a number from 1 to 100,000, or leave this empty for no limit'

const many = asked(
  z
    .string()
    .default('')
    .transform((given, ctx) => {
      const typed = given.trim()
      if (typed === '') return null
      if (/^\d{1,6}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 100_000) {
        return Number(typed)
      }
      ctx.addIssue({ code: 'custom', message: manyWords })
      return z.NEVER
    }),
  {
    pattern: '\\s*(?:[1-9]\\d{0,4}|100000)\\s*',
    title: manyWords,
    inputMode: 'numeric',
  },
)

export const couponForm = (currency: string) =>
  z
    .object({
      key: formKey,
      couponCode: code,
      gives: z.enum(['discount', 'free_period'], { error: 'Choose what it gives' }),
      discount: discountField(currency),
      audience: z.enum(['everyone', 'new'], { error: 'Choose who can use it' }),
      offers: z
        .union([
          z.array(z.string().max(40).optional()),
          z
            .string()
            .max(40)
            .transform((one) => [one]),
        ])
        .optional()
        .transform((given) => (given ?? []).filter((id): id is string => Boolean(id))),
      saleFrom: day,
      saleUntil: day,
      once: z
        .string()
        .optional()
        .transform((given) => given !== undefined),
      mostUses: many,
    })
    .refine(({ gives, discount }) => gives === 'free_period' || discount !== null, {
      path: ['discount'],
      error: 'Enter what comes off',
    })
    .refine(({ saleFrom, saleUntil }) => !saleFrom || !saleUntil || saleUntil >= saleFrom, {
      path: ['saleUntil'],
      error: 'The last day can’t be before the first',
    })
export type CouponForm = z.output<ReturnType<typeof couponForm>>
