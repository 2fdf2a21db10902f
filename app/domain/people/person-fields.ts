/**
 * What the forms of the desk ask about a person. Messages are on the type, since an empty input
 * arrives as none.
 */

import * as z from 'zod'
import { emailRules, emailWords, parseEmail } from '#app/values/email.ts'
import { asked } from '#app/values/field-rules.ts'
import { idForm } from '#app/values/id.ts'
import { parsePhone, phoneRules, phoneWords } from '#app/values/phone.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { longestFilters } from './list/person-filters.ts'
import { earliestBirthDate } from './my-details.ts'

/** How long what is kept of a person may be, in characters: for forms and for files alike. */
export const longestOf = {
  name: 80,
  preferredName: 40,
  emergencyName: 80,
  emergencyPhone: 40,
  pronouns: 40,
  address: 200,
  barcode: 60,
  referrer: 120,
} as const

const words = (max: number, what: string) =>
  z
    .string()
    .overwrite(tidyText)
    .max(max, { error: `Enter ${what} of at most ${max} characters` })
    .regex(/^\P{Cc}*$/u, { error: `Enter ${what} without control characters` })

const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional()

const typedEmail = z.string().transform((text, ctx) => {
  const parsed = parseEmail(text)
  if (parsed) return parsed
  ctx.addIssue({ code: 'custom', message: emailWords })
  return z.NEVER
})

const email = asked(typedEmail, emailRules(emailWords))

const typedPhone = z.string().transform((text, ctx) => {
  const parsed = parsePhone(text)
  if (parsed) return parsed
  ctx.addIssue({ code: 'custom', message: phoneWords })
  return z.NEVER
})

const phone = asked(typedPhone, phoneRules(phoneWords))

/** At most ten tags, in lower case, each once. */
const typedTags = z.string().transform((text, ctx) => {
  const list = [
    ...new Set(
      text
        .toLowerCase()
        .split(',')
        .map((tag) => tidyText(tag).replace(/\s+/g, ' ')),
    ),
  ].filter(Boolean)
  if (list.length > 10 || list.some((tag) => tag.length > 40 || /\p{Cc}/u.test(tag))) {
    ctx.addIssue({ code: 'custom', message: 'Enter at most 10 tags of 40 characters each' })
    return z.NEVER
  }
  return list.join(', ')
})

const tags = asked(typedTags, { maxLength: 430 })

const tagWords = 'Enter one tag of at most 40 characters, without a comma'

/** One tag, as the list of tags has it. */
export const oneTag = asked(
  z
    .string({ error: 'Enter a tag' })
    .transform((tag) => tidyText(tag.toLowerCase()).replace(/\s+/g, ' '))
    .refine((tag) => tag.length > 0 && tag.length <= 40 && !/[,\p{Cc}]/u.test(tag), {
      error: tagWords,
    }),
  { maxLength: 40, pattern: '[^,]+', title: tagWords },
)

export const personForm = z.object({
  name: z
    .string({ error: 'Enter a name' })
    .overwrite(tidyText)
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
  pronouns: optional(words(longestOf.pronouns, 'pronouns')),
  address: optional(words(longestOf.address, 'an address')),
  barcode: optional(words(longestOf.barcode, 'a barcode')),
  homeLocation: z.string().max(40).optional(),
  referrer: optional(words(longestOf.referrer, 'who referred them')),
  tags: optional(tags),
  /** What is kept of their photo (`settlePicture`). */
  photo: z.string().max(1_100).optional(),
})

export type PersonForm = z.output<typeof personForm>

export const changePersonForm = personForm.extend({ version: versionField })

/** The id of what a form makes; made with the form, so that sending it twice makes one. */
export const formKey = z
  .string({ error: 'Reload the page and try again' })
  .regex(idForm, { error: 'Reload the page and try again' })

export const addPersonForm = personForm.extend({
  key: formKey,
  /** Ticked to go on although someone has this address already. */
  shared: z.string().optional(),
})

export type AddPersonForm = z.output<typeof addPersonForm>

export const noteForm = z.object({
  kind: z.enum(['note', 'yellow', 'red', 'injury'], { error: 'Choose what kind of note it is' }),
  text: z
    .string({ error: 'Write the note' })
    .overwrite(tidyText)
    .min(1, { error: 'Write the note' })
    .max(1_000, { error: 'Write at most 1,000 characters' }),
  key: formKey,
})

export type NoteForm = z.output<typeof noteForm>

const reason = z
  .string({ error: 'Enter a reason' })
  .overwrite(tidyText)
  .min(3, { error: 'Enter a reason' })
  .max(200, { error: 'Use at most 200 characters' })
  .regex(/^\P{Cc}*$/u, { error: 'Use words without control characters' })

export const archiveForm = z.object({
  reason: z
    .string()
    .overwrite(tidyText)
    .max(200, { error: 'Use at most 200 characters' })
    .optional(),
  back: z.literal('on').optional(),
})

const id = z.string().regex(/^[\w-]{1,40}$/)

export const undoForm = z.object({ change: id })

const century = { min: '2000-01-01', max: '2100-01-01' }
/** A day of this century. */
export const date = asked(
  z
    .string({ error: 'Choose a day' })
    .refine((day) => isLocalDate(day) && day >= century.min && day <= century.max, {
      error: 'Choose a day from 2000 to 2099',
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
    error: 'The last day can’t be before the first',
  })

export const creditsForm = z.object({
  key: formKey,
  lot: z.string({ error: 'Choose a pack' }).max(40),
  amount: z.coerce
    .number({ error: 'Enter a number of credits' })
    .int({ error: 'Enter whole credits' })
    .min(-50, { error: 'Remove at most 50 at once' })
    .max(50, { error: 'Add at most 50 at once' })
    .refine((amount) => amount !== 0, { error: 'Enter a number other than 0' }),
  reason,
})

export const levelForm = z.object({
  level: z
    .string({ error: 'Choose a level' })
    .max(90)
    .regex(/^[\w-]+:[\w-]*(?::\d{1,2})?$/, { error: 'Choose a level' }),
  since: date,
  /** Ticked: until an assessment confirms it, or to the end of `until`. */
  provisional: z.string().optional(),
  until: date.default(''),
  reason: reason.optional(),
})

export const segmentForm = z.object({
  key: formKey,
  name: z
    .string({ error: 'Enter a name' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter a name' })
    .max(40, { error: 'Enter a name of at most 40 characters' })
    .regex(/^\P{Cc}*$/u, { error: 'Enter a name without control characters' }),
  /** The filters as they are in the list's address. */
  filters: z.string().max(longestFilters).default(''),
  /** Ticked: nobody else sees it. */
  own: z.string().optional(),
})

export type SegmentForm = z.output<typeof segmentForm>
