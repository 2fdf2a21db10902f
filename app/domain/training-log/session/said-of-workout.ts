/** What a device says of a workout: sets, the plan as it was rearranged, the rest, an act. */
import * as z from 'zod'
import { logTypes } from '#app/db/studio/training-words.ts'
import { divisions, efforts, setTypes } from '#app/db/studio/workouts/training-log-words.ts'
import { blockKinds } from '#app/domain/workouts/plan/plan.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { logActs } from './log-state.ts'
import { mostEntries, mostSetsOfEntry, unlisted } from './session-plan.ts'

/** Sets in one sending; what is more comes with the next. */
export const setsAtOnce = 250

/** The longest name of an exercise (`exercise-fields.ts`); without a page it is its id, behind `~`. */
const mostOfName = 120

/**
 * Names come from a device as somebody typed them there, and coaches and boards show them. One of
 * which nothing can be seen is called so rather than refused: its sets would be lost.
 */
const tidyName = (name: string) => tidyText(name) || 'Exercise'

const exerciseId = z
  .string()
  .min(1)
  .max(mostOfName + 1)
  .overwrite((id) => (id.startsWith('~') ? unlisted(tidyName(id.slice(1))) : id))

const moment = z.number().int().min(0).max(32_503_680_000_000)
const amount = z.number().int().nullable()

const saidSet = z.object({
  id: z.string().regex(/^e\d{1,3}\.\d{1,3}$/),
  exerciseId,
  entry: z.string().regex(/^e\d{1,3}$/),
  /** One beyond what an exercise has is refused on its own: the others of the sending are kept. */
  n: z.number().int().min(1).max(999),
  type: z.enum(setTypes),
  side: z.enum(['', 'left', 'right']),
  grams: amount,
  reps: amount,
  seconds: amount,
  metres: amount,
  rpe: z.number().int().min(10).max(100).nullable(),
  rir: z.number().int().min(0).max(10).nullable(),
  doneAt: z.string().max(30),
  changedMs: moment,
  removed: z.boolean(),
})

const target = z.object({
  reps: z.number().optional(),
  repsTo: z.number().optional(),
  max: z.boolean().optional(),
  grams: z.number().optional(),
  percent: z.number().optional(),
  rpe: z.number().optional(),
  rir: z.number().optional(),
  tempo: z.string().max(10).overwrite(tidyText).optional(),
  seconds: z.number().optional(),
  metres: z.number().optional(),
})

const entry = z.object({
  id: z.string().regex(/^e\d{1,3}$/),
  block: z.number().int().min(0).max(mostEntries),
  exerciseId,
  name: z.string().min(1).max(mostOfName).overwrite(tidyName),
  logType: z.enum(logTypes),
  sets: z
    .number()
    .int()
    .min(0)
    .max(999)
    .transform((sets) => Math.min(sets, mostSetsOfEntry)),
  target,
  eachSide: z.boolean(),
  warmup: z.boolean(),
  rest: z.number().int().min(0).max(3_600).nullable(),
  swapped: z
    .object({
      from: z.string().max(mostOfName).overwrite(tidyText),
      why: z.string().max(100).overwrite(tidyText),
    })
    .optional(),
})

const saidPlan = z.object({
  blocks: z
    .array(
      z.object({
        kind: z.enum(blockKinds),
        rounds: z.number(),
        seconds: z.number().nullable(),
        work: z.number().nullable(),
        pause: z.number().nullable(),
      }),
    )
    .max(mostEntries),
  entries: z.array(entry).max(mostEntries),
})

export const saidOfWorkout = z.object({
  device: z.string().max(20).default(''),
  sets: z.array(saidSet).max(setsAtOnce).default([]),
  plan: z.object({ ms: moment, is: saidPlan }).optional(),
  rest: z
    .object({ until: z.string().max(30).nullable(), seconds: z.number().int().min(0).max(7_200) })
    .optional(),
  act: z.enum(logActs).optional(),
  /** When it ended, by the device. */
  at: z.string().max(30).optional(),
  note: z.string().max(1_000).overwrite(tidyText).optional(),
  effort: z.enum(efforts).optional(),
  score: z.number().int().min(0).max(9_999_999).nullable().optional(),
  division: z.enum(divisions).optional(),
})

export type SaidOfWorkout = z.output<typeof saidOfWorkout>
export type SaidSet = z.output<typeof saidSet>
