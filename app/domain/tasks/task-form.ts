/** What is done with a task. Pure. */
import * as z from 'zod'

/** `give` hands it to `personId`; left empty, to nobody in particular. */
export const taskAct = z.object({
  act: z.enum(['done', 'reopen', 'give']),
  personId: z.string().max(40).default(''),
})
