import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayLeadTo, redirectTarget } from './redirect-allow-list.ts'

const siteUrl = 'https://studio.example'
const may = (address: string, ...allowList: string[]) => mayLeadTo(address, { siteUrl, allowList })

test.each([
  ['https://studio.example', true],
  ['https://studio.example/a/b?c=d#e', true],
  ['https://STUDIO.example:443/x', true],
  ['http://studio.example/', false],
  ['https://studio.example:8443/', false],
  ['https://studio.example.evil.example/', false],
  ['https://evil.example/?https://studio.example/', false],
  ['https://studio.example@evil.example/', false],
  ['https://evil.example\\@studio.example/', false],
  ['//studio.example/', false],
  ['/own/path', false],
  ['studio.example', false],
  ['javascript:alert(1)', false],
  ['', false],
])('the site itself is led to by scheme, host and port: %s is %s', (address, expected) => {
  expect(may(address)).toBe(expected)
})

test.each([
  ['http://localhost:8787', 'http://localhost:3000/callback', true],
  ['http://127.0.0.1:8787', 'http://127.0.0.1:54321/', true],
  ['http://[::1]:8787', 'http://[::1]:1/', true],
  ['http://localhost:8787', 'https://localhost:3000/', false],
  ['http://localhost:8787', 'http://127.0.0.1:3000/', false],
  ['http://127.0.0.1:8787', 'http://127.0.0.1.evil.example/', false],
])('a site on loopback %s leads to %s on any port: %s', (site, address, expected) => {
  expect(mayLeadTo(address, { siteUrl: site, allowList: [] })).toBe(expected)
})

test.each([
  ['https://*.app.example/cb', 'https://one.app.example/cb', true],
  ['https://*.app.example/cb', 'https://one.two.app.example/cb', false],
  ['https://*.app.example/cb', 'https://evil.example/.app.example/cb', false],
  ['https://app.example/*', 'https://app.example/one', true],
  ['https://app.example/*', 'https://app.example/one/two', false],
  ['https://app.example/*', 'https://app.example/one.html', false],
  ['https://app.example/**', 'https://app.example/one/two.html?x=y', true],
  ['https://app.example/**', 'https://app.example.evil.example/', false],
  ['https://app.example/a?b', 'https://app.example/axb', true],
  ['https://app.example/a.b', 'https://app.example/axb', false],
  ['https://app.example/(x)+', 'https://app.example/(x)+', true],
  ['https://App.Example/Path', 'https://aPP.example/Path', true],
  ['https://app.example/Path', 'https://app.example/path', false],
  ['com.studio.app://**', 'com.studio.app://login/callback', true],
  ['com.studio.app://**', 'com.other.app://login/callback', false],
])('the entry %s leads to %s: %s', (entry, address, expected) => {
  expect(may(address, entry)).toBe(expected)
})

test('the fragment is not looked at', () => {
  expect(may('https://app.example/cb#anything/at.all', 'https://app.example/cb')).toBe(true)
  expect(may('https://evil.example/#https://app.example/cb', 'https://app.example/**')).toBe(false)
})

test.each([
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://127.1/',
  'http://127.0.0.01/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://1.2.3.4./',
  'http://[fe80::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://exa%6dple.com/',
  'http://ex ample.com/',
  'http://exämple.com/',
  'http://user:password@app.example/',
  'http://app.example:99999999/',
  'http:///path',
  'javascript://%0aalert(1)',
  'data://text/html,x',
  'file:///etc/passwd',
  'https://app.example/\r\nSet-Cookie: x=1',
  `https://app.example/${'a'.repeat(2_000)}`,
])('%j is refused, even where everything is allowed', (address) => {
  expect(may(address, '**')).toBe(false)
})

test('loopback addresses may be allowed', () => {
  expect(may('http://127.0.0.1:3000/cb', 'http://127.0.0.1:3000/**')).toBe(true)
  expect(may('http://[::1]:3000/cb', 'http://[::1]:3000/**')).toBe(true)
})

const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z]$/)
const path = fc
  .array(fc.stringMatching(/^[\w.-]{1,8}$/), { maxLength: 4 })
  .map((parts) => `/${parts.join('/')}`)

test('a star of the allow list matches neither a dot nor a slash', () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), path, (labels, rest) => {
      const address = `https://${labels.join('.')}.app.example${rest}`
      const expected =
        labels.length === 1 && (rest.match(/\//g) ?? []).length === 1 && !rest.includes('.')
      expect(may(address, 'https://*.app.example/*')).toBe(expected)
    }),
  )
})

test('a browser goes to the host that was allowed, whatever is written around it', () => {
  const odd = fc.constantFrom(
    '\\',
    '@',
    '/',
    ':',
    '%',
    '#',
    '?',
    ' ',
    '\t',
    '\n',
    '。',
    '.',
    '[',
    ']',
    '0x7f',
    '127.1',
  )
  const text = fc.array(
    fc.oneof(odd, fc.constantFrom('studio.example', 'evil.example', 'https', 'http', 'a')),
    {
      maxLength: 8,
    },
  )
  fc.assert(
    fc.property(text, (parts) => {
      const address = `https://${parts.join('')}`
      if (!may(address, 'https://app.example/**')) return
      expect(['studio.example', 'app.example']).toContain(new URL(address).hostname)
    }),
    { numRuns: 5_000 },
  )
})

test('the first address that may be led to is taken, else the site, never an error', () => {
  const rule = { siteUrl, allowList: ['https://app.example/**'] }
  expect(redirectTarget(['https://evil.example/', 'https://app.example/x'], rule)).toBe(
    'https://app.example/x',
  )
  expect(redirectTarget([null, undefined, ''], rule)).toBe(siteUrl)
  fc.assert(
    fc.property(fc.array(fc.string()), (wanted) => {
      const target = redirectTarget(wanted, rule)
      expect(target === siteUrl || mayLeadTo(target, rule)).toBe(true)
    }),
  )
})
