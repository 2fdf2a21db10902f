import { expect, test } from 'vitest'
import { makeQueryClient } from './query-client.ts'
import { queryKeptMs, queryRetries, retryDelay } from './retry-delay.ts'

test('a query is tried again after one second, two, four and so on, and never later than after thirty', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 20].map(retryDelay)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ])
})

test('queries are tried three more times and their answers kept for five minutes', () => {
  const { queries } = makeQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({
    retry: queryRetries,
    retryDelay,
    gcTime: queryKeptMs,
    staleTime: queryKeptMs,
  })
  expect([queryRetries, queryKeptMs]).toEqual([3, 300_000])
})
