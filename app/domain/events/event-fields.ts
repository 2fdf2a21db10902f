/**
 * The forms of events and tickets, as the server checks them. Money is typed in the studio's
 * currency.
 */

import * as z from 'zod'
import { methodsByHand } from '#app/domain/billing/invoices/payment-words.ts'
import { classColours } from '#app/domain/calendar/class-sign.ts'
import { asked } from '#app/values/field-rules.ts'
import { isIconValue } from '#app/values/icon.ts'
import { idForm } from '#app/values/id.ts'
import { amountRules, parseMinor } from '#app/values/money.ts'
import { pickedColour } from '#app/values/palette.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { instantOf, isLocalDate } from '#app/values/zone.ts'

const reload = 'Reload the page and try again'
const key = z.string({ error: reload }).regex(idForm, { error: reload })
const name = (what: string, most: number) =>
  z
    .string({ error: `Enter ${what}` })
    .overwrite(tidyText)
    .min(1, { error: `Enter ${what}` })
    .max(most, { error: `Enter ${what} of at most ${most} characters` })
    .regex(/^\P{Cc}*$/u, { error: `Enter ${what} without control characters` })
const text = (most: number) =>
  z
    .string()
    .overwrite(tidyText)
    .max(most, { error: `Write at most ${most} characters` })
    .default('')
const whole = (what: string, least: number, most: number) =>
  z.coerce
    .number({ error: `Enter ${what}` })
    .int({ error: `Enter ${what} as a whole number` })
    .min(least, { error: `Enter ${what}: ${least} or more` })
    .max(most, { error: `Enter ${what}: ${most} at most` })
const chosen = (what: string) =>
  z
    .string({ error: `Choose ${what}` })
    .min(1, { error: `Choose ${what}` })
    .max(40)
const tick = z
  .string()
  .optional()
  .transform((value) => value !== undefined)
const time = /^([01]\d|2[0-3]):[0-5]\d$/
/** The shape of an address is checked no further: whether it is one, its owner knows. */
const address = '[^\\s@<>,;]+@[^\\s@<>,;]+\\.[^\\s@<>,;]+'
const isAddress = new RegExp(`^${address}$`)
const addressWords = 'Enter an address like name@example.com'
/** An address, or nothing. */
const email = asked(
  z
    .string()
    .overwrite(tidyText)
    .max(254, { error: addressWords })
    .refine((value) => value === '' || isAddress.test(value), { error: addressWords })
    .default(''),
  { pattern: `\\s*${address}\\s*`, title: addressWords },
)

export const eventForm = z.object({
  key,
  version: versionField,
  name: name('a name', 80),
  description: text(2_000),
  disciplineId: chosen('a discipline'),
  date: z.string({ error: 'Enter the date' }).refine(isLocalDate, { error: 'Enter the date' }),
  time: z
    .string({ error: 'Enter when it starts' })
    .regex(time, { error: 'Enter a time like 19:00' }),
  minutes: whole('how many minutes it lasts', 5, 1_440),
  roomId: chosen('a room'),
  coachId: chosen('who is responsible'),
  capacity: whole('how many tickets there are', 1, 10_000),
  notes: text(1_000),
  refundHours: whole('the hours', 0, 2_000),
  refundPercent: whole('the percent', 0, 100),
  holdMinutes: whole('the minutes', 2, 120),
  transferable: tick,
  colour: z
    .string()
    .refine((colour) => pickedColour(colour, '', classColours) !== null, {
      error: 'Choose a colour of the list',
    })
    .default(''),
  icon: z.string().refine(isIconValue, { error: 'Choose an icon of the list' }).default(''),
})

export type EventForm = z.output<typeof eventForm>

/** `2027-01-05T18:30`, as a datetime field sends it; empty is none. */
const moment = (timeZone: string) =>
  z
    .string()
    .refine(
      (value) =>
        isLocalDate(value.slice(0, 10)) && value[10] === 'T' && time.test(value.slice(11, 16)),
      {
        error: 'Enter a date and a time',
      },
    )
    .transform((value) => instantOf(value.slice(0, 16), timeZone))
    .optional()

export const ticketTypeForm = ({ currency, timeZone }: { currency: string; timeZone: string }) =>
  z
    .object({
      key,
      version: versionField,
      name: name('a name', 40),
      price: asked(
        z
          .string({ error: 'Enter a price, 0 where it is free' })
          .transform((value) => parseMinor(value, currency))
          .refine((minor) => minor !== null, { error: 'Enter a price like 12.00' })
          .transform((minor) => minor ?? 0),
        amountRules(currency, 'Enter a price like 12.00'),
      ),
      capacity: whole('how many there are', 1, 10_000).optional(),
      salesFrom: moment(timeZone),
      salesUntil: moment(timeZone),
      membersOnly: tick,
      perOrder: whole('how many at once', 1, 20),
      sort: whole('its place in the list', 0, 99).default(0),
    })
    .superRefine(({ salesFrom, salesUntil }, ctx) => {
      if (salesFrom && salesUntil && salesUntil <= salesFrom) {
        ctx.addIssue({
          code: 'custom',
          path: ['salesUntil'],
          message: 'Enter an end after the start',
        })
      }
    })

export const deskOrderForm = z
  .object({
    key,
    typeId: chosen('a ticket'),
    count: whole('how many', 1, 20),
    name: name('a name', 120),
    email,
    personId: z.string().max(40).default(''),
    how: z.enum(['paid', 'door', 'account', 'comp'], { error: 'Choose how it is paid' }),
    reason: text(200),
  })
  .superRefine(({ how, reason, personId }, ctx) => {
    if (how === 'comp' && reason === '') {
      ctx.addIssue({ code: 'custom', path: ['reason'], message: 'Write why it’s free' })
    }
    if (how === 'account' && personId === '') {
      ctx.addIssue({
        code: 'custom',
        path: ['how'],
        message: 'Choose a person first: only they have an account',
      })
    }
  })

const because = z
  .string({ error: 'Write why' })
  .overwrite(tidyText)
  .min(1, { error: 'Write why' })
  .max(200, { error: 'Write at most 200 characters' })

/** What the desk does with one ticket. */
export const ticketActForm = z.discriminatedUnion('act', [
  z.object({ act: z.literal('undo'), reason: because }),
  z.object({ act: z.literal('refund'), share: z.enum(['rule', 'whole']), reason: because }),
  z.object({ act: z.literal('pass'), name: name('the new name', 120), email }),
  z.object({
    act: z.literal('paid'),
    method: z.enum(methodsByHand, { error: 'Choose how it was paid' }),
  }),
  z.object({ act: z.literal('given') }),
])

export const cancelEventForm = z.object({
  reason: z
    .string({ error: 'Enter a reason: everyone gets it in their message' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter a reason: everyone gets it in their message' })
    .max(200),
})

/** Who orders; how many of each type is read by the types' ids. */
export const buyerForm = z.object({
  key,
  name: name('your name', 120),
  email: z
    .string({ error: 'Enter your address: the tickets are sent there' })
    .overwrite(tidyText)
    .max(254)
    .regex(isAddress, { error: 'Enter an address like name@example.com' }),
  instead: z.string().max(40).default(''),
})

/** Which order's tickets are released. */
export const heldOrderForm = z.object({ order: z.string().regex(idForm) })

/**
 * Who a ticket is passed on to by its holder: without an address nobody would learn the new code.
 */
export const holderForm = z.object({
  name: name('a name', 120),
  email: z
    .string({ error: 'Enter their address: the new code is sent there' })
    .overwrite(tidyText)
    .max(254)
    .regex(isAddress, { error: 'Enter an address like name@example.com' }),
})

/** What is done with the run order: an act added, moved or taken out. */
export const runOrderForm = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('add'),
    key,
    title: name('what the act is called', 80),
    performers: name('who performs', 300),
    apparatus: text(60),
    music: text(120),
    minutes: whole('how many minutes it lasts', 1, 240),
  }),
  z.object({
    act: z.enum(['up', 'down', 'remove']),
    id: z.string().max(40).default(''),
    from: z.coerce.number().int().nullable().default(null),
  }),
])
