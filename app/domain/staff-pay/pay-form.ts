/** The forms of pay: rules, settings, a run, a line by hand. Messages are on the type. */
import * as z from 'zod'
import { payBases, payCounts } from '#app/db/studio/day/pay-words.ts'
import { amountField } from '#app/domain/billing/amount-field.ts'
import { asked, wholeNumberRules } from '#app/values/field-rules.ts'
import { amountRules, parseMinor } from '#app/values/money.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'
import type { Tier } from './pay-price.ts'

/** Tiers of one rule at most. */
export const mostTiers = 6

const whole = (least: number, most: number) => {
  const error = `Enter a whole number from ${least} to ${most}`
  return asked(
    z
      .string({ error })
      .default('')
      .transform((given, ctx) => {
        const typed = given.trim()
        if (/^\d{1,6}$/.test(typed) && Number(typed) >= least && Number(typed) <= most)
          return Number(typed)
        ctx.addIssue({ code: 'custom', message: error })
        return z.NEVER
      }),
    { pattern: wholeNumberRules(least, most).pattern, title: error, inputMode: 'numeric' },
  )
}

const maybeAmount = (currency: string, message: string) =>
  asked(
    z
      .string()
      .default('')
      .transform((given, ctx) => {
        if (given.trim() === '') return null
        const minor = parseMinor(given, currency)
        if (minor !== null) return minor
        ctx.addIssue({ code: 'custom', message })
        return z.NEVER
      }),
    amountRules(currency, message),
  )

const tierNames = Array.from({ length: mostTiers }, (_, i) => i + 1)

export const payRuleForm = (currency: string) => {
  const amount = 'Enter an amount like 40.00'
  const people = 'Enter a number of people'
  const from = asked(
    z
      .string()
      .default('')
      .transform((given, ctx) => {
        const typed = given.trim()
        if (typed === '') return null
        if (/^\d{1,4}$/.test(typed)) return Number(typed)
        ctx.addIssue({ code: 'custom', message: people })
        return z.NEVER
      }),
    { pattern: '\\s*\\d{1,4}\\s*', title: people, inputMode: 'numeric' },
  )
  const tiers = Object.fromEntries(
    tierNames.flatMap((n) => [
      [`from${n}`, from],
      [`pays${n}`, maybeAmount(currency, amount)],
    ]),
  ) as Record<`from${number}`, typeof from> &
    Record<`pays${number}`, ReturnType<typeof maybeAmount>>
  return z
    .object({
      personId: z.string().max(40).default(''),
      classTypeId: z.string().max(40).default(''),
      basis: z.enum(payBases, { error: 'Choose how it pays' }),
      amount: maybeAmount(currency, amount),
      least: maybeAmount(currency, amount),
      counts: z.enum(payCounts, { error: 'Choose who counts' }).default('attended'),
      ...tiers,
    })
    .transform((typed, ctx) => {
      const { personId, classTypeId, basis, counts } = typed
      const wrong = (field: string, message: string) => {
        ctx.addIssue({ code: 'custom', message, path: [field] })
        return z.NEVER
      }
      const values = typed as unknown as Record<string, number | null>
      const kept: Tier[] = []
      if (basis === 'tiers') {
        for (const n of tierNames) {
          const [people, minor] = [values[`from${n}`] ?? null, values[`pays${n}`] ?? null]
          if (people === null && minor === null) continue
          if (people === null) return wrong(`from${n}`, 'Enter from how many people')
          if (minor === null) return wrong(`pays${n}`, 'Enter what it pays')
          if (kept.some(([other]) => other === people))
            return wrong(`from${n}`, 'Enter each number of people once')
          kept.push([people, minor])
        }
        if (kept.length === 0) return wrong('from1', 'Enter at least one step')
      } else if (typed.amount === null) return wrong('amount', amount)
      return {
        personId,
        classTypeId,
        basis,
        counts,
        amountMinor: basis === 'tiers' ? 0 : (typed.amount ?? 0),
        leastMinor: typed.least ?? 0,
        tiers: kept.sort(([a], [b]) => a - b),
      }
    })
}
export type PayRuleForm = z.output<ReturnType<typeof payRuleForm>>

export const paySettingsForm = z.object({
  cancelHours: whole(0, 336),
  cancelPercent: whole(0, 100),
  payday: whole(1, 28),
})
export type PaySettingsForm = z.output<typeof paySettingsForm>

const reason = z
  .string({ error: 'Say what it is for' })
  .overwrite(tidyText)
  .min(1, { error: 'Say what it is for' })
  .max(120, { error: 'Write at most 120 characters' })

/** A line by hand: a bonus, or with `takes` something taken off. */
export const extraLineForm = (currency: string) =>
  z.object({
    key: z.string().regex(/^[\w-]{1,40}$/, { error: 'Reload the page and try again' }),
    personId: z.string({ error: 'Choose who' }).min(1, { error: 'Choose who' }).max(40),
    way: z.enum(['adds', 'takes'], { error: 'Choose whether it is added or taken off' }),
    amount: amountField(currency, 'Enter an amount like 25.00', { least: 1 }),
    reason,
  })

export const taughtByForm = z.object({
  personId: z
    .string({ error: 'Choose who taught it' })
    .min(1, { error: 'Choose who taught it' })
    .max(40),
})

/** What is done with a run; `total` is what its page showed. */
export const runActForm = z.discriminatedUnion('act', [
  z.object({ act: z.literal('review') }),
  z.object({ act: z.literal('lock'), total: z.coerce.number().int() }),
  z.object({
    act: z.literal('paid'),
    paidOn: z
      .string({ error: 'Enter the date' })
      .refine(isLocalDate, { error: 'Enter a date that exists' }),
  }),
  z.object({ act: z.literal('ask'), personId: z.string().min(1).max(40) }),
])
