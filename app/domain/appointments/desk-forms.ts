/** What the desk's forms of an appointment ask. Pure. */
import * as z from 'zod'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { mostWeeks } from './appointment-view.ts'
import { timeForm } from './type-form.ts'

const peopleWords = 'Enter how many people come, 1 to 3'

/** An appointment booked for someone, once or weekly. */
export const bookForm = z.object({
  key: z.string().regex(/^[\w-]{1,40}$/),
  typeId: z.string({ error: 'Choose a type' }).min(1).max(40),
  coachId: z.string({ error: 'Choose a coach' }).min(1).max(40),
  roomId: z.string({ error: 'Choose a room' }).min(1).max(40),
  personId: z.string({ error: 'Find and choose a person' }).min(1).max(40),
  date: z
    .string({ error: 'Enter the date' })
    .refine(isLocalDate, { error: 'Enter a date that exists' }),
  time: z
    .string({ error: 'Enter when it starts' })
    .regex(timeForm, { error: 'Enter a time like 09:00' }),
  weeks: z.coerce
    .number({ error: 'Enter how many weeks' })
    .int({ error: 'Enter whole weeks' })
    .min(1, { error: 'At least 1 week' })
    .max(mostWeeks, { error: `At most ${mostWeeks} weeks` })
    .default(1),
  people: z.coerce
    .number({ error: peopleWords })
    .int({ error: peopleWords })
    .min(1, { error: peopleWords })
    .max(3, { error: peopleWords })
    .default(1),
  guests: z.string().overwrite(tidyText).max(120).default(''),
})

/** What is done with one. */
export const appointmentAct = z.object({
  act: z.enum(['approve', 'decline', 'studio', 'person', 'arrive', 'undo']),
  bookingId: z.string().max(40).default(''),
  reason: z.string().overwrite(tidyText).max(200).default(''),
})
