import { expect, test } from 'vitest'
import { databases } from '../../../tests/support/databases.ts'
import { mintStudio } from '../../../tests/support/studios.ts'
import { findNearStudios } from './near-studios.server.ts'

const world = await databases()
await mintStudio(world, { slug: 'northside', name: 'Northside Hall of Movement' })

test.each([
  ['nortside', 'a letter left out'],
  ['norhtside', 'two letters swapped'],
  ['onrthside', 'the first two swapped'],
  ['xnorthside', 'a letter too many in front'],
  ['north', 'its beginning'],
  ['northside-studio', 'more than it has'],
  ['movement-hall', 'words of its name in another order'],
])('%s finds northside: %s', async (typed) => {
  expect((await findNearStudios(world.directory, typed)).map(({ slug }) => slug)).toEqual([
    'northside',
  ])
})

test('nothing is guessed of two letters, of a studio that is not listed, or not open', async () => {
  await mintStudio(world, { slug: 'eastside', listed: false })
  await mintStudio(world, { slug: 'eastsidf', state: 'archived' })
  await mintStudio(world, { slug: 'ea' })

  expect(await findNearStudios(world.directory, 'eastsid')).toEqual([])
  expect(await findNearStudios(world.directory, 'ex')).toEqual([])
})

test('three are named at most, the nearest first', async () => {
  await mintStudio(world, { slug: 'westside', name: 'Westside' })
  for (const n of [1, 2, 3, 4]) await mintStudio(world, { slug: `westsid-${n}`, name: `W ${n}` })
  const near = await findNearStudios(world.directory, 'westsid')
  expect(near.map(({ slug }) => slug)).toEqual(['westside', 'westsid-1', 'westsid-2'])
})
