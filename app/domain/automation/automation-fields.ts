/** The forms of automations. */
import * as z from 'zod'
import { unknownFields } from '#app/domain/conversations/merge-fields.ts'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { automationTemplates } from './automation-words.ts'

const keys = automationTemplates.map(({ key }) => key) as [string, ...string[]]

export const beginAutomationForm = z.object({
  key: z.string().regex(idForm),
  template: z.enum(keys),
})

const words = (empty: string, most: number) =>
  z
    .string({ error: empty })
    .overwrite(tidyText)
    .min(1, empty)
    .max(most, `Shorten it to ${most} characters.`)
    .superRefine((text, check) => {
      const [unknown] = unknownFields(text)
      if (unknown)
        check.addIssue({
          code: 'custom',
          message: `There is no field {${unknown}}. Check its name.`,
        })
    })

const whole = (least: number, most: number) => {
  const sentence = `Enter a whole number from ${least} to ${most}.`
  return z.coerce.number({ error: sentence }).int(sentence).min(least, sentence).max(most, sentence)
}

export const automationForm = z
  .object({
    version: z.coerce.number().int(),
    name: z
      .string({ error: 'Give it a name.' })
      .overwrite(tidyText)
      .min(1, 'Give it a name.')
      .max(60, 'Shorten the name to 60 characters.'),
    days: whole(0, 365),
    /** The webhook it tells; empty is an email. */
    targetId: z.string().max(40).default(''),
    subject: words('Type a subject.', 120),
    text: words('Type what it says.', 2_000),
    fromHour: whole(0, 22),
    untilHour: whole(1, 23),
  })
  .refine(({ fromHour, untilHour }) => fromHour < untilHour, {
    message: 'The last hour is before the first.',
    path: ['untilHour'],
  })

export const automationActForm = z.object({ act: z.enum(['live', 'pause']) })
