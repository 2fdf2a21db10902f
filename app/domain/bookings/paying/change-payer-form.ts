/** What changing what pays for a place sends. */
import * as z from 'zod'
import { tidyText } from '#app/values/text/tidy-text.ts'

const reload = 'Reload the page and try again'

export const changePayerForm = z.object({
  /** `lot:<id>`, `membership:<id>`, `make_up:<id>`, `drop_in:later` or `drop_in:credit`. */
  to: z
    .string({ error: 'Choose what pays' })
    .regex(/^(?:lot|membership|make_up|drop_in):[\w-]{1,40}$/, { error: 'Choose what pays' }),
  /** What the page was worked out from. */
  shown: z.string({ error: reload }).max(60, { error: reload }),
  reason: z
    .string({ error: 'Give a reason' })
    .overwrite(tidyText)
    .min(1, { error: 'Give a reason' })
    .max(200, { error: 'Write at most 200 characters' }),
})

export type ChangePayerForm = z.output<typeof changePayerForm>
