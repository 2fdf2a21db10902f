import { expect, test } from 'vitest'
import { isOver, linkProblem, speaksOfSession } from './link-problem.ts'

const page = 'https://cadence.test/welcome'
const whole = '#access_token=a&expires_in=3600&refresh_token=r&token_type=bearer'

test.each([
  [`${page}${whole}`, null],
  [`${page}#expires_in=3600&refresh_token=r&token_type=bearer`, 'No access_token detected.'],
  [`${page}#access_token=a&expires_in=3600&token_type=bearer`, 'No session detected.'],
  [`${page}#access_token=a&refresh_token=r&token_type=bearer`, 'No session detected.'],
  [`${page}#error=access_denied&error_description=no`, 'No error_code detected.'],
  [`${page}#error=access_denied&error_code=otp_expired&error_description=no`, null],
  [`${page}?code=`, 'No code detected.'],
  [`${page}?code=0b1f`, 'Not a valid implicit grant flow url.'],
  [`${page}?code=0b1f${whole}`, 'Not a valid PKCE flow url.'],
  [`${page}${whole}&code=0b1f`, 'Not a valid PKCE flow url.'],
])('%s is told %s', (href, problem) => {
  expect(linkProblem(href)).toBe(problem)
})

test.each([
  [page, false],
  [`${page}#main`, false],
  [`${page}?studio=northside`, false],
  [`${page}?token_hash=abc`, false],
  [`${page}${whole}`, true],
  [`${page}?code=1`, true],
])('%s speaks of a session: %s', (href, speaks) => {
  expect(speaksOfSession(href)).toBe(speaks)
})

test.each([
  [-5, true],
  [0, true],
  [10, true],
  [11, false],
  [3_600, false],
])('a session with %d seconds left is over: %s', (left, over) => {
  const now = 1_800_000_000
  expect(isOver(now + left, now * 1_000)).toBe(over)
})
