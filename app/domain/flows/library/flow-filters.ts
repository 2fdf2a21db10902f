import * as z from 'zod'
import { flowStates } from '#app/db/studio/flows/flows-words.ts'
import { levels } from '#app/domain/training/exercise-vocabulary.ts'
import { searchText } from '#app/values/search-terms.ts'

/** What the list of flows can be narrowed by; what it does not know narrows nothing. */
export const flowFilters = z.object({
  // A pattern may weigh 50 bytes.
  q: searchText(20),
  discipline: z
    .string()
    .regex(/^[\w-]{0,40}$/)
    .catch(''),
  level: z.enum(levels).or(z.literal('')).catch(''),
  /** Class lengths, in minutes. */
  length: z.enum(['short', 'hour', 'long']).or(z.literal('')).catch(''),
  state: z.enum(flowStates).or(z.literal('')).catch(''),
})

export type FlowFilters = z.output<typeof flowFilters>
