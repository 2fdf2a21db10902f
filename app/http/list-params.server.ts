import { z } from 'zod'

/** `?page=` of a list, from 1; anything else is the first page. */
export const pageParams = z.object({ page: z.coerce.number().int().min(1).max(1_000).catch(1) })

/** The page number of a list's address. */
export function pageNumberOf(url: URL): number {
  return pageParams.parse(Object.fromEntries(url.searchParams)).page
}
