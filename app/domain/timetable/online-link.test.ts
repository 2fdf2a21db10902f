import { expect, test } from 'vitest'
import { onlineOf } from './online-link.ts'

const at = { startsAt: '2026-06-01T18:30:00Z', endsAt: '2026-06-01T19:30:00Z' }
const url = 'https://meet.example/abc'
const booked = { state: 'booked' }

test('who booked sees the link from 30 minutes before until the end, and nobody else ever', () => {
  const from = '2026-06-01T18:00:00Z'
  expect(onlineOf(at, url, booked, '2026-06-01T17:59:59Z')).toEqual({
    state: 'later',
    from,
    booked: true,
  })
  expect(onlineOf(at, url, booked, from)).toEqual({ state: 'now', url })
  expect(onlineOf(at, url, { state: 'checked_in' }, '2026-06-01T19:29:59Z').state).toBe('now')
  expect(onlineOf(at, url, booked, at.endsAt)).toEqual({ state: 'none' })
  for (const own of [null, { state: 'waitlisted' }, { state: 'cancelled' }])
    expect(onlineOf(at, url, own, '2026-06-01T18:20:00Z')).toEqual({
      state: 'later',
      from,
      booked: false,
    })
  expect(onlineOf(at, '', booked, from)).toEqual({ state: 'none' })
})
