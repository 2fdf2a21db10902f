import { expect, test } from 'vitest'
import { accessWalk } from '../support/accessibility/access-walk.ts'
import { wallPatterns } from '../support/walls/wall-routes.ts'

test('no page breaks any rule with its scripts at work, on a narrow phone in light or on a wide screen in dark', async () => {
  const walk = await accessWalk({ thorough: true })
  const wrong: string[] = []
  try {
    for (const pattern of wallPatterns()) wrong.push(...(await walk.offencesOfRoute(pattern)).found)
  } finally {
    await walk.world.stop()
  }
  expect(wrong).toEqual([])
}, 1_200_000)
