import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { accountOf } from '../../../../tests/support/bookings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { addWalkIn, type DropInMethod } from './add-walk-in.server.ts'

const now = '2026-10-15T16:30:00Z'

async function givenPricedClass(w: World, localStart = '2026-10-15T18:30') {
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1400 WHERE studio_id = ${w.studio.id}`)
  return w.givenClass({ localStart })
}

const walkIn = (w: World, id: string, method: DropInMethod) =>
  addWalkIn(w.asDesk(now), id, { personId: w.cleo.id, pay: { kind: 'drop_in', method } })

const paymentsOf = (w: World) =>
  w.db.all<{ method: string; minor: number; by: string; day: string; reference: string }>(sql`
    SELECT payment.method, part.amount_minor AS minor, payment.taken_by AS "by",
      payment.taken_on AS day, invoice.state AS reference
    FROM payments AS payment JOIN allocations AS part ON part.payment_id = payment.id
    JOIN invoices AS invoice ON invoice.id = part.invoice_id
    WHERE payment.studio_id = ${w.studio.id} ORDER BY payment.method`)

test('a drop-in paid by card is on a paid invoice at once, with the method and who took it', async () => {
  const w = await world()
  const id = await givenPricedClass(w)
  const results = await Promise.all([walkIn(w, id, 'card'), walkIn(w, id, 'card')])
  expect(results.every(({ ok }) => ok)).toBe(true)
  await openInvoices(w.at(now))
  expect(await paymentsOf(w)).toEqual([
    { method: 'card', minor: 1_400, by: 'Hana Desk', day: '2026-10-15', reference: 'paid' },
  ])
})

test('a drop-in to be paid later stays on the invoice', async () => {
  const w = await world()
  const id = await givenPricedClass(w)
  expect((await walkIn(w, id, 'later')).ok).toBe(true)
  await openInvoices(w.at(now))
  expect(await accountOf(w, w.cleo)).toEqual(['drop_in 1400 open'])
  expect(await paymentsOf(w)).toEqual([])
})

test('closed takings take no drop-in, which may still be paid later', async () => {
  const w = await world()
  const id = await givenPricedClass(w)
  await w.db.run(sql`
    INSERT INTO closed_tills (studio_id, day, closed_by, closed_at, cash_minor, counted_minor)
    VALUES (${w.studio.id}, '2026-10-15', 'Hana Desk', ${now}, 0, 0)`)
  expect(await walkIn(w, id, 'cash')).toEqual({ ok: false, reason: 'till_closed' })
  expect(await accountOf(w, w.cleo)).toEqual([])
  expect((await walkIn(w, id, 'later')).ok).toBe(true)
})

test('a coach can add a drop-in to pay later, but cannot record it as paid', async () => {
  const w = await world()
  const id = await givenPricedClass(w)
  const coach = {
    ...w.at(now),
    actor: { userId: 'dee', name: 'Dee Coach', role: 'coach' },
  } as const
  const add = (method: DropInMethod) =>
    addWalkIn(coach, id, { personId: w.cleo.id, pay: { kind: 'drop_in', method } })
  expect(await add('cash')).toEqual({ ok: false, reason: 'takes_no_money' })
  expect(await accountOf(w, w.cleo)).toEqual([])
  expect(await add('later')).toMatchObject({ ok: true })
  expect(await accountOf(w, w.cleo)).toEqual(['drop_in 1400 open'])
})
