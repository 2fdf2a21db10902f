import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { saveDraftLine, startDraft } from '#app/domain/billing/drafts/change-draft.server.ts'
import { openDraft } from '#app/domain/billing/drafts/open-draft.server.ts'
import { closeAsMistake } from '#app/domain/billing/invoices/close-invoice.server.ts'
import { discountInvoice } from '#app/domain/billing/invoices/discount-invoice.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { newId } from '#app/values/id.ts'
import { givenPlan, sellPlan } from '../../../../tests/support/sales/memberships.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { doBulkInvoices } from '../invoices/bulk-invoices.server.ts'
import { invoiceFilters } from '../invoices/invoice-filters.ts'
import { invoicesListPage } from '../invoices/invoices-list-page.server.ts'
import { accountsPage, exportAccounts } from './accounts-page.server.ts'
import { accountsPeriod } from './accounts-period.ts'

const now = '2026-09-01T10:00:00Z'
const september = { from: '2026-09-01', until: '2026-09-30' }

/** An open invoice of one line; answers its id. */
async function invoice(w: World, price: number, taxRateBp: number): Promise<string> {
  const desk = w.asDesk(now)
  const id = newId()
  await startDraft(desk, w.ana.id, id)
  await saveDraftLine(desk, id, {
    key: newId(),
    version: 0,
    what: 'Party',
    quantity: 1,
    price,
    tax: taxRateBp,
    discount: null,
    discountReason: '',
  })
  const opened = await openDraft(desk, id, 1)
  if (!opened.ok) throw new Error(opened.reason)
  return opened.invoiceId
}

test('the books of a period agree with the list of invoices, and their file with both', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  const party = await invoice(w, 12_000, 2_000)
  await invoice(w, 5_000, 500)
  const mistake = await invoice(w, 7_700, 0)
  await closeAsMistake(desk, mistake, 'Twice')
  await discountInvoice(desk, {
    key: newId(),
    invoiceId: party,
    itemId: null,
    discount: { minor: 1_200 },
    reason: 'Cold room',
  })
  await sellPlan(w, w.cleo, await givenPlan(w, { name: 'Gold', priceMinor: 9_000 }), { now })

  const page = await accountsPage(desk, september)
  expect(page.rows).toEqual([
    { kind: 'memberships', taxRateBp: 0, totalMinor: 9_000, taxMinor: 0 },
    { kind: 'other', taxRateBp: 2_000, totalMinor: 10_800, taxMinor: 1_800 },
    { kind: 'other', taxRateBp: 500, totalMinor: 5_000, taxMinor: 238 },
  ])
  expect(page.voidMinor).toBe(7_700)
  const income = page.rows.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
  expect(income + page.voidMinor).toBe(page.listMinor)
  const list = await invoicesListPage(
    desk,
    invoiceFilters.parse({ view: 'all', from: september.from, until: september.until }),
    { page: 1, perPage: 50 },
  )
  expect(list.invoices.total).toBe(page.listed)
  expect(list.invoices.items.reduce((sum, { totalMinor }) => sum + totalMinor, 0)).toBe(
    page.listMinor,
  )
  const rows: unknown[][] = []
  for await (const some of await exportAccounts(desk, september)) rows.push(...some)
  const totals = rows.slice(1).map((row) => Math.round(Number(row[11]) * 100))
  expect(totals.reduce((sum, minor) => sum + minor, 0)).toBe(page.listMinor)
  expect(rows.find((row) => row[1] === 'Credit note')?.slice(5, 8)).toEqual([
    'Other',
    'Discount: Party',
    '20',
  ])
})

test('a period is never backwards, and a year at most', () => {
  const asked = (query: string) => accountsPeriod(new URLSearchParams(query), '2026-11-23')
  expect(asked('')).toEqual({ from: '2026-11-01', until: '2026-11-23' })
  expect(asked('from=2026-12-01&until=2026-11-05')).toEqual({
    from: '2026-11-05',
    until: '2026-11-05',
  })
  expect(asked('from=1990-01-01')).toEqual({ from: '2025-11-23', until: '2026-11-23' })
})

test('invoices are found by how they were paid, by their total and by location', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  await invoice(w, 12_345, 0)
  await sellPlan(w, w.cleo, await givenPlan(w, { name: 'Gold', priceMinor: 9_000 }), { now })
  const [place] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM locations WHERE studio_id = ${w.studio.id}`)
  await w.db.run(sql`
    UPDATE people SET home_location_id = ${place!.id} WHERE id = ${w.cleo.id}`)
  const found = async (filters: Record<string, string>) =>
    (
      await invoicesListPage(desk, invoiceFilters.parse({ view: 'all', ...filters }), {
        page: 1,
        perPage: 25,
      })
    ).invoices.items.map(({ totalMinor }) => totalMinor)
  expect(await found({})).toEqual([9_000, 12_345])
  expect(await found({ method: 'card' })).toEqual([9_000])
  expect(await found({ method: 'cash' })).toEqual([])
  expect(await found({ least: '123.45', most: '123.45' })).toEqual([12_345])
  expect(await found({ least: '£90' })).toEqual([12_345, 9_000])
  expect(await found({ most: '100' })).toEqual([9_000])
  expect(await found({ least: '100', most: '90' })).toEqual([])
  expect(await found({ least: 'much' })).toEqual([])
  expect(await found({ location: place!.id })).toEqual([9_000])
  expect(await found({ location: place!.id, least: '123.45' })).toEqual([])
  expect(await found({ method: 'gold', location: '' })).toEqual([9_000, 12_345])
})

test('a filter finds every invoice, however many are newer', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  const old = await invoice(w, 12_345, 0)
  await takePayment(desk, {
    key: newId(),
    invoiceId: old,
    amountMinor: 12_345,
    method: 'cash',
    note: '',
  })
  await sellPlan(w, w.cleo, await givenPlan(w, { name: 'Gold', priceMinor: 9_000 }), { now })
  await w.db.run(sql`
    WITH RECURSIVE n AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM n WHERE n < 450)
    INSERT INTO invoices (id, studio_id, person_id, kind, number, reference, state, issued_on,
      due_on, currency, total_minor, tax_minor, seller, tax_name, created_at, paid_by)
    SELECT 'more-' || n, studio_id, person_id, kind, 1000 + n, 'M' || n, state, '2026-12-01',
      '2026-12-01', currency, total_minor, tax_minor, seller, tax_name, created_at, paid_by
    FROM invoices, n WHERE person_id = ${w.cleo.id}`)
  const [place] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM locations WHERE studio_id = ${w.studio.id}`)
  const [cash] = await w.db.all<{ payer: string }>(sql`
    SELECT person_id AS payer FROM invoices WHERE id = ${old}`)
  await w.db.run(sql`
    UPDATE people SET home_location_id = ${place!.id} WHERE id = ${cash!.payer}`)
  const pages = ['all', 'paid', 'open', 'overdue', 'void', 'written_off', 'credit_notes'] as const
  const totals = async (filters: Record<string, string>) =>
    Promise.all(
      pages.map(async (view) => {
        const asked = invoiceFilters.parse({ view, ...filters })
        return (await invoicesListPage(desk, asked, { page: 1, perPage: 25 })).invoices.total
      }),
    )
  expect(await totals({ method: 'cash' })).toEqual([1, 1, 0, 0, 0, 0, 0])
  expect(await totals({ location: place!.id })).toEqual([1, 1, 0, 0, 0, 0, 0])
  expect(await totals({ least: '100' })).toEqual([1, 1, 0, 0, 0, 0, 0])
  expect(await totals({ method: 'card' })).toEqual([451, 451, 0, 0, 0, 0, 0])
  expect(await totals({ method: 'card', most: '90', location: place!.id })).toEqual(
    pages.map(() => 0),
  )
  // Who moves takes their invoices along.
  await w.db.run(sql`
    UPDATE people SET home_location_id = NULL WHERE id = ${cash!.payer}`)
  expect(await totals({ location: place!.id })).toEqual(pages.map(() => 0))
})

test('several are voided at once, those with money on them are left out, and twice is once', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  const ids = [await invoice(w, 1_000, 0), await invoice(w, 2_000, 0)]
  await sellPlan(w, w.cleo, await givenPlan(w, { name: 'Gold', priceMinor: 9_000 }), { now })
  const [paid] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM invoices WHERE studio_id = ${w.studio.id} AND state = 'paid'`)
  const press = { act: 'void', ids: [...ids, paid!.id], key: newId(), reason: 'Test' } as const
  const both = await Promise.all([doBulkInvoices(desk, press), doBulkInvoices(desk, press)])
  expect((both[0] ?? 0) + (both[1] ?? 0)).toBe(2)
  expect(await doBulkInvoices(desk, { ...press, ids: ['elsewhere'] })).toBeNull()
  const states = await w.db.all<{ state: string }>(sql`
    SELECT state FROM invoices WHERE studio_id = ${w.studio.id} ORDER BY number`)
  expect(states.map(({ state }) => state)).toEqual(['void', 'void', 'paid'])
  const mailed = { act: 'mail', ids, key: newId(), reason: '' } as const
  expect(await doBulkInvoices(desk, mailed)).toBe(2)
  expect(await doBulkInvoices(desk, mailed)).toBe(2)
  const letters = await w.db.all(sql`
    SELECT 1 FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'invoice-copy'`)
  expect(letters).toHaveLength(2)
})
