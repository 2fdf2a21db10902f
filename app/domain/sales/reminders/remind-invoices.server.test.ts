import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { writeOffInvoice } from '#app/domain/billing/invoices/close-invoice.server.ts'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { reopenInvoice } from '#app/domain/billing/invoices/reopen-invoice.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { mailTo } from '../../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { remindInvoices, toRemind } from './remind-invoices.server.ts'
import { remindUnpaid } from './remind-unpaid.server.ts'

const charged = '2026-06-02T10:00:00Z'
const later = '2026-06-10T10:00:00Z'

const manager = (w: World, at = later): StaffContext => ({
  ...w.at(at),
  actor: { userId: 'mina', name: 'Mina Manager', role: 'manager' },
})

async function owes(w: World, person: Person, amountMinor: number): Promise<string> {
  const id = newId()
  await w.db.run(sql`
    INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
      working, state, dedupe_key, created_at)
    VALUES (${id}, ${w.studio.id}, ${person.id}, 'drop_in', ${id}, ${amountMinor}, 'GBP',
      'Drop-in: Yin yoga', 'open', ${id}, ${charged})`)
  await openInvoices(w.at(charged))
  const [item] = await w.db.all<{ invoiceId: string }>(
    sql`SELECT invoice_id AS invoiceId FROM open_items WHERE id = ${id}`,
  )
  return item!.invoiceId
}

test('those who owe since before today are reminded once, and not again for three days', async () => {
  const w = await world()
  await owes(w, w.ana, 1_500)
  await owes(w, w.ben, 2_500)
  await w.db.run(sql`UPDATE people SET email = '' WHERE id = ${w.ben.id}`)
  expect((await toRemind(w.at(later), null)).map(({ name, why }) => [name, why])).toEqual(
    expect.arrayContaining([
      [w.ana.name, null],
      [w.ben.name, 'no_address'],
    ]),
  )
  const both = await Promise.all([1, 2].map(() => remindInvoices(manager(w), null)))
  expect(both.reduce((n, { reminded }) => n + reminded, 0)).toBe(1)
  expect((await mailTo(w, w.ana)).map(({ subject }) => subject)).toEqual([
    `Reminder: £15.00 to pay at ${w.studio.name}`,
  ])
  expect(await remindInvoices(manager(w, '2026-06-13T09:59:00Z'), null)).toEqual({ reminded: 0 })
  expect(await remindInvoices(manager(w, '2026-06-13T10:01:00Z'), null)).toEqual({ reminded: 1 })
  expect(await mailTo(w, w.ana)).toHaveLength(2)
})

test('reminders go out for the fifty oldest overdue invoices that can be reminded of', async () => {
  const w = await world()
  const people = await w.givenPeople(Array.from({ length: 51 }, (_, i) => `Silent ${i}`))
  for (const person of people) await owes(w, person, 1_000)
  await w.db.run(sql`UPDATE people SET email = '' WHERE name LIKE 'Silent %'`)
  const last = await owes(w, w.ana, 1_500)
  await w.db.run(sql`UPDATE invoices SET due_on = '2026-06-09' WHERE id = ${last}`)
  const asked = await toRemind(w.at(later), null)
  expect(asked[0]).toMatchObject({ id: last, why: null, openMinor: 1_500 })
  expect(asked.slice(1).every(({ why }) => why === 'no_address')).toBe(true)
  expect(await remindInvoices(manager(w), null)).toEqual({ reminded: 1 })
})

test('a debt brought over is reminded of together with others once somebody sent its first reminder', async () => {
  const w = await world()
  const brought = await owes(w, w.ana, 3_500)
  await w.db.run(sql`UPDATE open_items SET kind = 'balance' WHERE invoice_id = ${brought}`)
  expect(await toRemind(w.at(later), null)).toMatchObject([{ why: 'brought_over' }])
  expect(await remindInvoices(manager(w), null)).toEqual({ reminded: 0 })
  expect(await remindInvoices(manager(w), brought)).toEqual({ reminded: 1 })
  expect(await remindInvoices(manager(w, '2026-06-20T10:00:00Z'), null)).toEqual({ reminded: 1 })
})

test('nobody is reminded of what is not due, was paid, or belongs to another studio', async () => {
  const [w, other] = [await world(), await world()]
  const [paid, open] = [await owes(w, w.ana, 1_500), await owes(w, w.cleo, 900)]
  await takePayment(manager(w), {
    key: newId(),
    invoiceId: paid,
    amountMinor: 1_500,
    method: 'cash',
    note: '',
  })
  expect(await toRemind(w.at(charged), null)).toEqual([])
  expect(await toRemind(w.at(later), paid)).toEqual([])
  expect(await toRemind(other.at(later), open)).toEqual([])
  expect(await remindInvoices(manager(other), open)).toEqual({ reminded: 0 })
})

test('an invoice that was written off is put back with what was paid of it, and paid after all', async () => {
  const w = await world()
  const invoiceId = await owes(w, w.ana, 1_500)
  const pay = (amountMinor: number) =>
    takePayment(manager(w), {
      key: newId(),
      invoiceId,
      amountMinor,
      method: 'cash',
      note: '',
    })
  await pay(500)
  expect(await reopenInvoice(manager(w), invoiceId, 'paid')).toEqual({ ok: true, again: true })
  await writeOffInvoice(manager(w), invoiceId, 'moved away')
  expect(await pay(1_000)).toMatchObject({ ok: false })
  expect(
    await Promise.all([1, 2].map(() => reopenInvoice(manager(w), invoiceId, 'came back'))),
  ).toEqual(expect.arrayContaining([{ ok: true }, { ok: true, again: true }]))
  expect(await pay(1_001)).toEqual({ ok: false, reason: 'too_much', mostMinor: 1_000 })
  expect(await pay(1_000)).toMatchObject({ ok: true, leftMinor: 0 })
  const [after] = await w.db.all<{ state: string }>(
    sql`SELECT state FROM invoices WHERE id = ${invoiceId}`,
  )
  expect(after).toEqual({ state: 'paid' })
  expect(await reopenInvoice(manager(w), invoiceId, 'again')).toEqual({
    ok: false,
    reason: 'not_written_off',
  })
})

test('an unpaid invoice without card payment is reminded of once, automatically, from nine the day after it was due', async () => {
  const w = await world()
  await owes(w, w.ana, 8_950)
  const old = await owes(w, w.ben, 1_000)
  await w.db.run(sql`UPDATE invoices SET due_on = '2026-05-20' WHERE id = ${old}`)
  expect(await remindUnpaid(w.at('2026-06-02T20:00:00Z'))).toBe(0)
  const midnight = w.at('2026-06-02T23:01:00Z')
  const both = await Promise.all([remindUnpaid(midnight), remindUnpaid(midnight)])
  expect(both[0] + both[1]).toBe(1)
  expect((await mailTo(w, w.ana)).map(({ subject }) => subject)).toEqual([
    `Reminder: £89.50 to pay at ${w.studio.name}`,
  ])
  expect(await mailTo(w, w.ben)).toEqual([])
  const [letter] = await w.db.all<{ waits: number }>(sql`
    SELECT next_attempt_at_ms - ${midnight.nowMs} AS waits FROM outbox
    WHERE studio_id = ${w.studio.id} AND kind = 'invoice-reminder'`)
  // One minute past midnight of London's summer to nine.
  expect(letter).toEqual({ waits: (9 * 60 - 1) * 60_000 })
  expect(await remindUnpaid(w.at('2026-06-04T10:00:00Z'))).toBe(0)
})

test('no automatic reminder goes out for invoices charged to a card or for imported debts', async () => {
  const w = await world()
  const [charges, brought] = [await owes(w, w.ana, 5_000), await owes(w, w.ben, 5_000)]
  await w.db.run(sql`
    INSERT INTO collection_steps (id, studio_id, invoice_id, payer_id, kind, n, due_on, state)
    VALUES ('try', ${w.studio.id}, ${charges}, ${w.ana.id}, 'charge', 1, '2026-06-05', 'coming')`)
  await w.db.run(sql`UPDATE open_items SET kind = 'balance' WHERE invoice_id = ${brought}`)
  expect(await remindUnpaid(w.at('2026-06-03T10:00:00Z'))).toBe(0)
})
