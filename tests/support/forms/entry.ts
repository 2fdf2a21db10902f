import type * as z from 'zod'

/**
 * Which schema reads which form, by the form's id and a piece of its page's address; what is asked
 * of a row where the form has several alike. An id that ends in a hyphen begins those of many rows.
 */
export type Entry = [
  form: string,
  page: string,
  schema: z.ZodType,
  act?: string | undefined,
  row?: z.ZodType,
]
