import { expect, test } from 'vitest'
import { askedRange } from './asked-range.ts'

const of = (range: string, more: Record<string, string> = {}, bytes = 1_000) =>
  askedRange(new Headers({ Range: range, ...more }), { bytes, known: ['"tag"'] })

test('a range is read from its first byte, to its last, or from the end', () => {
  expect(of('bytes=0-99')).toEqual({ offset: 0, length: 100 })
  expect(of('bytes=900-')).toEqual({ offset: 900, length: 100 })
  expect(of('bytes=900-5000')).toEqual({ offset: 900, length: 100 })
  expect(of('bytes=-10')).toEqual({ offset: 990, length: 10 })
  expect(of('bytes=-5000')).toEqual({ offset: 0, length: 1_000 })
})

test('a range behind the last byte can’t be answered', () => {
  expect(of('bytes=1000-')).toBe('unsatisfiable')
  expect(of('bytes=-0')).toBe('unsatisfiable')
})

test('a request for several ranges, or for other bytes, is answered with the whole file', () => {
  for (const range of ['bytes=0-1,3-4', 'bytes=-', 'bytes=9-3', 'lines=0-1', 'bytes=a-b'])
    expect(of(range)).toBeNull()
  expect(of('bytes=0-99', { 'If-Range': '"other"' })).toBeNull()
  expect(of('bytes=0-99', { 'If-Range': '"tag"' })).toEqual({ offset: 0, length: 100 })
})
