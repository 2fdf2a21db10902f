import { expect, test } from 'vitest'
import { isOwnMachine, isPublicAddress, isPublicNetwork } from './public-address.ts'

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

test('a network address is public unless it is kept for private, local or documented use', () => {
  const open = ['8.8.8.8', '172.32.0.1', '193.168.1.1', '2606:4700:4700::1111', '2a00:1450::8']
  const closed = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fd00::1', 'fe80::1', 'ff02::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'],
    ...['2001:db8::1', '2002:a00:1::', '2001::1', 'example.com', ''],
  ]
  expect(open.filter((ip) => !isPublicNetwork(ip))).toEqual([])
  expect(closed.filter(isPublicNetwork)).toEqual([])
})
