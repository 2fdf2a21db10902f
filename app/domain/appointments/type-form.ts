/** The form of an appointment type. Pure. */

import * as z from 'zod'
import { asked } from '#app/values/field-rules.ts'
import { amountRules, parseMinor } from '#app/values/money.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { grids } from './appointment-view.ts'

const whole = (words: string, least: number, most: number) =>
  z.coerce
    .number({ error: `Enter ${words} as a number` })
    .int({ error: `Enter ${words} as a whole number` })
    .min(least, { error: `Enter ${words}, at least ${least}` })
    .max(most, { error: `Enter ${words}, at most ${most}` })

const ids = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) =>
    [value ?? []]
      .flat()
      .filter((id) => /^[\w-]{1,40}$/.test(id))
      .slice(0, 40),
  )

export const typeForm = (currency: string) =>
  z.object({
    key: z.string().regex(/^[\w-]{1,40}$/),
    version: versionField,
    name: z
      .string({ error: 'Enter a name' })
      .overwrite(tidyText)
      .min(1, { error: 'Enter a name' })
      .max(60),
    description: z.string().overwrite(tidyText).max(1000).default(''),
    disciplineId: z.string({ error: 'Choose a discipline' }).min(1).max(40),
    minutes: whole('the minutes', 5, 480),
    price: asked(
      z
        .string({ error: 'Enter a price, 0 where it is free' })
        .transform((text) => parseMinor(text, currency))
        .refine((minor): minor is number => minor !== null, { error: 'Enter a price like 45.00' }),
      amountRules(currency, 'Enter a price like 45.00'),
    ),
    pricePer: z.enum(['session', 'person']),
    people: whole('how many people', 1, 3),
    bufferBefore: whole('the minutes before', 0, 120),
    bufferAfter: whole('the minutes after', 0, 120),
    noticeHours: whole('the hours of notice', 0, 24 * 28),
    aheadDays: whole('the days ahead', 1, 365),
    gridMinutes: z.coerce
      .number()
      .refine((n) => (grids as readonly number[]).includes(n), { error: 'Choose a grid' }),
    approval: z.enum(['instant', 'ask']),
    policyId: z.string({ error: 'Choose a policy' }).min(1).max(40),
    roomIds: ids.refine((list) => list.length > 0, { error: 'Choose at least one room' }),
    coachIds: ids.refine((list) => list.length > 0, { error: 'Choose at least one coach' }),
    packageIds: ids,
  })

/** `09:00`, and `24:00` as an end. */
export const timeForm = /^([01]\d|2[0-3]):[0-5]\d$/

/** A time as it is typed; `24:00` only as an end. */
const typedTime = (standard: string, title: string, ends: boolean) => {
  const pattern = `([01]\\d|2[0-3]):[0-5]\\d${ends ? '|24:00' : ''}`
  const typed = z.string().regex(new RegExp(`^(?:${pattern})$`), { error: title })
  return asked(typed.default(standard), { required: true, missing: title, pattern, title })
}

export const hoursForm = z
  .object({
    act: z.enum(['weekly', 'dated', 'remove']),
    coachId: z.string({ error: 'Choose a coach' }).min(1).max(40),
    hoursId: z.string().max(40).default(''),
    weekday: z.coerce.number().int().min(1).max(7).default(1),
    date: asked(z.string().max(10).default(''), { required: true, missing: 'Enter the date' }),
    kind: z.enum(['away', 'extra']).default('away'),
    from: typedTime('00:00', 'Enter a time like 09:00', false),
    until: typedTime('24:00', 'Enter a time like 13:00', true),
  })
  .superRefine(({ act, date, from, until }, issues) => {
    if (act === 'remove') return
    const wrong = (path: string, message: string) =>
      issues.addIssue({ code: 'custom', path: [path], message })
    if (until <= from) wrong('until', 'Enter an end after the start')
    if (act === 'dated' && !isLocalDate(date)) wrong('date', 'Enter the date')
  })
