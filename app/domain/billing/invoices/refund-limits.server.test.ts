import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { openItemStatement, settleOpenItemsStatement } from '../open-items.server.ts'
import { saveBillingSettings } from '../settings/save-billing-settings.server.ts'
import { closeTill } from '../takings/close-till.server.ts'
import { discountInvoice } from './discount-invoice.server.ts'
import { openInvoices } from './open-invoices.server.ts'
import { payAccount } from './pay-account.server.ts'
import { refundInvoice } from './refund-invoice.server.ts'
import { takePayment } from './take-payment.server.ts'

const now = '2026-06-02T10:00:00Z'

const as = (w: World, role: 'owner' | 'manager' | 'front_desk'): StaffContext => ({
  ...w.at(now),
  actor: { userId: role, name: role, role },
})

/** What Ana is charged, or owed; answers the invoice or credit note and its line. */
async function charged(w: World, amountMinor: number) {
  const subjectId = newId()
  await batch(w.db, {
    item: openItemStatement(w.at(now), {
      personId: w.ana.id,
      kind: amountMinor < 0 ? 'refund' : 'drop_in',
      subjectId,
      amountMinor,
      working: 'Yin yoga',
      dedupeKey: newId(),
    }),
  })
  await openInvoices(w.at(now))
  const [row] = await w.db.all<{ id: string; invoiceId: string }>(sql`
    SELECT id, invoice_id AS invoiceId FROM open_items
    WHERE studio_id = ${w.studio.id} AND subject_id = ${subjectId}`)
  return { subjectId, itemId: row!.id, invoiceId: row!.invoiceId }
}

test('the desk pays out £20.00 of what somebody is owed and no more, also in parts at once', async () => {
  const w = await world()
  const { invoiceId } = await charged(w, -5_000)
  const pay = (role: 'manager' | 'front_desk', amountMinor: number) =>
    takePayment(as(w, role), { key: newId(), invoiceId, amountMinor, method: 'cash', note: '' })
  expect(await pay('front_desk', 2_001)).toEqual({
    ok: false,
    reason: 'desk_limit',
    mostMinor: 2_000,
  })
  const two = await Promise.all([pay('front_desk', 1_500), pay('front_desk', 1_500)])
  expect(two.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await pay('front_desk', 501)).toEqual({ ok: false, reason: 'desk_limit', mostMinor: 500 })
  expect(await pay('manager', 3_500)).toMatchObject({ ok: true, leftMinor: 0 })
})

test('the desk’s limit holds over all credit notes of an invoice, discounts and refunds together', async () => {
  const w = await world()
  const subjects = ['a', 'b', 'c', 'd'].map((name) => `${name}${newId()}`)
  const line = (subjectId: string, amountMinor: number) =>
    openItemStatement(w.at(now), {
      personId: w.ana.id,
      kind: amountMinor < 0 ? 'refund' : 'ticket',
      subjectId,
      amountMinor,
      working: 'Winter showcase',
      dedupeKey: newId(),
    })
  for (const one of subjects) await batch(w.db, { line: line(one, 1_200) })
  await openInvoices(w.at(now))
  const rows = () =>
    w.db.all<{ id: string; invoiceId: string; minor: number }>(sql`
      SELECT id, invoice_id AS invoiceId, amount_minor AS minor FROM open_items
      WHERE studio_id = ${w.studio.id} ORDER BY amount_minor DESC, dedupe_key`)
  const { id: itemId, invoiceId } = (await rows())[0]!
  const off = { key: newId(), invoiceId, itemId, discount: { minor: 200 }, reason: 'Kind' }
  expect(await discountInvoice(as(w, 'front_desk'), off)).toMatchObject({ ok: true })
  const cash = { key: newId(), method: 'cash' as const, note: '' }
  await takePayment(as(w, 'front_desk'), { ...cash, invoiceId, amountMinor: 4_600 })
  // Three tickets are returned, each with a credit note of its own.
  for (const one of subjects.slice(1)) await batch(w.db, { back: line(one, -1_200) })
  await openInvoices(w.at(now))
  const notes = (await rows()).filter(({ minor }) => minor === -1_200)
  expect(new Set(notes.map((note) => note.invoiceId)).size).toBe(3)
  const pay = (role: 'manager' | 'front_desk', nr: number, amountMinor: number) =>
    takePayment(as(w, role), {
      ...cash,
      key: newId(),
      invoiceId: notes[nr]!.invoiceId,
      amountMinor,
    })
  const two = await Promise.all([pay('front_desk', 0, 1_200), pay('front_desk', 1, 1_200)])
  expect(two.filter(({ ok }) => ok)).toHaveLength(1)
  expect(two.filter(({ ok }) => !ok)).toEqual([{ ok: false, reason: 'desk_limit', mostMinor: 600 }])
  expect(await pay('front_desk', 2, 600)).toMatchObject({ ok: true, leftMinor: 600 })
  expect(await pay('manager', 2, 600)).toMatchObject({ ok: true, leftMinor: 0 })
})

test('a limit of managers is an owner’s to set, and holds over all refunds of an invoice', async () => {
  const w = await world()
  await saveBillingSettings(as(w, 'owner'), { key: newId(), version: 0, managerRefund: 5_000 })
  const { invoiceId, itemId } = await charged(w, 9_000)
  const paid = { key: newId(), invoiceId, amountMinor: 9_000, method: 'card', note: '' } as const
  await takePayment(as(w, 'front_desk'), paid)
  const refund = (role: 'owner' | 'manager', amountMinor: number) =>
    refundInvoice(as(w, role), {
      key: newId(),
      invoiceId,
      itemId,
      amountMinor,
      method: 'card',
      reason: 'Moved away',
    })
  expect(await refund('manager', 3_000)).toMatchObject({ ok: true })
  expect(await refund('manager', 2_001)).toEqual({
    ok: false,
    reason: 'desk_limit',
    mostMinor: 2_000,
  })
  expect(await refund('owner', 6_000)).toMatchObject({ ok: true })
  const lines = await w.db.all<{ by: string; reason: string }>(sql`
    SELECT actor_name AS "by", reason FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND action = 'invoice.refunded' ORDER BY created_at, id`)
  expect(lines.map(({ by, reason }) => `${by}: ${reason}`).sort()).toEqual([
    'manager: Moved away',
    'owner: Moved away',
  ])
})

test('what is noted as paid after the day was closed counts on the next day', async () => {
  const w = await world()
  const { subjectId } = await charged(w, 1_200)
  await closeTill(as(w, 'manager'), {
    day: '2026-06-02',
    cashMinor: 0,
    countedMinor: 0,
    note: '',
  })
  await settleOpenItemsStatement(w.at(now), subjectId)
  await openInvoices(w.at('2026-06-02T10:01:00Z'))
  const payments = await w.db.all<{ day: string; minor: number }>(sql`
    SELECT taken_on AS day, amount_minor AS minor FROM payments
    WHERE studio_id = ${w.studio.id}`)
  expect(payments).toEqual([{ day: '2026-06-03', minor: 1_200 }])
})

test('account credit and discounts still work after the day’s takings are closed', async () => {
  const w = await world()
  const [first, second] = [await charged(w, 1_200), await charged(w, 5_000)]
  const { invoiceId, itemId } = first
  const paid = { key: newId(), invoiceId, amountMinor: 1_200, method: 'card', note: '' } as const
  expect(await takePayment(as(w, 'manager'), paid)).toMatchObject({ ok: true })
  await closeTill(as(w, 'manager'), {
    day: '2026-06-02',
    cashMinor: 0,
    countedMinor: 0,
    note: '',
  })
  const back = (method: 'credit' | 'cash') =>
    refundInvoice(as(w, 'manager'), {
      key: newId(),
      invoiceId,
      itemId,
      amountMinor: 1_000,
      method,
      reason: 'Class moved',
    })
  expect(await back('cash')).toEqual({ ok: false, reason: 'till_closed' })
  expect(await back('credit')).toMatchObject({ ok: true })
  expect(
    await discountInvoice(as(w, 'manager'), {
      key: newId(),
      invoiceId: second.invoiceId,
      itemId: null,
      reason: 'Friend',
      discount: { minor: 500 },
    }),
  ).toMatchObject({ ok: true })
  const little = { ok: false, reason: 'not_enough_credit', mostMinor: 1_000 }
  const pay = (amountMinor: number) =>
    takePayment(as(w, 'manager'), {
      key: newId(),
      invoiceId: second.invoiceId,
      amountMinor,
      method: 'credit',
      note: '',
    })
  expect(await pay(1_001)).toEqual(little)
  const all = { key: newId(), itemIds: [second.itemId], feeIds: [], note: '' }
  const account = { ...all, amountMinor: 4_500, method: 'credit' } as const
  expect(await payAccount(as(w, 'manager'), w.ana.id, account)).toEqual(little)
  expect(await pay(1_000)).toMatchObject({ ok: true, leftMinor: 3_500 })
  const days = await w.db.all<{ day: string }>(sql`
    SELECT DISTINCT taken_on AS day FROM payments
    WHERE studio_id = ${w.studio.id} AND method = 'credit'`)
  expect(days).toEqual([{ day: '2026-06-03' }])
})

test('what is taken off an open invoice counts against the limit of the role, as a refund does', async () => {
  const w = await world()
  await saveBillingSettings(as(w, 'owner'), { key: newId(), version: 0, managerRefund: 5_000 })
  const { invoiceId } = await charged(w, 9_000)
  const off = (role: 'owner' | 'manager', minor: number) =>
    discountInvoice(as(w, role), {
      key: newId(),
      invoiceId,
      itemId: null,
      discount: { minor },
      reason: 'Friend',
    })
  expect(await off('manager', 5_001)).toEqual({
    ok: false,
    reason: 'desk_limit',
    mostMinor: 5_000,
  })
  const two = await Promise.all([off('manager', 3_000), off('manager', 3_000)])
  expect(two.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await off('manager', 2_001)).toEqual({
    ok: false,
    reason: 'desk_limit',
    mostMinor: 2_000,
  })
  expect(await off('owner', 2_001)).toMatchObject({ ok: true })
  expect(await off('manager', 100)).toEqual({ ok: false, reason: 'desk_limit', mostMinor: 0 })
})
