import { expect, test } from 'vitest'
import { deviceName, seenWords } from './device-words.ts'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0',
    'Firefox on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like ' +
      'Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; ' +
      'x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36 Edg/128.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/128.0.0.0 Safari/537.36',
    'Chrome on Mac',
  ],
  ['node', 'Another program'],
  ['<script>alert(1)</script>', 'Another program'],
  ['', 'Another program'],
])('%s is told as %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test('a device seen today, yesterday and before is told by the reader’s own clock', () => {
  const zone = { timeZone: 'Europe/London', locale: 'en-GB' }
  const now = '2026-07-10T22:30:00Z'
  expect(seenWords('2026-07-10T21:00:00Z', now, zone)).toBe('today, 22:00')
  expect(seenWords('2026-07-09T21:00:00Z', now, zone)).toBe('yesterday, 22:00')
  expect(seenWords('2026-07-01T12:00:00Z', now, zone)).toBe('1 July 2026')
})
