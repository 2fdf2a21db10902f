/** What freezing many memberships at once is asked by, and sends. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate } from '#app/values/zone.ts'

/** Memberships one press freezes at most. */
export const mostFrozenAtOnce = 100

const day = z.string().refine(isLocalDate).or(z.literal('')).catch('')

/** Which memberships a page is about, by its address. */
export const freezeFilters = z.object({
  /** The name of a plan. */
  plan: z.string().max(60).catch(''),
  from: day,
  until: day,
  fee: z.enum(['', '1']).catch(''),
  /** Behind these: the person and the membership that the page before ended with. */
  after: z
    .string()
    .regex(/^\w{1,40}:\w{1,40}$/)
    .or(z.literal(''))
    .catch(''),
})
export type FreezeFilters = z.output<typeof freezeFilters>

/** A membership as the page showed it: its id and its version. */
const shown = z.string().regex(/^[\w-]{1,40}:\d{1,9}$/, { error: 'Reload the page' })

const asked = (what: string) => z.string({ error: what }).refine(isLocalDate, { error: what })

export const freezeManyForm = z
  .object({
    key: formKey,
    from: asked('Choose the first day'),
    until: asked('Choose the last day'),
    fee: z.enum(['', '1']).default(''),
    reason: z
      .string({ error: 'Write why' })
      .overwrite(tidyText)
      .min(1, { error: 'Write why' })
      .max(200, { error: 'Use at most 200 characters' }),
    memberships: z
      .union([shown, z.array(shown).max(mostFrozenAtOnce)], { error: 'Select the memberships' })
      // A group of boxes has no rule that a browser could check.
      .optional()
      .transform((given, ctx) => {
        if (given === undefined) ctx.addIssue({ code: 'custom', message: 'Select the memberships' })
        return [given ?? []].flat().map((one) => {
          const [id, version] = one.split(':') as [string, string]
          return { id, version: Number(version) }
        })
      }),
  })
  .refine(({ from, until }) => from <= until, {
    path: ['until'],
    error: 'The last day is before the first. Change one of them',
  })
export type FreezeManyForm = z.output<typeof freezeManyForm>
