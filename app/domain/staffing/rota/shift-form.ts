/** The form of a shift. Messages are on the type. */
import * as z from 'zod'
import { shiftRoles } from '#app/db/studio/day/staffing-words.ts'
import { formKey } from '#app/domain/people/person-fields.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { addDays, isLocalDate, type LocalDateTime } from '#app/values/zone.ts'

const clock = z
  .string({ error: 'Enter a time' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time like 09:00' })

const id = z.string().max(40).default('')

export const noEnd = 'Enter an end that is not the start'

export const shiftForm = z
  .object({
    key: formKey,
    version: versionField,
    title: z
      .string({ error: 'Enter what it is' })
      .overwrite(tidyText)
      .min(1, { error: 'Enter what it is' })
      .max(60, { error: 'Enter at most 60 characters' }),
    role: z.enum(shiftRoles, { error: 'Choose who may take it' }),
    personId: id,
    locationId: id,
    date: z
      .string({ error: 'Enter the date' })
      .refine(isLocalDate, { error: 'Enter a date that exists' }),
    from: clock,
    until: clock,
  })
  .refine(({ from, until }) => from !== until, { path: ['until'], error: noEnd })
export type ShiftForm = z.output<typeof shiftForm>

/** On the studio's wall; an end that is not after the start is on the next day. */
export const wallOfShift = ({
  date,
  from,
  until,
}: Pick<ShiftForm, 'date' | 'from' | 'until'>): [LocalDateTime, LocalDateTime] => [
  `${date}T${from}`,
  `${until > from ? date : addDays(date, 1)}T${until}`,
]
