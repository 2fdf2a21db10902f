import { expect, test } from 'vitest'
import { age, refresh, signedIn } from '../support/signed-in.ts'

test('any token replaced within the interval gets the active one, and none is minted', async () => {
  const { session, sessionId } = await signedIn()
  const second = await refresh(session.refresh_token)
  const third = await refresh(second)
  const fourth = await refresh(third)
  await age(sessionId, 5)
  expect(await Promise.all([session.refresh_token, second, third].map(refresh))).toEqual([
    fourth,
    fourth,
    fourth,
  ])
})

test('refreshes at the same moment all end with one token', async () => {
  const { session, sessionId } = await signedIn()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => refresh(session.refresh_token)),
  )
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).not.toMatch(/^[45]\d\d /)
  await age(sessionId, 60)
  expect(await refresh(answers[0] ?? '')).not.toMatch(/^[45]\d\d /)
})
