/** What the forms of a program send. */
import * as z from 'zod'
import { programAccess } from '#app/db/studio/workouts/programs-words.ts'
import { workoutKinds } from '#app/db/studio/workouts/workouts-words.ts'
import { mostCharacters } from '#app/domain/workouts/plan/parse-workout.ts'
import { asked, wholeNumberRules } from '#app/values/field-rules.ts'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { mostWeeks, progressions } from './program-plan.ts'

const reload = 'Reload the page and try again'
const key = z.string({ error: reload }).regex(idForm, { error: reload })

const name = z
  .string({ error: 'Enter a name' })
  .overwrite(tidyText)
  .min(1, { error: 'Enter a name' })
  .max(80, { error: 'Enter a name of at most 80 characters' })

const weeks = `Enter 1 to ${mostWeeks} weeks`
const weeksTyped = new RegExp(`^(?:${wholeNumberRules(1, mostWeeks).pattern})$`)

export const programForm = z.object({
  key,
  name,
  folder: z.string().overwrite(tidyText).max(40, { error: 'At most 40 characters' }).default(''),
  summary: z.string().max(500, { error: 'At most 500 characters' }).default(''),
  access: z.enum(programAccess, { error: 'Choose who may begin it' }),
  weeks: asked(
    z
      .string({ error: weeks })
      .refine((typed) => weeksTyped.test(typed), { error: weeks })
      .transform(Number),
    { pattern: wholeNumberRules(1, mostWeeks).pattern, title: weeks, inputMode: 'numeric' },
  ),
})
export type ProgramForm = z.output<typeof programForm>

export const sessionForm = z.object({
  version: versionField,
  name,
  kind: z.enum(workoutKinds, { error: 'Choose a kind' }),
  text: z.string({ error: 'Write the session, one line an exercise' }).max(mostCharacters, {
    error: `Write at most ${mostCharacters.toLocaleString('en-GB')} characters`,
  }),
})
export type SessionForm = z.output<typeof sessionForm>

const weekNumber = z.coerce.number().int().min(1).max(mostWeeks)

/** A note on a week, counted from 1; empty takes it away. */
export const weekNoteForm = z.object({
  version: versionField,
  act: z.literal('note'),
  week: z.coerce
    .number({ error: 'Choose a week' })
    .int({ error: 'Choose a week' })
    .min(1, { error: 'Choose a week' })
    .max(mostWeeks, { error: 'Choose a week' }),
  note: z
    .string()
    .overwrite(tidyText)
    .max(300, { error: 'Write at most 300 characters' })
    .default(''),
})

/** A small act on the grid; `week` and `to` are counted from 1. */
export const gridForm = z.object({
  version: versionField,
  act: z.enum(['copy', 'move', 'remove', 'publish', 'retire', 'reopen', 'offer']),
  week: weekNumber.catch(1),
  to: weekNumber.catch(1),
  by: z.enum(progressions).catch('same'),
  place: z.string().max(8).catch('').default(''),
  day: z.coerce.number().int().min(0).max(6).catch(0),
})

export const assignForm = z.object({
  people: z.array(z.string().max(40)).max(200).default([]),
  /** Everyone who is booked into a class. */
  occurrence: z.string().max(40).default(''),
  /** A saved view of the list of members. */
  level: z.string().max(40).default(''),
  startsOn: z
    .string({ error: 'Enter the first day' })
    .refine(isLocalDate, { error: 'Enter a date that exists' }),
})
