/** What the form of a pack that is bought again sends, and its words. Pure. */
import * as z from 'zod'
import { versionField } from '#app/values/version-field.ts'

/** With so many credits left at most it may be bought again. */
export const mostLeft = 5

const leftWords = `Choose 0 to ${mostLeft}`

export const topUpForm = z.object({
  package: z.string({ error: 'Choose a pack' }).min(1).max(40),
  version: versionField,
  turn: z.enum(['on', 'off'], { error: 'Reload the page and try again' }),
  left: z.coerce
    .number({ error: leftWords })
    .int({ error: leftWords })
    .min(0, { error: leftWords })
    .max(mostLeft, { error: leftWords })
    .default(0),
})

const stopped: Record<string, string> = {
  no_card: 'you have no card saved',
  not_sold: 'it is no longer sold as you agreed to it',
  not_given: 'it could not be given any more, and what you paid is account credit',
}

/** Why it stopped, as the end of a sentence; `failed` is what the bank said, a sentence of its own. */
export const stoppedWords = (reason: string): string => stopped[reason] ?? 'your card was refused'
