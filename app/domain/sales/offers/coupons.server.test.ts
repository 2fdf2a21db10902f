import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { givenChild } from '../../../../tests/support/people/families.ts'
import {
  accountCreditOf,
  act,
  billAt,
  givenPlan,
  invoicesOf,
  sellPlan,
} from '../../../../tests/support/sales/memberships.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { joinPage } from '../memberships/join-page.server.ts'
import { sellMembership } from '../memberships/sell-membership.server.ts'
import { sellPackage } from '../sell/sell-package.server.ts'
import { couponForm } from './coupon-form.ts'
import { addCoupon, stopCoupon } from './save-coupon.server.ts'

const now = '2026-09-01T10:00:00Z'

/** A coupon of these fields; answers its id. */
async function coupon(w: World, fields: Record<string, string>): Promise<string> {
  const key = newId()
  const typed = { key, couponCode: 'SPRING', gives: 'discount', audience: 'everyone', ...fields }
  const added = await addCoupon(w.asDesk(now), couponForm('GBP').parse(typed))
  expect(added).toEqual({ ok: true })
  return key
}

const tenPack = async (w: World) =>
  (
    await w.db.all<{ id: string }>(sql`
      SELECT id FROM packages WHERE studio_id = ${w.studio.id} AND archived_at IS NULL`)
  )[0]!.id

const buyPack = async (w: World, person: Person, code: string, at = now) =>
  sellPackage(w.asDesk(at), person.id, {
    key: newId(),
    packageId: await tenPack(w),
    startsOn: at.slice(0, 10),
    method: 'card',
    note: '',
    coupon: code,
  })

test('a percentage comes off a pack, and its invoice says so', async () => {
  const w = await world()
  await coupon(w, { discount: '10%' })
  const [{ price }] = (await w.db.all<{ price: number }>(sql`
    SELECT price_minor AS price FROM packages WHERE id = ${await tenPack(w)}`)) as [
    { price: number },
  ]
  const sold = await buyPack(w, w.cleo, 'SPRING')
  expect(sold).toMatchObject({ ok: true, priceMinor: price * 0.9 })
  const lines = await w.db.all(sql`
    SELECT amount_minor AS amount, discount_minor AS off, discount_reason AS why, state
    FROM open_items WHERE studio_id = ${w.studio.id} AND kind = 'package'
      AND person_id = ${w.cleo.id}`)
  expect(lines).toEqual([
    { amount: price * 0.9, off: price * 0.1, why: 'Coupon SPRING', state: 'settled' },
  ])
})

test('of two people who use the last coupon at once, one gets it and the other is refused', async () => {
  const w = await world()
  await coupon(w, { discount: '5.00', mostUses: '1' })
  const both = await Promise.all([buyPack(w, w.ana, 'SPRING'), buyPack(w, w.cleo, 'SPRING')])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'coupon', why: 'used_up' })
  const uses = await w.db.all(sql`SELECT 1 FROM coupon_uses WHERE studio_id = ${w.studio.id}`)
  expect(uses).toHaveLength(1)
})

test('a coupon is for whom, what and when it says, and no longer once it is stopped', async () => {
  const w = await world()
  const plan = await givenPlan(w, { name: 'Gold', priceMinor: 9_000 })
  const why = async (code: string, person = w.cleo, at = now) => {
    const result = await buyPack(w, person, code, at)
    return result.ok || result.reason !== 'coupon' ? result.ok : result.why
  }
  expect(await why('NOPE')).toBe('unknown')
  await coupon(w, { couponCode: 'PLANS', discount: '5%', offers: plan })
  expect(await why('PLANS')).toBe('not_for_this')
  await coupon(w, { couponCode: 'FREE', gives: 'free_period' })
  expect(await why('FREE')).toBe('not_for_this')
  await coupon(w, { couponCode: 'NEWBIE', discount: '5%', audience: 'new' })
  expect(await why('NEWBIE', w.ana)).toBe('not_for_them')
  await coupon(w, { couponCode: 'LATER', discount: '5%', saleFrom: '2026-09-02' })
  expect(await why('LATER')).toBe('not_today')
  await coupon(w, { couponCode: 'ONCE', discount: '5%', once: 'on' })
  expect(await why('ONCE')).toBe(true)
  expect(await why('ONCE')).toBe('used_before')
  expect(await why('ONCE', w.ana)).toBe(true)
  const stopped = await coupon(w, { couponCode: 'STOP', discount: '5%' })
  await stopCoupon(w.asDesk(now), stopped)
  expect(await why('STOP')).toBe('unknown')
  const again = couponForm('GBP').parse({
    key: newId(),
    couponCode: 'once',
    gives: 'discount',
    discount: '1%',
    audience: 'everyone',
  })
  expect(await addCoupon(w.asDesk(now), again)).toEqual({ ok: false, reason: 'code_taken' })
})

test('a coupon comes off the first bill alone, and unused days are worth what was paid', async () => {
  const w = await world()
  const plan = await givenPlan(w, { name: 'Gold', priceMinor: 9_000, anchorDay: 1 })
  const dearer = await givenPlan(w, { name: 'Platinum', priceMinor: 12_000, anchorDay: 1 })
  await coupon(w, { discount: '50%' })
  const page = await joinPage(w.at(now), w.cleo.id, {
    planId: plan,
    startsOn: '2026-09-01',
    coupon: 'spring'.toUpperCase(),
  })
  expect(page!.preview!.dueNowMinor).toBe(4_500)
  const id = await sellPlan(w, w.cleo, plan, { now, coupon: 'SPRING' })
  await billAt(w, '2026-10-01T10:00:00Z')
  expect(await invoicesOf(w, w.cleo)).toEqual([
    '2026-09-01 4500 paid: Gold 4500',
    '2026-10-01 9000 open: Gold 9000',
  ])
  // Another half way through its first month: 15 of 30 days of the 45.00 that were paid.
  const other = await sellPlan(w, w.ana, plan, { now, coupon: 'SPRING' })
  await act(w, w.ana, other, { act: 'change', planId: dearer }, { now: '2026-09-16T10:00:00Z' })
  expect((await invoicesOf(w, w.ana)).at(-1)).toContain('15/30 days of £45.00 -2250')
  expect(id).not.toBe(other)
})

test('a free first period is billed from the second on', async () => {
  const w = await world()
  const plan = await givenPlan(w, { name: 'Gold', priceMinor: 9_000, joiningFeeMinor: 2_000 })
  await coupon(w, { gives: 'free_period' })
  await sellPlan(w, w.cleo, plan, { now, coupon: 'SPRING' })
  await billAt(w, '2026-10-01T10:00:00Z')
  expect(await invoicesOf(w, w.cleo)).toEqual([
    '2026-09-01 2000 paid: Gold, joining fee 2000',
    '2026-10-01 9000 open: Gold 9000',
  ])
})

test('the second of a family pays less on every bill, and the line says why', async () => {
  const w = await world()
  await w.db.run(sql`
    INSERT INTO billing_settings (studio_id, version, legal_name, address, tax_number, tax_name,
      prefix, first_number, due_days, desk_refund_minor, classes_tax_bp, memberships_tax_bp,
      events_tax_bp, fees_tax_bp, family_bp)
    VALUES (${w.studio.id}, 1, 'N', '', '', 'VAT', '', 1, 0, 2000, 0, 0, 0, 0, 1000)`)
  const plan = await givenPlan(w, { name: 'Kids', priceMinor: 5_000 })
  const ida = await givenChild(w, 'Ida', { guardians: [w.cleo] })
  const otto = await givenChild(w, 'Otto', { guardians: [w.cleo] })
  await sellPlan(w, ida, plan, { now, payerId: w.cleo.id })
  const second = await joinPage(w.at(now), otto.id, { planId: plan, startsOn: null })
  expect(second!.preview!.dueNowMinor).toBe(4_500)
  await sellPlan(w, otto, plan, { now, payerId: w.cleo.id })
  await billAt(w, '2026-10-01T10:00:00Z')
  const lines = await w.db.all(sql`
    SELECT amount_minor AS amount, discount_minor AS off, discount_reason AS why
    FROM open_items WHERE studio_id = ${w.studio.id} AND person_id = ${w.cleo.id}
    ORDER BY created_at, amount_minor DESC`)
  expect(lines).toEqual([
    { amount: 5_000, off: 0, why: '' },
    { amount: 4_500, off: 500, why: 'Family, 10% off' },
    { amount: 5_000, off: 0, why: '' },
    { amount: 4_500, off: 500, why: 'Family, 10% off' },
  ])
  expect(await accountCreditOf(w, w.cleo)).toBe(0)
})

test('a plan sold with the last coupon at once is sold once with it', async () => {
  const w = await world()
  const plan = await givenPlan(w, { name: 'Gold', priceMinor: 9_000 })
  await coupon(w, { discount: '50%', mostUses: '1' })
  const sell = (person: Person) =>
    sellMembership(w.asDesk(now), person.id, {
      key: newId(),
      planId: plan,
      startsOn: '2026-09-01',
      method: 'card',
      note: '',
      payerId: null,
      coupon: 'SPRING',
    })
  const both = await Promise.all([sell(w.ana), sell(w.cleo)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: 'coupon', why: 'used_up' })
})
