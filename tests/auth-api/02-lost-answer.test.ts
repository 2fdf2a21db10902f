import { expect, test } from 'vitest'
import { age, refresh, signedIn } from '../support/signed-in.ts'

test('the direct parent of the active token gets the active token again, however late', async () => {
  const { session, sessionId } = await signedIn()
  const second = await refresh(session.refresh_token)
  expect(await refresh(session.refresh_token)).toBe(second)
  await age(sessionId, 3_600)
  expect(await refresh(session.refresh_token)).toBe(second)
  // The repeat was no use of the active token: it still works.
  expect(await refresh(second)).not.toMatch(/^[45]\d\d /)
})
