import { expect, test } from 'vitest'
import { isPortraitLink, portraitLink } from './portrait-link.server.ts'

const secret = 'a secret of the installation, long enough'
const now = Date.parse('2026-10-15T16:40:00Z')
const hour = 3_600_000
const kept = 's1/people/p1/me.jpg#v7#a1b2c3'

test('a link of a portrait lives for a day, whatever the minute, and opens nothing else', () => {
  const link = new URL(portraitLink({ secret, nowMs: now }, kept), 'https://a.test')
  const { v, until, key } = Object.fromEntries(link.searchParams) as Record<string, string>
  const signed = { path: 's1/people/p1/me.jpg', version: v!, until: until! }
  const opens = (nowMs: number, more: Partial<typeof signed> = {}, by = secret) =>
    isPortraitLink({ secret: by, nowMs }, { ...signed, ...more }, key!)
  expect([opens(now), opens(now + 24 * hour), opens(now + 25 * hour)]).toEqual([true, true, false])
  expect(opens(now, { path: 's1/people/p2/me.jpg' })).toBe(false)
  expect(opens(now, { version: 'v8' })).toBe(false)
  expect(opens(now, { until: 'zzzzzz' })).toBe(false)
  expect(opens(now, {}, 'another secret')).toBe(false)
  // Within the hour it is the same address, so that a browser keeps the picture.
  expect(portraitLink({ secret, nowMs: now + 60_000 }, kept)).toBe(
    portraitLink({ secret, nowMs: now }, kept),
  )
  expect(portraitLink({ secret, nowMs: now }, '')).toBe('')
})
