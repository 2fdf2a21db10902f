/** What transferring a pack to another person sends. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

const reload = 'Reload the page and try again'

export const transferForm = z.object({
  key: formKey,
  lot: z.string({ error: reload }).max(40),
  to: z.string({ error: reload }).max(40),
  /** Credits as the page showed them. */
  left: z.coerce.number({ error: reload }).int({ error: reload }).min(0).max(10_000),
  reason: z
    .string({ error: 'Write why' })
    .overwrite(tidyText)
    .min(1, { error: 'Write why' })
    .max(200, { error: 'Use at most 200 characters' }),
})
