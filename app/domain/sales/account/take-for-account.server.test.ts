import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payOutCredit } from '#app/domain/billing/invoices/pay-out-credit.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { chargeFees } from '#app/domain/bookings/cancelling/charge-fees.server.ts'
import { waiveFee } from '#app/domain/bookings/cancelling/waive-fee.server.ts'
import { reverseOutcome } from '#app/domain/bookings/roster/reverse-outcome.server.ts'
import { newId } from '#app/values/id.ts'
import { accountOf, bookingOf, feesOf } from '../../../../tests/support/bookings.ts'
import { asManager } from '../../../../tests/support/sales/pay-invoices.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { accountPaymentPage } from './account-payment-page.server.ts'
import { creditNoteOf } from './credit-note-of.server.ts'
import { takeForAccount } from './take-for-account.server.ts'

// A class on Thursday 15 October 2026, 18:30 in London; Ben, with a pack, cancels three hours before.
const monday = '2026-10-12T09:00:00Z'
const at1530 = '2026-10-15T14:30:00Z'
const at1730 = '2026-10-15T16:30:00Z'
const friday = '2026-10-16T14:30:00Z'

async function lateCancel() {
  const w = await world()
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 4 })
  const booked = await bookClass(w.asMember(w.ben, monday), occurrence)
  if (!booked.ok) throw new Error(booked.reason)
  await cancelBooking(w.asMember(w.ben, at1530), booked.booking.id)
  const [fee] = await w.db.all<{ id: string }>(
    sql`SELECT id FROM fees WHERE studio_id = ${w.studio.id} AND person_id = ${w.ben.id}`,
  )
  return { w, occurrence, bookingId: booked.booking.id, feeId: fee!.id }
}

const paymentOf = (charges: { kind: 'item' | 'fee'; id: string; amountMinor: number }[]) => ({
  key: newId(),
  charges,
  method: 'cash' as const,
  note: '',
})

const takingsOf = async (w: World, person: Person) =>
  (
    await w.db.all<{ told: string }>(sql`
      SELECT method || ' ' || amount_minor AS told FROM payments
      WHERE studio_id = ${w.studio.id} AND person_id = ${person.id} ORDER BY taken_at, id`)
  ).map(({ told }) => told)

test('a fee not waived within 24 hours is charged to the account once', async () => {
  const { w } = await lateCancel()
  expect(await chargeFees(w.at('2026-10-16T14:29:59Z'))).toBe(0)
  expect(await Promise.all([1, 2].map(() => chargeFees(w.at(friday))))).toContain(1)
  expect(await chargeFees(w.at(friday))).toBe(0)
  expect(await accountOf(w, w.ben)).toEqual(['fee 500 open'])
  expect(await feesOf(w, w.ben)).toMatchObject([{ state: 'due' }])
})

test('a payment that is refused charges no fee', async () => {
  const { w, feeId } = await lateCancel()
  const desk = w.asDesk(at1730)
  const payment = paymentOf([{ kind: 'fee', id: feeId, amountMinor: 500 }])
  expect(await takeForAccount(desk, w.ben.id, { ...payment, method: 'credit' })).toEqual({
    ok: false,
    reason: 'not_enough_credit',
    mostMinor: 0,
  })
  await w.db.run(sql`
    INSERT INTO closed_tills (studio_id, day, closed_at, closed_by, cash_minor, counted_minor)
    VALUES (${w.studio.id}, '2026-10-15', ${at1530}, 'Hana Desk', 0, 0)`)
  expect(await takeForAccount(desk, w.ben.id, { ...payment, method: 'credit' })).toMatchObject({
    reason: 'not_enough_credit',
  })
  expect(await takeForAccount(desk, w.ben.id, payment)).toMatchObject({ reason: 'till_closed' })
  await w.db.run(sql`DELETE FROM closed_tills WHERE studio_id = ${w.studio.id}`)
  const less = paymentOf([{ kind: 'fee', id: feeId, amountMinor: 400 }])
  expect(await takeForAccount(desk, w.ben.id, less)).toEqual({ ok: false, reason: 'changed' })
  expect(await feesOf(w, w.ben)).toMatchObject([{ state: 'pending' }])
  expect(await accountOf(w, w.ben)).toEqual([])
})

test('a fee is paid at the desk before it is due, once; a waived one cannot be paid', async () => {
  const { w, occurrence, bookingId, feeId } = await lateCancel()
  const desk = w.asDesk(at1730)
  const payment = paymentOf([{ kind: 'fee', id: feeId, amountMinor: 500 }])
  expect(await takeForAccount(desk, w.ana.id, { ...payment, key: newId() })).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await feesOf(w, w.ben)).toMatchObject([{ state: 'pending' }])

  const twice = await Promise.all([1, 2].map(() => takeForAccount(desk, w.ben.id, payment)))
  expect(twice).toContainEqual({ ok: true, amountMinor: 500 })
  expect(twice).toContainEqual({ ok: true, amountMinor: 500, again: true })
  expect(await feesOf(w, w.ben)).toMatchObject([{ amountMinor: 500, state: 'collected' }])
  expect(await accountOf(w, w.ben)).toEqual(['fee 500 settled'])
  expect(await takingsOf(w, w.ben)).toEqual(['cash 500'])
  expect(await waiveFee(desk, occurrence, bookingId, { reason: 'late' })).toEqual({
    ok: false,
    reason: 'collected',
  })
  const other = await lateCancel()
  await waiveFee(other.w.asDesk(at1730), other.occurrence, other.bookingId, { reason: 'first' })
  expect(
    await takeForAccount(
      other.w.asDesk(at1730),
      other.w.ben.id,
      paymentOf([{ kind: 'fee', id: other.feeId, amountMinor: 500 }]),
    ),
  ).toEqual({ ok: false, reason: 'changed' })
})

test('two at the desk who take the same money take it once', async () => {
  const { w, feeId } = await lateCancel()
  const charges = [{ kind: 'fee' as const, id: feeId, amountMinor: 500 }]
  const both = await Promise.all(
    [1, 2].map(() => takeForAccount(w.asDesk(at1730), w.ben.id, paymentOf(charges))),
  )
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both).toContainEqual({ ok: false, reason: 'changed' })
  expect(await takingsOf(w, w.ben)).toEqual(['cash 500'])
})

test('a charged fee is waived with what is owed for it', async () => {
  const { w, occurrence, bookingId } = await lateCancel()
  await chargeFees(w.at(friday))
  expect(await waiveFee(w.asDesk(friday), occurrence, bookingId, { reason: 'ill' })).toEqual({
    ok: true,
  })
  expect(await accountOf(w, w.ben)).toEqual(['fee 500 void'])
  expect(await feesOf(w, w.ben)).toMatchObject([{ state: 'waived' }])
})

test('correcting a late cancel to on time refunds the fee', async () => {
  const { w, occurrence, bookingId, feeId } = await lateCancel()
  const desk = w.asDesk(at1730)
  await takeForAccount(desk, w.ben.id, paymentOf([{ kind: 'fee', id: feeId, amountMinor: 500 }]))
  await reverseOutcome(desk, occurrence, bookingId, {
    from: 'late_cancelled',
    reason: 'train strike',
  })
  expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({ state: 'cancelled_on_time' })
  expect(await accountOf(w, w.ben)).toEqual(['fee 500 settled', 'refund -500 open'])
  expect(await feesOf(w, w.ben)).toMatchObject([{ state: 'void' }])
  const [back] = await w.db.all<{ id: string }>(
    sql`SELECT id FROM open_items WHERE studio_id = ${w.studio.id} AND amount_minor < 0`,
  )
  const note = await creditNoteOf(desk, w.ben.id, back!.id)
  expect(note).toMatchObject({ open: true })
  expect(await creditNoteOf(desk, w.ana.id, back!.id)).toBeNull()
})

test('several charges are paid with one payment, and the page says what they come to', async () => {
  const { w, feeId } = await lateCancel()
  for (const [i, amount] of [1_500, 2_500].entries()) {
    await w.db.run(sql`
      INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
        working, state, dedupe_key, created_at)
      VALUES (${`charge${i}`}, ${w.studio.id}, ${w.ben.id}, 'drop_in', ${`b${i}`}, ${amount}, 'GBP',
        ${`Drop-in ${i}`}, 'open', ${`drop:${i}`}, ${`2026-10-1${i}T10:00:00.000Z`})`)
  }
  const desk = w.asDesk(at1730)
  const page = (await accountPaymentPage(desk, w.ben.id))!
  expect(page.choices.map(({ what, amount }) => `${amount} ${what}`)).toEqual([
    '£15.00 Drop-in 0',
    '£25.00 Drop-in 1',
    '£5.00 Late-cancel fee: Pole 2: spins, Thu 15 Oct, 18:30',
  ])
  expect(page.totalMinor).toBe(4_500)
  const charges = [
    { kind: 'item' as const, id: 'charge1', amountMinor: 2_500 },
    { kind: 'fee' as const, id: feeId, amountMinor: 500 },
  ]
  expect(
    await takeForAccount(
      desk,
      w.ben.id,
      paymentOf([{ ...charges[0]!, amountMinor: 2_400 }, charges[1]!]),
    ),
  ).toEqual({ ok: false, reason: 'changed' })
  expect(await takeForAccount(desk, w.ben.id, paymentOf(charges))).toEqual({
    ok: true,
    amountMinor: 3_000,
  })
  expect(await takingsOf(w, w.ben)).toEqual(['cash 3000'])
  expect(await accountOf(w, w.ben)).toEqual([
    'drop_in 1500 open',
    'drop_in 2500 settled',
    'fee 500 settled',
  ])
})

test('a form sent with another payment’s key takes no money and pays none out', async () => {
  const w = await world()
  await w.db.run(sql`
    INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
      working, state, dedupe_key, created_at)
    VALUES ('charge', ${w.studio.id}, ${w.ben.id}, 'drop_in', 'b', 3000, 'GBP', 'Drop-in', 'open',
      'drop', ${monday})`)
  await w.db.run(sql`
    INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, created_at)
    VALUES (${w.studio.id}, ${w.ben.id}, 10000, 'brought over', ${monday})`)
  const desk = asManager(w, at1730)
  const payment = paymentOf([{ kind: 'item', id: 'charge', amountMinor: 3_000 }])
  const out = { amountMinor: 8_000, method: 'cash' } as const
  const first = { ...out, key: newId() }
  const used = { ok: false, reason: 'key_used' }
  expect(await payOutCredit(desk, w.ben.id, first)).toEqual({ ok: true })
  expect(await payOutCredit(desk, w.ben.id, { ...first, amountMinor: 2_000 })).toEqual(used)
  expect(await takeForAccount(desk, w.ben.id, { ...payment, key: first.key })).toEqual(used)
  expect(await takeForAccount(desk, w.ben.id, payment)).toEqual({ ok: true, amountMinor: 3_000 })
  expect(await takeForAccount(desk, w.ben.id, { ...payment, method: 'card' })).toEqual(used)
  const taken = { ...out, key: payment.key, amountMinor: 2_000 }
  expect(await payOutCredit(desk, w.ben.id, taken)).toEqual(used)
  expect(await takingsOf(w, w.ben)).toEqual(expect.arrayContaining(['cash -8000', 'cash 3000']))
  expect(await takingsOf(w, w.ben)).toHaveLength(2)
})
