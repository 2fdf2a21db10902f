/** The forms of a course's single session, and of calling a course off. Pure. */
import * as z from 'zod'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { isTime } from './course-dates.ts'

/** Another time, place or topic of one session. */
export const sessionForm = z.object({
  date: z
    .string({ error: 'Enter the date' })
    .refine(isLocalDate, { error: 'Enter a date that exists' }),
  time: z
    .string({ error: 'Enter when it starts' })
    .refine(isTime, { error: 'Enter a time like 18:30' }),
  roomId: z.string({ error: 'Choose a room' }).min(1).max(40),
  coachId: z.string({ error: 'Choose a coach' }).min(1).max(40),
  topic: z.string().overwrite(tidyText).max(120, { error: 'At most 120 characters' }).default(''),
  anyway: z.string().optional(),
  /** The session's sequence when the form was opened. */
  version: z.coerce.number().int().min(0).default(0),
})

/** Everyone reads the reason. */
export const cancelCourseForm = z.object({
  reason: z
    .string({ error: 'Enter a reason: everyone gets it in their message' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter a reason: everyone gets it in their message' })
    .max(200),
})
