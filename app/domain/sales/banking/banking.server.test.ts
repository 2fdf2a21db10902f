import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { reopenInvoice } from '#app/domain/billing/invoices/reopen-invoice.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { openItemStatement } from '#app/domain/billing/open-items.server.ts'
import { newId } from '#app/values/id.ts'
import { type StripeStandIn, startStripe } from '../../../../tests/support/stripe/stand-in.ts'
import { payingStudio } from '../../../../tests/support/stripe/studio.ts'
import type { Person, World } from '../../../../tests/support/world.ts'
import { payInvoiceOnline } from '../checkout/pay-online.server.ts'
import { settleAttempt } from '../checkout/settle-attempt.server.ts'
import { bankingPage, payoutPage } from './banking-page.server.ts'
import { keepPayouts } from './keep-payouts.server.ts'
import { noteDispute } from './note-dispute.server.ts'
import { refundLine } from './refund-line.server.ts'
import { settleRefunds } from './refund-to-card.server.ts'

const now = '2026-06-02T10:00:00Z'
const later = '2026-06-02T12:00:00Z'
let stripe: StripeStandIn
const { connected, paying } = payingStudio(() => stripe)

beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())
beforeEach(() => {
  Object.assign(stripe, { down: false, refundsFail: false })
  stripe.charges.length = 0
})

/** An invoice of somebody that they paid on the provider's page. */
async function paidOnline(w: World, { id, name, email }: Person, amountMinor = 7_500) {
  const itemId = newId()
  await batch(w.db, {
    item: openItemStatement(w.at(now), {
      id: itemId,
      personId: id,
      kind: 'drop_in',
      subjectId: newId(),
      amountMinor,
      working: 'Drop-in: Yin yoga',
      dedupeKey: newId(),
    } as Parameters<typeof openItemStatement>[1]),
  })
  await openInvoices(w.at('2026-06-02T11:00:00Z'))
  const [bill] = await w.db.all<{ id: string; item: string }>(sql`
    SELECT bill.id, line.id AS item FROM invoices AS bill JOIN open_items AS line
      ON line.invoice_id = bill.id
    WHERE bill.studio_id = ${w.studio.id} AND bill.person_id = ${id}
    ORDER BY bill.number DESC LIMIT 1`)
  const payer = { personId: id, name, email }
  const begun = await payInvoiceOnline(paying(w, now), payer, bill!.id, {
    doneUrl: (attempt) => `https://cadence.test/${attempt}`,
  })
  if (!begun.ok) throw new Error(begun.reason)
  const [page] = await w.db.all<{ url: string }>(sql`
    SELECT page_url AS url FROM payment_attempts WHERE id = ${begun.attemptId}`)
  await stripe.payOn(page!.url, '4242 4242 4242 4242')
  await settleAttempt(paying(w, now), begun.attemptId)
  return { invoiceId: bill!.id, itemId: bill!.item, attemptId: begun.attemptId }
}

const asManager = (w: World, at = later) => ({
  ...w.asDesk(at),
  actor: { userId: 'mina', name: 'Mina', role: 'manager' as const },
})
const stateOf = async (w: World, id: string) =>
  (await w.db.all<{ state: string }>(sql`SELECT state FROM invoices WHERE id = ${id}`))[0]?.state
const onlineOf = async (w: World) =>
  (
    await w.db.all<{ minor: number }>(sql`
      SELECT coalesce(sum(amount_minor), 0) AS minor FROM payments
      WHERE studio_id = ${w.studio.id} AND method = 'online'`)
  )[0]!.minor
const creditOf = async (w: World) =>
  (
    await w.db.all<{ minor: number }>(sql`
      SELECT coalesce(sum(amount_minor), 0) AS minor FROM account_entries
      WHERE studio_id = ${w.studio.id}`)
  )[0]!.minor
const tasksOf = (w: World, kind: string) =>
  w.db.all<{ state: string }>(sql`
    SELECT state FROM tasks WHERE studio_id = ${w.studio.id} AND cause_kind = ${kind}`)
const accountOf = async (w: World) =>
  (
    await w.db.all<{ ref: string }>(sql`
      SELECT account_ref AS ref FROM merchant_accounts WHERE studio_id = ${w.studio.id}`)
  )[0]!.ref

test('a refund to the card is in the books and at the provider once, however often it is pressed', async () => {
  const w = await connected(now)
  const { invoiceId, itemId } = await paidOnline(w, w.cleo)
  const refund = {
    key: newId(),
    invoiceId,
    itemId,
    amountMinor: 2_500,
    method: 'online' as const,
    reason: 'Class was short',
  }
  const press = () => refundLine(asManager(w), paying(w, later), refund)
  const all = await Promise.all([press(), press(), press()])
  for (const one of all) expect(one).toMatchObject({ ok: true })
  expect(stripe.charges.map(({ refunded }) => refunded)).toEqual([2_500])
  expect(await stateOf(w, invoiceId)).toBe('partly_refunded')
  expect(await onlineOf(w)).toBe(5_000)
  expect(
    await refundLine(asManager(w), paying(w, later), {
      ...refund,
      key: newId(),
      amountMinor: 5_001,
    }),
  ).toEqual({ ok: false, reason: 'not_to_card', mostMinor: 5_000 })
})

test('a refund while the provider is away waits, and the job sends it once', async () => {
  const w = await connected(now)
  const { invoiceId, itemId } = await paidOnline(w, w.cleo)
  stripe.down = true
  const refund = { key: newId(), invoiceId, itemId, amountMinor: 7_500, reason: 'Moved away' }
  await refundLine(asManager(w), paying(w, later), { ...refund, method: 'online' })
  expect(stripe.charges[0]!.refunded).toBe(0)
  stripe.down = false
  await Promise.all([settleRefunds(paying(w, later)), settleRefunds(paying(w, later))])
  expect(await settleRefunds(paying(w, later))).toBe(0)
  expect(stripe.charges[0]!.refunded).toBe(7_500)
  expect(await stateOf(w, invoiceId)).toBe('refunded')
})

test('a refund that the card can’t take is account credit, with a task, and totals agree', async () => {
  const w = await connected(now)
  const { invoiceId, itemId } = await paidOnline(w, w.cleo)
  stripe.refundsFail = true
  await refundLine(asManager(w), paying(w, later), {
    key: newId(),
    invoiceId,
    itemId,
    amountMinor: 7_500,
    method: 'online',
    reason: 'Moved away',
  })
  expect(await creditOf(w)).toBe(7_500)
  // The money never left.
  expect(await onlineOf(w)).toBe(7_500)
  expect(await tasksOf(w, 'refund_failed')).toEqual([{ state: 'open' }])
})

test('a dispute asks whether the person keeps access; lost, the money leaves the takings once', async () => {
  const w = await connected(now)
  const { invoiceId, attemptId, itemId } = await paidOnline(w, w.cleo)
  const id = await stripe.dispute(attemptId)
  await noteDispute(paying(w, later), id)
  await noteDispute(paying(w, later), id)
  expect(await stateOf(w, invoiceId)).toBe('disputed')
  expect(await tasksOf(w, 'payment_disputed')).toEqual([{ state: 'open' }])
  expect(
    await refundLine(asManager(w), paying(w, later), {
      key: newId(),
      invoiceId,
      itemId,
      amountMinor: 100,
      method: 'online',
      reason: 'No',
    }),
  ).toMatchObject({ reason: 'not_to_card', mostMinor: 0 })
  await stripe.decide(id, 'lost')
  await Promise.all([1, 2, 3].map(() => noteDispute(paying(w, later), id)))
  expect(await stateOf(w, invoiceId)).toBe('lost')
  expect(await onlineOf(w)).toBe(0)
  expect(await tasksOf(w, 'payment_disputed')).toEqual([{ state: 'open' }])
})

test('a dispute that is won leaves the invoice paid and asks nothing any more', async () => {
  const w = await connected(now)
  const { invoiceId, attemptId } = await paidOnline(w, w.cleo)
  const id = await stripe.dispute(attemptId)
  await noteDispute(paying(w, later), id)
  await stripe.decide(id, 'won')
  await noteDispute(paying(w, later), id)
  expect(await stateOf(w, invoiceId)).toBe('paid')
  expect(await onlineOf(w)).toBe(7_500)
  expect(await tasksOf(w, 'payment_disputed')).toEqual([{ state: 'over' }])
  // A dispute of another studio's account is not one of ours.
  const other = await connected(now)
  expect(await noteDispute(paying(other, later), id)).toMatchObject({ ok: false })
})

test('a partly refunded invoice shows its dispute, and is partly refunded again once the dispute is won', async () => {
  const w = await connected(now)
  const { invoiceId, itemId, attemptId } = await paidOnline(w, w.cleo)
  const refund = (amountMinor: number, method: 'online' | 'cash') =>
    refundLine(asManager(w), paying(w, later), {
      key: newId(),
      invoiceId,
      itemId,
      amountMinor,
      method,
      reason: 'Class was short',
    })
  await refund(2_500, 'online')
  const first = await stripe.dispute(attemptId)
  await noteDispute(paying(w, later), first)
  expect(await stateOf(w, invoiceId)).toBe('disputed')
  expect(await refund(100, 'cash')).toMatchObject({ ok: true })
  expect(await stateOf(w, invoiceId)).toBe('disputed')
  await stripe.decide(first, 'won')
  await noteDispute(paying(w, later), first)
  expect(await stateOf(w, invoiceId)).toBe('partly_refunded')
  // Lost, what the bank took back is not refunded as well.
  const second = await stripe.dispute(attemptId)
  await noteDispute(paying(w, later), second)
  await stripe.decide(second, 'lost')
  await noteDispute(paying(w, later), second)
  expect(await stateOf(w, invoiceId)).toBe('lost')
  expect(await refund(100, 'cash')).toMatchObject({ reason: 'too_much', mostMinor: 0 })
})

const entriesOf = (w: World) =>
  w.db.all<{ cause: string; minor: number }>(sql`
    SELECT cause, amount_minor AS minor FROM account_entries WHERE studio_id = ${w.studio.id}
    ORDER BY seq`)

/** Opens a dispute of a payment and has it end as lost. */
async function lose(w: World, attemptId: string) {
  const id = await stripe.dispute(attemptId)
  await noteDispute(paying(w, later), id)
  await stripe.decide(id, 'lost')
  await Promise.all([1, 2].map(() => noteDispute(paying(w, later), id)))
  return id
}

test('a lost dispute takes back the credit its payment made, once, and no invoice that it did not pay', async () => {
  const w = await connected(now)
  const { invoiceId, attemptId } = await paidOnline(w, w.cleo)
  // The invoice was paid at the desk meanwhile, so what was paid online became account credit.
  await w.db.run(sql`DELETE FROM allocations WHERE payment_id = ${attemptId}`)
  await w.db.run(sql`
    INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, reason, created_at)
    VALUES (${w.studio.id}, ${w.cleo.id}, 7500, ${`payment:${attemptId}`}, 'Paid online', ${now}),
      (${w.studio.id}, ${w.cleo.id}, 1000, 'gift:1', 'Sorry', ${now})`)
  const id = await lose(w, attemptId)
  expect(await stateOf(w, invoiceId)).toBe('paid')
  expect((await entriesOf(w)).at(-1)).toEqual({ cause: `payment:lost-${id}`, minor: -7_500 })
  expect(await creditOf(w)).toBe(1_000)
  expect(await onlineOf(w)).toBe(0)
})

test('a lost dispute of a payment whose credit was spent takes what is left of it, never below nothing', async () => {
  const w = await connected(now)
  const { attemptId } = await paidOnline(w, w.cleo)
  await w.db.run(sql`DELETE FROM allocations WHERE payment_id = ${attemptId}`)
  await w.db.run(sql`
    INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, reason, created_at)
    VALUES (${w.studio.id}, ${w.cleo.id}, 7500, ${`payment:${attemptId}`}, 'Paid online', ${now}),
      (${w.studio.id}, ${w.cleo.id}, -7000, 'payment:spent', 'Class', ${now})`)
  await lose(w, attemptId)
  expect(await creditOf(w)).toBe(0)
})

test('a lost dispute of a payment whose refund failed takes the credit back and leaves the invoice refunded', async () => {
  const w = await connected(now)
  const { invoiceId, itemId, attemptId } = await paidOnline(w, w.cleo)
  stripe.refundsFail = true
  await refundLine(asManager(w), paying(w, later), {
    key: newId(),
    invoiceId,
    itemId,
    amountMinor: 7_500,
    method: 'online',
    reason: 'Moved away',
  })
  expect(await creditOf(w)).toBe(7_500)
  await lose(w, attemptId)
  expect(await creditOf(w)).toBe(0)
  // In once, out by the refund and in again as it failed, out by the bank.
  expect(await onlineOf(w)).toBe(0)
  expect(await stateOf(w, invoiceId)).toBe('refunded')
})

test('an invoice that a lost dispute left unpaid is put back, owed again in full and paid once more', async () => {
  const w = await connected(now)
  const { invoiceId, itemId, attemptId } = await paidOnline(w, w.cleo)
  await lose(w, attemptId)
  const desk = asManager(w)
  expect(await reopenInvoice(desk, invoiceId, 'Owed again')).toEqual({ ok: true })
  expect(await reopenInvoice(desk, invoiceId, 'Owed again')).toEqual({ ok: true, again: true })
  expect(await stateOf(w, invoiceId)).toBe('open')
  const taken = { key: newId(), invoiceId, amountMinor: 7_500, method: 'cash', note: '' } as const
  expect(await takePayment(desk, { ...taken, key: newId(), amountMinor: 7_501 })).toMatchObject({
    ok: false,
  })
  expect(await takePayment(desk, taken)).toMatchObject({ ok: true })
  expect(await stateOf(w, invoiceId)).toBe('paid')
  // What the bank took back and was paid again can be refunded again.
  expect(
    await refundLine(desk, paying(w, later), {
      key: newId(),
      invoiceId,
      itemId,
      amountMinor: 7_500,
      method: 'cash',
      reason: 'Kind',
    }),
  ).toMatchObject({ ok: true })
})

test('a lost dispute told again leaves an invoice that was put back and paid, and takes no credit given since', async () => {
  const w = await connected(now)
  const { invoiceId, attemptId } = await paidOnline(w, w.cleo)
  const id = await lose(w, attemptId)
  const desk = asManager(w)
  await reopenInvoice(desk, invoiceId, 'Owed again')
  const taken = { key: newId(), invoiceId, amountMinor: 7_500, method: 'cash', note: '' } as const
  expect(await takePayment(desk, taken)).toMatchObject({ ok: true })
  await noteDispute(paying(w, '2026-06-04T12:00:00Z'), id)
  expect(await stateOf(w, invoiceId)).toBe('paid')
  const other = await connected(now)
  const spent = await paidOnline(other, other.cleo)
  await other.db.run(sql`DELETE FROM allocations WHERE payment_id = ${spent.attemptId}`)
  await other.db.run(sql`
    INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, reason, created_at)
    VALUES (${other.studio.id}, ${other.cleo.id}, 7500, ${`payment:${spent.attemptId}`}, '', ${now}),
      (${other.studio.id}, ${other.cleo.id}, -7500, 'payment:spent', 'Class', ${now})`)
  const second = await lose(other, spent.attemptId)
  await other.db.run(sql`
    INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, reason, created_at)
    VALUES (${other.studio.id}, ${other.cleo.id}, 1000, 'gift:1', 'Sorry', ${now})`)
  await noteDispute(paying(other, '2026-06-04T12:00:00Z'), second)
  expect(await creditOf(other)).toBe(1_000)
})

test('putting an open invoice back changes nothing of a line that was voided on it', async () => {
  const w = await connected(now)
  const { invoiceId } = await paidOnline(w, w.cleo)
  await w.db.run(sql`DELETE FROM allocations WHERE invoice_id = ${invoiceId}`)
  await w.db.run(sql`
    UPDATE open_items SET state = 'open', paid_minor = 0 WHERE invoice_id = ${invoiceId}`)
  await w.db.run(sql`
    INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
      working, state, dedupe_key, created_at, settled_at, invoice_id)
    VALUES ('gone', ${w.studio.id}, ${w.cleo.id}, 'other', 'x', 100, 'GBP', 'x', 'void', 'x',
      ${now}, ${now}, ${invoiceId})`)
  expect(await reopenInvoice(asManager(w), invoiceId, 'Again')).toMatchObject({ again: true })
  expect(await w.db.all(sql`SELECT state FROM open_items WHERE id = 'gone'`)).toEqual([
    { state: 'void' },
  ])
})

test('a payout equals its lines, whatever was paid, refunded and disputed', async () => {
  const w = await connected(now)
  const first = await paidOnline(w, w.cleo, 7_500)
  const second = await paidOnline(w, w.ana, 1_234)
  await paidOnline(w, w.ben, 999)
  await refundLine(asManager(w), paying(w, later), {
    key: newId(),
    invoiceId: first.invoiceId,
    itemId: first.itemId,
    amountMinor: 301,
    method: 'online',
    reason: 'Half',
  })
  await stripe.dispute(second.attemptId)
  const account = await accountOf(w)
  const id = await stripe.payOut(account, 'in_transit')
  await keepPayouts(paying(w, later))
  await keepPayouts(paying(w, later))
  const page = (await payoutPage(w.at(later), id))!
  expect(page.lines).toHaveLength(5)
  const net = page.lines.reduce((sum, line) => sum + line.netMinor, 0)
  expect(net).toBe(page.payout.amountMinor)
  expect(page.lines.filter(({ invoiceId }) => invoiceId !== null)).toHaveLength(5)
  const { payouts, account: merchant } = await bankingPage(w.at(later))
  expect(payouts).toMatchObject([{ id, state: 'in_transit', lines: 5 }])
  expect(merchant).toMatchObject({
    balanceMinor: 0,
    statementText: 'STUDIO',
    payoutEvery: 'weekly friday',
  })
  expect(await payoutPage((await connected(now)).at(later), id)).toBeNull()
})

test('whatever is paid and refunded, payouts come to what came in less fees', async () => {
  const w = await connected(now)
  const bill = await paidOnline(w, w.cleo, 50_000)
  const account = await accountOf(w)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 4 }),
      async (backs) => {
        for (const amountMinor of backs) {
          await refundLine(asManager(w), paying(w, later), {
            key: newId(),
            invoiceId: bill.invoiceId,
            itemId: bill.itemId,
            amountMinor,
            method: 'online',
            reason: 'Some',
          })
        }
        const id = await stripe.payOut(account)
        await keepPayouts(paying(w, later))
        const page = (await payoutPage(w.at(later), id))!
        const sum = (of: 'amountMinor' | 'feeMinor' | 'netMinor') =>
          page.lines.reduce((all, line) => all + line[of], 0)
        expect(sum('netMinor')).toBe(page.payout.amountMinor)
        expect(sum('amountMinor') - sum('feeMinor')).toBe(sum('netMinor'))
      },
    ),
    { numRuns: 4 },
  )
})
