/** How often a studio writes to one person, and at what hours. Pure. */
import * as z from 'zod'
import { usualLimit } from '#app/domain/automation/letter-limit.ts'

export type MarketingRule = {
  letters: number
  days: number
  fromHour: number
  untilHour: number
  /** What one part of a text costs, in ten-thousandths of the studio’s currency; 0 is not known. */
  textPrice: number
}

/** Of a studio that has set none. */
export const usualRule: MarketingRule = { ...usualLimit, fromHour: 8, untilHour: 20, textPrice: 0 }

const whole = (least: number, most: number) => {
  const sentence = `Enter a whole number from ${least} to ${most}.`
  return z.coerce.number({ error: sentence }).int(sentence).min(least, sentence).max(most, sentence)
}

export const marketingRuleForm = z
  .object({
    version: z.coerce.number().int(),
    letters: whole(1, 20),
    days: whole(1, 60),
    fromHour: whole(0, 22),
    untilHour: whole(1, 23),
    textPrice: z
      .string()
      .regex(
        /^\s*(?:\d{1,2}(?:[.,]\d{1,4})?)?\s*$/,
        'Enter a price such as 0.042, or leave this blank.',
      )
      .default('')
      .transform((text) => Math.round(Number(text.replace(',', '.')) * 10_000)),
  })
  .refine(({ fromHour, untilHour }) => fromHour < untilHour, {
    message: 'The last hour is before the first.',
    path: ['untilHour'],
  })

/** A price of a part as it is typed: `0.042`; empty where it is not known. */
export const typedTextPrice = (textPrice: number): string =>
  textPrice === 0 ? '' : String(textPrice / 10_000)
