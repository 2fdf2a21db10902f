/**
 * What the form of an exercise asks. Messages are on the type, since an empty input arrives as
 * none.
 */

import * as z from 'zod'
import { logTypes } from '#app/db/studio/training-words.ts'
import { asked } from '#app/values/field-rules.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { categories, equipment, forces, levels, mechanics, muscles } from './exercise-vocabulary.ts'
import { languageCodes } from './translations.ts'

const oneOf = (words: readonly string[]) =>
  z.enum(words as [string, ...string[]], { error: 'Choose one of the list' }).optional()

const several = z
  .array(z.enum(muscles as [string, ...string[]], { error: 'Choose from the list' }))
  .optional()

const lineWords = (each: number) => `Keep each line to ${each.toLocaleString('en-GB')} characters`

/** A list written one entry a line. */
const lines = (most: number, each: number) =>
  asked(
    z
      .string()
      .transform((text, ctx) => {
        const list = text
          .split('\n')
          .map((line) => tidyText(line.replace(/[\s\p{Cc}]+/gu, ' ')))
          .filter(Boolean)
        if (list.length > most)
          ctx.addIssue({ code: 'custom', message: `Write at most ${most} lines` })
        if (list.some((line) => line.length > each)) {
          ctx.addIssue({
            code: 'custom',
            message: lineWords(each),
          })
        }
        return list
      })
      .optional(),
    // More would not fit into a form of 64 kB.
    {
      maxLength: Math.min(most * (each + 1), 60_000),
      pattern: `[^\\n]{0,${each}}(?:\\n[^\\n]{0,${each}})*`,
      title: lineWords(each),
    },
  )

export const exerciseFields = z.object({
  name: z
    .string({ error: 'Enter a name' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter a name' })
    .max(120, { error: 'Enter a name of at most 120 characters' })
    .regex(/^\P{Cc}*$/u, { error: 'Enter a name without control characters' }),
  aliases: lines(10, 120),
  discipline: z
    .string()
    .regex(/^[\w-]{1,40}$/, { error: 'Choose a discipline of the list' })
    .optional(),
  category: oneOf(categories),
  level: oneOf(levels),
  force: oneOf(forces),
  mechanic: oneOf(mechanics),
  equipment: oneOf(equipment),
  primary: several,
  secondary: several,
  instructions: lines(60, 2_000),
  cues: lines(20, 300),
  faults: lines(20, 300),
  contraindications: lines(20, 300),
  custom: lines(20, 300),
  logType: z.enum(logTypes, { error: 'Choose how it is logged' }),
  unilateral: z.literal('on').optional(),
  /** The version the form was filled in from; 0 for a new exercise. */
  version: z.coerce.number().int().min(0).catch(0),
})

export type ExerciseFields = z.output<typeof exerciseFields>

/** An exercise in another language; all of it empty takes the language away. */
export const translationForm = z.object({
  language: z.enum(languageCodes, { error: 'Choose a language of the list' }),
  name: z
    .string()
    .overwrite(tidyText)
    .max(120, { error: 'Enter a name of at most 120 characters' })
    .optional(),
  instructions: lines(60, 2_000),
  cues: lines(20, 300),
  version: z.coerce.number().int().min(0).catch(0),
})
export type TranslationForm = z.output<typeof translationForm>

/** The other entry of the same move, and which of the two stays. */
export const mergeForm = z.object({
  other: z
    .string({ error: 'Choose the exercise that is the same' })
    .regex(/^[\w-]{1,40}$/, { error: 'Choose the exercise that is the same' }),
  stays: z.enum(['this', 'other'], { error: 'Choose which one to keep' }),
})

/** An easier or a harder exercise by its name, or one of them taken away. */
export const linkForm = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('add'),
    side: z.enum(['easier', 'harder']).default('easier'),
    name: z
      .string({ error: 'Enter a name' })
      .overwrite(tidyText)
      .min(1, { error: 'Enter a name' })
      .max(120, { error: 'Enter a name of at most 120 characters' }),
  }),
  z.object({ act: z.literal('remove'), other: z.string().max(40) }),
])
