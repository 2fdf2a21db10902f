import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { roles } from '#app/domain/scope/permissions.ts'
import { root } from '../../scripts/local-server.ts'
import { roleMistakes } from '../support/walls/walk-roles.ts'
import { callForeign } from '../support/walls/walk-services.ts'
import { crossings, openForeign, sendForeign, sendHandmade } from '../support/walls/walk-walls.ts'
import { type WallWorld, wallWorld } from '../support/walls/wall-world.ts'

/** Everything that the walk of `npm test` finds, as the owner and as a member. */
async function holesOf(world: WallWorld): Promise<string[]> {
  const holes = (await openForeign(world, 'owner')).holes
  holes.push(...(await sendHandmade(world)).holes)
  for (const role of ['member', 'owner'] as const)
    holes.push(...(await sendForeign(world, role)).holes)
  return holes
}

test('every role walks from three records of each kind and finds no way through', async () => {
  const world = await wallWorld()
  try {
    const before = JSON.stringify(await world.twinRows())
    expect(await roleMistakes(world, { opens: true })).toEqual([])
    const holes = (await sendHandmade(world)).holes
    // Members and those who may least come first: they end the least of what the others need.
    for (const role of [...roles].reverse()) {
      holes.push(...(await openForeign(world, role)).holes)
      holes.push(...(await sendForeign(world, role, { most: 3 })).holes)
      holes.push(...(await callForeign(world, role)))
    }
    expect(holes).toEqual([])
    expect(await crossings(world)).toEqual([])
    expect(JSON.stringify(await world.twinRows())).toBe(before)
  } finally {
    await world.stop()
  }
})

/**
 * Statements whose wall is taken away, one at a time: a read, a removal and a change. The build
 * leaves out the space around `=`.
 */
const statements = {
  'who somebody is':
    /(FROM people AS person\s+WHERE )person\.studio_id\s*=\s*\$\{[\w.]+\} AND (?=person\.id\s*=\s*\$)/g,
  'a block that is removed': /(DELETE FROM blocks WHERE )studio_id\s*=\s*\$\{[\w.]+\} AND /g,
  'a kiosk that is shut':
    /(UPDATE kiosks SET revoked_at\s*=\s*\$\{\w+\}\s+WHERE )studio_id\s*=\s*\$\{[\w.]+\} AND /g,
}

test.each(Object.entries(statements))(
  'without the studio in the statement of %s the walk finds the hole',
  async (_, statement) => {
    const built = readFileSync(join(root, 'build/worker/server.js'), 'utf8')
    const without = built.replace(statement, '$1')
    expect(without).not.toBe(built)
    const world = await wallWorld({ script: without })
    try {
      expect(await holesOf(world)).not.toEqual([])
    } finally {
      await world.stop()
    }
  },
)
