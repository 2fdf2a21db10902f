/** What the form of a studio's name and web address sends. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { asked } from '#app/values/field-rules.ts'
import { slugLength } from '#app/values/slug/slug.ts'
import { slugPattern, slugProblem, slugWords } from '#app/values/slug/slug-problem.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

const nameLength = 60

export const studioNameForm = z.object({
  name: z
    .string({ error: 'Enter the name of your studio' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter the name of your studio' })
    .max(nameLength, { error: `Use at most ${nameLength} characters` })
    .regex(/^\P{Cc}*$/u, { error: 'Use no control characters' }),
  slug: asked(
    z
      .string({ error: 'Enter the web address' })
      .overwrite(tidyText)
      .toLowerCase()
      .superRefine((slug, ctx) => {
        const message = slugProblem(slug, true)
        if (message) ctx.addIssue({ code: 'custom', message })
      }),
    {
      required: true,
      missing: 'Enter the web address',
      minLength: 2,
      maxLength: slugLength,
      pattern: slugPattern,
      title: slugWords,
      says: { blank: slugWords, short: slugWords, long: slugWords },
    },
  ),
  listed: z.literal('on').optional(),
  key: formKey,
  /** What the page showed, as `nameVersion` writes it. */
  version: z.string().max(200).default(''),
})
export type StudioNameForm = z.output<typeof studioNameForm>
