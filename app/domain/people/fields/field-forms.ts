/** Fields of the studio's own: how they are made and answered. Pure. */
import * as z from 'zod'
import { asked } from '#app/values/field-rules.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { formKey } from '../person-fields.ts'
import { answerName, type FieldKind, fieldKinds, type PersonField } from './field-words.ts'

/** A choice offers at most so many. */
const mostOptions = 30

const name = z
  .string({ error: 'Enter a name' })
  .overwrite(tidyText)
  .min(1, { error: 'Enter a name' })
  .max(40, { error: 'Enter a name of at most 40 characters' })
  .regex(/^\P{Cc}*$/u, { error: 'Enter a name without control characters' })

const optionWords = `Enter at most ${mostOptions} options of 60 characters each, one a line`

const options = z
  .string()
  .optional()
  .transform((text = '') =>
    [...new Set(text.split(/\r?\n/).map((line) => tidyText(line)))].filter(Boolean).join('\n'),
  )
  .refine(
    (lines) =>
      lines.split('\n').length <= mostOptions &&
      lines.split('\n').every((line) => line.length <= 60 && !/\p{Cc}/u.test(line)),
    { error: optionWords },
  )

export const addFieldForm = z
  .object({
    key: formKey,
    name,
    kind: z.enum(Object.keys(fieldKinds) as [FieldKind, ...FieldKind[]], {
      error: 'Choose what is answered',
    }),
    options: asked(options, { maxLength: 2_000 }),
  })
  .refine(({ kind, options: lines }) => kind !== 'choice' || lines !== '', {
    path: ['options'],
    error: 'Enter what can be chosen, one a line',
  })

export type AddField = z.output<typeof addFieldForm>

export const changeFieldForm = z.object({
  field: z.string().regex(/^[\w-]{1,40}$/),
  name,
  options: asked(options, { maxLength: 2_000 }),
})

export const archiveFieldForm = z.object({
  field: z.string().regex(/^[\w-]{1,40}$/),
  act: z.enum(['archive', 'restore']),
})

/** What the form of these fields sends: each may stay empty. */
export const answersForm = (fields: readonly PersonField[]) =>
  z.object(Object.fromEntries(fields.map((field) => [answerName(field.id), answerOf(field)])))

function answerOf({ kind }: PersonField) {
  switch (kind) {
    case 'text':
      return z
        .string()
        .overwrite(tidyText)
        .max(200, { error: 'Use at most 200 characters' })
        .regex(/^\P{Cc}*$/u, { error: 'Use words without control characters' })
        .optional()
    case 'date':
      return z.string().refine(isLocalDate, { error: 'Enter a date that exists' }).optional()
    case 'choice':
      // One that was on offer once may stay.
      return z.string().max(60, { error: 'Choose one of the list' }).optional()
    case 'yes_no':
      return z.enum(['yes', 'no'], { error: 'Choose yes or no' }).optional()
  }
}
