import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import {
  openItemStatement,
  settleOpenItemsStatement,
  voidOpenItemsStatement,
} from '../open-items.server.ts'
import { closeAsMistake, writeOffInvoice } from './close-invoice.server.ts'
import { discountInvoice } from './discount-invoice.server.ts'
import { openInvoices } from './open-invoices.server.ts'
import { refundInvoice } from './refund-invoice.server.ts'
import { takePayment } from './take-payment.server.ts'

const now = '2026-06-02T10:00:00Z'

/** A charge of its own cause; answers the item's subject. */
async function charge(
  w: World,
  person: Person,
  amountMinor: number,
  { at = now, working = 'Drop-in: Yin yoga', subjectId = newId() } = {},
): Promise<string> {
  const ctx = w.at(at)
  await batch(w.db, {
    item: openItemStatement(ctx, {
      personId: person.id,
      kind: amountMinor < 0 ? 'refund' : 'drop_in',
      subjectId,
      amountMinor,
      working,
      dedupeKey: newId(),
    }),
  })
  return subjectId
}

type InvoiceRow = {
  id: string
  kind: string
  number: number
  reference: string
  state: string
  totalMinor: number
  taxMinor: number
  credits: string | null
}

const invoicesOf = (w: World, person: Person) =>
  w.db.all<InvoiceRow>(sql`
    SELECT id, kind, number, reference, state, total_minor AS totalMinor, tax_minor AS taxMinor,
      credits_invoice_id AS credits
    FROM invoices WHERE studio_id = ${w.studio.id} AND person_id = ${person.id}
    ORDER BY kind DESC, number`)

const paymentsOf = (w: World, person: Person) =>
  w.db.all<{ amountMinor: number; method: string; takenOn: string }>(sql`
    SELECT amount_minor AS amountMinor, method, taken_on AS takenOn FROM payments
    WHERE studio_id = ${w.studio.id} AND person_id = ${person.id} ORDER BY taken_at, id`)

const owed = async (w: World, person: Person) =>
  (
    await w.db.all<{ minor: number }>(sql`
      SELECT coalesce(sum(amount_minor - paid_minor), 0) AS minor FROM open_items
      WHERE studio_id = ${w.studio.id} AND person_id = ${person.id} AND state = 'open'`)
  )[0]!.minor

const asManager = (w: World, at = now): StaffContext => ({
  ...w.at(at),
  actor: { userId: 'mina', name: 'Mina Manager', role: 'manager' },
})

/** Opens what is unbilled and answers the one invoice of a person. */
async function billed(w: World, person: Person): Promise<InvoiceRow> {
  await openInvoices(w.at(now))
  return (await invoicesOf(w, person)).at(-1)!
}

const firstItem = async (w: World, invoiceId: string) =>
  (
    await w.db.all<{ id: string }>(sql`
      SELECT id FROM open_items WHERE studio_id = ${w.studio.id} AND invoice_id = ${invoiceId}
      ORDER BY amount_minor DESC`)
  )[0]!.id

test('each charge becomes a line of one invoice, numbered without a gap, and a second run adds none', async () => {
  const w = await world()
  await charge(w, w.ana, 1_200)
  await charge(w, w.ben, 1_500)
  await charge(w, w.ben, 500, { working: 'Mat hire' })
  await charge(w, w.ana, 900, { at: '2026-06-02T11:00:00Z' })
  expect(await openInvoices(w.at(now))).toBe(3)
  expect(await openInvoices(w.at(now))).toBe(0)
  const both = [...(await invoicesOf(w, w.ana)), ...(await invoicesOf(w, w.ben))]
  expect(both.map(({ number }) => number).sort()).toEqual([1, 2, 3])
  expect(both.map(({ totalMinor }) => totalMinor).sort((a, b) => a - b)).toEqual([
    900, 1_200, 2_000,
  ])
  expect(both.every(({ state }) => state === 'open')).toBe(true)
})

test('two runs at once open each invoice once and leave no gap', async () => {
  const w = await world()
  const people = await w.givenPeople(Array.from({ length: 12 }, (_, i) => `Person ${i}`))
  for (const person of people) await charge(w, person, 1_000)
  await Promise.all([1, 2, 3].map(() => openInvoices(w.at(now))))
  const rows = await w.db.all<{ number: number; lines: number }>(sql`
    SELECT number, (SELECT count(*) FROM open_items AS line WHERE line.invoice_id = invoices.id)
      AS lines
    FROM invoices WHERE studio_id = ${w.studio.id} ORDER BY number`)
  expect(rows).toEqual(people.map((_, i) => ({ number: i + 1, lines: 1 })))
})

test('what was noted as paid before there were invoices has its invoice and its payment', async () => {
  const w = await world()
  const subject = await charge(w, w.ana, 1_200)
  const at = w.at('2026-06-03T09:00:00Z')
  await batch(w.db, { settle: settleOpenItemsStatement(at, subject) })
  await openInvoices(at)
  await openInvoices(at)
  expect(await invoicesOf(w, w.ana)).toMatchObject([{ state: 'paid', totalMinor: 1_200 }])
  expect(await paymentsOf(w, w.ana)).toEqual([
    { amountMinor: 1_200, method: 'desk', takenOn: '2026-06-03' },
  ])
})

test('an invoice is paid in parts, never more than is open, and each press counts once', async () => {
  const w = await world()
  await charge(w, w.ana, 9_000)
  const invoice = await billed(w, w.ana)
  const desk = w.asDesk(now)
  const part = {
    key: newId(),
    invoiceId: invoice.id,
    amountMinor: 3_000,
    method: 'cash',
    note: '',
  } as const
  expect(await takePayment(desk, part)).toMatchObject({ ok: true, leftMinor: 6_000 })
  expect(await takePayment(desk, part)).toMatchObject({ ok: true, leftMinor: 6_000, again: true })
  expect(await owed(w, w.ana)).toBe(6_000)
  expect(await takePayment(desk, { ...part, key: newId(), amountMinor: 6_001 })).toEqual({
    ok: false,
    reason: 'too_much',
    mostMinor: 6_000,
  })
  expect(await takePayment(desk, { ...part, key: newId(), amountMinor: 0 })).toMatchObject({
    ok: false,
  })
  const rest = await Promise.all(
    [1, 2, 3].map(() =>
      takePayment(desk, { ...part, key: newId(), amountMinor: 6_000, method: 'card' }),
    ),
  )
  expect(rest.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await invoicesOf(w, w.ana)).toMatchObject([{ state: 'paid' }])
  expect(await owed(w, w.ana)).toBe(0)
  const taken = await paymentsOf(w, w.ana)
  expect(taken.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(9_000)
})

test('a line that comes off counts before the first payment does', async () => {
  const w = await world()
  await charge(w, w.ana, 9_000, { working: 'Unlimited' })
  const invoice = await billed(w, w.ana)
  await w.db.run(sql`
    INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
      working, state, dedupe_key, created_at, invoice_id)
    VALUES ('off', ${w.studio.id}, ${w.ana.id}, 'freeze', 'm', -3000, 'GBP', '10/30 days frozen',
      'open', 'off', ${now}, ${invoice.id})`)
  const desk = w.asDesk(now)
  const pay = (amountMinor: number) =>
    takePayment(desk, {
      key: newId(),
      invoiceId: invoice.id,
      amountMinor,
      method: 'cash',
      note: '',
    })
  expect(await pay(1_000)).toMatchObject({ ok: true, leftMinor: 5_000 })
  expect(await pay(5_000)).toMatchObject({ ok: true, leftMinor: 0 })
  expect(await invoicesOf(w, w.ana)).toMatchObject([{ state: 'paid' }])
})

test('tax is inside the amount by line, at the rate of the day', async () => {
  const w = await world()
  await w.db.run(sql`
    INSERT INTO billing_settings (studio_id, version, legal_name, address, tax_number, tax_name,
      prefix, first_number, due_days, desk_refund_minor, classes_tax_bp, memberships_tax_bp,
      events_tax_bp, fees_tax_bp)
    VALUES (${w.studio.id}, 1, 'Northside Movement Ltd', '14 Canal Row, Leeds', '123 4567 89',
      'VAT', 'NS-', 1047, 14, 2000, 2000, 2000, 2000, 0)`)
  await charge(w, w.ana, 12_000)
  expect(await billed(w, w.ana)).toMatchObject({
    number: 1_047,
    reference: 'NS-1047',
    totalMinor: 12_000,
    taxMinor: 2_000,
  })
})

test('a refund is a credit note and money out, with its tax, and never more than was paid', async () => {
  const w = await world()
  await w.db.run(sql`
    INSERT INTO billing_settings (studio_id, version, legal_name, address, tax_number, tax_name,
      prefix, first_number, due_days, desk_refund_minor, classes_tax_bp, memberships_tax_bp,
      events_tax_bp, fees_tax_bp)
    VALUES (${w.studio.id}, 1, '', '', '', 'VAT', 'NS-', 1, 0, 2000, 2000, 2000, 2000, 0)`)
  await charge(w, w.ana, 12_000, { working: '10-class pack' })
  const invoice = await billed(w, w.ana)
  const manager = asManager(w)
  await takePayment(manager, {
    key: newId(),
    invoiceId: invoice.id,
    amountMinor: 12_000,
    method: 'card',
    note: '',
  })
  const itemId = await firstItem(w, invoice.id)
  const refund = {
    key: newId(),
    invoiceId: invoice.id,
    itemId,
    amountMinor: 7_500,
    method: 'card',
    reason: 'Moving to Bristol',
  } as const
  const both = await Promise.all([refundInvoice(manager, refund), refundInvoice(manager, refund)])
  expect(both).toEqual([
    { ok: true, creditNote: 'NS-C1' },
    { ok: true, creditNote: 'NS-C1' },
  ])
  expect(await invoicesOf(w, w.ana)).toMatchObject([
    { kind: 'invoice', state: 'partly_refunded', totalMinor: 12_000 },
    {
      kind: 'credit_note',
      state: 'paid',
      totalMinor: -7_500,
      taxMinor: -1_250,
      credits: invoice.id,
    },
  ])
  const two = await Promise.all(
    ['a', 'b'].map(() => refundInvoice(manager, { ...refund, key: newId(), amountMinor: 4_500 })),
  )
  expect(two.filter(({ ok }) => ok)).toHaveLength(1)
  expect(two.filter(({ ok }) => !ok)).toEqual([{ ok: false, reason: 'too_much', mostMinor: 0 }])
  expect((await invoicesOf(w, w.ana))[0]).toMatchObject({ state: 'refunded' })
  const money = await paymentsOf(w, w.ana)
  expect(money.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
})

test('the front desk can refund £20.00 of an invoice but not £20.01, even in two parts (story 20)', async () => {
  const w = await world()
  await charge(w, w.ana, 9_000)
  const invoice = await billed(w, w.ana)
  const desk = w.asDesk(now)
  await takePayment(desk, {
    key: newId(),
    invoiceId: invoice.id,
    amountMinor: 9_000,
    method: 'cash',
    note: '',
  })
  const itemId = await firstItem(w, invoice.id)
  const ask = (amountMinor: number) =>
    refundInvoice(desk, {
      key: newId(),
      invoiceId: invoice.id,
      itemId,
      amountMinor,
      method: 'cash',
      reason: 'Asked',
    })
  expect(await ask(2_001)).toEqual({ ok: false, reason: 'desk_limit', mostMinor: 2_000 })
  expect(await ask(1_500)).toMatchObject({ ok: true })
  expect(await ask(501)).toEqual({ ok: false, reason: 'desk_limit', mostMinor: 500 })
  expect(await ask(500)).toMatchObject({ ok: true })
})

test('money kept on the account pays an invoice, and never more than there is', async () => {
  const w = await world()
  await charge(w, w.ana, 3_000)
  const first = await billed(w, w.ana)
  const manager = asManager(w)
  const pay = (invoiceId: string, amountMinor: number, method: 'cash' | 'credit') =>
    takePayment(manager, { key: newId(), invoiceId, amountMinor, method, note: '' })
  await pay(first.id, 3_000, 'cash')
  await refundInvoice(manager, {
    key: newId(),
    invoiceId: first.id,
    itemId: await firstItem(w, first.id),
    amountMinor: 2_000,
    method: 'credit',
    reason: 'Class was cold',
  })
  await charge(w, w.ana, 5_000, { at: '2026-06-02T11:00:00Z' })
  await openInvoices(w.at(now))
  const second = (await invoicesOf(w, w.ana)).find(({ totalMinor }) => totalMinor === 5_000)!
  expect(await pay(second.id, 2_001, 'credit')).toEqual({
    ok: false,
    reason: 'not_enough_credit',
    mostMinor: 2_000,
  })
  const twice = await Promise.all([
    pay(second.id, 2_000, 'credit'),
    pay(second.id, 2_000, 'credit'),
  ])
  expect(twice.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await owed(w, w.ana)).toBe(3_000)
})

test('a charge that is voided takes its invoice with it, or is credited where there are others', async () => {
  const w = await world()
  const only = await charge(w, w.ana, 1_200)
  const one = await charge(w, w.ben, 1_500)
  await charge(w, w.ben, 500, { working: 'Mat hire' })
  await openInvoices(w.at(now))
  const at = w.at('2026-06-02T12:00:00Z')
  await batch(w.db, { a: voidOpenItemsStatement(at, only), b: voidOpenItemsStatement(at, one) })
  expect(await invoicesOf(w, w.ana)).toMatchObject([{ state: 'void' }])
  expect(await owed(w, w.ben)).toBe(500)
  expect(await openInvoices(at)).toBe(2)
  expect(await openInvoices(at)).toBe(0)
  expect(await invoicesOf(w, w.ben)).toMatchObject([
    { kind: 'invoice', state: 'open', totalMinor: 2_000 },
    { kind: 'credit_note', state: 'paid', totalMinor: -1_500 },
  ])
  const [invoice] = await invoicesOf(w, w.ben)
  const pay = {
    key: newId(),
    invoiceId: invoice!.id,
    amountMinor: 500,
    method: 'cash',
    note: '',
  } as const
  expect(await takePayment(w.asDesk(now), pay)).toMatchObject({ ok: true, leftMinor: 0 })
  expect((await invoicesOf(w, w.ben))[0]).toMatchObject({ state: 'paid' })
})

test('a discount is not counted as a refund, and cancelling a discounted unpaid charge creates no credit', async () => {
  const w = await world()
  const [one, two] = [await charge(w, w.ana, 9_000), await charge(w, w.ben, 9_000)]
  await charge(w, w.ben, 500, { working: 'Mat hire' })
  await openInvoices(w.at(now))
  const off = async (person: Person) => {
    const invoiceId = (await invoicesOf(w, person))[0]!.id
    const itemId = await firstItem(w, invoiceId)
    const result = await discountInvoice(asManager(w), {
      key: newId(),
      invoiceId,
      itemId,
      discount: { minor: 2_000 },
      reason: 'Cold room',
    })
    expect(result).toMatchObject({ ok: true })
    return { key: newId(), invoiceId, method: 'cash', note: '' } as const
  }
  const [, bens] = [await off(w.ana), await off(w.ben)]
  const cleos = await charge(w, w.cleo, 9_000)
  await openInvoices(w.at(now))
  const paid = { ...(await off(w.cleo)), amountMinor: 7_000 }
  expect(await takePayment(asManager(w), paid)).toMatchObject({ ok: true, leftMinor: 0 })
  expect((await invoicesOf(w, w.cleo))[0]).toMatchObject({ state: 'paid' })
  expect(cleos).not.toBe(one)
  await takePayment(asManager(w), { ...bens, amountMinor: 800 })
  const at = w.at('2026-06-02T12:00:00Z')
  await batch(w.db, { a: voidOpenItemsStatement(at, one), b: voidOpenItemsStatement(at, two) })
  while ((await openInvoices(at)) > 0) {}
  const credit = async (person: Person) =>
    (
      await w.db.all<{ minor: number }>(sql`
        SELECT sum(amount_minor) AS minor FROM account_entries
        WHERE studio_id = ${w.studio.id} AND person_id = ${person.id}`)
    )[0]!.minor
  // Nothing was paid by the one; of £8.00 in money by the other, £5.00 is for the mat.
  expect(await credit(w.ana)).toBe(0)
  expect((await credit(w.ben)) - (await owed(w, w.ben))).toBe(300)
  expect((await invoicesOf(w, w.ana)).map(({ state }) => state)).toEqual(['void', 'void'])
  expect((await invoicesOf(w, w.ben)).map(({ totalMinor }) => totalMinor)).toEqual([
    ...[9_500, -2_000, -7_000],
  ])
})

test('an open invoice is voided or written off once, and not after money came in', async () => {
  const w = await world()
  await charge(w, w.ana, 1_200)
  await charge(w, w.ben, 3_000)
  const invoice = await billed(w, w.ana)
  const bens = (await invoicesOf(w, w.ben))[0]!
  const manager = asManager(w)
  expect(await closeAsMistake(manager, invoice.id, 'Wrong person')).toEqual({ ok: true })
  expect(await closeAsMistake(manager, invoice.id, 'Wrong person')).toEqual({
    ok: true,
    again: true,
  })
  expect(await owed(w, w.ana)).toBe(0)
  await takePayment(manager, {
    key: newId(),
    invoiceId: bens.id,
    amountMinor: 1_000,
    method: 'cash',
    note: '',
  })
  expect(await closeAsMistake(manager, bens.id, 'Mistake')).toEqual({
    ok: false,
    reason: 'paid_in_part',
  })
  expect(await writeOffInvoice(manager, bens.id, 'Moved away')).toEqual({ ok: true })
  expect(await invoicesOf(w, w.ben)).toMatchObject([{ state: 'uncollectible' }])
  expect(await owed(w, w.ben)).toBe(0)
  const pay = {
    key: newId(),
    invoiceId: invoice.id,
    amountMinor: 1_200,
    method: 'cash',
    note: '',
  } as const
  expect(await takePayment(manager, pay)).toEqual({ ok: false, reason: 'nothing_open' })
})

test('no money moves on a day whose takings are closed', async () => {
  const w = await world()
  await charge(w, w.ana, 1_200)
  const invoice = await billed(w, w.ana)
  await w.db.run(sql`
    INSERT INTO closed_tills (studio_id, day, closed_at, closed_by, cash_minor, counted_minor)
    VALUES (${w.studio.id}, '2026-06-02', ${now}, 'Hana Desk', 0, 0)`)
  const pay = {
    key: newId(),
    invoiceId: invoice.id,
    amountMinor: 1_200,
    method: 'cash',
    note: '',
  } as const
  expect(await takePayment(w.asDesk(now), pay)).toEqual({ ok: false, reason: 'till_closed' })
  expect(await takePayment(w.asDesk('2026-06-03T08:00:00Z'), pay)).toMatchObject({
    ok: true,
    leftMinor: 0,
  })
})

test('whatever is charged, voided, paid and given back, every sum agrees', async () => {
  const w = await world()
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          act: fc.constantFrom('charge', 'void', 'settle', 'pay', 'refund', 'open'),
          n: fc.nat(9),
          minor: fc.integer({ min: 1, max: 5_000 }),
          credit: fc.boolean(),
        }),
        { minLength: 3, maxLength: 14 },
      ),
      async (acts) => {
        const person = await w.givenPerson('Random Person')
        const subjects: string[] = []
        let second = 0
        for (const { act, n, minor, credit } of acts) {
          const at = `2026-06-02T10:00:${String(second++).padStart(2, '0')}Z`
          const manager = asManager(w, at)
          const subject = subjects[n % Math.max(1, subjects.length)]
          const invoices = await invoicesOf(w, person)
          const invoice = invoices[n % Math.max(1, invoices.length)]
          if (act === 'charge') subjects.push(await charge(w, person, minor, { at }))
          if (act === 'open') await openInvoices(w.at(at))
          if (act === 'void' && subject)
            await batch(w.db, { v: voidOpenItemsStatement(w.at(at), subject) })
          if (act === 'settle' && subject) {
            await batch(w.db, { s: settleOpenItemsStatement(w.at(at), subject) })
          }
          if (act === 'pay' && invoice) {
            const method = credit ? 'credit' : 'cash'
            await takePayment(manager, {
              key: newId(),
              invoiceId: invoice.id,
              amountMinor: minor,
              method,
              note: '',
            })
          }
          if (act === 'refund' && invoice?.kind === 'invoice') {
            const itemId = await firstItem(w, invoice.id)
            const method = credit ? 'credit' : 'cash'
            await refundInvoice(manager, {
              key: newId(),
              invoiceId: invoice.id,
              itemId,
              amountMinor: minor,
              method,
              reason: 'r',
            })
          }
        }
        while ((await openInvoices(w.at(now))) > 0) {}
        const own = sql`studio_id = ${w.studio.id} AND person_id = ${person.id}`
        const [sums] = await w.db.all<Record<string, number>>(sql`SELECT
          (SELECT count(*) FROM open_items WHERE ${own} AND state <> 'void' AND invoice_id IS NULL) AS unbilled,
          (SELECT coalesce(sum(amount_minor), 0) FROM open_items WHERE ${own} AND invoice_id IS NOT NULL) AS lines,
          (SELECT coalesce(sum(total_minor), 0) FROM invoices WHERE ${own}) AS totals,
          (SELECT coalesce(sum(amount_minor), 0) FROM payments WHERE ${own}) AS paid,
          (SELECT coalesce(sum(a.amount_minor), 0) FROM allocations AS a JOIN invoices AS i
            ON i.id = a.invoice_id WHERE i.person_id = ${person.id}) AS allocated,
          (SELECT coalesce(sum(amount_minor), 0) FROM account_entries WHERE ${own}) AS credit,
          (SELECT coalesce(sum(amount_minor), 0) FROM payments WHERE ${own} AND method = 'credit') AS by_credit,
          (SELECT coalesce(sum(amount_minor - paid_minor), 0) FROM open_items WHERE ${own} AND state = 'open') AS owed,
          (SELECT coalesce(sum(amount_minor), 0) FROM open_items WHERE ${own} AND state <> 'void') AS live`)
        expect(sums!.unbilled).toBe(0)
        expect(sums!.lines).toBe(sums!.totals)
        expect(sums!.paid).toBe(sums!.allocated)
        expect(sums!.credit).toBeGreaterThanOrEqual(0)
        // What is charged and stands is paid, owed, or was paid in part before it was voided.
        const onAccount = sums!.credit! + sums!.by_credit!
        expect(sums!.live! - sums!.owed!).toBe(sums!.paid! - onAccount)
      },
    ),
    { numRuns: 25 },
  )
})
