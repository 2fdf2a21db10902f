/** What the buttons of collecting an invoice send. */
import * as z from 'zod'

/** Making a link that pays, ending those there are, charging the card, skipping a step to come. */
export const collectingAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('make') }),
  z.object({ act: z.literal('revoke') }),
  z.object({ act: z.literal('retry') }),
  z.object({ act: z.literal('skip'), step: z.string().min(1).max(120) }),
])
