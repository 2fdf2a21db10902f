import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { writeOffInvoice } from '#app/domain/billing/invoices/close-invoice.server.ts'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { refundInvoice } from '#app/domain/billing/invoices/refund-invoice.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { openItemStatement } from '#app/domain/billing/open-items.server.ts'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { takingsPage } from '../takings-page.server.ts'
import { salesDesk, takenRows } from './sales-desk.server.ts'
import { daysOf, monthOf, takenDays } from './taken-span.ts'
import { takenTable } from './taken-words.ts'

const now = '2026-06-02T10:00:00Z'
const later = '2026-06-02T11:00:00Z'
const today = { from: '2026-06-02', until: '2026-06-02' }

type Line = { kind: 'drop_in' | 'product' | 'fee'; minor: number }

/** One invoice with these lines; answers its id. */
async function invoiceOf(w: World, lines: readonly Line[]): Promise<string> {
  const statements = lines.map(({ kind, minor }) =>
    openItemStatement(w.at(now), {
      personId: w.cleo.id,
      kind,
      subjectId: newId(),
      amountMinor: minor,
      working: kind,
      dedupeKey: newId(),
    }),
  )
  await batch(w.db, Object.fromEntries(statements.map((one, i) => [`line${i}`, one])))
  await openInvoices(w.at(later))
  const [bill] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM invoices WHERE studio_id = ${w.studio.id} ORDER BY number DESC LIMIT 1`)
  return bill!.id
}

const asManager = (w: World) => ({
  ...w.asDesk(later),
  actor: { userId: 'mina', name: 'Mina', role: 'manager' as const },
})
const pay = (w: World, invoiceId: string, amountMinor: number, method: 'cash' | 'card') =>
  takePayment(asManager(w), { key: newId(), invoiceId, amountMinor, method, note: '' })

test('money is told by kind and method, refunds apart, and every figure opens into its rows', async () => {
  const w = await world({ now })
  const id = await invoiceOf(w, [
    { kind: 'drop_in', minor: 1_500 },
    { kind: 'product', minor: 500 },
  ])
  await pay(w, id, 1_000, 'cash')
  await pay(w, id, 1_000, 'card')
  const [line] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM open_items WHERE invoice_id = ${id} AND kind = 'product'`)
  await refundInvoice(asManager(w), {
    key: newId(),
    invoiceId: id,
    itemId: line!.id,
    amountMinor: 200,
    method: 'cash',
    reason: 'Torn',
  })
  const desk = await salesDesk(w.at(later), today)
  const table = takenTable(desk.taken)
  expect(table).toMatchObject({ inMinor: 2_000, outMinor: 200 })
  expect(table.rows.map(({ kind, cells, minor }) => [kind, cells, minor])).toEqual([
    ['classes', [750, 750], 1_500],
    ['products', [250, 250], 500],
    ['refunded', [-200, 0], -200],
  ])
  for (const { kind, method, minor } of desk.taken) {
    const { rows, sum } = await takenRows(w.at(later), today, { kind, method })
    expect(sum.minor).toBe(minor)
    expect(rows.reduce((all, row) => all + row.minor, 0)).toBe(minor)
  }
})

test('whatever is paid of whatever lines, kinds come to the takings of the day to the penny', async () => {
  const w = await world({ now })
  const anyLine = fc.record({
    kind: fc.constantFrom('drop_in' as const, 'product' as const, 'fee' as const),
    minor: fc.integer({ min: 1, max: 9_999 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyLine, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 100 }),
      async (lines, percent) => {
        const id = await invoiceOf(w, lines)
        const whole = lines.reduce((all, { minor }) => all + minor, 0)
        const first = Math.max(1, Math.floor((whole * percent) / 100))
        await pay(w, id, first, 'cash')
        if (whole > first) await pay(w, id, whole - first, 'card')
        const { taken } = await salesDesk(w.at(later), today)
        const { methods } = await takingsPage(w.at(later), today.from)
        for (const { method, inMinor, outMinor } of methods)
          expect(
            taken.filter((one) => one.method === method).reduce((all, one) => all + one.minor, 0),
          ).toBe(inMinor - outMinor)
      },
    ),
    { numRuns: 12 },
  )
})

test('days of a span end today, and an address asks for no month to come', () => {
  const of = { today: '2026-06-03', month: '2026-06-01', weekStart: 1 }
  expect(takenDays('today', of)).toEqual({ from: '2026-06-03', until: '2026-06-03' })
  expect(takenDays('week', of)).toEqual({ from: '2026-06-01', until: '2026-06-03' })
  expect(takenDays('month', { ...of, month: '2026-02-01' })).toEqual({
    from: '2026-02-01',
    until: '2026-02-28',
  })
  expect(monthOf('2027-01', '2026-06-03')).toBe('2026-06-01')
  expect(monthOf('x', '2026-06-03')).toBe('2026-06-01')
  const asked = new URLSearchParams({ from: '2026-06-30', until: '2020-01-01' })
  expect(daysOf(asked, '2026-06-03')).toEqual({ from: '2020-01-01', until: '2021-01-01' })
})

test('money taken for an invoice stays in the takings when the rest is written off', async () => {
  const w = await world({ now })
  const id = await invoiceOf(w, [{ kind: 'drop_in', minor: 7_500 }])
  await pay(w, id, 3_000, 'cash')
  await writeOffInvoice(asManager(w), id, 'Moved away')
  expect(takenTable((await salesDesk(w.at(later), today)).taken)).toMatchObject({ inMinor: 3_000 })
})

test('takings without refunds show 0 without a minus sign', () => {
  expect(Object.is(takenTable([]).outMinor, 0)).toBe(true)
})
