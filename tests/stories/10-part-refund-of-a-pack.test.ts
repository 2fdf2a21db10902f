import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { saveBillingSettings } from '#app/domain/billing/settings/save-billing-settings.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { checkIn } from '#app/domain/bookings/roster/check-in.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { addPackage } from '#app/domain/entitlements/offers/save-package.server.ts'
import { packRefundFacts } from '#app/domain/sales/refunds/pack-refund.server.ts'
import { refundPack } from '#app/domain/sales/refunds/refund-pack.server.ts'
import { sellPackage } from '#app/domain/sales/sell/sell-package.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { balanceOf, bookingOf } from '../support/bookings.ts'
import { type World, world } from '../support/world.ts'

// Cleo buys ten classes on 1 June 2026; they come on the 8th, 9th and 10th and book the 18th.
const bought = '2026-06-01T09:00:00Z'
const refundedAt = '2026-06-16T09:00:00Z'

const manager = (w: World, at: string): StaffContext => ({
  ...w.at(at),
  actor: { userId: 'mina', name: 'Mina Manager', role: 'manager' },
})

async function soldPack() {
  const w = await world()
  const [ten, lot] = [newId(), newId()]
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500 WHERE studio_id = ${w.studio.id}`)
  const settings = await saveBillingSettings(manager(w, bought), {
    key: newId(),
    version: 0,
    legalName: 'Northside Ltd',
    address: 'Leeds',
    taxNumber: '1',
    taxName: 'VAT',
    prefix: 'NS-',
    firstNumber: 1,
    dueDays: 0,
    deskRefund: 2_000,
    classesTax: 2_000,
    membershipsTax: 2_000,
    eventsTax: 2_000,
    feesTax: 0,
  })
  expect(settings).toEqual({ ok: true })
  const added = await addPackage(manager(w, bought), {
    key: ten,
    version: 0,
    name: 'Ten classes',
    description: '',
    credits: 10,
    price: 12_000,
    validDays: 90,
    validFrom: 'purchase',
    fixedUntil: null,
    once: false,
    family: false,
    disciplines: [],
  } as unknown as Parameters<typeof addPackage>[1])
  expect(added.ok).toBe(true)
  const sold = await sellPackage(w.asDesk(bought), w.cleo.id, {
    key: lot,
    packageId: ten,
    startsOn: '2026-06-01',
    method: 'card',
    note: '',
  })
  if (!sold.ok) throw new Error(sold.reason)
  const book = async (localStart: string) => {
    const occurrence = await w.givenClass({ localStart, capacity: 6 })
    const booked = await bookClass(w.asMember(w.cleo, bought), occurrence)
    if (!booked.ok) throw new Error(booked.reason)
    return { occurrence, bookingId: booked.booking.id }
  }
  for (const day of ['08', '09', '10']) {
    const { occurrence, bookingId } = await book(`2026-06-${day}T18:30`)
    await checkIn(w.asDesk(`2026-06-${day}T17:20:00Z`), occurrence, bookingId)
  }
  await reconcileClasses(w.at('2026-06-11T09:00:00Z'))
  const ahead = await book('2026-06-18T18:30')
  return { w, lot, invoiceId: sold.invoiceId, ahead }
}

test('10: three of ten classes used, one booked ahead: £75.00 back, of it £12.50 VAT, and no credit left', async () => {
  const { w, lot, invoiceId, ahead } = await soldPack()
  const ctx = manager(w, refundedAt)
  expect(await balanceOf(w, lot)).toBe(6)
  const shown = (await packRefundFacts(ctx, invoiceId))!
  expect(shown.quote).toMatchObject({ refundMinor: 7_500, usedMinor: 4_500, revoked: 7 })
  const press = { key: newId(), invoiceId, method: 'cash' as const, reason: 'Moving away' }

  expect(await refundPack(ctx, { ...press, amountMinor: 12_000 })).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await bookingOf(w, ahead.occurrence, w.cleo)).toMatchObject({ state: 'booked' })
  const twice = await Promise.all(
    [1, 2].map(() => refundPack(ctx, { ...press, amountMinor: 7_500 })),
  )
  expect(twice).toContainEqual({ ok: true, creditNote: 'NS-C1' })
  expect(await refundPack(ctx, { ...press, amountMinor: 7_500 })).toEqual({
    ok: true,
    creditNote: 'NS-C1',
    again: true,
  })

  expect(await bookingOf(w, ahead.occurrence, w.cleo)).toMatchObject({
    state: 'cancelled_on_time',
  })
  const entries = await w.db.all<{ told: string }>(sql`
    SELECT kind || ' ' || amount AS told FROM entries WHERE lot_id = ${lot}
      AND kind IN ('return','revoke') ORDER BY seq`)
  expect(entries.map(({ told }) => told)).toEqual(['return 1', 'revoke -7'])
  expect(await balanceOf(w, lot)).toBe(0)
  const bills = await w.db.all(sql`
    SELECT kind, state, total_minor AS total, tax_minor AS tax FROM invoices
    WHERE studio_id = ${w.studio.id} ORDER BY kind DESC`)
  expect(bills).toEqual([
    { kind: 'invoice', state: 'partly_refunded', total: 12_000, tax: 2_000 },
    { kind: 'credit_note', state: 'paid', total: -7_500, tax: -1_250 },
  ])
  const [net] = await w.db.all<{ minor: number }>(
    sql`SELECT sum(amount_minor) AS minor FROM payments WHERE studio_id = ${w.studio.id}`,
  )
  expect(net).toEqual({ minor: 4_500 })
  const next = await w.givenClass({ localStart: '2026-06-20T18:30', capacity: 6 })
  expect(await bookClass(w.asMember(w.cleo, refundedAt), next)).toMatchObject({
    ok: false,
    reason: 'no_entitlement',
    facts: { refunded: 'Ten classes' },
  })
  expect(await refundPack(ctx, { ...press, key: newId(), amountMinor: 7_500 })).toEqual({
    ok: false,
    reason: 'not_found',
  })
})

test('10: two managers who refund the same pack at once refund it once', async () => {
  const { w, lot, invoiceId } = await soldPack()
  const both = await Promise.all(
    [1, 2].map(() =>
      refundPack(manager(w, refundedAt), {
        key: newId(),
        invoiceId,
        method: 'card' as const,
        reason: 'Ill',
        amountMinor: 7_500,
      }),
    ),
  )
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await balanceOf(w, lot)).toBe(0)
})

test('10: the front desk refunds no pack that comes to more than its limit', async () => {
  const { w, lot, invoiceId, ahead } = await soldPack()
  expect(
    await refundPack(w.asDesk(refundedAt), {
      key: newId(),
      invoiceId,
      method: 'cash',
      reason: 'Ill',
      amountMinor: 7_500,
    }),
  ).toEqual({ ok: false, reason: 'desk_limit', mostMinor: 2_000 })
  expect(await bookingOf(w, ahead.occurrence, w.cleo)).toMatchObject({ state: 'booked' })
  expect(await balanceOf(w, lot)).toBe(6)
})
