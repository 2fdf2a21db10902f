/** What the forms of changing several packs at once send. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'

/** Packs one press changes at most; the ones that end first come first. */
export const mostPacks = 200

const packActs = ['extend', 'credits'] as const
export type PackAct = (typeof packActs)[number]

const within = (most: number, sentence: string) =>
  z.coerce
    .number({ error: sentence })
    .int({ error: 'Enter a whole number' })
    .min(1, { error: 'Enter 1 or more' })
    .max(most, { error: `Enter ${most} or fewer` })

const days = within(366, 'Enter how many days')
const credits = within(50, 'Enter how many credits')

const day = z.string().refine(isLocalDate).or(z.literal('')).catch('')

/** Which packs a page is about, by its address. */
export const packsFilters = z.object({
  /** One lot. */
  lot: z.string().max(40).catch(''),
  /** The name of a package. */
  name: z.string().max(60).catch(''),
  from: day,
  until: day,
  days: days.catch(14),
  credits: credits.catch(1),
})
export type PacksFilters = z.output<typeof packsFilters>

const reason = z
  .string({ error: 'Write why' })
  .overwrite(tidyText)
  .min(1, { error: 'Write why' })
  .max(200, { error: 'Use at most 200 characters' })

/** A pack as the page showed it: its id and its last day. */
const shownLot = z.string().regex(/^[\w-]{1,40}:\d{4}-\d\d-\d\d$/, { error: 'Reload the page' })

const chosen = {
  key: formKey,
  reason,
  lots: z
    .union([shownLot, z.array(shownLot).max(mostPacks)], { error: 'Select the packs' })
    // A group of boxes has no rule that a browser could check.
    .optional()
    .transform((given, ctx) => {
      if (given === undefined) ctx.addIssue({ code: 'custom', message: 'Select the packs' })
      return [given ?? []].flat().map((one) => {
        const [id, end] = one.split(':') as [string, string]
        return { id, end }
      })
    }),
}

export const changePacksForm = z.discriminatedUnion('act', [
  z.object({ act: z.literal('extend'), ...chosen, days }),
  z.object({ act: z.literal('credits'), ...chosen, credits }),
])
export type ChangePacksForm = z.output<typeof changePacksForm>
