import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectPresses, handmadePresses } from '../support/faults/collect-presses.ts'
import {
  type FaultyWorld,
  faultyWorld,
  nothingTried,
  tryPress,
  twoWrites,
} from '../support/faults/try-presses.ts'

// Two faults of a press each, of some pages. Every page, call and way to fail, what programs send and
// jobs do: tests/long/faults.test.ts.
let world: FaultyWorld

beforeAll(async () => {
  world = await faultyWorld()
}, 400_000)

afterAll(() => world?.stop())

/** Pages of people, classes, staff and the library: together they have acts of every context. */
const pages =
  /^\/:studio\/(portal\/(code|pin|details)|bookings\/|manage\/members\/members\/:person\/(membership|credits|notes|pin|invitation)|manage\/schedule\/(classes\/:occurrence\/(edit|cancellation)|events\/:event\/(run-order|tickets\/:ticket))|manage\/studio\/(staff\/invitations|facilities\/rooms\/new)|manage\/training\/exercises\/:exercise$)/

test('whatever is pressed while the database fails, pressed again it happened once', async () => {
  const presses = await handmadePresses(world)
  for (const role of ['member', 'owner'] as const)
    presses.push(
      ...(await collectPresses(world, role, { only: (one) => pages.test(one), links: false })),
    )
  await world.rows.restore()
  const tried = nothingTried()
  for (const press of presses) await tryPress(world, press, twoWrites, tried)
  expect(tried.wrong).toEqual([])
  expect(tried.trials).toBeGreaterThan(60)
}, 400_000)
