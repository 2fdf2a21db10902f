/** The forms of webhooks. Messages are on the type. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { webhookKindNames } from './webhook-kinds.ts'

const chooseKinds = 'Choose at least one event'

const fields = {
  name: z
    .string({ error: 'Enter a name' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter a name' })
    .max(60, { error: 'Enter at most 60 characters' }),
  address: z
    .string({ error: 'Enter an address' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter an address' })
    .max(500, { error: 'Enter at most 500 characters' }),
  kinds: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((sent) => webhookKindNames.filter((kind) => [sent ?? []].flat().includes(kind)))
    .refine((kinds) => kinds.length > 0, { error: chooseKinds }),
}

/** Of one that is added under `key`. */
export const webhookForm = z.object({ ...fields, key: formKey })

/** Of one that is there, at the version the page showed. */
export const changeWebhookForm = z.object({ ...fields, version: z.coerce.number().int() })
export type WebhookFields = Omit<z.output<typeof webhookForm>, 'key'>

export const webhookAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('renew'), version: z.coerce.number().int() }),
  z.object({ act: z.literal('pause') }),
  z.object({ act: z.literal('resume') }),
  z.object({ act: z.literal('delete') }),
  z.object({ act: z.literal('test'), key: formKey }),
  z.object({
    act: z.literal('again'),
    delivery: z.string().regex(/^\w{1,40}$/),
    /** Tries that the page showed: pressed twice, it is sent once. */
    tries: z.coerce.number().int(),
  }),
  z.object({ act: z.literal('all-again') }),
])
