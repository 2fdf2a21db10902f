/**
 * What the forms of a roster send. Messages are on the type, since an empty input arrives as
 * none.
 */
import * as z from 'zod'
import { methodsByHand } from '#app/domain/billing/invoices/payment-words.ts'
import { rosterAudiences } from '#app/domain/happenings/happening-kinds.ts'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

const reason = z
  .string({ error: 'Give a reason' })
  .overwrite(tidyText)
  .min(1, { error: 'Give a reason' })
  .max(200, { error: 'Write at most 200 characters' })
const maybe = z
  .string()
  .overwrite(tidyText)
  .max(200, { error: 'Write at most 200 characters' })
  .optional()

/** One act on one booking. */
export const bookingAct = z.discriminatedUnion(
  'act',
  [
    z.object({ act: z.literal('check_in'), reason: maybe }),
    z.object({ act: z.literal('undo_check_in'), reason: maybe }),
    z.object({ act: z.literal('cancel'), reason: maybe }),
    z.object({ act: z.literal('late_cancel'), reason: maybe }),
    z.object({ act: z.literal('give_place') }),
    z.object({ act: z.literal('spot'), spot: z.string().max(8).default('') }),
    z.object({
      act: z.literal('move'),
      to: z.string({ error: 'Choose a date' }).min(1).max(40),
      reason: maybe,
    }),
    z.object({
      act: z.literal('reverse'),
      from: z.enum(['late_cancelled', 'no_show', 'attended']),
      reason,
    }),
    z.object({ act: z.literal('waive'), reason }),
  ],
  { error: 'Choose what to do' },
)

export type BookingAct = z.output<typeof bookingAct>

/** What pays at the desk: what the rule finds, or a drop-in, by hand or later. */
export const deskPays = ['rule', ...methodsByHand, 'later'] as const
export type DeskPays = (typeof deskPays)[number]

/** The same for `addWalkIn`. */
export const walkInPay = (
  pay: DeskPays,
): { pay?: { kind: 'drop_in'; method: Exclude<DeskPays, 'rule'> } } =>
  pay === 'rule' ? {} : { pay: { kind: 'drop_in', method: pay } }

export const walkInForm = z.object({
  personId: z.string({ error: 'Choose a person' }).min(1).max(40),
  pay: z.enum(deskPays, { error: 'Choose what pays' }).default('rule'),
  reason: maybe,
  /** Ticked: the person is at the desk. */
  here: z.string().optional(),
})

/** `10/3`: ten places, three of them kept. */
export const placesVersion = (capacity: number, walkIns: number) => `${capacity}/${walkIns}`

export const capacityForm = z.object({
  capacity: z.coerce
    .number({ error: 'Enter how many places there are' })
    .int({ error: 'Enter a whole number' })
    .min(1, { error: 'Enter 1 or more' })
    .max(1_000, { error: 'Enter 1,000 or fewer' }),
  walkIns: z.coerce
    .number({ error: 'Enter how many are kept for walk-ins' })
    .int({ error: 'Enter a whole number' })
    .min(0, { error: 'Enter 0 or more' })
    .max(1_000, { error: 'Enter 1,000 or fewer' })
    .default(0),
  /** Both numbers that were on the page (`placesVersion`): they are their own version. */
  version: z
    .string()
    .catch('')
    .transform((shown) => {
      const [capacity = 0, walkIns = 0] = shown.split('/').map((n) => Number.parseInt(n, 10) || 0)
      return { capacity, walkIns }
    }),
})

export const cancelClassForm = z.object({
  act: z.enum(['cancel', 'restore']).catch('cancel'),
  reason: maybe,
  /** The draft that was on the page, by id; none where there was none. */
  planned: z.string().max(40).default(''),
  /** The second button: planned, and done when the plan is published. */
  as: z.literal('draft').optional().catch(undefined),
})

export const waiveFeeForm = z.object({ reason })

export const rosterMessageForm = z.object({
  to: z.enum(rosterAudiences, { error: 'Choose who gets it' }),
  text: z
    .string({ error: 'Write the message' })
    .overwrite(tidyText)
    .min(1, { error: 'Write the message' })
    .max(1_000, { error: 'Write at most 1,000 characters' })
    .regex(/^[^\p{Cc}]*(?:[\r\n\t][^\p{Cc}]*)*$/u, {
      error: 'Use words without control characters',
    }),
  /** Ticked: by email too. */
  mail: z.literal('on').optional(),
  key: z
    .string({ error: 'Reload the page and try again' })
    .regex(idForm, { error: 'Reload the page and try again' }),
})

export type RosterMessageForm = z.output<typeof rosterMessageForm>

/** Booking one class for a person from their profile. */
export const bookForPersonForm = z.object({
  occurrenceId: z.string({ error: 'Choose a class' }).min(1).max(40),
  pay: z.enum(deskPays, { error: 'Choose what pays' }).default('rule'),
  reason: maybe,
})
