/** What the form of a set sends where no script runs. */
import * as z from 'zod'
import { setTypes } from '#app/db/studio/workouts/training-log-words.ts'

const field = z.string().max(20).default('')

export const typedSet = z.object({
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
