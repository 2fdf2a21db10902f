/** The forms of the doors that a lock asks about. Messages are on the type. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { searchText } from '#app/values/search-terms.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'

const minutesWords = 'Enter minutes from 0 to 120'

export const doorForm = z.object({
  key: formKey,
  name: z
    .string({ error: 'Enter a name' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter a name' })
    .max(60, { error: 'Enter at most 60 characters' }),
  locationId: z.string().max(40).default(''),
  minutes: z.coerce
    .number({ error: minutesWords })
    .int({ error: minutesWords })
    .min(0, { error: minutesWords })
    .max(120, { error: minutesWords }),
})
export type DoorForm = z.output<typeof doorForm>

const day = z
  .string()
  .refine((text) => text === '' || isLocalDate(text))
  .catch('')

/** What the log can be narrowed by: who asked, and between which days, both included. */
export const doorLogFilters = z.object({ q: searchText(80), from: day, until: day })
export type DoorLogFilters = z.output<typeof doorLogFilters>

const id = z.string().regex(/^[\w-]{1,40}$/)

export const doorAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('renew'), id }),
  z.object({ act: z.literal('shut'), id }),
  z.object({
    act: z.literal('test'),
    id,
    code: z.string().overwrite(tidyText).max(60).default(''),
  }),
])

/** What a lock sends: what its reader read. */
export const askedAtDoor = z.object({ code: z.string().max(200) })
