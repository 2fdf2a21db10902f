/** What the forms of gift cards send. Messages are on the type: an empty input arrives as none. */
import * as z from 'zod'
import { amountField } from '#app/domain/billing/amount-field.ts'
import { methodsByHand } from '#app/domain/billing/invoices/payment-words.ts'
import { emailRules, emailWords, parseEmail } from '#app/values/email.ts'
import { asked } from '#app/values/field-rules.ts'
import { idForm } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { isLocalDate } from '#app/values/zone.ts'

const reload = 'Reload the page and try again'

const line = (most: number, what: string) =>
  z
    .string()
    .overwrite(tidyText)
    .max(most, { error: `Write ${what} of at most ${most} characters` })
    .regex(/^\P{Cc}*$/u, { error: `Write ${what} without control characters` })
    .default('')

export const emailIfAny = asked(
  z
    .string()
    .default('')
    .transform((typed, ctx) => {
      const email = typed.trim() === '' ? '' : parseEmail(typed)
      if (email !== null) return email
      ctx.addIssue({ code: 'custom', message: emailWords })
      return z.NEVER
    }),
  emailRules(emailWords),
)

/** The code of a card that pays. */
export const codeField = z
  .string()
  .overwrite(tidyText)
  .max(60, { error: 'Enter the code as it is on the card' })
  .default('')

const mostMessage = 400

/** Whom a card is for. */
export const giftFields = {
  to: line(60, 'a name'),
  from: line(60, 'a name'),
  giftEmail: emailIfAny,
  message: z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .max(mostMessage, { error: `Write at most ${mostMessage} characters` })
        .regex(/^[^\p{Cc}]*(?:\n[^\p{Cc}]*)*$/u, { error: 'Write it without control characters' }),
    )
    .default(''),
  /** A local date; empty is at once. */
  on: z
    .string()
    .default('')
    .refine((text) => text === '' || isLocalDate(text), { error: 'Enter a date that exists' }),
}

export type GiftOrder = { to: string; from: string; email: string; message: string; on: string }

/** A card into the basket of the till. */
export const giftAtTillForm = (currency: string) =>
  z.object({
    key: z.string({ error: reload }).regex(idForm, { error: reload }),
    amount: amountField(currency, `Enter an amount like ${typedMinor(5_000, currency)}`, {
      least: 1,
    }),
    ...giftFields,
  })

/** Finding a card at the desk: its code goes into no address. */
export const findCardForm = z.object({ code: codeField })

/** Voiding a card, with how its price goes back. */
export const voidCardForm = z.object({
  key: z.string({ error: reload }).regex(idForm, { error: reload }),
  method: z
    .enum([...methodsByHand, 'credit', 'online', 'gift_card'], {
      error: 'Choose how it is refunded',
    })
    .default('cash'),
  reason: z
    .string({ error: 'Say why' })
    .overwrite(tidyText)
    .min(1, { error: 'Say why' })
    .max(200, { error: 'Write at most 200 characters' }),
})

const monthsWords = 'Enter 0 to 120 months'

/** A new code for a card, with the end of the one that the page shows. */
export const renewCardForm = z.object({ seen: z.string().max(20).default('') })

/** How long gift cards last, and whether they are sold online: a box that is ticked. */
export const giftCardSettingsForm = z.object({
  version: versionField,
  online: z.literal('on').optional(),
  months: z.coerce
    .number({ error: monthsWords })
    .int({ error: monthsWords })
    .min(0, { error: monthsWords })
    .max(120, { error: monthsWords }),
})
