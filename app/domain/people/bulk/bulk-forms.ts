/** What the forms of a change of many people send. */
import * as z from 'zod'
import { bulkActs } from '#app/db/studio/people-words.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { longestFilters } from '../list/person-filters.ts'
import { formKey, oneTag } from '../person-fields.ts'

const personId = /^[\w-]{1,40}$/

/** People chosen one by one, at most this many; more are chosen by what the list is filtered to. */
const mostChosen = 200

export const bulkChoice = z.object({
  act: z.enum(bulkActs).catch('note'),
  /** Everyone the filters leave. */
  all: z.literal('1').or(z.literal('')).catch(''),
  /** The filters of the list, as in its address. */
  filters: z.string().max(longestFilters).catch(''),
})

/** Ids as an address or a form names them; what is none is dropped. */
export const chosenIds = (named: readonly string[]): string[] =>
  [...new Set(named)].filter((id) => personId.test(id)).slice(0, mostChosen)

const text = (max: number) =>
  z
    .string({ error: 'Write the note' })
    .overwrite(tidyText)
    .min(1, { error: 'Write the note' })
    .max(max, { error: `Write at most ${max.toLocaleString('en-GB')} characters` })

const whom = {
  key: formKey,
  p: z
    .array(z.string().regex(personId))
    .max(mostChosen, { error: 'Choose fewer people' })
    .default([]),
  all: z.literal('1').optional(),
  /** The filters as they stood in the list's address. */
  filters: z.string().max(longestFilters).optional(),
}

export const bulkForm = z.discriminatedUnion(
  'act',
  [
    z.object({ act: z.literal('tag'), ...whom, tag: oneTag }),
    z.object({ act: z.literal('untag'), ...whom, tag: oneTag }),
    z.object({
      act: z.literal('note'),
      ...whom,
      kind: z.enum(['note', 'yellow', 'red'], { error: 'Choose what kind of note it is' }),
      text: text(1_000),
    }),
    z.object({
      act: z.literal('notice'),
      ...whom,
      text: text(300),
      /** Ticked: it goes by email too. */
      mail: z.literal('on').optional(),
    }),
    z.object({ act: z.literal('invite'), ...whom }),
    z.object({
      act: z.literal('archive'),
      ...whom,
      reason: z
        .string()
        .overwrite(tidyText)
        .max(200, { error: 'Use at most 200 characters' })
        .optional(),
    }),
    z.object({ act: z.literal('restore'), ...whom }),
  ],
  { error: 'Choose what to do' },
)

export type BulkForm = z.output<typeof bulkForm>

/** What the act needs, as it is kept with the change. */
export function bulkDetail(form: BulkForm): Record<string, string> {
  switch (form.act) {
    case 'tag':
    case 'untag':
      return { tag: form.tag }
    case 'note':
      return { kind: form.kind, text: form.text }
    case 'notice':
      return { text: form.text, mail: form.mail ?? '' }
    case 'archive':
      return { reason: form.reason ?? '' }
    case 'invite':
    case 'restore':
      return {}
  }
}
