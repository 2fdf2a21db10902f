import * as z from 'zod'
import { isLocalDate } from '#app/values/zone.ts'

const day = (error: string) => z.string({ error }).refine(isLocalDate, { error })

/** Giving a standing place: which series, from and until when. */
export const standingPlaceForm = z.object({
  key: z.string().regex(/^[\w-]{8,40}$/),
  series: z.string({ error: 'Choose a class.' }).min(1).max(40),
  from: day('Enter the first day.'),
  until: day('Enter the last day, or leave it empty.').optional(),
})

/** Ending one. */
export const endStandingForm = z.object({ end: z.string().min(1).max(200) })
