/** What the forms of reception send. */

import * as z from 'zod'
import { deskPays } from '#app/domain/bookings/roster/desk-forms.ts'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { type AlertRules, alertActions, triggers } from './alert-rules.ts'
import { isEasyPin, kioskProofs } from './kiosk-proof.ts'
import { type Tap, tapMethods, tapsAtOnce } from './taps.ts'

const id = z.string({ error: 'Choose someone' }).min(1).max(40)
const words = z
  .string()
  .overwrite(tidyText)
  .max(200, { error: 'Write at most 200 characters' })
  .default('')

export const deskAct = z.discriminatedUnion(
  'act',
  [
    z.object({
      act: z.literal('find'),
      q: z.string({ error: 'Enter a name or scan a code' }).trim().min(1).max(120),
    }),
    z.object({
      act: z.literal('check_in'),
      bookingId: id,
      override: words,
      give: z.string().optional(),
    }),
    z.object({ act: z.literal('undo'), bookingId: id }),
    z.object({ act: z.literal('undo_visit'), arrivalId: id }),
    z.object({
      act: z.literal('walk_in'),
      personId: id,
      occurrenceId: id,
      pay: z.enum(deskPays).default('rule'),
      reason: words,
      override: words,
    }),
    z.object({
      act: z.literal('visit'),
      personId: id,
      key: z.string({ error: 'Reload the page and try again' }).regex(idForm),
      override: words,
    }),
  ],
  { error: 'Choose what to do' },
)

const tap = z.object({
  key: z.string().regex(idForm),
  bookingId: id,
  method: z.enum(tapMethods),
  ago: z.number().finite().nonnegative(),
  override: z.string().max(200),
  give: z.boolean().optional(),
})

/** The queue of a page: JSON in one field. */
export const tapsForm = z.object({
  taps: z.string().transform((text, check): Tap[] => {
    try {
      return z.array(tap).min(1).max(tapsAtOnce).parse(JSON.parse(text))
    } catch {
      check.addIssue('These are no taps')
      return z.NEVER
    }
  }),
})

const action = z.enum(alertActions, { error: 'Choose an option' })
export const alertRulesForm = z
  .object(
    Object.fromEntries(triggers.map((trigger) => [trigger, action])) as Record<
      keyof AlertRules,
      typeof action
    >,
  )
  .extend({ version: z.string().max(100).default('') })

export const kioskForm = z.object({
  key: z
    .string({ error: 'Reload the page and try again' })
    .regex(idForm, { error: 'Reload the page and try again' }),
  name: z
    .string({ error: 'Name the tablet' })
    .overwrite(tidyText)
    .min(1, { error: 'Name the tablet' })
    .max(60, { error: 'Use at most 60 characters' }),
  locationId: z.string().max(40).optional(),
})

export const kioskAct = z.discriminatedUnion(
  'act',
  [
    z.object({ act: z.literal('renew'), id }),
    z.object({ act: z.literal('revoke'), id }),
    z.object({ act: z.literal('proof'), proof: z.enum(kioskProofs) }),
  ],
  { error: 'Choose what to do' },
)

/** A PIN for kiosks, typed twice by nobody: anyone who mistypes it sets it again. */
export const pinForm = z.object({
  pin: z
    .string({ error: 'Enter 4 to 6 digits' })
    .overwrite(tidyText)
    .regex(/^\d{4,6}$/, { error: 'Enter 4 to 6 digits' })
    .refine((pin) => !isEasyPin(pin), {
      error: 'Choose digits that are harder to guess than 1234 or 1111',
    }),
})

/** What a kiosk sends: what was typed, or who was picked among those found. */
export const kioskEntry = z.object({
  q: z.string().trim().max(60).default(''),
  pick: z.string().max(40).optional(),
  /** What anyone who was picked shows that it is them by. */
  typed: z.string().overwrite(tidyText).max(12).optional(),
})
