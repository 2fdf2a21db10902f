/** How often a studio writes to one person, and at what hours. Pure. */
import * as z from 'zod'
import { usualLimit } from '#app/domain/automation/letter-limit.ts'

export type MarketingRule = { letters: number; days: number; fromHour: number; untilHour: number }

/** Of a studio that has set none. */
export const usualRule: MarketingRule = { ...usualLimit, fromHour: 8, untilHour: 20 }

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
  })
  .refine(({ fromHour, untilHour }) => fromHour < untilHour, {
    message: 'The last hour is before the first.',
    path: ['untilHour'],
  })
