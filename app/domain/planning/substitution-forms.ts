/** What the forms of a request for a substitute send, and how refusals are said. Pure. */
import * as z from 'zod'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

export const askForm = z.object({
  key: z
    .string({ error: 'Reload the page and try again' })
    .regex(idForm, { error: 'Reload the page and try again' }),
  occurrenceId: z.string({ error: 'Choose a class' }).min(1).max(40),
  reason: z
    .string()
    .overwrite(tidyText)
    .max(200, { error: 'Write at most 200 characters' })
    .default(''),
})

const pay = z
  .string()
  .overwrite(tidyText)
  .max(20, { error: 'Enter an amount like 45.00' })
  .default('')

/** What is said of a sum that is none. */
export const payWords = 'Enter an amount like 45.00, or nothing'

export const requestAct = z.discriminatedUnion(
  'act',
  [
    z.object({
      act: z.literal('offer'),
      to: z.enum(['all', 'chosen'], { error: 'Choose who to ask' }),
      coach: z.array(z.string().max(40)).max(100).default([]),
      stands: z.literal('on').optional(),
      pay,
    }),
    z.object({ act: z.literal('claim') }),
    z.object({ act: z.literal('decline') }),
    z.object({ act: z.literal('approve'), pay }),
    z.object({ act: z.literal('withdraw') }),
  ],
  { error: 'Choose what to do' },
)

/** Each refusal as one sentence and one thing to do. */
export const substitutionRefusals: Record<string, string> = {
  over:
    'The class has started, is cancelled, or was changed since. ' +
    'Open it again to see the latest',
  nobody: 'You’ve already asked these coaches, or they teach elsewhere then. Choose others',
  not_offered: 'It wasn’t offered to you, or you declined. Ask a manager',
  taken: 'Someone else was first. Thank you for offering',
  not_free: 'There’s something else in the calendar at that time. Sort that out first',
  not_qualified:
    'This class asks for something that isn’t held on its date. Renew it under Staff, or ask someone else',
  not_claimed: 'Nobody has accepted yet. Wait, or ask others',
  not_yours: 'You can only ask for a substitute for your own classes. Ask a manager',
  settled: 'It’s already settled. Change the coach on the class page',
}
