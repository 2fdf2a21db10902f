import { expect, test } from 'vitest'
import { unsentIn } from './unsent.ts'

/** A browser's storage with `kept` in it. */
const storageOf = (kept: Record<string, string>) => ({
  length: Object.keys(kept).length,
  key: (i: number) => Object.keys(kept)[i] ?? null,
  getItem: (name: string) => kept[name] ?? null,
})

test('unsent sets are counted across studios and people, and unreadable ones are left out', () => {
  const storage = storageOf({
    'marks:g1:ana': '[1,2]',
    'marks:g2:ben': '[3]',
    'marks:g2:cleo': 'not json',
    'cadence-tap:north:k1': '{"at":1}',
    'cadence-tap:south:k2': '{"at":2}',
  })
  expect(unsentIn(storage, 'marks:', (marks: number[]) => marks.length)).toBe(3)
  expect(unsentIn(storage, 'cadence-tap:', () => 1)).toBe(2)
  expect(unsentIn(storage, 'cadence-workout:', () => 1)).toBe(0)
})
