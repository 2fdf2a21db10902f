/** The forms of time off and of the hours in which somebody can teach. Messages are on the type. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { asked } from '#app/values/field-rules.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { addDays, daysBetween, isLocalDate, type LocalDateTime } from '#app/values/zone.ts'

const date = z
  .string({ error: 'Enter the date' })
  .refine(isLocalDate, { error: 'Enter a date that exists' })

const clock = '([01]\\d|2[0-3]):[0-5]\\d'
const time = (pattern: string, error: string) =>
  z.string().regex(new RegExp(`^(?:${pattern})$`), { error })

const words = z.string().overwrite(tidyText).max(200, { error: 'Enter at most 200 characters' })

/** Longer than this is another contract, not time off. */
const mostDays = 366

/** Whole days, or from a time to a time where both are given. */
export const timeOffForm = z
  .object({
    key: formKey,
    fromDate: date,
    untilDate: date,
    fromTime: time(clock, 'Enter a time like 09:00').or(z.literal('')).default(''),
    untilTime: time(clock, 'Enter a time like 18:00').or(z.literal('')).default(''),
    reason: words.default(''),
  })
  .superRefine(({ fromDate, untilDate, fromTime, untilTime }, issues) => {
    const wrong = (path: string, message: string) =>
      issues.addIssue({ code: 'custom', path: [path], message })
    if (untilDate < fromDate) wrong('untilDate', 'Enter a last day that is not before the first')
    else if (daysBetween(fromDate, untilDate) >= mostDays)
      wrong('untilDate', `Enter at most ${mostDays} days`)
    else if (!fromTime !== !untilTime)
      wrong(fromTime ? 'untilTime' : 'fromTime', 'Enter both times, or none for whole days')
    else if (fromTime && `${untilDate}T${untilTime}` <= `${fromDate}T${fromTime}`)
      wrong('untilTime', 'Enter an end after the start')
  })
export type TimeOffForm = z.output<typeof timeOffForm>

/** From and until on the studio's wall; whole days end at the midnight behind the last. */
export const wallOf = ({
  fromDate,
  untilDate,
  fromTime,
  untilTime,
}: Pick<TimeOffForm, 'fromDate' | 'untilDate' | 'fromTime' | 'untilTime'>): [
  LocalDateTime,
  LocalDateTime,
] =>
  fromTime
    ? [`${fromDate}T${fromTime}`, `${untilDate}T${untilTime}`]
    : [`${fromDate}T00:00`, `${addDays(untilDate, 1)}T00:00`]

const untilWords = 'Enter a time like 13:00'

export const teachingHoursForm = z
  .object({
    weekday: z.coerce.number().int().min(1).max(7),
    from: asked(time(clock, 'Enter a time like 09:00'), { required: true }),
    until: asked(time(`${clock}|24:00`, untilWords), {
      required: true,
      missing: untilWords,
      pattern: `${clock}|24:00`,
      title: untilWords,
    }),
  })
  .refine(({ from, until }) => until > from, {
    path: ['until'],
    error: 'Enter an end after the start',
  })
export type TeachingHoursForm = z.output<typeof teachingHoursForm>

export const decideForm = z.object({
  act: z.enum(['approve', 'decline', 'cancel'], { error: 'Choose what to do' }),
  answer: words.default(''),
})
export type DecideForm = z.output<typeof decideForm>
