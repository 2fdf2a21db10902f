/** The forms of conversations. */
import * as z from 'zod'
import { announcementAudiences } from '#app/db/studio/conversations/conversations-words.ts'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { replyChannels, snoozeChoices, tidyLabels } from './conversation-words.ts'
import { unknownFields } from './merge-fields.ts'

/** So long may a message be. */
const messageLength = 4_000

const key = z.string().regex(idForm, 'Reload the page and try again.')
const words = (empty: string) =>
  z
    .string({ error: empty })
    .overwrite(tidyText)
    .min(1, empty)
    .max(messageLength, `Shorten it to ${messageLength} characters.`)

/** What a member writes. */
export const memberMessageForm = z.object({
  key,
  text: words('Type your message.'),
  about: z.string().overwrite(tidyText).max(120).default(''),
  aboutPath: z.string().overwrite(tidyText).max(200).default(''),
})

/** What staff answer, or note among themselves. `seen` is the last message that they saw. */
export const replyForm = z.object({
  key,
  text: words('Type an answer.'),
  channel: z.enum(replyChannels).default('app'),
  seen: z.coerce.number().int().min(0).default(0),
  act: z.enum(['send', 'note', 'send_resolve']).default('send'),
})

export const newConversationForm = replyForm.pick({ key: true, text: true, channel: true })

/** What is done with a conversation. */
export const conversationActForm = z.object({
  act: z.enum(['resolve', 'reopen', 'pending', 'snooze', 'assign', 'label', 'merge']),
  until: z.enum(snoozeChoices).optional(),
  personId: z.string().max(20).optional(),
  labels: z
    .string()
    .max(200, 'Shorten the labels to 200 characters.')
    .transform(tidyLabels)
    .optional(),
  intoId: z.string().max(20).optional(),
})

export const savedReplyForm = z.object({
  key,
  name: z
    .string({ error: 'Give it a name.' })
    .overwrite(tidyText)
    .min(1, 'Give it a name.')
    .max(60, 'Shorten the name to 60 characters.'),
  text: words('Type what it says.').superRefine((text, check) => {
    const [unknown] = unknownFields(text)
    if (unknown)
      check.addIssue({ code: 'custom', message: `There is no field {${unknown}}. Check its name.` })
  }),
})

const day = (empty: string) =>
  z.string({ error: empty }).refine(isLocalDate, 'Enter a date, such as 2026-12-24.')

export const announcementForm = z
  .object({
    key,
    title: z
      .string({ error: 'Give it a title.' })
      .overwrite(tidyText)
      .min(1, 'Give it a title.')
      .max(80, 'Shorten the title to 80 characters.'),
    text: z.string().overwrite(tidyText).max(600, 'Shorten it to 600 characters.').default(''),
    audience: z.enum(announcementAudiences),
    fromOn: day('Enter the first day.'),
    untilOn: day('Enter the last day.'),
    pinned: z.literal('on').optional(),
  })
  .refine(({ fromOn, untilOn }) => fromOn <= untilOn, {
    message: 'The last day is before the first.',
    path: ['untilOn'],
  })
