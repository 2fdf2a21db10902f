import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { newId } from '#app/values/id.ts'
import {
  accountOf,
  balanceOf,
  bookingOf,
  entriesOf,
  feesOf,
  noticesOf,
} from '../../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { cancelForPerson } from '../cancelling/cancel-for-person.server.ts'
import { addWalkIn } from '../roster/add-walk-in.server.ts'
import { reconcileClasses } from '../roster/reconcile-classes.server.ts'
import { changePayer } from './change-payer.server.ts'
import { findPlaceToPay } from './place-to-pay.server.ts'

/** Before the class on Thursday 15 October at 18:30, and after it was settled. */
const before = '2026-10-12T08:00:00Z'
const settled = '2026-10-15T20:31:00Z'

async function given(more: Parameters<typeof world>[0] = {}) {
  const w = await world(more)
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1400 WHERE studio_id = ${w.studio.id}`)
  return { w, class: await w.givenClass() }
}

async function booked(w: World, occurrence: string, person: Person) {
  expect((await bookClass(w.asMember(person, before), occurrence)).ok).toBe(true)
  return (await bookingOf(w, occurrence, person))!.id
}

/** Opens the page and sends one of its choices. */
async function change(w: World, occurrence: string, booking: string, to: string, now = before) {
  const ctx = w.asDesk(now)
  const page = await findPlaceToPay(ctx, occurrence, booking)
  return changePayer(ctx, occurrence, booking, { to, shown: page?.shown ?? '', reason: 'Asked' })
}

const payerIn = async ({ db }: World, booking: string) =>
  (
    await db.all<{ lotId: string | null; membershipId: string | null }>(
      sql`SELECT lot_id AS lotId, membership_id AS membershipId FROM bookings WHERE id = ${booking}`,
    )
  )[0]

const credit = (w: World, person: Person, minor: number) =>
  w.db.run(sql`INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, created_at)
    VALUES (${w.studio.id}, ${person.id}, ${minor}, ${newId()}, ${before})`)

test('from a pack to a membership and back: the credit follows each time', async () => {
  const { w, class: id } = await given()
  const booking = await booked(w, id, w.ben)
  const membership = await w.giveMembership(w.ben)
  expect(await change(w, id, booking, `membership:${membership}`)).toEqual({
    ok: true,
    pays: 'Unlimited',
  })
  expect(await balanceOf(w, w.benLot)).toBe(10)
  for (const [to, left] of [
    [`lot:${w.benLot}`, 9],
    [`membership:${membership}`, 10],
    [`lot:${w.benLot}`, 9],
  ] as const) {
    expect((await change(w, id, booking, to)).ok).toBe(true)
    expect(await balanceOf(w, w.benLot)).toBe(left)
  }
  expect((await noticesOf(w, w.ben)).at(-1)?.text).toContain('now paid with 10-class pack.')
  const cancelled = await cancelForPerson(w.asDesk(before), id, booking, {
    as: 'on_time',
    reason: '',
  })
  expect(cancelled.ok).toBe(true)
  expect(await balanceOf(w, w.benLot)).toBe(10)
})

test('from one pack to another: one credit back, one used, in the right packs', async () => {
  const { w, class: id } = await given()
  const booking = await booked(w, id, w.ben)
  const other = await w.givePack(w.ben, { credits: 3, expiresOn: '2027-03-01' })
  expect((await change(w, id, booking, `lot:${other}`)).ok).toBe(true)
  expect([await balanceOf(w, w.benLot), await balanceOf(w, other)]).toEqual([10, 2])
  expect((await payerIn(w, booking))?.lotId).toBe(other)
})

test('to a drop-in on the invoice, and back: what was not paid is no longer owed', async () => {
  const { w, class: id } = await given()
  const booking = await booked(w, id, w.ben)
  expect(await change(w, id, booking, 'drop_in:later')).toEqual({ ok: true, pays: 'a drop-in' })
  await openInvoices(w.at(before))
  expect(await accountOf(w, w.ben)).toEqual(['drop_in 1400 open'])
  expect(await balanceOf(w, w.benLot)).toBe(10)
  expect((await change(w, id, booking, `lot:${w.benLot}`)).ok).toBe(true)
  await openInvoices(w.at(before))
  expect(await accountOf(w, w.ben)).toEqual(['drop_in 1400 void'])
  expect((await change(w, id, booking, 'drop_in:later')).ok).toBe(true)
  expect(await accountOf(w, w.ben)).toEqual(['drop_in 1400 void', 'drop_in 1400 open'])
  expect(await balanceOf(w, w.benLot)).toBe(10)
})

test('account credit pays at once, only where there is enough, and a paid drop-in is given back', async () => {
  const { w, class: id } = await given()
  const booking = await booked(w, id, w.ben)
  expect(await change(w, id, booking, 'drop_in:credit')).toMatchObject({ reason: 'does_not_pay' })
  await credit(w, w.ben, 2_000)
  expect(await change(w, id, booking, 'drop_in:credit')).toMatchObject({ ok: true })
  expect(await accountOf(w, w.ben)).toEqual(['drop_in 1400 settled'])
  const left = () =>
    w.db.all<{ n: number }>(
      sql`SELECT sum(amount_minor) AS n FROM account_entries WHERE studio_id = ${w.studio.id}`,
    )
  expect(await left()).toEqual([{ n: 600 }])
  expect((await change(w, id, booking, `lot:${w.benLot}`)).ok).toBe(true)
  await openInvoices(w.at(before))
  expect(await accountOf(w, w.ben)).toEqual(['drop_in 1400 settled', 'refund -1400 open'])
})

test('when two people change what pays at once, one is refused and a single credit moves', async () => {
  const { w, class: id } = await given()
  const booking = await booked(w, id, w.ben)
  const membership = await w.giveMembership(w.ben)
  const other = await w.givePack(w.ben, { credits: 1, expiresOn: '2027-03-01' })
  const { shown } = (await findPlaceToPay(w.asDesk(before), id, booking))!
  const results = await Promise.all(
    [`membership:${membership}`, `lot:${other}`].map((to) =>
      changePayer(w.asDesk(before), id, booking, { to, shown, reason: 'Asked' }),
    ),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'changed_meanwhile' })
  const paidBy = await payerIn(w, booking)
  expect(await balanceOf(w, w.benLot)).toBe(10)
  expect(await balanceOf(w, other)).toBe(paidBy?.lotId === other ? 0 : 1)
})

test('the same choice sent twice at once is one change', async () => {
  const { w, class: id } = await given()
  const booking = await booked(w, id, w.ben)
  const other = await w.givePack(w.ben, { credits: 2, expiresOn: '2027-03-01' })
  const { shown } = (await findPlaceToPay(w.asDesk(before), id, booking))!
  const send = () =>
    changePayer(w.asDesk(before), id, booking, { to: `lot:${other}`, shown, reason: 'Asked' })
  const results = await Promise.all([send(), send(), send()])
  expect(results.every(({ ok }) => ok)).toBe(true)
  expect([await balanceOf(w, w.benLot), await balanceOf(w, other)]).toEqual([10, 1])
})

test('one credit asked for ten places at once pays for one', async () => {
  const w = await world()
  await w.giveMembership(w.ben)
  const classes = await w.givenSeries({
    rrule: 'FREQ=WEEKLY;COUNT=7',
    localStart: '2026-06-04T18:30',
  })
  const lot = await w.givePack(w.ben, { credits: 1, expiresOn: '2026-12-30' })
  const early = '2026-06-01T09:00:00Z'
  const places: [string, string][] = []
  for (const id of classes) {
    expect((await bookClass(w.asMember(w.ben, early), id)).ok).toBe(true)
    places.push([id, (await bookingOf(w, id, w.ben))!.id])
  }
  const results = await Promise.all(
    places.map(([id, booking]) => change(w, id, booking, `lot:${lot}`, early)),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await balanceOf(w, lot)).toBe(0)
})

test('a refunded pack gives no credit back, and the place stays with it', async () => {
  const { w, class: id } = await given()
  const booking = await booked(w, id, w.ben)
  await w.giveMembership(w.ben)
  const membership = await w.giveMembership(w.ben)
  await w.db.run(sql`UPDATE lots SET refunded_at = ${before} WHERE id = ${w.benLot}`)
  expect(await change(w, id, booking, `membership:${membership}`)).toEqual({
    ok: false,
    reason: 'refunded',
  })
  expect(await balanceOf(w, w.benLot)).toBe(9)
})

test('a no-show follows what pays: the credit comes back and the fee begins, and the other way round', async () => {
  const { w, class: id } = await given()
  const booking = await booked(w, id, w.ben)
  const membership = await w.giveMembership(w.ben)
  await reconcileClasses(w.at(settled))
  expect(await feesOf(w, w.ben)).toEqual([])
  expect((await change(w, id, booking, `membership:${membership}`, settled)).ok).toBe(true)
  expect(await balanceOf(w, w.benLot)).toBe(10)
  expect(await feesOf(w, w.ben)).toMatchObject([
    { kind: 'no_show', amountMinor: 1_000, state: 'pending' },
  ])
  expect((await change(w, id, booking, `lot:${w.benLot}`, settled)).ok).toBe(true)
  expect(await feesOf(w, w.ben)).toMatchObject([{ state: 'void' }])
  expect((await entriesOf(w, w.ben)).slice(-2)).toEqual(['book -1', 'forfeit 0'])
  expect((await change(w, id, booking, 'drop_in:later', settled)).ok).toBe(true)
  expect(await balanceOf(w, w.benLot)).toBe(10)
  expect(await feesOf(w, w.ben)).toMatchObject([{ state: 'pending' }])
  expect(await accountOf(w, w.ben)).toEqual(['drop_in 1400 open'])
})

test('a late cancel keeps its fee, and its lost credit moves to the pack that pays', async () => {
  const { w, class: id } = await given()
  const booking = await booked(w, id, w.ben)
  const other = await w.givePack(w.ben, { credits: 2, expiresOn: '2027-03-01' })
  const late = '2026-10-15T15:00:00Z'
  const gone = await cancelForPerson(w.asDesk(late), id, booking, { as: 'late', reason: '' })
  expect(gone.ok).toBe(true)
  expect((await change(w, id, booking, `lot:${other}`, late)).ok).toBe(true)
  expect([await balanceOf(w, w.benLot), await balanceOf(w, other)]).toEqual([10, 1])
  expect(await feesOf(w, w.ben)).toMatchObject([{ kind: 'late_cancel', state: 'pending' }])
})

test("a child's place is paid by the family's pack, a drop-in by the guardian who booked", async () => {
  const { w, class: id } = await given()
  const kim = await w.givenPerson('Kim Okoro')
  await w.db.run(sql`INSERT INTO guardians (studio_id, guardian_id, dependant_id, created_at)
    VALUES (${w.studio.id}, ${w.ben.id}, ${kim.id}, ${before})`)
  const done = await addWalkIn(w.asDesk(before), id, {
    personId: kim.id,
    pay: { kind: 'drop_in', method: 'later' },
  })
  if (!done.ok) throw new Error(done.reason)
  expect(await change(w, id, done.bookingId, `lot:${w.benLot}`)).toMatchObject({
    reason: 'does_not_pay',
  })
  await w.db.run(sql`UPDATE lots SET family = 1 WHERE id = ${w.benLot}`)
  expect((await change(w, id, done.bookingId, `lot:${w.benLot}`)).ok).toBe(true)
  expect(await balanceOf(w, w.benLot)).toBe(9)
  expect((await entriesOf(w, w.ben)).at(-1)).toBe('book -1')
  await w.db.run(sql`UPDATE bookings SET guardian_id = ${w.ben.id} WHERE id = ${done.bookingId}`)
  expect((await change(w, id, done.bookingId, 'drop_in:later')).ok).toBe(true)
  expect(await accountOf(w, w.ben)).toEqual(['drop_in 1400 open'])
})

test("another studio's and another person's packs, a full week and a guest pay for nothing", async () => {
  const { w, class: id } = await given()
  const { w: other, class: theirs } = await given()
  const booking = await booked(w, id, w.ben)
  for (const to of [
    `lot:${other.benLot}`,
    `membership:${w.anaMembership}`,
    'lot:x',
    'drop_in:free',
  ]) {
    expect(await change(w, id, booking, to)).toEqual({ ok: false, reason: 'does_not_pay' })
  }
  expect(await change(other, theirs, booking, `lot:${other.benLot}`)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await change(w, id, 'nobody', `lot:${w.benLot}`)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await balanceOf(w, w.benLot)).toBe(9)
})
