/** The form of a lead form: what it asks, says and does. Pure. */
import * as z from 'zod'
import { consentKinds, consentName } from '#app/domain/people/consents/consent-words.ts'
import { formKey } from '#app/domain/people/person-fields.ts'
import { asked } from '#app/values/field-rules.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'

const words = (what: string, most: number) =>
  z
    .string({ error: `Enter ${what}` })
    .overwrite(tidyText)
    .min(1, { error: `Enter ${what}` })
    .max(most, { error: `Enter ${what} of at most ${most} characters` })

const maybe = (most: number) =>
  z
    .string()
    .overwrite(tidyText)
    .max(most, { error: `Use at most ${most} characters` })
    .optional()
    .transform((text) => text ?? '')

const lines = (most: number, each: number, what: string) =>
  asked(
    z
      .string()
      .max(most * (each + 2), { error: `Enter at most ${most} ${what}` })
      .optional()
      .transform((text) => [
        ...new Set(
          (text ?? '')
            .split(/\r?\n/)
            .map((one) => tidyText(one))
            .filter(Boolean),
        ),
      ])
      .refine((list) => list.length <= most && list.every((one) => one.length <= each), {
        error: `Enter at most ${most} ${what} of ${each} characters, one a line`,
      }),
    { maxLength: most * (each + 2) },
  )

const ticked = z.literal('on').optional()

/**
 * Names of the fields for a consent: whether it is asked, and in which words. Who only gets in touch
 * has no results yet, and is not asked of boards.
 */
export const consentFields = consentKinds
  .filter(({ purpose }) => purpose !== 'boards')
  .map((kind) => ({
    kind,
    asked: `ask_${consentName(kind).replace('-', '_')}`,
    text: `text_${consentName(kind).replace('-', '_')}`,
  }))

const consentShape = Object.fromEntries(
  consentFields.flatMap(({ asked: ask, text }) => [
    [ask, ticked],
    [text, maybe(400)],
  ]),
) as Record<string, z.ZodType<string | undefined>>

export const leadFormForm = z
  .object({
    key: formKey,
    version: versionField.optional(),
    name: words('a name', 60),
    title: words('a title', 80),
    intro: maybe(400),
    phone: z.enum(['off', 'optional', 'required']).default('optional'),
    interests: lines(12, 60, 'choices'),
    times: ticked,
    message: ticked,
    questions: lines(5, 120, 'questions'),
    thanks: words('what the thank-you page says', 600),
    replySubject: maybe(120),
    replyText: maybe(3_000),
    trialTypes: z.array(z.string().max(40)).max(40).default([]),
    pipelineId: z.string({ error: 'Choose a pipeline' }).max(40),
    sourceId: z.string({ error: 'Choose a source' }).max(40),
    ownerId: z.string().max(40).optional(),
    closed: ticked,
    ...consentShape,
  })
  .refine(({ replySubject, replyText }) => (replySubject === '') === (replyText === ''), {
    path: ['replySubject'],
    error: 'Write both the subject and the text of the email, or neither',
  })

export type LeadFormForm = z.output<typeof leadFormForm>
