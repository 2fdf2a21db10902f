/** What the forms of an open workout send where no script runs: a set, or another exercise. */
import * as z from 'zod'
import { setTypes } from '#app/db/studio/workouts/training-log-words.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

const field = z.string().max(20).default('')

export const typedSet = z.object({
  /** The name of an exercise to add; empty where a set is logged. */
  exercise: z.string().overwrite(tidyText).max(60).default(''),
  entry: z.string().max(10).default(''),
  n: z.coerce.number().int().catch(0),
  weight: field,
  reps: field,
  time: field,
  distance: field,
  type: z.enum(setTypes).catch('normal'),
  side: z.enum(['', 'left', 'right']).catch(''),
  rpe: field,
  rir: field,
})
export type TypedSetForm = z.output<typeof typedSet>
