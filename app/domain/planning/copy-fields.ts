/** What the form of a copied term asks. Pure. */
import * as z from 'zod'
import { idForm } from '#app/values/id.ts'
import { isLocalDate } from '#app/values/zone.ts'

const date = (what: string) =>
  z.string({ error: what }).refine(isLocalDate, { error: 'Enter a date that exists' })

const span = {
  from: date('Enter the first week'),
  weeks: z.coerce
    .number({ error: 'Enter how many weeks' })
    .int({ error: 'Enter whole weeks' })
    .min(1, { error: 'Enter 1 week or more' })
    .max(26, { error: 'Enter at most 26 weeks' }),
  to: date('Enter the week it is to start'),
}

export const copyQuestion = z.object(span)

export const copyForm = z.object({
  key: z
    .string({ error: 'Reload the page and try again' })
    .regex(idForm, { error: 'Reload the page and try again' }),
  ...span,
  series: z
    .array(z.string().max(40), { error: 'Choose what to copy' })
    .min(1, { error: 'Choose what to copy' })
    .max(1000),
  /** The clashes that the page showed, one `shownClashes` a series. */
  seen: z.array(z.string().max(200)).max(1000).default([]),
  as: z.enum(['draft', 'now'], { error: 'Choose whether it is published at once' }),
})
