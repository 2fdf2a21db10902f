/** The filters of the desk's list of classes. A word that is not understood falls back. */
import * as z from 'zod'
import { isLocalDate } from '#app/values/zone.ts'

export const classFilters = z.object({
  /** A date of the week that is shown; empty is this week. */
  from: z.string().refine(isLocalDate).or(z.literal('')).catch(''),
  coach: z.string().max(40).catch(''),
  room: z.string().max(40).catch(''),
  discipline: z.string().max(40).catch(''),
})

export type ClassFilters = z.output<typeof classFilters>
