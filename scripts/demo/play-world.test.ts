import { beforeAll, expect, test } from 'vitest'
import { idForm } from '#app/values/id.ts'
import {
  checkContract,
  checkCredits,
  checkCustoms,
  checkHistory,
  checkPlaces,
} from '../../tests/support/demo-checks.ts'
import { demoNow } from '../../tests/support/demo-moment.ts'
import { keptWorld } from './keep-world.ts'
import { playWorld, type World } from './play-world.ts'

let world: World

beforeAll(async () => {
  world = await keptWorld(demoNow, () => playWorld(demoNow))
}, 180_000)

// Other moments: tests/long/demo-moments.test.ts.
test('no class holds more than its places, and nobody is in two places at once', () => {
  checkPlaces(world)
})

test('every credit that was spent, given back or lost has its entry', () => {
  checkCredits(world)
})

test('history lies in the order of time, as it was played, and leaves no letter to send', () => {
  checkHistory(world, demoNow)
})

test('nearly everyone comes, and few owe a fee at reception', () => {
  checkCustoms(world)
})

test('Ana, Ben, Cleo and Mo hold what they are known for, in two studios full of life', () => {
  checkContract(world, demoNow)
})

test('every record has an id that the forms of its page take back', () => {
  const made = ['class_types', 'events', 'ticket_types', 'rooms', 'equipment', 'courses', 'people']
  for (const table of made)
    for (const { id } of world.shards[0]?.[table] ?? [])
      expect([table, id]).toEqual([table, expect.stringMatching(idForm)])
})

test('what is kept is what was played, and another moment is not', async () => {
  const again = await keptWorld(demoNow, () => Promise.reject(new Error('played again')))
  expect(again).toEqual(world)
  const elsewhere = '2001-01-01T00:00:00Z'
  await expect(
    keptWorld(elsewhere, () => Promise.reject(new Error('played for another moment'))),
  ).rejects.toThrow('played for another moment')
})
