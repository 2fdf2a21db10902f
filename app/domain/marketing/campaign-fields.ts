/** The forms of campaigns. */
import * as z from 'zod'
import { letterPages } from '#app/db/studio/marketing/campaigns-words.ts'
import { unknownFields } from '#app/domain/conversations/merge-fields.ts'
import { longestFilters } from '#app/domain/people/list/person-filters.ts'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'

/** A subject is one line: a line break would begin a new header of the email. */
const oneLine = (text: string) => !/\p{Cc}/u.test(text)

const words = (empty: string, most: number) =>
  z
    .string({ error: empty })
    .overwrite(tidyText)
    .min(1, empty)
    .max(most, `Shorten it to ${most.toLocaleString('en-GB')} characters.`)

const knownFields = (text: string, check: z.core.$RefinementCtx) => {
  const [unknown] = unknownFields(text)
  if (unknown)
    check.addIssue({ code: 'custom', message: `There is no field {${unknown}}. Check its name.` })
}

const forWhom = {
  key: z.string().regex(idForm),
  version: z.coerce.number().int().default(0),
  name: words('Give it a name.', 60).refine(oneLine, 'Write the name on one line.'),
  who: z.string({ error: 'Choose who gets it.' }).regex(/^[\w-]{1,60}$/, 'Choose who gets it.'),
  /** Filters of the people list, as in its address. */
  params: z.string().max(longestFilters).default(''),
}

/** A text to many: what it says, and the page it leads to. It has no subject and no button. */
const textCampaignForm = z
  .object({
    ...forWhom,
    text: words('Type what it says.', 480).superRefine(knownFields),
    page: z.enum(letterPages, { error: 'Choose where the link leads.' }).default(''),
  })
  .transform((text) => ({ ...text, subject: '', subjectB: '', button: '' }))

export const campaignForm = z
  .object({
    ...forWhom,
    subject: words('Type a subject.', 120)
      .refine(oneLine, 'Write the subject on one line.')
      .superRefine(knownFields),
    subjectB: z
      .string()
      .overwrite(tidyText)
      .max(120, 'Shorten it to 120 characters.')
      .refine(oneLine, 'Write the subject on one line.')
      .superRefine(knownFields)
      .default(''),
    text: words('Type what it says.', 3_000).superRefine(knownFields),
    button: z
      .string()
      .overwrite(tidyText)
      .max(40, 'Shorten it to 40 characters.')
      .refine(oneLine, 'Write it on one line.')
      .default(''),
    page: z.enum(letterPages, { error: 'Choose where the button leads.' }).default(''),
  })
  .refine(({ button, page }) => (button === '') === (page === ''), {
    message: 'A button needs its words and where it leads. Give both, or neither.',
    path: ['button'],
  })
  .refine(({ subject, subjectB }) => subject !== subjectB, {
    message: 'Both subjects are the same. Change the second one or clear it.',
    path: ['subjectB'],
  })

/** The form of a campaign by how it goes out. */
export const campaignFormOf = { email: campaignForm, sms: textCampaignForm }

export type CampaignForm = z.output<typeof campaignForm>

/** When a draft goes out: now, or at a time of the studio. */
export const scheduleForm = z
  .object({
    act: z.literal('schedule'),
    version: z.coerce.number().int(),
    when: z.enum(['now', 'at'], { error: 'Choose when to send it.' }),
    date: z.string().default(''),
    time: z.string().default(''),
  })
  .refine(({ when, date }) => when === 'now' || isLocalDate(date), {
    message: 'Enter the date.',
    path: ['date'],
  })
  .refine(({ when, time }) => when === 'now' || /^([01]\d|2[0-3]):[0-5]\d$/.test(time), {
    message: 'Enter a time like 09:00.',
    path: ['time'],
  })

export const campaignActForm = z.discriminatedUnion('act', [
  z.object({ act: z.literal('test'), key: z.string().regex(idForm) }),
  z.object({ act: z.literal('count') }),
  z.object({ act: z.literal('unschedule') }),
  z.object({ act: z.literal('cancel') }),
])
