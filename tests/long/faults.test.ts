import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectPresses, handmadePresses, type Press } from '../support/faults/collect-presses.ts'
import { jobPresses, servicePresses } from '../support/faults/service-presses.ts'
import { tryFaults } from '../support/faults/try-faults.ts'
import {
  atMost,
  everyFile,
  everyWrite,
  type FaultyWorld,
  faultyWorld,
  nothingTried,
  type Tried,
  tryPress,
} from '../support/faults/try-presses.ts'
import { untried } from '../support/faults/untried.ts'
import { sentBy, writeStatements } from '../support/faults/write-statements.ts'
import { writingCases } from '../support/faults/writing-cases.ts'

let world: FaultyWorld
const tried: Tried = nothingTried()

beforeAll(async () => {
  world = await faultyWorld()
}, 300_000)

afterAll(() => world?.stop())

/** A job writes hundreds of times: some of its calls stand for all. */
const choices = atMost(45, everyWrite)

async function tryAll(presses: readonly Press[], choice = choices): Promise<string[]> {
  const before = tried.wrong.length
  for (const press of presses) await tryPress(world, press, choice, tried)
  return tried.wrong.slice(before)
}

test.each(Object.entries(writingCases))(
  '%s: each statement fails once, nothing is half done, and pressing again does it once',
  (_, one) => tryFaults(one),
)

test.each(['member', 'coach', 'owner'] as const)(
  'whatever a %s presses while the database fails, pressed again it happened once',
  async (role) => {
    const presses = await collectPresses(world, role)
    await world.rows.restore()
    expect(await tryAll(presses)).toEqual([])
  },
  1_800_000,
)

test('so do the presses of pages that the studio has not at this moment', async () => {
  expect(await tryAll(await handmadePresses(world))).toEqual([])
}, 600_000)

test('so do programs, and every job at whatever moment', async () => {
  expect(await tryAll(await servicePresses(world))).toEqual([])
  expect(await tryAll(jobPresses(), atMost(9, everyWrite))).toEqual([])
}, 1_800_000)

test('while the bucket throws, is too busy or loses its answers, no file is half there', async () => {
  expect(await tryAll(await servicePresses(world), everyFile)).toEqual([])
  expect(tried.trials).toBeGreaterThan(1_000)
}, 600_000)

test('each file whose statements write was tried, or says why not', () => {
  const sent = [...tried.statements]
  const files = new Map<string, boolean>()
  for (const statement of writeStatements())
    if (!files.get(statement.file))
      files.set(
        statement.file,
        sent.some((text) => sentBy(statement, text)),
      )
  const of = new Set(Object.values(writingCases).flatMap(({ from, also = [] }) => [from, ...also]))
  const missing = [...files].filter(([file, was]) => !was && !of.has(file)).map(([file]) => file)
  // Neither may a file stand in the list that is tried, or that is gone.
  expect({
    missing: missing.filter((file) => !untried.has(file)),
    stale: [...untried.keys()].filter((file) => !missing.includes(file)),
  }).toEqual({ missing: [], stale: [] })
})
