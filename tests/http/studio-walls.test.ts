import { afterAll, beforeAll, expect, test } from 'vitest'
import { may, type Role, roles } from '#app/domain/scope/permissions.ts'
import { nameless } from '../support/walls/handmade-posts.ts'
import type { Walked } from '../support/walls/judge-answer.ts'
import { narrowerActs } from '../support/walls/role-table.ts'
import { studioTables } from '../support/walls/twin-studio.ts'
import { roleMistakes } from '../support/walls/walk-roles.ts'
import { callForeign } from '../support/walls/walk-services.ts'
import { crossings, openForeign, sendForeign, sendHandmade } from '../support/walls/walk-walls.ts'
import { addressesOf, postedPatterns } from '../support/walls/wall-routes.ts'
import { type WallWorld, wallWorld } from '../support/walls/wall-world.ts'

// Two studios with records of every kind on one shard. All roles and more records of each kind:
// tests/long/studio-walls.test.ts, where the walk also has to fail.
let world: WallWorld
let before: Record<string, string>
let walked: Walked[]

beforeAll(async () => {
  world = await wallWorld()
  before = await world.twinRows()
}, 400_000)

afterAll(() => world?.stop())

test('both studios have records of every kind that a studio keeps', async () => {
  const tables = [...(await studioTables(world.env.STUDIOS_0)).keys()]
  // Sample data is of a studio that is being set up, and letters leave the outbox.
  const without = tables.filter(
    (table) => !before[table] && !/^(sample_people|outbox)$/.test(table),
  )
  expect(without).toEqual([])
})

test.each(['owner', 'member'] as const)(
  "no address opens a record of the other studio's to the %s",
  async (role) => {
    const { holes, tries } = await openForeign(world, role, { ofMembers: role === 'member' })
    expect(holes).toEqual([])
    expect(tries).toBeGreaterThan(role === 'member' ? 20 : 100)
  },
  400_000,
)

test("no form takes an id of the other studio's, whatever else stands in it", async () => {
  // Those of no page first: the others end some of the records they are about.
  walked = [await sendHandmade(world)]
  for (const role of ['member', 'owner'] as const)
    walked.push(await sendForeign(world, role, { ofMembers: role === 'member' }))
  expect(walked.flatMap(({ holes }) => holes)).toEqual([])
  expect(walked.flatMap(({ unproven }) => unproven)).toEqual([])
  expect(walked.reduce((sum, { tries }) => sum + tries, 0)).toBeGreaterThan(250)
}, 400_000)

test('every post of the route list was among them', () => {
  const posted = walked.flatMap((one) => [...one.posted].map((shape) => shape.split('?')[0]))
  // An act is a word of the address, such as `freeze`, a month is one, and so is where a session
  // stands in its program; everything else is an id.
  const wasPosted = (pattern: string) => {
    const shape = pattern
      .replace(':studio', world.own.slug)
      .replace(/:act$/, '[a-z]+')
      .replace(/:month/, '\\d{4}-\\d{2}')
      .replace(/:place/, '\\d+\\.\\d\\.\\d')
      .replace(/:\w+/g, ':id')
    return posted.some((one) => new RegExp(`^${shape}$`).test(one ?? ''))
  }
  const missing = postedPatterns()
    .filter((pattern) => pattern.startsWith('/:studio') && !(pattern in nameless))
    .filter((pattern) => !wasPosted(pattern))
  expect(missing).toEqual([])
})

test.each(['owner', 'member'] as const)(
  'auth, storage and rest show and take nothing of the other studio with the token of the %s',
  async (role) => {
    expect(await callForeign(world, role)).toEqual([])
  },
  400_000,
)

test("afterwards no row of the other studio has changed, and none of one's own refers to it", async () => {
  const after = await world.twinRows()
  for (const table of Object.keys({ ...before, ...after }))
    expect([table, after[table] === before[table]]).toEqual([table, true])
  expect(await crossings(world)).toEqual([])
})

test('each role is refused what the table of permissions does not give it', async () => {
  expect(await roleMistakes(world)).toEqual([])
}, 400_000)

test('acts that take more than their page are refused to anyone who may only open it', async () => {
  const wrong: string[] = []
  const databases = { directory: world.env.DIRECTORY, shard: world.env.STUDIOS_0 }
  for (const { pattern, send, takes: needed } of narrowerActs) {
    const [path] = pattern.slice('/:studio'.length).includes('/:')
      ? await addressesOf(pattern, world.own, databases)
      : [pattern.replace(':studio', world.own.slug)]
    for (const role of roles.filter((one: Role) => !may(one, needed))) {
      const { status } = await world.ask(role, path as string, new URLSearchParams(send))
      if (status !== 403) wrong.push(`${role} POST ${path} ${JSON.stringify(send)}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
})
