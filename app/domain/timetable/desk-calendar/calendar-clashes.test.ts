import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantFromMs } from '#app/values/instant.ts'
import { clashesOf } from './calendar-clashes.ts'

const minute = (n: number) => instantFromMs(Date.parse('2026-11-20T00:00:00Z') + n * 60_000)
const thing = (
  id: string,
  from: number,
  until: number,
  more: Partial<Parameters<typeof clashesOf>[0][number]> = {},
) => ({
  id,
  roomId: null,
  coachId: null,
  busyFrom: null,
  busyUntil: null,
  startsAt: minute(from),
  endsAt: minute(until),
  ...more,
})

test('two things in one room clash for as long as they share it; one after the other they do not', () => {
  const found = clashesOf([
    thing('a', 0, 60, { roomId: 'r' }),
    thing('b', 30, 90, { roomId: 'r' }),
    thing('c', 90, 120, { roomId: 'r' }),
    thing('d', 30, 60, { roomId: 'other' }),
  ])
  expect(
    found.map(({ what, one, other, from, until }) => [what, one.id, other.id, from, until]),
  ).toEqual([['room', 'a', 'b', minute(30), minute(60)]])
})

test('buffers bind the coach and not the room', () => {
  const found = clashesOf([
    thing('a', 0, 60, { roomId: 'r', coachId: 'k', busyUntil: minute(75) }),
    thing('b', 60, 90, { roomId: 'r', coachId: 'k' }),
  ])
  expect(found.map(({ what, from, until }) => [what, from, until])).toEqual([
    ['coach', minute(60), minute(75)],
  ])
})

test('the sweep finds exactly the pairs that comparing all with all finds', () => {
  const one = fc.record({
    from: fc.integer({ min: 0, max: 40 }),
    length: fc.integer({ min: 1, max: 10 }),
    roomId: fc.constantFrom('r', 's', null),
    coachId: fc.constantFrom('k', 'l', null),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 25 }), (raw) => {
      const items = raw.map(({ from, length, ...who }, i) =>
        thing(`${i}`, from, from + length, who),
      )
      const expected = items.flatMap((a, i) =>
        items.slice(i + 1).flatMap((b) => {
          if (a.startsAt >= b.endsAt || b.startsAt >= a.endsAt) return []
          const pair = [a.id, b.id].sort().join()
          return [
            ...(a.roomId && a.roomId === b.roomId ? [`room ${pair}`] : []),
            ...(a.coachId && a.coachId === b.coachId ? [`coach ${pair}`] : []),
          ]
        }),
      )
      const found = clashesOf(items).map(
        ({ what, one: a, other: b }) => `${what} ${[a.id, b.id].sort().join()}`,
      )
      expect(found.sort()).toEqual(expected.sort())
    }),
  )
})
