/** What somebody chose to buy online, as an address and a form carry it. Pure. */
import * as z from 'zod'
import { emailRules, emailWords, parseEmail } from '#app/values/email.ts'
import { asked } from '#app/values/field-rules.ts'
import { idForm } from '#app/values/id.ts'
import { writtenPhone, writtenPhoneRules, writtenPhoneWords } from '#app/values/phone.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

/** A package, a plan or neither, which is one class on its own; and the class it is for. */
export type CheckoutChoice = {
  occurrenceId: string | null
  packageId: string | null
  planId: string | null
  /** As it was typed; empty for none. */
  coupon: string
}

/** What is bought: for each, what then pays for the class, and which rate of tax its line has. */
export const offerKinds = {
  package: { paidBy: 'lot', item: 'package' },
  plan: { paidBy: 'membership', item: 'membership' },
  single: { paidBy: 'drop_in', item: 'drop_in' },
} as const

/** Which of them a choice is. */
export function offerKindOf({
  packageId,
  planId,
}: Pick<CheckoutChoice, 'packageId' | 'planId'>): keyof typeof offerKinds {
  if (packageId) return 'package'
  return planId ? 'plan' : 'single'
}

/** The choice in an address: `?class=…&pack=…&plan=…&code=…`. */
export function choiceOf(search: URLSearchParams): CheckoutChoice {
  const id = (name: string) => (search.get(name) ?? '').slice(0, 40) || null
  const planId = id('plan')
  return {
    occurrenceId: id('class'),
    packageId: planId ? null : id('pack'),
    planId,
    coupon: tidyText(search.get('code') ?? '')
      .toUpperCase()
      .slice(0, 30),
  }
}

/** The same choice as the address of its page has it. */
export const searchOf = ({ occurrenceId, packageId, planId, coupon }: CheckoutChoice) => ({
  ...(occurrenceId ? { class: occurrenceId } : {}),
  ...(packageId ? { pack: packageId } : {}),
  ...(planId ? { plan: planId } : {}),
  ...(coupon ? { code: coupon } : {}),
})

const reload = 'Reload the page and try again'

const giftCode = z
  .string()
  .overwrite(tidyText)
  .max(60, { error: 'Enter the code as it is on the card' })
  .default('')

/** The press that looks at a gift card. */
export const giftForm = z.object({
  method: z.literal('gift'),
  giftCode: giftCode.refine((code) => code !== '', { error: 'Enter the code on the card' }),
})

/** A press: how it is paid, and what the page said it costs. */
export const checkoutForm = z.object({
  key: z.string({ error: reload }).regex(/^[0-9A-Za-z]{24}$/, { error: reload }),
  method: z.enum(['online', 'desk'], { error: reload }),
  /** Minor units, as it was shown: what costs something else by now is shown again. */
  shown: z.coerce.number({ error: reload }).int({ error: reload }).min(0).max(100_000_000),
  /** A gift card that pays; empty for none. */
  giftCode,
  /** What the page said that it pays; 0 where it hasn't been looked at. */
  giftShown: z.coerce.number({ error: reload }).int().min(0).max(100_000_000).default(0),
})

const line = (what: string, most: number) =>
  z
    .string({ error: `Enter ${what}` })
    .overwrite(tidyText)
    .min(1, { error: `Enter ${what}` })
    .max(most, { error: `Enter ${what} in at most ${most} characters` })
    .regex(/^\P{Cc}*$/u, { error: `Enter ${what} without control characters` })

/** Who buys without an account. */
export const strangerForm = checkoutForm.extend({
  name: line('your name', 80),
  email: asked(
    z
      .string({ error: emailWords })
      .transform((text) => parseEmail(text) ?? '')
      .refine((email) => email !== '', { error: emailWords }),
    { required: true, ...emailRules(emailWords) },
  ),
  phone: asked(
    z
      .string()
      .overwrite(tidyText)
      .regex(writtenPhone, { error: writtenPhoneWords })
      .optional()
      .transform((text) => text ?? ''),
    writtenPhoneRules,
  ),
})

/** A coupon that is typed on the page. */
export const couponForm = z.object({ code: z.string().default('') })

/** The key of a start at a funnel, whose page led here; null without one. */
export function startOf(search: URLSearchParams): string | null {
  const start = search.get('start') ?? ''
  return idForm.test(start) ? start : null
}
