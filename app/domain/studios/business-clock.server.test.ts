import { expect, test } from 'vitest'
import { databases } from '../../../tests/support/databases.ts'
import { findFrozenClock, setFrozenClock } from './business-clock.server.ts'

test('the clock runs until it is frozen, can be moved, and runs again', async () => {
  const { directory } = await databases()

  expect(await findFrozenClock(directory)).toBeNull()
  await setFrozenClock(directory, '2026-10-15T06:30:00Z')
  await setFrozenClock(directory, '2026-10-15T06:30:01Z')
  expect(await findFrozenClock(directory)).toBe('2026-10-15T06:30:01Z')
  await setFrozenClock(directory, null)
  expect(await findFrozenClock(directory)).toBeNull()
})
