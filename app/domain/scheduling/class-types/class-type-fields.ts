/** What the form of a class type asks. */

import * as z from 'zod'
import {
  type Access,
  accessNames,
  type Language,
  languages,
} from '#app/domain/calendar/class-access.ts'
import { classColours } from '#app/domain/calendar/class-sign.ts'
import { asked } from '#app/values/field-rules.ts'
import { isIconValue } from '#app/values/icon.ts'
import { idForm } from '#app/values/id.ts'
import { amountRules, parseMinor, typedMinor } from '#app/values/money.ts'
import { pickedColour } from '#app/values/palette.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'

const text = (what: string, max: number) =>
  z
    .string({ error: `Enter ${what}` })
    .overwrite(tidyText)
    .min(1, { error: `Enter ${what}` })
    .max(max, { error: `Enter ${what} of at most ${max} characters` })
    .regex(/^\P{Cc}*$/u, { error: `Enter ${what} without control characters` })

function price(currency: string) {
  const message = `Enter a price like ${typedMinor(1_500, currency)}`
  const amount = z.string().transform((given, ctx) => {
    const minor = parseMinor(given, currency)
    if (minor !== null) return minor
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  return asked(amount, amountRules(currency, message))
}

/** A number that is 0 where nothing is typed. */
const few = (what: string, most: number) =>
  z.coerce
    .number({ error: `Enter ${what}` })
    .int({ error: 'Enter a whole number' })
    .min(0, { error: 'Enter 0 or more' })
    .max(most, { error: `Enter ${most} or fewer` })
    .default(0)

/** The form of a class type in a studio that is paid in `currency`. */
export const classTypeForm = (currency: string) =>
  z.object({
    key: z
      .string({ error: 'Reload the page and try again' })
      .regex(idForm, { error: 'Reload the page and try again' }),
    version: versionField,
    name: text('a name', 60),
    shortName: text('a short name', 12),
    disciplineId: z
      .string({ error: 'Choose a discipline' })
      .min(1, { error: 'Choose a discipline' })
      .max(40),
    levelId: z.string().max(40).optional(),
    minutes: z.coerce
      .number({ error: 'Enter how many minutes it lasts' })
      .int({ error: 'Enter whole minutes' })
      .min(5, { error: 'Enter 5 or more' })
      .max(720, { error: 'Enter 720 or fewer' }),
    setUpMinutes: few('how many minutes its set-up takes', 240),
    walkIns: few('how many places are kept', 500),
    language: z
      .enum(['', ...(Object.keys(languages) as Language[])], { error: 'Choose a language' })
      .default(''),
    access: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .transform((value) =>
        Object.keys(accessNames)
          .filter((key): key is Access => [value ?? []].flat().includes(key))
          .join(','),
      ),
    dropIn: price(currency).optional(),
    description: z
      .string()
      .overwrite(tidyText)
      .max(1_000, { error: 'Write at most 1,000 characters' })
      .optional(),
    colour: z
      .string()
      .refine((colour) => pickedColour(colour, '', classColours) !== null, {
        error: 'Choose a colour of the list',
      })
      .default(''),
    icon: z.string().refine(isIconValue, { error: 'Choose an icon of the list' }).default(''),
    /** What is kept of its cover (`settlePicture`). */
    cover: z.string().max(1_100).default(''),
  })

export type ClassTypeForm = z.output<ReturnType<typeof classTypeForm>>
type Added = 'setUpMinutes' | 'walkIns' | 'language' | 'access'
export type ClassTypeDraft = Omit<ClassTypeForm, 'version' | Added> &
  Partial<Pick<ClassTypeForm, Added>>
