import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invoicePage } from '#app/domain/sales/invoices/invoice-page.server.ts'
import { invoiceView } from '#app/domain/sales/invoices/invoice-view.ts'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { saveDraftLine, startDraft } from '../drafts/change-draft.server.ts'
import { openDraft } from '../drafts/open-draft.server.ts'
import { splitInvoice } from './split-invoice.server.ts'
import { takePayment } from './take-payment.server.ts'

const now = '2026-09-01T10:00:00Z'

async function course(w: World): Promise<string> {
  const desk = w.asDesk(now)
  const id = newId()
  await startDraft(desk, w.ana.id, id)
  await saveDraftLine(desk, id, {
    key: newId(),
    version: 0,
    what: 'Teacher training',
    quantity: 1,
    price: 100_000,
    tax: 0,
    discount: null,
    discountReason: '',
  })
  const opened = await openDraft(desk, id, 1)
  if (!opened.ok) throw new Error(opened.reason)
  return opened.invoiceId
}

async function partsOf(w: World, invoiceId: string, today: string) {
  const page = await invoicePage(w.at(now), invoiceId)
  const view = invoiceView(page!, { locale: 'en-GB', timeZone: 'Europe/London', today })
  return [
    page!.invoice.dueOn,
    view.state.text,
    ...view.parts.map(({ due, amount, state }) => `${due} ${amount} ${state.text}`),
  ]
}

test('a deposit and parts by their days; what is paid goes to the oldest, and the next is due', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  const invoiceId = await course(w)
  const plan = { invoiceId, depositMinor: 20_000, parts: 3, firstOn: '2026-10-01' }
  const key = newId()
  const both = await Promise.all([1, 2].map(() => splitInvoice(desk, { key, ...plan })))
  expect(both).toEqual([{ ok: true }, { ok: true }])
  expect(await partsOf(w, invoiceId, '2026-09-01')).toEqual([
    '2026-09-01',
    'Open',
    '1 September 2026 £200.00 To pay',
    '1 October 2026 £266.67 To pay',
    '1 November 2026 £266.67 To pay',
    '1 December 2026 £266.66 To pay',
  ])
  const pay = (amountMinor: number) =>
    takePayment(desk, { key: newId(), invoiceId, amountMinor, method: 'cash', note: '' })
  expect(await pay(30_000)).toMatchObject({ ok: true, leftMinor: 70_000 })
  expect(await partsOf(w, invoiceId, '2026-10-01')).toEqual([
    '2026-10-01',
    'Part paid',
    '1 September 2026 £200.00 Paid',
    '1 October 2026 £266.67 Part paid',
    '1 November 2026 £266.67 To pay',
    '1 December 2026 £266.66 To pay',
  ])
  expect((await partsOf(w, invoiceId, '2026-10-02')).slice(1, 4)).toEqual([
    'Overdue',
    '1 September 2026 £200.00 Paid',
    '1 October 2026 £266.67 Overdue',
  ])
  // Another plan takes the place of this one, over what is left.
  const again = { ...plan, key: newId(), depositMinor: 0, parts: 2, firstOn: '2026-12-15' }
  expect(await splitInvoice(desk, again)).toEqual({ ok: true })
  expect((await partsOf(w, invoiceId, '2026-10-02')).slice(0, 5)).toEqual([
    '2026-12-15',
    'Part paid',
    '1 September 2026 £300.00 Paid',
    '15 December 2026 £350.00 To pay',
    '15 January 2027 £350.00 To pay',
  ])
  await pay(70_000)
  expect((await partsOf(w, invoiceId, '2027-03-01')).slice(1)).toEqual([
    'Paid',
    '1 September 2026 £300.00 Paid',
    '15 December 2026 £350.00 Paid',
    '15 January 2027 £350.00 Paid',
  ])
  const [sum] = await w.db.all<{ minor: number }>(sql`
    SELECT sum(amount_minor) AS minor FROM invoice_parts WHERE studio_id = ${w.studio.id}`)
  expect(sum!.minor).toBe(100_000)
})

test('parts are refused where the deposit takes all, the first day is over, or nothing is open', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  const invoiceId = await course(w)
  const plan = { key: newId(), invoiceId, depositMinor: 0, parts: 3, firstOn: '2026-10-01' }
  expect(await splitInvoice(desk, { ...plan, depositMinor: 100_000 })).toEqual({
    ok: false,
    reason: 'deposit_too_much',
    mostMinor: 99_997,
  })
  expect(await splitInvoice(desk, { ...plan, firstOn: '2026-08-31' })).toEqual({
    ok: false,
    reason: 'first_before',
  })
  expect(await splitInvoice(desk, { ...plan, invoiceId: 'other' })).toEqual({
    ok: false,
    reason: 'not_found',
  })
  await takePayment(desk, {
    key: newId(),
    invoiceId,
    amountMinor: 100_000,
    method: 'cash',
    note: '',
  })
  expect(await splitInvoice(desk, plan)).toEqual({ ok: false, reason: 'not_open' })
})
