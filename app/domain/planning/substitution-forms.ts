/** What the forms of a request for a substitute send, and how refusals are said. Pure. */
import * as z from 'zod'
import { idForm } from '#app/values/id.ts'

export const askForm = z.object({
  key: z
    .string({ error: 'Reload the page and try again' })
    .regex(idForm, { error: 'Reload the page and try again' }),
  occurrenceId: z.string({ error: 'Choose a class' }).min(1).max(40),
  reason: z.string().trim().max(200, { error: 'Write at most 200 characters' }).default(''),
})

const pay = z.string().trim().max(20, { error: 'Enter an amount like 45.00' }).default('')

/** What is said of a sum that is none. */
export const payWords = 'Enter an amount like 45.00, or nothing'

export const requestAct = z.discriminatedUnion(
  'act',
  [
    z.object({
      act: z.literal('offer'),
      to: z.enum(['all', 'chosen'], { error: 'Choose whom to ask' }),
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
    'The class has started, is called off, or was changed since. ' +
    'Open it again to see what stands',
  nobody:
    'Nobody of these can be asked: they were asked already, or teach elsewhere then. Choose others',
  not_offered: 'It was not offered to you, or you said no. Ask who plans the classes',
  taken: 'Somebody else was first. Thank you: there is nothing more to do',
  not_free: 'Something else stands in the calendar at that time. Sort that out first',
  not_claimed: 'Nobody has claimed it yet. Wait for a claim, or ask others',
  not_yours: 'You can ask for a substitute only for your own classes. Ask who plans the classes',
  settled: 'It is settled already. Change the coach on the page of the class',
}
