/**
 * What the form of a class asks. Messages are on the type, since an empty input arrives as none.
 */

import * as z from 'zod'
import { weekdays } from '#app/domain/calendar/series-rule.ts'
import { asked, datesPattern } from '#app/values/field-rules.ts'
import { idForm } from '#app/values/id.ts'
import { addDays, isLocalDate } from '#app/values/zone.ts'

const chosen = (what: string) =>
  z
    .string({ error: `Choose ${what}` })
    .min(1, { error: `Choose ${what}` })
    .max(40)
const date = (what: string) =>
  z.string({ error: what }).refine(isLocalDate, { error: 'Enter a date that exists' })
const whole = (what: string, min: number, max: number) =>
  z.coerce
    .number({ error: `Enter ${what}` })
    .int({ error: `Enter ${what} as a whole number` })
    .min(min, { error: `Enter ${min} or more` })
    .max(max, { error: `Enter ${max} or fewer` })

/** Dates, separated by commas, spaces or lines, at most 60. */
const datesWords = 'Enter dates like 2026-12-26, at most 60'
const dates = asked(
  z.string().transform((text, ctx) => {
    const list = [...new Set(text.split(/[\s,;]+/).filter(Boolean))].sort()
    if (list.length > 60 || !list.every(isLocalDate)) {
      ctx.addIssue({ code: 'custom', message: datesWords })
      return z.NEVER
    }
    return list
  }),
  { pattern: datesPattern, title: datesWords },
)

const when = {
  time: z
    .string({ error: 'Enter when it starts' })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time like 18:30' }),
  minutes: whole('how many minutes it lasts', 5, 720),
  days: z
    .array(z.enum(weekdays, { error: 'Choose days of the week' }))
    .max(7)
    .default([]),
  until: date('Enter the last date').optional(),
  except: dates.optional(),
}

const where = {
  roomId: chosen('a room'),
  coachId: chosen('a coach'),
  capacity: whole('how many places there are', 1, 1_000),
  policyId: chosen('a policy'),
  /** Ticked to go on although the room or the coach is taken. */
  anyway: z.string().optional(),
  /** The second button: saved as a draft until it is published. */
  as: z.literal('draft').optional().catch(undefined),
}

/** No series is planned further than this. */
const furthestDays = 366 * 3

export const newSeriesForm = z
  .object({
    key: z
      .string({ error: 'Reload the page and try again' })
      .regex(idForm, { error: 'Reload the page and try again' }),
    classTypeId: chosen('a class type'),
    from: date('Enter the first date'),
    count: whole('how many classes', 1, 500).optional(),
    ...when,
    ...where,
    /** Left empty, the usual length of its class type. */
    minutes: when.minutes.optional(),
  })
  .superRefine(({ from, until, count: times }, ctx) => {
    if (until && times)
      ctx.addIssue({
        code: 'custom',
        path: ['count'],
        message: 'Enter a last date or a number, not both',
      })
    if (until && until < from)
      ctx.addIssue({ code: 'custom', path: ['until'], message: 'Enter a date after the first' })
    if (until && until > addDays(from, furthestDays)) {
      ctx.addIssue({ code: 'custom', path: ['until'], message: 'Enter a date within three years' })
    }
  })

export const changeSeriesForm = z.object({
  scope: z.enum(['one', 'later', 'all'], { error: 'Choose which classes change' }),
  /** The version that was on the page: a second editor is told. */
  version: z.coerce.number({ error: 'Reload the page and try again' }).int(),
  /** The draft that was on the page, by id; none where there was none. */
  planned: z.string().max(40).optional(),
  /** The date of this one class, for `one`. */
  date: date('Enter the date'),
  /** The policy of this one class, for `one`: `asSeries`, or a policy of its own. */
  ownPolicyId: z.string().max(40).optional(),
  ...when,
  ...where,
})

export type ChangeSeriesForm = z.output<typeof changeSeriesForm>
