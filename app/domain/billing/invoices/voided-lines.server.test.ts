import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { newId } from '#app/values/id.ts'
import { accountCreditOf } from '../../../../tests/support/sales/memberships.ts'
import { asManager, owedBy } from '../../../../tests/support/sales/pay-invoices.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import {
  openItemStatement,
  settleOpenItemsStatement,
  voidOpenItemsStatement,
} from '../open-items.server.ts'
import { writeOffInvoice } from './close-invoice.server.ts'
import { discountInvoice } from './discount-invoice.server.ts'
import { openInvoices } from './open-invoices.server.ts'
import { dueBySql } from './part-statements.server.ts'
import { balanceSql } from './payment-statements.server.ts'
import { reopenInvoice } from './reopen-invoice.server.ts'
import { splitInvoice } from './split-invoice.server.ts'
import { takePayment } from './take-payment.server.ts'

const now = '2026-06-02T10:00:00Z'
let w: World

beforeEach(async () => {
  w = await world()
})

/** Ana's invoice of tickets at these prices, charged by one act. */
async function tickets(...prices: number[]) {
  const subjects = prices.map((_, i) => `ticket${i}-${newId()}`)
  for (const [i, amountMinor] of prices.entries()) {
    await batch(w.db, {
      item: openItemStatement(w.at(now), {
        personId: w.ana.id,
        kind: 'ticket',
        subjectId: subjects[i]!,
        amountMinor,
        working: `Ticket ${i}`,
        dedupeKey: newId(),
      }),
    })
  }
  // Ids are random; the order of lines is theirs.
  await w.db.run(sql`
    UPDATE open_items SET id = subject_id WHERE studio_id = ${w.studio.id}`)
  await openInvoices(w.at(now))
  const [invoice] = await w.db.all<{ id: string }>(sql`
    SELECT invoice_id AS id FROM open_items WHERE studio_id = ${w.studio.id} LIMIT 1`)
  return { invoiceId: invoice!.id, subjects }
}

const cash = (invoiceId: string, amountMinor: number) =>
  takePayment(asManager(w, now), {
    key: newId(),
    invoiceId,
    amountMinor,
    method: 'cash',
    note: '',
  })

const off = (invoiceId: string, itemId: string | null, minor: number) =>
  discountInvoice(asManager(w, now), {
    key: newId(),
    invoiceId,
    itemId,
    discount: { minor },
    reason: 'Cold room',
  })

async function cancel(subjects: readonly string[], job = true) {
  const at = w.at('2026-06-02T12:00:00Z')
  for (const one of subjects) await batch(w.db, { void: voidOpenItemsStatement(at, one) })
  if (job) while ((await openInvoices(at)) > 0);
}

const paidOf = async (subject: string) =>
  (
    await w.db.all<{ is: string }>(sql`
      SELECT paid_minor || ' ' || state AS "is" FROM open_items WHERE id = ${subject}`)
  )[0]!.is

test('money paid for a voided line becomes credit and never pays another line', async () => {
  const { invoiceId, subjects } = await tickets(5_000, 5_000)
  await cash(invoiceId, 2_000)
  await cancel([subjects[0]!])
  expect([await accountCreditOf(w, w.ana), await owedBy(w, w.ana)]).toEqual([2_000, 5_000])
  expect(await cash(invoiceId, 3_000)).toMatchObject({ ok: true, leftMinor: 2_000 })
  expect(await off(invoiceId, subjects[1]!, 500)).toMatchObject({ ok: true })
  expect(await owedBy(w, w.ana)).toBe(1_500)
  const manager = asManager(w, '2026-06-02T13:00:00Z')
  expect(await writeOffInvoice(manager, invoiceId, 'Gone')).toEqual({ ok: true })
  expect(await reopenInvoice(manager, invoiceId, 'Back')).toEqual({ ok: true })
  expect([await accountCreditOf(w, w.ana), await owedBy(w, w.ana)]).toEqual([2_000, 1_500])
  expect(await cash(invoiceId, 1_500)).toMatchObject({ ok: true, leftMinor: 0 })
})

test('a payment between the cancellation and its credit note pays the lines that are left', async () => {
  const { invoiceId, subjects } = await tickets(5_000, 5_000)
  await cash(invoiceId, 2_000)
  await cancel([subjects[0]!], false)
  expect(await cash(invoiceId, 3_000)).toMatchObject({ ok: true, leftMinor: 2_000 })
  await cancel([])
  expect([await accountCreditOf(w, w.ana), await owedBy(w, w.ana)]).toEqual([2_000, 2_000])
})

test('discounts leave no credit when every line is cancelled unpaid', async () => {
  const { invoiceId, subjects } = await tickets(5_000, 5_000)
  await off(invoiceId, null, 2_000)
  expect([await paidOf(subjects[0]!), await paidOf(subjects[1]!)]).toEqual([
    ...['1000 open', '1000 open'],
  ])
  await cancel(subjects)
  expect([await accountCreditOf(w, w.ana), await owedBy(w, w.ana)]).toEqual([0, 0])
})

test('voiding a line removes its own discount and keeps the other line’s', async () => {
  const { invoiceId, subjects } = await tickets(5_000, 5_000)
  await off(invoiceId, subjects[1]!, 2_000)
  await cash(invoiceId, 1_000)
  expect([await paidOf(subjects[0]!), await paidOf(subjects[1]!)]).toEqual([
    ...['1000 open', '2000 open'],
  ])
  await cancel([subjects[1]!])
  expect([await accountCreditOf(w, w.ana), await owedBy(w, w.ana)]).toEqual([0, 4_000])
  expect(await cash(invoiceId, 4_000)).toMatchObject({ ok: true, leftMinor: 0 })
})

test('marking one line as paid does not move money off another', async () => {
  const { invoiceId, subjects } = await tickets(5_000, 5_000)
  await cash(invoiceId, 2_000)
  const at = w.at('2026-06-02T11:00:00Z')
  await batch(w.db, { paid: settleOpenItemsStatement(at, subjects[1]!) })
  await openInvoices(at)
  expect(await cash(invoiceId, 1_000)).toMatchObject({ ok: true, leftMinor: 2_000 })
})

test('an invoice in parts never asks for more than is owed after a line is voided', async () => {
  const { invoiceId, subjects } = await tickets(5_000, 5_000)
  const parts = { key: newId(), invoiceId, depositMinor: 0, parts: 2, firstOn: '2026-06-02' }
  expect(await splitInvoice(asManager(w, now), parts)).toMatchObject({ ok: true })
  await cash(invoiceId, 2_000)
  await cancel([subjects[0]!])
  const dueOn = async (day: string) =>
    (
      await w.db.all<{ minor: number }>(sql`
        SELECT ${dueBySql(sql.raw('bill'), day, balanceSql(sql`bill.studio_id`, sql`bill.id`))}
          AS minor FROM invoices AS bill WHERE bill.id = ${invoiceId}`)
    )[0]!.minor
  expect([await dueOn('2026-06-02'), await dueOn('2026-07-02')]).toEqual([5_000, 5_000])
})
