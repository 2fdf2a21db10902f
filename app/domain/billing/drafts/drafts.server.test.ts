import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { sharedOut } from '#app/values/billing/discount.ts'
import { newId } from '#app/values/id.ts'
import { taxInside } from '#app/values/money.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { discountInvoice } from '../invoices/discount-invoice.server.ts'
import { takePayment } from '../invoices/take-payment.server.ts'
import { discardDraft, saveDraftLine, saveDraftTerms, startDraft } from './change-draft.server.ts'
import { draftLineForm } from './draft-forms.ts'
import { type DraftLine, draftTotals } from './draft-totals.ts'
import { openDraft } from './open-draft.server.ts'

const now = '2026-06-02T10:00:00Z'

const typed = (fields: Record<string, string>) => ({
  key: newId(),
  version: '0',
  what: 'Private party',
  quantity: '1',
  price: '120.00',
  tax: '20',
  discount: '',
  discountReason: '',
  ...fields,
})

const lineOf = (fields: Record<string, string>) => draftLineForm('GBP').parse(typed(fields))

/** A draft for Ana with these lines; answers its id and version. */
async function drafted(w: World, lines: Record<string, string>[]) {
  const desk = w.asDesk(now)
  const id = newId()
  expect(await startDraft(desk, w.ana.id, id)).toBe(true)
  for (const [i, fields] of lines.entries()) {
    const saved = await saveDraftLine(desk, id, lineOf({ ...fields, version: String(i) }))
    expect(saved).toEqual({ ok: true })
  }
  return { id, version: lines.length }
}

const linesOf = (w: World, invoiceId: string) =>
  w.db.all(sql`
    SELECT working, quantity, amount_minor AS amount, discount_minor AS discount,
      discount_reason AS why, tax_minor AS tax, state
    FROM open_items WHERE studio_id = ${w.studio.id} AND invoice_id = ${invoiceId} ORDER BY id`)

test('a draft owes nothing and has no number; opened by two at once it is one invoice with the next', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  const { id, version } = await drafted(w, [
    { what: 'Private party', price: '120.00' },
    {
      what: 'Grip',
      quantity: '3',
      price: '10.00',
      tax: '0',
      discount: '10%',
      discountReason: 'Three',
    },
  ])
  expect(await w.db.all(sql`SELECT 1 FROM open_items WHERE studio_id = ${w.studio.id}`)).toEqual([])
  const results = await Promise.all([1, 2].map(() => openDraft(desk, id, version)))
  expect(results.map(({ ok }) => ok)).toEqual([true, true])
  const invoices = await w.db.all(sql`
    SELECT id, number, state, total_minor AS total, tax_minor AS tax FROM invoices
    WHERE studio_id = ${w.studio.id}`)
  expect(invoices).toEqual([
    { id: `draft-${id}`, number: 1, state: 'open', total: 14_700, tax: 2_000 },
  ])
  expect(await linesOf(w, `draft-${id}`)).toEqual([
    {
      working: 'Private party',
      quantity: 1,
      amount: 12_000,
      discount: 0,
      why: '',
      tax: 2_000,
      state: 'open',
    },
    {
      working: 'Grip',
      quantity: 3,
      amount: 2_700,
      discount: 300,
      why: 'Three',
      tax: 0,
      state: 'open',
    },
  ])
  expect(await openDraft(desk, id, version)).toMatchObject({ ok: true, again: true })
})

test('tax is added to prices without it, and what comes off the whole is shared by the lines', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  const { id, version } = await drafted(w, [
    { what: 'Hall', price: '100.00', tax: '20' },
    { what: 'Tea', quantity: '2', price: '25.00', tax: '5' },
  ])
  const terms = {
    prices: 'without_tax',
    discount: { minor: 1_500 },
    discountReason: 'Friends',
    dueOn: '',
  }
  expect(await saveDraftTerms(desk, id, { version, ...terms } as never)).toEqual({ ok: true })
  expect(await openDraft(desk, id, version)).toEqual({ ok: false, reason: 'changed' })
  expect(await openDraft(desk, id, version + 1)).toMatchObject({ ok: true })
  expect(await linesOf(w, `draft-${id}`)).toEqual([
    {
      working: 'Hall',
      quantity: 1,
      amount: 10_800,
      discount: 1_000,
      why: 'Friends',
      tax: 1_800,
      state: 'open',
    },
    {
      working: 'Tea',
      quantity: 2,
      amount: 4_725,
      discount: 500,
      why: 'Friends',
      tax: 225,
      state: 'open',
    },
  ])
})

test('a draft without anything to pay is not opened, and one that was thrown away is gone', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  const { id } = await drafted(w, [])
  expect(await openDraft(desk, id, 0)).toEqual({ ok: false, reason: 'nothing_to_pay' })
  await discardDraft(desk, id)
  expect(await openDraft(desk, id, 0)).toEqual({ ok: false, reason: 'not_found' })
  expect(await startDraft(desk, 'nobody', newId())).toBe(false)
})

test('a form sent twice adds one line, and the second of two people who change a draft is refused', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  const { id } = await drafted(w, [])
  const form = lineOf({})
  expect(await saveDraftLine(desk, id, form)).toEqual({ ok: true })
  expect(await saveDraftLine(desk, id, form)).toEqual({ ok: true })
  expect(await saveDraftLine(desk, id, lineOf({}))).toEqual({ ok: false, reason: 'changed' })
  expect(await openDraft(desk, id, 1)).toMatchObject({ ok: true })
  expect(await linesOf(w, `draft-${id}`)).toHaveLength(1)
})

test.each([
  ['quantity', '-1'],
  ['quantity', '0.5'],
  ['quantity', '1e9'],
  ['quantity', '0'],
  ['price', '-5'],
  ['price', '1e9'],
  ['price', '5 USD'],
  ['price', '0'],
  ['tax', '-1'],
  ['tax', '100'],
  ['discount', '101%'],
  ['discount', '-5'],
])('a line with %s %s is refused', (field, value) => {
  const result = draftLineForm('GBP').safeParse(typed({ [field]: value, discountReason: 'x' }))
  expect(result.error?.issues.map(({ path }) => path[0])).toEqual([field])
})

test('a discount needs a reason', () => {
  const result = draftLineForm('GBP').safeParse(typed({ discount: '5' }))
  expect(result.error?.issues.map(({ path }) => path[0])).toEqual(['discountReason'])
})

const anyLine = fc.record({
  id: fc.constant('l'),
  what: fc.constant('Thing'),
  quantity: fc.integer({ min: 1, max: 999 }),
  unitMinor: fc.integer({ min: 1, max: 10_000_000 }),
  taxRateBp: fc.integer({ min: 0, max: 9_900 }),
  discount: fc.oneof(
    fc.constant(null),
    fc.record({ bp: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({ minor: fc.integer({ min: 1, max: 1_000_000 }) }),
  ),
  discountReason: fc.constant('why'),
})

test('lines sum to the total, discounts to what came off, and tax is what the amount includes', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 10_000 }),
      (lines: DraftLine[], netPrices, bp) => {
        const totals = draftTotals({ lines, netPrices, discount: { bp }, discountReason: 'all' })
        for (const [i, line] of totals.lines.entries()) {
          const price = lines[i]!.quantity * lines[i]!.unitMinor
          expect(line.amountMinor).toBeGreaterThanOrEqual(0)
          expect(price - line.discountMinor).toBe(
            line.amountMinor - (netPrices ? line.taxMinor : 0),
          )
          // The books work tax out from the amount alone: that must be the tax that was added.
          expect(taxInside(line.amountMinor, line.taxRateBp)).toBe(line.taxMinor)
        }
        expect(totals.lines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(
          totals.totalMinor,
        )
      },
    ),
    { numRuns: 2_000 },
  )
})

test('shares sum to what is shared, and none is more than its weight', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (weights, part) => {
        const all = weights.reduce((sum, weight) => sum + weight, 0)
        const minor = Math.floor(all * part)
        const shares = sharedOut(minor, weights)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(minor)
        expect(shares.every((share, i) => share >= 0 && share <= weights[i]!)).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('something taken off an open invoice is a credit note with the tax of its line', async () => {
  const w = await world()
  const desk: StaffContext = {
    ...w.at(now),
    actor: { userId: 'manager', name: 'Mina Manager', role: 'manager' },
  }
  const { id, version } = await drafted(w, [
    { what: 'Hall', price: '120.00', tax: '20' },
    { what: 'Tea', price: '10.00', tax: '0' },
  ])
  await openDraft(desk, id, version)
  const invoiceId = `draft-${id}`
  const [hall] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM open_items WHERE studio_id = ${w.studio.id} AND working = 'Hall'`)
  const off = (discount: { minor: number } | { bp: number }, itemId: string | null = null) =>
    discountInvoice(desk, { key: newId(), invoiceId, itemId, discount, reason: 'It was cold' })
  expect(await off({ minor: 13_001 })).toEqual({ ok: false, reason: 'too_much', mostMinor: 13_000 })
  expect(await off({ bp: 5_000 }, hall!.id)).toMatchObject({ ok: true, minor: 6_000 })
  const notes = await w.db.all(sql`
    SELECT total_minor AS total, tax_minor AS tax, state, credits_invoice_id AS credits FROM invoices
    WHERE studio_id = ${w.studio.id} AND kind = 'credit_note'`)
  expect(notes).toEqual([{ total: -6_000, tax: -1_000, state: 'paid', credits: invoiceId }])
  // Two at once, each of which alone would fit.
  const both = await Promise.all([off({ minor: 5_000 }), off({ minor: 5_000 })])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  const [{ balance }] = (await w.db.all<{ balance: number }>(sql`
    SELECT sum(amount_minor - paid_minor) AS balance FROM open_items
    WHERE studio_id = ${w.studio.id} AND invoice_id = ${invoiceId} AND state = 'open'`)) as [
    { balance: number },
  ]
  expect(balance).toBe(2_000)
  await takePayment(desk, { key: newId(), invoiceId, amountMinor: 2_000, method: 'cash', note: '' })
  expect(await off({ minor: 1 })).toEqual({ ok: false, reason: 'too_much', mostMinor: 0 })
  const [{ credit }] = (await w.db.all<{ credit: number }>(sql`
    SELECT coalesce(sum(amount_minor), 0) AS credit FROM account_entries
    WHERE studio_id = ${w.studio.id}`)) as [{ credit: number }]
  expect(credit).toBe(0)
})
