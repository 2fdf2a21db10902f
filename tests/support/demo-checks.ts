/** What holds of a demo world whatever the moment it was filled at (contract 3). */
import { expect } from 'vitest'
import { seatedStates } from '#app/db/studio/bookings.ts'
import { overlap } from '#app/domain/bookings/availability/availability.ts'
import type { Instant } from '#app/values/instant.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import type { Row } from '../../scripts/demo/insert-rows.ts'
import { northside } from '../../scripts/demo/northside.ts'
import type { World } from '../../scripts/demo/play-world.ts'
import { southside } from '../../scripts/demo/southside.ts'

type Tables = Record<string, Row[]>

const seated: readonly string[] = seatedStates
const live = [...seated, 'waitlisted']

const groupBy = (rows: Row[], column: string) => {
  const groups = new Map<string, Row[]>()
  for (const row of rows)
    groups.set(String(row[column]), [...(groups.get(String(row[column])) ?? []), row])
  return groups
}

const studiosOf = (world: World) =>
  [northside, southside].map((plan) => ({
    plan,
    tables: world.shards[plan.studio.shard] as Tables,
  }))

/** No class holds more than its places, nobody is in two places at once. */
export function checkPlaces(world: World): void {
  for (const { tables } of studiosOf(world)) {
    const { bookings, occurrences } = tables
    const byId = new Map(occurrences!.map((row) => [row.id, row]))
    for (const [id, rows] of groupBy(bookings!, 'occurrence_id')) {
      const occurrence = byId.get(id)!
      const label = JSON.stringify(occurrence)
      const taken = rows.filter((row) => seated.includes(String(row.state)))
      expect(taken.length, label).toBeLessThanOrEqual(Number(occurrence.capacity))
      const people = rows.filter((row) => live.includes(String(row.state)))
      expect(new Set(people.map((row) => row.person_id)).size, label).toBe(people.length)
      if (occurrence.state === 'cancelled') expect(people, label).toEqual([])
    }
    const times = (row: Row) => ({ startsAt: String(row.starts_at), endsAt: String(row.ends_at) })
    const clashes = (rows: Row[]) =>
      rows
        .toSorted((a, b) => String(a.starts_at).localeCompare(String(b.starts_at)))
        .filter((row, i, all) => i > 0 && overlap(times(all[i - 1]!), times(row)))
    for (const column of ['coach_id', 'room_id']) {
      for (const rows of groupBy(occurrences!, column).values()) expect(clashes(rows)).toEqual([])
    }
    const held = bookings!.filter((row) => seated.includes(String(row.state)))
    for (const rows of groupBy(held, 'person_id').values()) {
      expect(clashes(rows.map((row) => byId.get(String(row.occurrence_id))!))).toEqual([])
    }
  }
}

/** Each credit has its entries, and no lot is ever below nothing. */
export function checkCredits(world: World): void {
  for (const { tables } of studiosOf(world)) {
    const { bookings, entries, fees } = tables
    for (const rows of groupBy(entries!, 'lot_id').values()) {
      let left = 0
      for (const row of rows) {
        left += Number(row.amount)
        expect(left, JSON.stringify(row)).toBeGreaterThanOrEqual(0)
      }
    }
    const ofBookings = groupBy(
      entries!.filter((row) => row.booking_id),
      'booking_id',
    )
    for (const booking of bookings!) {
      const kinds = (ofBookings.get(String(booking.id)) ?? []).map((row) => row.kind)
      expect(allowedEntries(booking), JSON.stringify(booking)).toContainEqual(kinds)
    }
    const ids = new Set(bookings!.map((row) => row.id))
    expect(fees!.filter((row) => !ids.has(row.booking_id))).toEqual([])
  }
}

function allowedEntries({ lot_id: lot, state }: Row): string[][] {
  if (lot === null) return [[]]
  if (['cancelled_on_time', 'studio_cancelled', 'declined'].includes(String(state)))
    return [['book', 'return']]
  if (['late_cancelled', 'no_show'].includes(String(state)))
    return [
      ['book', 'forfeit'],
      ['book', 'return'],
    ]
  // Noted as missed at first, and put right.
  if (state === 'attended') return [['book'], ['book', 'forfeit']]
  return [['book']]
}

/** History lies in the order of time, each row at the instant it was played, nothing after now. */
export function checkHistory(world: World, now: Instant): void {
  for (const { plan, tables } of studiosOf(world)) {
    for (const table of ['bookings', 'entries', 'enrolments', 'audit_entries']) {
      const times = tables[table]!.map((row) => String(row.created_at))
      expect(times, `${plan.studio.slug} ${table}`).toEqual([...times].sort())
      expect(times.filter((at) => at > now)).toEqual([])
      // Played at one moment, a history would have one instant.
      if (table !== 'enrolments') expect(new Set(times).size).toBeGreaterThan(50)
    }
    // Nothing of the past is left to send; what was given up is listed.
    expect((tables.outbox ?? []).filter(({ state }) => state !== 'failed')).toEqual([])
    const unsettled = tables.fees!.filter(({ state }) => state === 'pending' || state === 'due')
    expect(unsettled.filter((fee) => (fee.state === 'due') !== String(fee.due_at) <= now)).toEqual(
      [],
    )
    const over = tables.occurrences!.filter((row) => String(row.ends_at) < addDaysTo(now, -1))
    expect(over.filter((row) => row.state === 'scheduled')).toEqual([])
  }
}

const addDaysTo = (now: Instant, days: number): Instant =>
  `${addDays(now.slice(0, 10), days)}${now.slice(10)}`

/** A studio that goes well: nearly everyone comes, and few owe a fee when they do. */
export function checkCustoms(world: World): void {
  for (const { plan, tables } of studiosOf(world)) {
    const { bookings, fees, people } = tables
    const inState = (state: string) => bookings!.filter((row) => row.state === state).length
    const missed = inState('no_show') / (inState('no_show') + inState('attended'))
    expect(missed, plan.studio.slug).toBeGreaterThan(0.01)
    expect(missed, plan.studio.slug).toBeLessThan(0.05)
    const owing = new Set(fees!.filter(({ state }) => state === 'due').map((fee) => fee.person_id))
    const members = people!.filter((person) => person.is_staff === 0).length
    expect(owing.size, plan.studio.slug).toBeGreaterThan(0)
    expect(owing.size / members, plan.studio.slug).toBeLessThanOrEqual(1 / 10)
    for (const state of ['collected', 'waived'])
      expect(
        fees!.some((fee) => fee.state === state),
        `${plan.studio.slug} ${state}`,
      ).toBe(true)
  }
}

/** Accounts and figures that people outside the project rely on (contract 3). */
export function checkContract(world: World, now: Instant): void {
  const { auth_users: accounts, affiliations, studios } = world.directory as Tables
  expect(
    studios!.map(({ slug, shard, time_zone, currency }) => [slug, shard, time_zone, currency]),
  ).toEqual([
    ['northside', 0, 'Europe/London', 'GBP'],
    ['southside', 1, 'America/New_York', 'USD'],
  ])
  const logins = ['owner', 'manager', 'frontdesk', 'coach', 'ana', 'ben', 'cleo', 'parent']
  expect(accounts!.map(({ email }) => email).sort()).toEqual(
    [
      ...['northside', 'southside'].flatMap((slug) => logins.map((one) => `${one}@${slug}.test`)),
      'mo@example.test',
    ].sort(),
  )
  const mo = accounts!.find(({ email }) => email === 'mo@example.test')!
  expect(affiliations!.filter(({ user_id }) => user_id === mo.id)).toMatchObject([
    { role_id: 'member' },
    { role_id: 'member' },
  ])
  for (const { plan, tables } of studiosOf(world)) {
    const today = localDate(now, plan.studio.timeZone)
    checkPeople(tables, plan.studio.slug, today)
    const days = tables.occurrences!.map(({ local_start: start }) => String(start).slice(0, 10))
    expect(days.filter((day) => day <= addDays(today, -26)).length).toBeGreaterThan(0)
    expect(days.filter((day) => day >= addDays(today, 26)).length).toBeGreaterThan(0)
    for (const table of ['open_items', 'exercises', 'courses', 'enrolments', 'notices', 'arrivals'])
      expect(tables[table]?.length, table).toBeGreaterThan(0)
    expect(tables.lots!.some(({ family }) => family === 1)).toBe(true)
    expect(tables.people!.filter((row) => row.shows_name === 1).length).toBeGreaterThan(1)
    expect(tables.standing_places).toHaveLength(3)
    expect(tables.wishes).toMatchObject([{ state: 'open' }])
  }
  for (const table of [
    'appointment_types',
    'events',
    'tickets',
    'closures',
    'sub_requests',
    'equipment',
  ])
    expect(world.shards[0]![table]?.length, table).toBeGreaterThan(0)
}

function checkPeople(tables: Tables, slug: string, today: string): void {
  const { people, memberships, lots, entries, bookings, occurrences } = tables
  const person = (login: string) => people!.find((row) => row.email === `${login}@${slug}.test`)!
  const [ana, ben, cleo] = [person('ana'), person('ben'), person('cleo')]
  const of = (rows: Row[] | undefined, who: Row) => rows!.filter((row) => row.person_id === who.id)
  const states = (who: Row) => of(bookings, who).map((row) => row.state)

  expect(of(memberships, ana)).toMatchObject([{ state: 'active', ends_on: null }])
  expect(of(lots, ana)).toEqual([])
  expect(states(ana).filter((state) => state === 'booked').length).toBeGreaterThanOrEqual(2)
  expect(states(ana)).toContain('waitlisted')

  expect(of(memberships, ben)).toEqual([])
  expect(of(lots, ben)).toHaveLength(1)
  expect(String(of(lots, ben)[0]!.expires_on) > today).toBe(true)
  const left = of(entries, ben).reduce((sum, row) => sum + Number(row.amount), 0)
  expect(left).toBeGreaterThanOrEqual(3)
  expect(states(ben)).toEqual(
    expect.arrayContaining(['booked', 'waitlisted', 'attended', 'studio_cancelled']),
  )

  expect([of(memberships, cleo), of(lots, cleo), of(bookings, cleo)]).toEqual([[], [], []])
  expect(occurrences!.filter((row) => row.state === 'cancelled')).toHaveLength(1)
  expect(occurrences!.filter((row) => row.substituted_coach_id)).toHaveLength(1)
  expect(people!.filter((row) => row.is_staff === 0).length).toBeGreaterThanOrEqual(54)
  // One class has a policy of its own that offers what opens: someone let it lapse, Ana has it now.
  const offering = occurrences!.filter(
    (row) => tables.policies!.find(({ id }) => id === row.policy_id)?.offer_minutes != null,
  )
  expect(offering).toMatchObject([{ state: 'scheduled' }])
  const listed = bookings!.filter((row) => row.occurrence_id === offering[0]!.id)
  expect(listed.map(({ state }) => state)).toContain('offer_lapsed')
  expect(listed.filter((row) => row.state === 'waitlisted' && row.offered_until)).toMatchObject([
    { person_id: ana.id },
  ])
  expect(of(tables.notices, ana).map(({ kind }) => kind)).toContain('place-offered')
  const blocked = tables.blocks!.map((row) => [row.room_id !== null, row.coach_id !== null])
  expect(blocked).toEqual([
    [true, false],
    [false, true],
    // Time off that was approved.
    [false, true],
  ])
  // Someone was promoted, and has not read it yet; so the shell has something to tell.
  const told = of(tables.notices, ana).filter((row) => row.read_at === null)
  expect(told.map(({ kind }) => kind)).toContain('booking-promoted')
}
