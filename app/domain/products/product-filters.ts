/** What the list of products can be narrowed by. A word that is not understood falls back. */
import * as z from 'zod'
import { searchText } from '#app/values/search-terms.ts'

export const productFilters = z.object({
  view: z.enum(['on_sale', 'low', 'archived']).catch('on_sale'),
  /** A name, or a SKU or barcode as a whole. */
  q: searchText(80),
  supplier: z.string().max(60).catch(''),
})
export type ProductFilters = z.output<typeof productFilters>
