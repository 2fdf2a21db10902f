/** What the forms of a workout send. Messages are on the type: empty arrives as none. */
import * as z from 'zod'
import { workoutKinds } from '#app/db/studio/workouts/workouts-words.ts'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { mostCharacters } from '../plan/parse-workout.ts'

const reload = 'Reload the page and try again'

/** A typed name and the exercise that is meant by it, as a choice posts them. */
export const pickOf = (typed: string, exerciseId: string) => `${exerciseId} ${typed}`

const picks = z.array(z.string().max(300)).default([])

export const workoutFields = z.object({
  key: z.string({ error: reload }).regex(idForm, { error: reload }),
  version: versionField,
  name: z
    .string({ error: 'Enter a name' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter a name' })
    .max(80, { error: 'Enter a name of at most 80 characters' }),
  kind: z.enum(workoutKinds, { error: 'Choose a kind' }),
  text: z
    .string({ error: 'Write the workout, one line an exercise' })
    .overwrite(tidyText)
    .max(mostCharacters, {
      error: `Write at most ${mostCharacters.toLocaleString('en-GB')} characters`,
    }),
  notes: z
    .string()
    .overwrite(tidyText)
    .max(1_000, { error: 'Write at most 1,000 characters' })
    .default(''),
  /** Members measure themselves by it again and again. */
  benchmark: z.literal('on').optional(),
  picks,
})

export type WorkoutFields = z.output<typeof workoutFields>

/** Which exercise each typed name means. */
export const picksByName = (picks: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    picks.flatMap((pick) => {
      const at = pick.indexOf(' ')
      return at > 0 ? [[pick.slice(at + 1), pick.slice(0, at)]] : []
    }),
  )

export const publicationForm = z.object({
  version: versionField,
  act: z.enum(['publish', 'archive', 'restore'], { error: 'Choose what to do' }),
  /** Local to the studio; empty is now. */
  at: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, { error: 'Enter a date and a time' })
    .optional(),
})
