/** Forms of what is done with leads. Pure. */
import * as z from 'zod'
import { nextActions } from '#app/db/studio/leads-words.ts'
import { formKey } from '#app/domain/people/person-fields.ts'
import { asked } from '#app/values/field-rules.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { bulkLeadsActs } from './bulk-words.ts'
import { lostReasons } from './lead-words.ts'

const id = z.string({ error: 'Choose one' }).regex(/^[\w-]{1,60}$/, { error: 'Choose one' })
const maybe = (most: number) =>
  z
    .string()
    .overwrite(tidyText)
    .max(most, { error: `Use at most ${most} characters` })
    .optional()
    .transform((text) => text ?? '')

const reasons = Object.keys(lostReasons) as [keyof typeof lostReasons]

export const moveForm = z.object({
  stageId: id,
  reason: z.enum(reasons, { error: 'Choose why' }).optional(),
  /** Own path to come back to. */
  back: z.string().max(300).optional(),
})

export const contactForm = z.object({
  key: formKey,
  kind: z.enum(['call', 'sms', 'email', 'note'], { error: 'Choose what it was' }),
  text: maybe(2_000),
})

export const nextForm = z.object({
  key: formKey,
  action: z.enum(nextActions, { error: 'Choose what is next' }),
  on: asked(z.string({ error: 'Choose a day' }).refine(isLocalDate, { error: 'Choose a day' }), {
    min: '2020-01-01',
  }),
  at: z
    .string({ error: 'Choose a time' })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time like 09:00' }),
  note: maybe(200),
})

export const trialForm = z.object({
  key: formKey,
  occurrenceId: id,
  act: z.enum(['book', 'hold']),
  back: z.string().max(300).optional(),
})

export const newLeadForm = z.object({
  key: formKey,
  name: z
    .string({ error: 'Enter a name' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter a name' })
    .max(80, { error: 'Enter a name of at most 80 characters' }),
  email: maybe(255),
  phone: maybe(40),
  kind: z.enum(['walk_in', 'phone_in', 'referral'], { error: 'Choose how they came' }),
  sourceId: id,
  pipelineId: id,
  interest: maybe(200),
  times: z.array(z.string().max(40)).max(6).default([]),
  referredBy: maybe(80),
  text: maybe(2_000),
})

export const leadDetailsForm = z.object({
  version: z.coerce.number().int().optional(),
  sourceId: id,
  ownerId: z
    .string()
    .max(40)
    .optional()
    .transform((owner) => owner ?? ''),
  interest: maybe(200),
  times: z.array(z.string().max(40)).max(6).default([]),
  campaign: maybe(80),
  referredBy: maybe(80),
  tags: maybe(300),
})

export const bulkLeadsForm = z.discriminatedUnion('act', [
  z.object({ act: z.literal('assign'), l: z.array(id).max(500).default([]), ownerId: id }),
  z.object({
    act: z.literal('tag'),
    l: z.array(id).max(500).default([]),
    tag: z
      .string({ error: 'Enter a tag' })
      .transform((tag) => tidyText(tag.toLowerCase()).replace(/\s+/g, ' '))
      .refine((tag) => tag.length > 0 && tag.length <= 40 && !/[,\p{Cc}]/u.test(tag), {
        error: 'Enter one tag of at most 40 characters, without a comma',
      }),
  }),
  z.object({
    act: z.literal('lose'),
    l: z.array(id).max(500).default([]),
    reason: z.enum(reasons, { error: 'Choose why' }),
  }),
  z.object({
    act: z.literal('message'),
    key: formKey,
    l: z.array(id).max(500).default([]),
    subject: z
      .string({ error: 'Enter a subject' })
      .overwrite(tidyText)
      .min(1, { error: 'Enter a subject' })
      .max(120, { error: 'Use at most 120 characters' }),
    text: z
      .string({ error: 'Write the message' })
      .overwrite(tidyText)
      .min(1, { error: 'Write the message' })
      .max(2_000, { error: 'Write at most 2,000 characters' }),
  }),
])

/** What the address of the page before the press names. */
export const bulkLeadsChoice = z.object({ act: z.enum(bulkLeadsActs).catch('assign') })
