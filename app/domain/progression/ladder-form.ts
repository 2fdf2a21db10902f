/** What the forms of ladders and levels send. Messages are on the type: empty arrives as none. */
import * as z from 'zod'
import { ladderAudiences } from '#app/db/studio/ladder-words.ts'
import { classColours } from '#app/domain/calendar/class-sign.ts'
import { date, formKey } from '#app/domain/people/person-fields.ts'
import { asked, wholeNumberRules } from '#app/values/field-rules.ts'
import { pickedColour } from '#app/values/palette.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'

const name = (what: string) =>
  z
    .string({ error: `Enter ${what}` })
    .overwrite(tidyText)
    .min(1, { error: `Enter ${what}` })
    .max(40, { error: `Enter ${what} of at most 40 characters` })
    .regex(/^\P{Cc}*$/u, { error: `Enter ${what} without control characters` })

/** A whole number, or nothing: null. */
const wholeOrNone = (most: number) => {
  const error = `Enter a whole number from 1 to ${most.toLocaleString('en-GB')}, or leave it empty`
  return asked(
    z
      .string()
      .default('')
      .transform((given, ctx) => {
        const typed = given.trim()
        if (typed === '') return null
        if (/^\d{1,40}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most) {
          return Number(typed)
        }
        ctx.addIssue({ code: 'custom', message: error })
        return z.NEVER
      }),
    // Without what an input of nothing but a number does: this one may be empty.
    { pattern: wholeNumberRules(1, most).pattern, title: error, inputMode: 'numeric' },
  )
}

export const ladderForm = z
  .object({
    key: formKey,
    version: versionField,
    name: name('a name'),
    /** Another one, which gets a name of its own, is `new`. */
    discipline: z.string({ error: 'Choose a discipline' }).min(1).max(40),
    newDiscipline: z
      .string()
      .overwrite(tidyText)
      .max(40, { error: 'Enter a name of at most 40 characters' })
      .default(''),
    audience: z.enum(ladderAudiences, { error: 'Choose who it is for' }),
    counted: z
      .union([
        z.array(z.string().max(40).optional()),
        z
          .string()
          .max(40)
          .transform((one) => [one]),
      ])
      .optional()
      .transform((given) => (given ?? []).filter((id): id is string => Boolean(id))),
    refreshDays: wholeOrNone(3_650),
  })
  .refine(({ discipline, newDiscipline }) => discipline !== 'new' || newDiscipline !== '', {
    path: ['newDiscipline'],
    error: 'Enter the name of the discipline',
  })
export type LadderForm = z.output<typeof ladderForm>

export const levelDetailsForm = z.object({
  key: formKey,
  version: versionField,
  name: name('a name'),
  colour: z
    .string()
    .refine((colour) => pickedColour(colour, '', classColours) !== null, {
      error: 'Choose a colour of the list',
    })
    .default(''),
  stripes: wholeOrNone(10),
  askClasses: wholeOrNone(2_000),
  askDays: wholeOrNone(3_650),
  askAge: wholeOrNone(99),
  asks: z
    .string()
    .overwrite(tidyText)
    .max(300, { error: 'Write at most 300 characters' })
    .default(''),
  validMonths: wholeOrNone(120),
  /** The class type that refreshes it; empty is none. */
  refresher: z.string().max(40).default(''),
})
export type LevelDetailsForm = z.output<typeof levelDetailsForm>

export const moveLevelForm = z.object({
  level: z.string().max(40),
  way: z.enum(['up', 'down']),
})

/** People who come to one level together. */
export const setLevelsForm = z.object({
  key: formKey,
  level: z.string({ error: 'Choose a level' }).min(1, { error: 'Choose a level' }).max(40),
  since: date,
  reason: z
    .string()
    .overwrite(tidyText)
    .max(200, { error: 'Write at most 200 characters' })
    .default(''),
  person: z
    .union([
      z.array(z.string().max(40)),
      z
        .string()
        .max(40)
        .transform((one) => [one]),
    ])
    .optional()
    .transform((given) => [...new Set(given ?? [])]),
})
