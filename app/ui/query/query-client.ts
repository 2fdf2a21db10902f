import { QueryClient } from '@tanstack/react-query'
import { queryKeptMs, queryRetries, retryDelay } from './retry-delay.ts'

/** The one place where the defaults of all queries are set. */
export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: queryRetries,
        retryDelay,
        staleTime: queryKeptMs,
        gcTime: queryKeptMs,
        refetchOnWindowFocus: false,
      },
    },
  })

let client: QueryClient | undefined

/**
 * The browser's own, shared by all widgets of a document. Loaded with the widgets that need it,
 * never with a page.
 */
export function queryClient(): QueryClient {
  client ??= makeQueryClient()
  return client
}
