import { expect, test } from 'vitest'
import { codeAnswer, failureAnswer, messageAnswer, sessionAnswer } from './link-answers.ts'

const session = {
  access: { token: 'a.b.c', expiresIn: 3_600, expiresAt: 1_800_000_000 },
  refreshToken: 'r',
}

test('a session is in the fragment and replaces the one that was there', () => {
  const answer = sessionAnswer('https://app.example/cb?x=1#old', session, { type: 'magiclink' })
  const [address, fragment] = answer.split('#')
  expect(address).toBe('https://app.example/cb?x=1')
  expect(Object.fromEntries(new URLSearchParams(fragment))).toEqual({
    access_token: 'a.b.c',
    expires_at: '1800000000',
    expires_in: '3600',
    refresh_token: 'r',
    token_type: 'bearer',
    type: 'magiclink',
    sb: '',
  })
})

test('a code joins the query', () => {
  expect(codeAnswer('https://app.example/cb', 'c')).toBe('https://app.example/cb?code=c')
  expect(codeAnswer('https://app.example/cb?x=1#old', 'c')).toBe(
    'https://app.example/cb?x=1&code=c',
  )
  expect(codeAnswer('com.studio.app://cb', 'c')).toBe('com.studio.app://cb?code=c')
})

test('a failure is in the fragment, and in a PKCE flow in the query as well', () => {
  const failure = { status: 403, code: 'otp_expired', description: 'Email link is invalid & old' }
  const words =
    'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+%26+old'
  expect(failureAnswer('https://app.example/', failure, false)).toBe(
    `https://app.example/#${words}&sb=`,
  )
  expect(failureAnswer('https://app.example/', failure, true)).toBe(
    `https://app.example/?${words}#${words}&sb=`,
  )
  expect(messageAnswer('https://app.example/', 'Half')).toBe(
    'https://app.example/#message=Half&sb=',
  )
})
