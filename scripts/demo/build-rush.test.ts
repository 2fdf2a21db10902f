import { expect, test } from 'vitest'
import { addDays, localDate } from '#app/values/zone.ts'
import { buildRush } from './build-rush.ts'
import type { Row } from './insert-rows.ts'

const now = '2026-11-20T10:50:00Z'

test.each([
  { members: 20, bookings: 100 },
  { members: 333, bookings: 2_000 },
  { members: 50, bookings: 0 },
])(
  'a large studio has exactly $members members and $bookings bookings, none of them impossible',
  (size) => {
    const { shard, directory, studioId } = buildRush({ slug: 'rush', ...size }, now, 'hash')
    const { people, memberships, occurrences, bookings } = shard as Record<string, Row[]>

    expect(people!.filter((row) => row.is_staff === 0)).toHaveLength(size.members)
    expect(directory.auth_users).toHaveLength(size.members)
    expect(directory.auth_users![0]).toMatchObject({ email: 'm1@rush.test', password_hash: 'hash' })
    expect(memberships).toHaveLength(size.members)
    expect(bookings).toHaveLength(size.bookings)
    expect(people!.every((row) => row.studio_id === studioId)).toBe(true)

    const capacity = new Map<unknown, number>(
      occurrences!.map((row) => [row.id, Number(row.capacity)]),
    )
    const taken = new Map<unknown, Set<unknown>>()
    for (const { occurrence_id, person_id } of bookings!) {
      const people = taken.get(occurrence_id) ?? new Set()
      expect(people.has(person_id)).toBe(false)
      taken.set(occurrence_id, people.add(person_id))
    }
    for (const [id, people] of taken) expect(people.size).toBeLessThanOrEqual(capacity.get(id)!)
  },
)

test('a class of 12 places stands empty and open tomorrow at noon', () => {
  const { occurrences, bookings, series } = buildRush(
    { slug: 'rush', members: 20, bookings: 500 },
    now,
    'hash',
  ).shard as Record<string, Row[]>
  const noon = occurrences!.filter(
    (row) => row.local_start === `${addDays(localDate(now, 'Europe/London'), 1)}T12:00`,
  )

  expect(noon).toMatchObject([{ capacity: 12, state: 'scheduled' }])
  expect(String(noon[0]!.opens_at) < now && now < String(noon[0]!.closes_at)).toBe(true)
  expect(bookings!.filter((row) => row.occurrence_id === noon[0]!.id)).toEqual([])
  expect(series!.filter((row) => row.id === noon[0]!.series_id)).toMatchObject([{ ended_at: null }])
})
