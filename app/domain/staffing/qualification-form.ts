/** The forms of qualifications. Messages are on the type. */
import * as z from 'zod'
import { qualificationEffects } from '#app/db/studio/day/staffing-words.ts'
import { formKey } from '#app/domain/people/person-fields.ts'
import { asked } from '#app/values/field-rules.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { isLocalDate } from '#app/values/zone.ts'

/** Class types and disciplines that one kind can be asked for by. */
const mostNeeds = 40

const ids = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((given) => [...new Set([given ?? []].flat())])
  .pipe(
    z
      .array(z.string().regex(/^[\w-]{1,40}$/))
      .max(mostNeeds, { error: `Choose at most ${mostNeeds}, or all classes` }),
  )

export const qualificationKindForm = z.object({
  key: formKey,
  version: versionField,
  name: z
    .string({ error: 'Enter a name' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter a name' })
    .max(60, { error: 'Enter at most 60 characters' }),
  effect: z.enum(qualificationEffects, { error: 'Choose what happens without it' }),
  neededFor: ids,
})
export type QualificationKindForm = z.output<typeof qualificationKindForm>

const date = asked(
  z
    .string()
    .default('')
    .transform((given, ctx) => {
      if (given === '' || isLocalDate(given)) return given || null
      ctx.addIssue({ code: 'custom', message: 'Enter a date that exists' })
      return z.NEVER
    }),
  {},
)

export const qualificationForm = z
  .object({
    key: formKey,
    kindId: z.string({ error: 'Choose what it is' }).min(1, { error: 'Choose what it is' }).max(40),
    number: z
      .string()
      .overwrite(tidyText)
      .max(60, { error: 'Enter at most 60 characters' })
      .default(''),
    issuedOn: date,
    expiresOn: date,
    fileId: z.string().max(40).default(''),
  })
  .superRefine(({ issuedOn, expiresOn }, issues) => {
    if (issuedOn && expiresOn && expiresOn < issuedOn)
      issues.addIssue({
        code: 'custom',
        path: ['expiresOn'],
        message: 'Enter a last day that is not before the first',
      })
  })
export type QualificationForm = z.output<typeof qualificationForm>
