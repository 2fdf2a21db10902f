/** Forms of rooms, equipment and blocks. Pure. */
import * as z from 'zod'
import { asked } from '#app/values/field-rules.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { isLocalDate } from '#app/values/zone.ts'
import {
  type HourField,
  type HourSpan,
  hourDays,
  hourFieldsOf,
  keptHours,
} from './opening-hours.ts'

const name = z
  .string({ error: 'Enter a name' })
  .overwrite(tidyText)
  .min(1, { error: 'Enter a name' })
  .max(60)
const key = z.string().regex(/^[\w-]{1,40}$/)
const clock = z
  .string({ error: 'Enter a time' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time like 09:00' })
const date = z
  .string({ error: 'Enter the date' })
  .refine(isLocalDate, { error: 'Enter a date that exists' })
const number = (words: string, least: number, most: number) =>
  z.coerce
    .number({ error: `Enter ${words} as a number` })
    .int({ error: `Enter ${words} as a whole number` })
    .min(least, { error: `Enter ${words}, at least ${least}` })
    .max(most, { error: `Enter ${words}, at most ${most}` })

const spotWords = 'Labels have at most 8 characters'

export const roomForm = z.object({
  key,
  version: versionField,
  name,
  capacity: number('its capacity', 1, 1000),
  spots: asked(
    z
      .string()
      .max(600)
      .default('')
      .transform((text) =>
        [
          ...new Set(
            text
              .split(',')
              .map((spot) => tidyText(spot))
              .filter(Boolean),
          ),
        ].join(','),
      )
      .refine((text) => text.split(',').every((spot) => spot.length <= 8), {
        error: spotWords,
      }),
    {
      pattern: '(?:\\s*(?:[^,\\s](?:[^,]{0,6}[^,\\s])?)?\\s*(?:,|$))*',
      title: spotWords,
    },
  ),
  spotColumns: z
    .union([z.literal('').transform(() => 0), number('the places in a row', 0, 40)], {
      error: 'Enter the places in a row, 0 to 40',
    })
    .default(0),
  turnRoundMinutes: z
    .union([z.literal('').transform(() => 0), number('the minutes', 0, 240)], {
      error: 'Enter the minutes, 0 to 240',
    })
    .default(0),
  clashes: z.enum(['ask', 'refuse'], { error: 'Choose what happens' }).default('ask'),
  locationId: z.string().max(40).default(''),
  location: z.string().overwrite(tidyText).max(60).default(''),
})

const atTime = z.union([z.literal(''), clock], { error: 'Enter a time like 09:00' }).default('')

const hourFields = Object.fromEntries(
  hourDays.flatMap((day) => hourFieldsOf(day).map((field) => [field, atTime])),
) as Record<HourField, typeof atTime>

export const locationForm = z
  .object({
    key,
    version: versionField,
    name,
    address: z
      .string()
      .overwrite(tidyText)
      .max(200, { error: 'Use at most 200 characters' })
      .default(''),
    directions: z
      .string()
      .overwrite(tidyText)
      .max(600, { error: 'Use at most 600 characters' })
      .default(''),
    ...hourFields,
  })
  .check((asked) => {
    for (const day of hourDays) {
      const wrong = (field: HourField, message: string) =>
        asked.issues.push({ code: 'custom', message, path: [field], input: asked.value[field] })
      for (const of of ['', '2'] as const) {
        const [from, until] = [asked.value[`${day}From${of}`], asked.value[`${day}Until${of}`]]
        if (from && !until) wrong(`${day}Until${of}`, 'Enter when it closes, or leave both empty')
        if (until && !from) wrong(`${day}From${of}`, 'Enter when it opens, or leave both empty')
        if (from && until && until <= from)
          wrong(`${day}Until${of}`, 'Enter a time after the opening')
      }
      const [closes, again] = [asked.value[`${day}Until`], asked.value[`${day}From2`]]
      if (again && !closes)
        wrong(`${day}From2`, 'Enter the first hours of the day, or leave these empty')
      if (again && closes && again <= closes)
        wrong(`${day}From2`, 'Enter a time after the first closing')
    }
  })

/** The hours of a sent form, as they are kept. */
export const hoursOf = (form: z.output<typeof locationForm>): string =>
  keptHours(
    hourDays.map((day) => {
      const spans = (['', '2'] as const).flatMap((of): HourSpan[] => {
        const [from, until] = [form[`${day}From${of}`], form[`${day}Until${of}`]]
        return from && until ? [{ from, until }] : []
      })
      return spans.length > 0 ? spans : null
    }),
  )

export const equipmentForm = z
  .object({
    key,
    version: versionField,
    name,
    roomId: z.string().max(40).default(''),
    quantity: number('how many there are', 1, 1000),
    outOfService: number('how many are out', 0, 1000),
    defect: z.string().overwrite(tidyText).max(200).default(''),
    inspectDays: z
      .union([z.literal('').transform(() => null), number('the days', 1, 3650)], {
        error: 'Enter the days, 1 to 3,650',
      })
      .default(null),
    inspectedOn: date.optional().transform((day) => day ?? null),
    classTypeIds: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .transform((value) => [value ?? []].flat().slice(0, 100)),
    anyway: z.string().max(2_000).optional(),
  })
  .refine(({ quantity, outOfService }) => outOfService <= quantity, {
    path: ['outOfService'],
    error: 'You can’t have more out than there are',
  })

export const blockForm = z
  .object({
    what: z
      .string({ error: 'Choose a room or a coach' })
      .regex(/^(room|coach):[\w-]{1,40}$/, { error: 'Choose a room or a coach' }),
    fromDate: date,
    fromTime: clock,
    untilDate: date,
    untilTime: clock,
    reason: z
      .string({ error: 'Enter why' })
      .overwrite(tidyText)
      .min(1, { error: 'Enter why' })
      .max(200),
    anyway: z.string().max(2_000).optional(),
  })
  .refine((f) => `${f.untilDate}T${f.untilTime}` > `${f.fromDate}T${f.fromTime}`, {
    path: ['untilTime'],
    error: 'Enter an end after the start',
  })
