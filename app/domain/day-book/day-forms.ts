/** The forms of the day book. Messages are on the type. */
import * as z from 'zod'
import { incidentKinds } from '#app/db/studio/day/day-book-words.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { isLocalDate } from '#app/values/zone.ts'

const key = z.string().regex(/^[\w-]{1,40}$/, { error: 'Reload the page and try again' })
const words = (missing: string, most: number) =>
  z
    .string({ error: missing })
    .overwrite(tidyText)
    .min(1, { error: missing })
    .max(most, { error: `Write at most ${most.toLocaleString('en-GB')} characters` })
const maybe = (most: number) =>
  z
    .string()
    .overwrite(tidyText)
    .max(most, { error: `Write at most ${most.toLocaleString('en-GB')} characters` })
    .default('')

export const shiftNoteForm = z.object({ key, text: words('Write something', 1_000) })

export const incidentForm = z.object({
  key,
  kind: z.enum(incidentKinds, { error: 'Choose what it was' }),
  date: z.string({ error: 'Enter the date' }).refine(isLocalDate, {
    error: 'Enter a date that exists',
  }),
  time: z
    .string({ error: 'Enter the time' })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time like 18:30' }),
  roomId: z.string().max(40).default(''),
  personId: z.string().max(40).default(''),
  account: words('Say what happened', 2_000),
  done: maybe(1_000),
})
export type IncidentForm = z.output<typeof incidentForm>

export const closeIncidentForm = z.object({
  version: versionField,
  outcome: words('Say what follows from it', 1_000),
})
