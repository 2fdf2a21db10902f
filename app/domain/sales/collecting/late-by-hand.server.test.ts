import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { splitInvoice } from '#app/domain/billing/invoices/split-invoice.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { newId } from '#app/values/id.ts'
import { billAt, givenPlan, sellPlan } from '../../../../tests/support/sales/memberships.ts'
import { asManager } from '../../../../tests/support/sales/pay-invoices.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { remindUnpaid } from '../reminders/remind-unpaid.server.ts'
import { saveDunningSettings } from './dunning-settings.server.ts'
import { lateByHand } from './late-by-hand.server.ts'
import { runSteps } from './run-steps.server.ts'
import { skipStep } from './skip-step.server.ts'

const sold = '2026-06-01T10:00:00Z'
let w: World
let id: string
beforeEach(async () => {
  w = await world()
  const plan = await givenPlan(w, { name: 'Monthly', priceMinor: 8_000 })
  id = await sellPlan(w, w.cleo, plan, { now: sold, method: 'later' })
})

/** The jobs of a morning. */
async function morning(day: string) {
  const at = w.at(`${day}T09:30:00Z`)
  while ((await billAt(w, at.now)) > 0);
  await lateByHand(at)
  await lateByHand(at)
  await runSteps(at)
  await lateByHand(at)
}

const settings = (more: { handGraceDays: number | null; remindsUnpaid?: 'on' }) =>
  saveDunningSettings(asManager(w, sold), {
    version: 0,
    retryDays: [1, 3, 7],
    graceDays: 3,
    ...more,
  })
const stateOf = async () =>
  (await w.db.all<{ state: string }>(sql`SELECT state FROM memberships WHERE id = ${id}`))[0]!.state
const bills = () =>
  w.db.all<{ id: string; dueOn: string; minor: number }>(sql`
    SELECT id, due_on AS dueOn, total_minor AS minor FROM invoices
    WHERE studio_id = ${w.studio.id} AND person_id = ${w.cleo.id} AND state = 'open'
    ORDER BY number`)
const pay = (invoiceId: string, day: string) =>
  takePayment(asManager(w, `${day}T12:00:00Z`), {
    key: newId(),
    invoiceId,
    amountMinor: 8_000,
    method: 'cash',
    note: '',
  })
const book = async (on: string, day: string) =>
  bookClass(
    w.asMember(w.cleo, `${on}T13:00:00Z`),
    await w.givenClass({ localStart: `${day}T18:30` }),
  )

test('a membership whose bill is paid by hand books for fourteen days after it was due, is past due then, and free once it is paid', async () => {
  const [bill] = await bills()
  expect(bill).toMatchObject({ dueOn: '2026-06-01' })
  for (const day of ['2026-06-01', '2026-06-02', '2026-06-15']) await morning(day)
  expect(await stateOf()).toBe('active')
  expect(await book('2026-06-15', '2026-06-18')).toMatchObject({ ok: true })
  await morning('2026-06-16')
  expect(await stateOf()).toBe('past_due')
  expect(await book('2026-06-16', '2026-06-19')).toMatchObject({ reason: 'past_due' })
  expect(
    await w.db.all(sql`SELECT recipient FROM outbox WHERE studio_id = ${w.studio.id}
      AND kind = 'payment-failed'`),
  ).toHaveLength(1)
  expect(await pay(bill!.id, '2026-06-17')).toMatchObject({ ok: true })
  expect(await stateOf()).toBe('active')
  expect(await book('2026-06-17', '2026-06-20')).toMatchObject({ ok: true })
})

test('somebody who is late already when it begins is stopped no earlier than the next day', async () => {
  await morning('2026-06-29')
  expect(await stateOf()).toBe('active')
  await morning('2026-06-30')
  expect(await stateOf()).toBe('past_due')
})

test('a studio may let people book however late they pay, and choose other days', async () => {
  await settings({ handGraceDays: null })
  for (const day of ['2026-06-20', '2026-06-29']) await morning(day)
  expect(await stateOf()).toBe('active')
  await w.db.run(sql`UPDATE dunning_settings SET hand_grace_days = 0`)
  await morning('2026-06-29')
  expect(await stateOf()).toBe('active')
  await morning('2026-06-30')
  expect(await stateOf()).toBe('past_due')
})

test('staff leave the end of booking out, and one that was paid of two late bills stays past due', async () => {
  await morning('2026-06-03')
  const [bill] = await bills()
  const [step] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM collection_steps WHERE studio_id = ${w.studio.id} AND state = 'coming'`)
  expect(await skipStep(asManager(w, '2026-06-04T10:00:00Z'), bill!.id, step!.id)).toEqual({
    ok: true,
  })
  await morning('2026-06-20')
  expect(await stateOf()).toBe('active')
  await w.db.run(sql`UPDATE collection_steps SET state = 'coming'`)
  // The bill of July is late, too.
  for (const day of ['2026-07-01', '2026-07-02', '2026-07-20']) await morning(day)
  expect(await bills()).toHaveLength(2)
  expect(await stateOf()).toBe('past_due')
  await pay(bill!.id, '2026-07-20')
  expect(await stateOf()).toBe('active')
  await morning('2026-07-21')
  expect(await stateOf()).toBe('past_due')
})

test('the first reminder is sent automatically although the end of booking is planned, unless the studio turned it off', async () => {
  await lateByHand(w.at('2026-06-02T08:00:00Z'))
  expect(await remindUnpaid(w.at('2026-06-02T09:30:00Z'))).toBe(1)
  await w.db.run(sql`UPDATE invoices SET reminded_at = NULL WHERE studio_id = ${w.studio.id}`)
  await settings({ handGraceDays: 14 })
  expect(await remindUnpaid(w.at('2026-06-02T09:31:00Z'))).toBe(0)
})

test('a payment that is on its way keeps a membership booking', async () => {
  const [bill] = await bills()
  await w.db.run(sql`
    INSERT INTO payment_attempts (id, studio_id, person_id, purpose, subject_id, what, amount_minor,
      currency, state, channel, created_at, created_by, expires_at, invoice_id)
    VALUES ('debit', ${w.studio.id}, ${w.cleo.id}, 'invoice', ${bill!.id}, 'Monthly', 8000, 'GBP',
      'processing', 'page', ${sold}, '', ${sold}, ${bill!.id})`)
  await morning('2026-06-15')
  await morning('2026-06-16')
  expect(await stateOf()).toBe('active')
  await w.db.run(sql`UPDATE payment_attempts SET state = 'failed' WHERE id = 'debit'`)
  await morning('2026-06-17')
  expect(await stateOf()).toBe('past_due')
})

test('a late bill that may be paid in parts holds nothing back until a part is late', async () => {
  const [bill] = await bills()
  await morning('2026-06-15')
  await morning('2026-06-16')
  expect(await stateOf()).toBe('past_due')
  expect(
    await splitInvoice(asManager(w, '2026-06-17T12:00:00Z'), {
      key: newId(),
      invoiceId: bill!.id,
      depositMinor: 0,
      parts: 2,
      firstOn: '2026-06-20',
    }),
  ).toEqual({ ok: true })
  await morning('2026-06-18')
  expect(await stateOf()).toBe('active')
  for (const day of ['2026-06-21', '2026-06-30']) await morning(day)
  expect(await stateOf()).toBe('active')
})
