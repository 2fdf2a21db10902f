import { beforeAll, expect, test, vi } from 'vitest'
import {
  southsideRows,
  type Visitor,
  type VisitorWalk,
  visitors,
  visitorWalk,
} from '../support/walls/walk-visitors.ts'

// Every page as nobody, as the owner and as one more. As everybody: tests/long/walls.test.ts.
let walk: VisitorWalk

beforeAll(async () => {
  walk = await visitorWalk({ whole: false })
})

// The walk grows with the list of routes.
vi.setConfig({ testTimeout: 400_000 })

test('no page answers anyone with a server error, a stack or a word of SQL', async () => {
  expect(await walk.failures()).toEqual([])
})

test('what asks to sign in sends nobody to sign-in and back, and what is of a session is never kept by a cache', async () => {
  expect(await walk.keptOrUnsent()).toEqual([])
})

test('manage opens to staff of this studio alone', async () => {
  expect(await walk.openManage()).toEqual([])
})

test("another studio's ids are not found by anybody, and posting to them changes nothing there", async () => {
  const before = await southsideRows(walk)
  expect(await walk.foundForeign()).toEqual([])
  expect(await southsideRows(walk)).toBe(before)
})

test("a member does not reach another member's booking", async () => {
  const path = `/northside/bookings/${walk.ids.booking}/cancellation`
  for (const method of ['GET', 'POST'] as const) {
    expect((await walk.ask(path, 'member', method)).status).toBe(404)
    expect((await walk.ask(path, 'owner', method)).status).toBe(404)
  }
})

test('a kiosk opens to no session, anyone who holds it: only to the tablet that was made one', async () => {
  for (const visitor of Object.keys(visitors) as Visitor[]) {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await walk.ask('/northside/kiosk', visitor, method)
      expect([visitor, method, answer.status]).toEqual([visitor, method, 403])
      expect(answer.cached).toContain('no-store')
    }
  }
})
