import { beforeAll, expect, test, vi } from 'vitest'
import { southsideRows, type VisitorWalk, visitorWalk } from '../support/walls/walk-visitors.ts'

// What tests/http/walls.test.ts asks of a few visitors a page, asked as all of them.
let walk: VisitorWalk

beforeAll(async () => {
  walk = await visitorWalk({ whole: true })
})

vi.setConfig({ testTimeout: 1_200_000 })

test('no page answers any of eight visitors with a server error, a stack or a word of SQL', async () => {
  expect(await walk.failures()).toEqual([])
})

test('manage is shut to members, strangers and owners of other studios, whatever they open or send', async () => {
  expect(await walk.openManage()).toEqual([])
})

test("none of five roles finds another studio's ids, and posting to them changes nothing there", async () => {
  const before = await southsideRows(walk)
  expect(await walk.foundForeign()).toEqual([])
  expect(await southsideRows(walk)).toBe(before)
})
