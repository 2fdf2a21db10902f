/**
 * What the form of a closure asks, and the same as it is in the address of its preview. Pure.
 */
import * as z from 'zod'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { daysBetween, isLocalDate } from '#app/values/zone.ts'

/** No closure is longer: a studio that shuts for good is archived. */
const mostClosedDays = 120

const date = (what: string) =>
  z.string({ error: what }).refine(isLocalDate, { error: 'Enter a date that exists' })

const fields = {
  name: z
    .string({ error: 'Enter a name, like Christmas' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter a name, like Christmas' })
    .max(60, { error: 'Enter at most 60 characters' }),
  from: date('Enter the first day you are closed'),
  until: date('Enter the last day you are closed'),
  locationId: z.string().max(40).default(''),
  message: z
    .string()
    .overwrite(tidyText)
    .max(200, { error: 'Write at most 200 characters' })
    .default(''),
  extendsPacks: z.literal('on').optional(),
}

const inOrder = ({ from, until }: { from: string; until: string }) => from <= until
const short = ({ from, until }: { from: string; until: string }) =>
  daysBetween(from, until) < mostClosedDays
const orderWords = { path: ['until'], error: 'Enter a day on or after the first' }
const shortWords = { path: ['until'], error: `Enter at most ${mostClosedDays} days` }

export const closureForm = z.object(fields).refine(inOrder, orderWords).refine(short, shortWords)

export type ClosureForm = z.output<typeof closureForm>

export const closureToApply = z
  .object({
    key: z
      .string({ error: 'Reload the page and try again' })
      .regex(idForm, { error: 'Reload the page and try again' }),
    ...fields,
  })
  .refine(inOrder, orderWords)
  .refine(short, shortWords)

/** The form as the parameters of an address. */
export const closureParams = ({
  name,
  from,
  until,
  locationId,
  message,
  extendsPacks,
}: ClosureForm) => ({
  name,
  from,
  until,
  locationId: locationId || undefined,
  message: message || undefined,
  extendsPacks,
})

export const closureRefusals: Record<
  string,
  { fields?: Record<string, string[]>; form?: string[] }
> = {
  past: { fields: { until: ['These days are over. Enter a last day that is still to come'] } },
  not_found: { fields: { locationId: ['Choose one of your locations'] } },
  there: {
    fields: { name: ['There is a closure of this name on these days. Enter another name'] },
  },
  overlaps: {
    fields: {
      from: [
        'You are closed on some of these days already. ' +
          'Choose other days, or reopen on the others first',
      ],
    },
  },
}
