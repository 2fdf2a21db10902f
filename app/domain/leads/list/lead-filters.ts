/** What the list of leads can be narrowed by. A word that is not understood falls back. */
import * as z from 'zod'
import { searchText } from '#app/values/search-terms.ts'

export const leadViews = ['open', 'mine', 'overdue', 'won', 'nurture', 'lost'] as const
export type LeadView = (typeof leadViews)[number]

const id = z
  .string()
  .regex(/^[\w-]{0,60}$/)
  .catch('')

export const leadFilters = z.object({
  /** A board has columns of what is open; everything else is a table. */
  as: z.enum(['board', 'table']).catch('board'),
  view: z.enum(leadViews).catch('open'),
  pipeline: id,
  q: searchText(80),
  source: id,
  owner: id,
  tag: z.string().trim().toLowerCase().max(40).catch(''),
})
export type LeadFilters = z.output<typeof leadFilters>
