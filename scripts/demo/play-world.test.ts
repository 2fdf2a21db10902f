import { beforeAll, expect, test } from 'vitest'
import { idForm } from '#app/values/id.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import {
  checkContract,
  checkCredits,
  checkCustoms,
  checkHistory,
  checkPlaces,
} from '../../tests/support/demo-checks.ts'
import { demoNow } from '../../tests/support/demo-moment.ts'
import { keptWorld } from './keep-world.ts'
import { northside } from './northside.ts'
import { playWorld, type World } from './play-world.ts'

let world: World

beforeAll(async () => {
  world = await keptWorld(demoNow, () => playWorld(demoNow))
}, 400_000)

// Other moments: tests/long/demo-moments.test.ts.
test('no class holds more than its places, and nobody is in two places at once', () => {
  checkPlaces(world)
})

test('every credit that was spent, given back or lost has its entry', () => {
  checkCredits(world)
})

test('history lies in the order of time, as it was played, and leaves no letter to send', () => {
  checkHistory(world, demoNow)
})

test('nearly everyone comes, and few owe a fee at reception', () => {
  checkCustoms(world)
})

test('Ana, Ben, Cleo and Mo hold what they are known for, in two studios full of life', () => {
  checkContract(world, demoNow)
})

test('Northside has six months of bills: paid ones, one overdue, one written off, one refunded in part, and every sum agrees', () => {
  const tables = world.shards[northside.studio.shard]!
  const [invoices, lines, payments, parts] = (
    ['invoices', 'open_items', 'payments', 'allocations'] as const
  ).map((name) => tables[name] ?? [])
  const ofMemberships = new Set(
    lines!.filter(({ kind }) => kind === 'membership').map((line) => line.invoice_id),
  )
  const bills = invoices!.filter(({ id }) => ofMemberships.has(id))
  const months = new Set(bills.map((bill) => String(bill.issued_on).slice(0, 7)))
  expect(months.size).toBeGreaterThanOrEqual(6)
  const states = bills.map(({ state }) => state)
  for (const state of ['paid', 'open', 'uncollectible', 'partly_refunded']) {
    expect([state, states.includes(state)]).toEqual([state, true])
  }
  const sum = (rows: readonly Record<string, unknown>[], column: string) =>
    rows.reduce((all, row) => all + Number(row[column]), 0)
  // An invoice is its lines, a payment is its parts, and what is paid of the lines is the parts.
  for (const { id, total_minor } of invoices!) {
    const own = lines!.filter((line) => line.invoice_id === id)
    expect([id, sum(own, 'amount_minor')]).toEqual([id, total_minor])
    const live = own.filter(({ state }) => state !== 'void')
    const paid = sum(
      parts!.filter((part) => part.invoice_id === id),
      'amount_minor',
    )
    if (live.length > 0) expect([id, sum(live, 'paid_minor')]).toEqual([id, paid])
  }
  expect(sum(payments!, 'amount_minor')).toBe(sum(parts!, 'amount_minor'))
})

test('Northside sells: coupons used, a freeze, a notice, a trial, a pack from its first class, a draft, parts, a debt, credit and gift cards', () => {
  const tables = world.shards[northside.studio.shard]!
  const personId = (name: string) => tables.people!.find((person) => person.name === name)?.id
  const of = (table: string, name: string) =>
    (tables[table] ?? []).filter((row) => row.person_id === personId(name))
  expect(tables.coupon_uses).toHaveLength(2)
  expect(tables.coupons!.filter(({ stopped_at }) => stopped_at !== null)).toHaveLength(1)
  const today = localDate(demoNow, northside.studio.timeZone)
  const [frozen] = of('memberships', 'Nell Ashby')
  expect(String(frozen!.frozen_from) <= today && String(frozen!.frozen_until) >= today).toBe(true)
  expect(of('memberships', 'Oscar Lund')).toMatchObject([{ state: 'cancel_scheduled' }])
  expect(of('memberships', 'Odile Mercer')).toMatchObject([{ state: 'trialing' }])
  const flexible = tables.packages!.find((offer) => offer.valid_from === 'first_use')!
  expect(of('lots', 'Rhea Sandoval')).toMatchObject([{ package_id: flexible.id }])
  expect(tables.invoice_drafts).toMatchObject([{ person_id: personId('Oscar Lund') }])
  expect(of('invoices', 'Tilda Marsh')).toMatchObject([{ state: 'open', total_minor: 50_400 }])
  expect(tables.invoice_parts).toHaveLength(4)
  const open = of('invoices', 'Stellan Brooks').filter(({ state }) => state === 'open')
  expect(open.map(({ total_minor }) => total_minor).toSorted()).toEqual([12_000, 3_500])
  expect(of('account_entries', 'Rhea Sandoval')).toMatchObject([{ amount_minor: 5_000 }])
  const left = (tables.gift_cards ?? []).map((card) => [card.amount_minor, card.balance_minor])
  expect(left.toSorted()).toEqual([
    [10_000, 5_500],
    [2_500, 0],
    [5_000, 5_000],
  ])
  const owed = (tables.gift_card_sums ?? []).reduce((all, { minor }) => all + Number(minor), 0)
  expect(owed).toBe(10_500)
  // The ledger of recurring revenue is complete, and its last day is what everybody comes to.
  const last = tables.recurring_days!.at(-1)!
  expect(last.day).toBe(addDays(today, -1))
  const sum = (rows: readonly Record<string, unknown>[], column: string) =>
    rows.reduce((all, row) => all + Number(row[column]), 0)
  expect(sum(tables.recurring_people!, 'paying_minor')).toBe(last.minor)
  expect(
    Number(tables.recurring_days![0]!.minor) + sum(tables.recurring_changes!, 'amount_minor'),
  ).toBe(last.minor)
})

test('every record has an id that the forms of its page take back', () => {
  const made = ['class_types', 'events', 'ticket_types', 'rooms', 'equipment', 'courses', 'people']
  for (const table of made)
    for (const { id } of world.shards[0]?.[table] ?? [])
      expect([table, id]).toEqual([table, expect.stringMatching(idForm)])
})

test('the kept world is the one that was played, and another moment has another', async () => {
  const again = await keptWorld(demoNow, () => Promise.reject(new Error('played again')))
  expect(again).toEqual(world)
  const elsewhere = '2001-01-01T00:00:00Z'
  await expect(
    keptWorld(elsewhere, () => Promise.reject(new Error('played for another moment'))),
  ).rejects.toThrow('played for another moment')
})
