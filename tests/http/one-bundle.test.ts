import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundleLimit } from '../../scripts/bench/bundle-limit.ts'

const bundle = readFileSync(join(import.meta.dirname, '../../build/worker/server.js'), 'utf8')
const times = (text: string) => bundle.split(text).length - 1

test.each([
  'SMTP_HOST is missing',
  'is too short: at least',
  'DELETE FROM limit_counters WHERE key=',
  'The catalogue of icons answered',
  'Something went wrong on our side. It has been noted',
])('"%s" stands in the Worker once, and with it the module that says it', (words) => {
  expect(times(words)).toBe(1)
})

test('the Worker has neither React for browsers nor its maker of streams nor its development build, nor what only browsers fetch', () => {
  expect(times('hydrateRoot')).toBe(0)
  expect(times('onRecoverableError')).toBe(0)
  expect(times('allReady')).toBe(0)
  expect(times('react.development')).toBe(0)
  // What a page with scripts fetches automatically, such as the search of icons.
  expect(times('QueryClientProvider')).toBe(0)
})

test('the Worker can read letters and punctuation that a mail writes by name, without the names of mathematics', () => {
  expect(bundle).toMatch(/"&eacute;":/)
  expect(bundle).toMatch(/"&rsquo;":/)
  expect(times('CounterClockwiseContourIntegral')).toBe(0)
})

test('the files of browsers have the pages that run there and none of those that are only read', () => {
  const folder = join(import.meta.dirname, '../../build/client/assets')
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const has = (words: string) => files.some((text) => text.includes(words))
  expect(has('Packs that expire within two weeks')).toBe(true)
  expect(has('You and your data')).toBe(false)
})

test('the Worker weighs at most what its areas may, so that a start on the edge stays short', () => {
  expect(gzipSync(bundle, { level: 9 }).length).toBeLessThanOrEqual(bundleLimit())
})
