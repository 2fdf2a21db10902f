import { expect, test } from 'vitest'
import { parseGoDuration } from './go-duration.ts'

test.each([
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['.5s', 500],
  ['2m3s4ms', 123_004],
  ['100us', 0.1],
  ['-30s', -30_000],
  ['+1m', 60_000],
  ['0', 0],
])('%s is %d milliseconds', (text, ms) => {
  expect(parseGoDuration(text)).toBeCloseTo(ms, 6)
})

test.each(['', '1', '1d', 'h', '1 h', '1h ', '1hh', '--1h', 'none', '１h', '1e3s'])(
  '%j is no duration',
  (text) => {
    expect(parseGoDuration(text)).toBeNull()
  },
)

test('a duration is at most what Go can hold, in either direction', () => {
  expect(parseGoDuration('2562047h')).toBe(2_562_047 * 3_600_000)
  for (const text of ['2562048h', '-2562048h', '9999999999h', `${'9'.repeat(99)}h`])
    expect(parseGoDuration(text)).toBeNull()
})
