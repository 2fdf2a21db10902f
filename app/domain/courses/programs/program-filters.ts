import * as z from 'zod'
import { parseMinor } from '#app/values/money.ts'

/** What narrows the list of courses; what is not understood narrows nothing. */
export const programFilters = (currency: string) =>
  z.object({
    kind: z.enum(['', 'course', 'workshop']).catch(''),
    discipline: z.string().max(40).catch(''),
    level: z.string().max(40).catch(''),
    /** 1 is Monday. */
    day: z.enum(['', '1', '2', '3', '4', '5', '6', '7']).catch(''),
    places: z.enum(['', '1']).catch(''),
    most: z
      .string()
      .catch('')
      .transform((text) => (text === '' ? null : parseMinor(text, currency))),
  })

export type ProgramFilters = z.output<ReturnType<typeof programFilters>>
