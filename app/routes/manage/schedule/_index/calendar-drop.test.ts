import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dropOf, labelOf } from './calendar-drop.ts'

const hours = Array.from({ length: 12 }, (_, i) => ({
  name: `${String(i + 8).padStart(2, '0')}:00`,
  value: i + 8,
}))

test('a drop between two quarter hours goes to the nearer one', () => {
  const place = dropOf(hours, { from: 600, top: 637, minutes: 60, resizing: false })
  expect(place).toEqual({ from: 630, minutes: 60, time: '18:30' })
  expect(labelOf(hours, place.from + place.minutes)).toBe('19:30')
})

test('a class dragged sideways keeps its time', () => {
  expect(dropOf(hours, { from: 640.2, top: 637, minutes: 50, resizing: false }).time).toBe('18:40')
  expect(dropOf(hours, { from: 640.2, top: 650, minutes: 50, resizing: false }).time).toBe('18:45')
})

test('the lower edge makes it longer or shorter, and never shorter than a quarter of an hour', () => {
  const resize = (top: number) =>
    dropOf(hours, { from: 600, top, minutes: 60, resizing: true }).minutes
  expect([resize(676), resize(682), resize(0), resize(9_999)]).toEqual([75, 75, 15, 120])
})

test('an hour that comes twice is told by its row', () => {
  const twice = [0, 1, 1, 2].map((value) => ({ name: `0${value}:00`, value }))
  expect(dropOf(twice, { from: 0, top: 121, minutes: 60, resizing: false }).time).toBe('01:00')
  expect(dropOf(twice, { from: 0, top: 200, minutes: 30, resizing: false }).time).toBe('02:15')
})

test('a drop always lies within the hours that are shown', () => {
  const anywhere = fc.record({
    from: fc.integer({ min: 0, max: 700 }),
    top: fc.integer({ min: -2_000, max: 3_000 }),
    minutes: fc.integer({ min: 5, max: 700 }),
    resizing: fc.boolean(),
  })
  fc.assert(
    fc.property(anywhere, (movement) => {
      const { from, minutes, time } = dropOf(hours, movement)
      expect(from).toBeGreaterThanOrEqual(0)
      expect(minutes).toBeGreaterThanOrEqual(5)
      expect(from + minutes).toBeLessThanOrEqual(720)
      expect(time).toMatch(/^(0[89]|1\d):[0-5]\d$/)
    }),
  )
})
