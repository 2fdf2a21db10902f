import { expect, test } from 'vitest'
import { isOwnMachine, isPublicAddress } from './public-address.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QH',
  'https://example.com.:443/a',
])('%s may be asked', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ...['', 'push', 'http://push.example.com/a', 'ftp://push.example.com/a', 'javascript:alert(1)'],
  ...[
    'https://localhost/a',
    'https://push.localhost/a',
    'https://router.local/',
    'https://intranet/',
  ],
  ...['https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://0177.0.0.1/'],
  ...['https://10.0.0.8/', 'https://192.168.1.1/', 'https://169.254.169.254/latest/meta-data'],
  ...['https://[::1]/', 'https://[fd00::1]/', 'https://[::ffff:10.0.0.1]/', 'https://8.8.8.8/'],
  ...['https://metadata.google.internal/', 'https://a.home.arpa./', 'https://example.com:8443/'],
  ...['https://ana:secret@example.com/', 'https://１２７.0.0.1/'],
])('%s is refused', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('only addresses of this machine are development’s own', () => {
  expect(isOwnMachine('http://127.0.0.1:4000/push/a')).toBe(true)
  expect(isOwnMachine('http://127.0.0.1.evil.example/')).toBe(false)
  expect(isOwnMachine('http://localhost@evil.example/')).toBe(false)
})
