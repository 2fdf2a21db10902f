import * as z from 'zod'
import type { RequestContext } from './request-context.server.ts'

/** Rows of a manage list on one page. */
export const rowsPerPage = 50

/**
 * The page of a list, in every list's filters. A parameter that is not understood falls back, never
 * fails (`.catch`); a list extends it with its own: `pageParams.extend({ q:
 * searchText(80) })`.
 */
export const pageParams = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) })

/** The filters of a list, read from the address. What a list has no word for is dropped. */
export function listParams<Schema extends z.ZodType>(
  { url }: Pick<RequestContext, 'url'>,
  schema: Schema,
): z.output<Schema> {
  return schema.parse(Object.fromEntries(url.searchParams))
}

/** The page number of an address whose list has no filters. */
export function pageNumberOf(url: URL): number {
  return pageParams.parse(Object.fromEntries(url.searchParams)).page
}
