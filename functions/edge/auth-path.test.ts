import { expect, test } from 'vitest'
import { atAuthPath } from './auth-path.ts'

const path = (address: string, AUTH_PATH?: string) =>
  new URL(atAuthPath(new Request(`https://cadence.test${address}`), { AUTH_PATH }).url).pathname

test.each([
  ['/signup', undefined, '/signup'],
  ['/signup', '', '/signup'],
  ['/signup', '/', '/auth/v1/signup'],
  ['/admin/users/7', '/', '/auth/v1/admin/users/7'],
  ['/.well-known/jwks.json', '/', '/auth/v1/.well-known/jwks.json'],
  ['/sign-up', '/', '/sign-up'],
  ['/northside/token', '/', '/northside/token'],
  ['/auth/v1/token', '/', '/auth/v1/token'],
  ['/gotrue/token', '/gotrue', '/auth/v1/token'],
  ['/gotrue/token', '/gotrue/', '/auth/v1/token'],
  ['/token', '/gotrue', '/token'],
])('%s with AUTH_PATH %j is asked at %s', (address, prefix, expected) => {
  expect(path(address, prefix)).toBe(expected)
})

test('the method, the headers and the body travel along', async () => {
  const request = new Request('https://cadence.test/token?grant_type=password', {
    method: 'POST',
    headers: { apikey: 'key' },
    body: '{"email":"a@b.example"}',
  })
  const moved = atAuthPath(request, { AUTH_PATH: '/' })
  expect([
    moved.method,
    new URL(moved.url).search,
    moved.headers.get('apikey'),
    await moved.text(),
  ]).toEqual(['POST', '?grant_type=password', 'key', '{"email":"a@b.example"}'])
})
