/**
 * What the forms of the desk ask about a person. Messages stand on the type, since an empty input
 * arrives as none.
 */

import * as z from 'zod'
import { parseEmail } from '#app/values/email.ts'
import { asked } from '#app/values/field-rules.ts'
import { idForm } from '#app/values/id.ts'
import { parsePhone } from '#app/values/phone.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { earliestBirthDate } from './my-details.ts'

const words = (max: number, what: string) =>
  z
    .string()
    .trim()
    .max(max, { error: `Enter ${what} of at most ${max} characters` })
    .regex(/^\P{Cc}*$/u, { error: `Enter ${what} without control characters` })

const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional()

const typedEmail = z.string().transform((text, ctx) => {
  const parsed = parseEmail(text)
  if (parsed) return parsed
  ctx.addIssue({ code: 'custom', message: 'Enter an email address like name@example.com' })
  return z.NEVER
})

const email = asked(typedEmail, { maxLength: 255 })

const typedPhone = z.string().transform((text, ctx) => {
  const parsed = parsePhone(text)
  if (parsed) return parsed
  ctx.addIssue({
    code: 'custom',
    message: 'Enter a phone number with its country, like +44 7700 900123',
  })
  return z.NEVER
})

const phone = asked(typedPhone, { maxLength: 40 })

/** At most ten tags, in lower case, each once. */
const typedTags = z.string().transform((text, ctx) => {
  const list = [
    ...new Set(
      text
        .toLowerCase()
        .split(',')
        .map((tag) => tag.trim().replace(/\s+/g, ' ')),
    ),
  ].filter(Boolean)
  if (list.length > 10 || list.some((tag) => tag.length > 40 || /\p{Cc}/u.test(tag))) {
    ctx.addIssue({ code: 'custom', message: 'Enter at most 10 tags of 40 characters each' })
    return z.NEVER
  }
  return list.join(', ')
})

const tags = asked(typedTags, { maxLength: 430 })

/** One tag, as the list of tags has it. */
export const oneTag = asked(
  z
    .string({ error: 'Enter a tag' })
    .transform((tag) => tag.toLowerCase().trim().replace(/\s+/g, ' '))
    .refine((tag) => tag.length > 0 && tag.length <= 40 && !/[,\p{Cc}]/u.test(tag), {
      error: 'Enter one tag of at most 40 characters, without a comma',
    }),
  { maxLength: 40, pattern: '[^,]+', title: 'Enter one tag, without a comma' },
)

export const personForm = z.object({
  name: z
    .string({ error: 'Enter a name' })
    .trim()
    .min(1, { error: 'Enter a name' })
    .max(80, { error: 'Enter a name of at most 80 characters' })
    .regex(/^\P{Cc}*$/u, { error: 'Enter a name without control characters' }),
  preferredName: optional(words(40, 'a name')),
  email: optional(email),
  phone: optional(phone),
  birthDate: asked(
    optional(z.string().refine(isLocalDate, { error: 'Enter a date that exists' })),
    { min: earliestBirthDate },
  ),
  emergencyName: optional(words(80, 'a name')),
  emergencyPhone: optional(words(40, 'a number')),
  tags: optional(tags),
  /** What is kept of their photo (`settlePicture`). */
  photo: z.string().max(1_100).optional(),
})

export type PersonForm = z.output<typeof personForm>

/** The id of what a form makes; made with the form, so that sending it twice makes one. */
export const formKey = z
  .string({ error: 'Reload the page and try again' })
  .regex(idForm, { error: 'Reload the page and try again' })

export const addPersonForm = personForm.extend({
  key: formKey,
  /** Ticked to go on although somebody has this address already. */
  shared: z.string().optional(),
})

export type AddPersonForm = z.output<typeof addPersonForm>

export const noteForm = z.object({
  kind: z.enum(['note', 'yellow', 'red', 'injury'], { error: 'Choose what kind of note it is' }),
  text: z
    .string({ error: 'Write what is to be known' })
    .trim()
    .min(1, { error: 'Write what is to be known' })
    .max(1_000, { error: 'Write at most 1,000 characters' }),
  key: formKey,
})

export type NoteForm = z.output<typeof noteForm>

const reason = z
  .string({ error: 'Say why, in a few words' })
  .trim()
  .min(3, { error: 'Say why, in a few words' })
  .max(200, { error: 'Say it in at most 200 characters' })
  .regex(/^\P{Cc}*$/u, { error: 'Use words without control characters' })

export const archiveForm = z.object({
  reason: z.string().trim().max(200, { error: 'Say it in at most 200 characters' }).optional(),
  back: z.literal('on').optional(),
})

const id = z.string().regex(/^[\w-]{1,40}$/)

export const undoForm = z.object({ change: id })

const century = { min: '2000-01-01', max: '2100-01-01' }
const date = asked(
  z
    .string({ error: 'Choose a day' })
    .refine(isLocalDate, { error: 'Enter a date that exists' })
    .refine((day) => day >= century.min && day <= century.max, {
      error: 'Choose a day of this century',
    }),
  century,
)

const gift = { key: formKey, startsOn: date, reason }

export const packageForm = z.object({
  ...gift,
  offer: z.string({ error: 'Choose a package' }).max(40),
})

export const membershipForm = z
  .object({ ...gift, offer: z.string({ error: 'Choose a plan' }).max(40), endsOn: date.optional() })
  .refine(({ startsOn, endsOn }) => !endsOn || endsOn >= startsOn, {
    path: ['endsOn'],
    error: 'The last day cannot lie before the first',
  })

export const creditsForm = z.object({
  key: formKey,
  lot: z.string({ error: 'Choose a pack' }).max(40),
  amount: z.coerce
    .number({ error: 'Enter a number of credits' })
    .int({ error: 'Enter whole credits' })
    .min(-50, { error: 'Take out at most 50 at once' })
    .max(50, { error: 'Add at most 50 at once' })
    .refine((amount) => amount !== 0, { error: 'Enter a number other than 0' }),
  reason,
})

export const levelForm = z.object({
  level: z
    .string({ error: 'Choose a level' })
    .max(90)
    .regex(/^[\w-]+:[\w-]*$/, { error: 'Choose a level' }),
  since: date,
  reason: reason.optional(),
})

export const segmentForm = z.object({
  key: formKey,
  name: z
    .string({ error: 'Enter a name' })
    .trim()
    .min(1, { error: 'Enter a name' })
    .max(40, { error: 'Enter a name of at most 40 characters' })
    .regex(/^\P{Cc}*$/u, { error: 'Enter a name without control characters' }),
  /** The filters as they stand in the list's address. */
  filters: z.string().max(600).default(''),
})

export type SegmentForm = z.output<typeof segmentForm>
