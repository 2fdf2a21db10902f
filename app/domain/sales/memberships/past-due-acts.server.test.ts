import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import {
  act,
  billAt,
  givenPlan,
  membershipOf,
  sellPlan,
} from '../../../../tests/support/sales/memberships.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { newId } from '../../../values/id.ts'
import { localDate } from '../../../values/zone.ts'
import { takePayment } from '../../billing/invoices/take-payment.server.ts'
import { bookClass } from '../../bookings/booking/book-class.server.ts'
import { heldPlanStatement } from '../../entitlements/held-plans.server.ts'
import { noteFailedCharge } from '../collecting/note-failed-charge.server.ts'
import { runSteps } from '../collecting/run-steps.server.ts'
import type { MembershipAct } from './membership-acts.ts'
import { standing } from './membership-page.server.ts'

const now = '2026-06-10T10:00:00Z'
let w: World
let id: string
let plans: { dearer: string; cheaper: string }

beforeEach(async () => {
  w = await world()
  plans = {
    dearer: await givenPlan(w, { name: 'Everything', priceMinor: 12_000 }),
    cheaper: await givenPlan(w, { name: 'Four', priceMinor: 4_000 }),
  }
  const plan = await givenPlan(w, { name: 'Eight', priceMinor: 6_000, anchorDay: 1 })
  id = await sellPlan(w, w.cleo, plan, { now: '2026-05-01T10:00:00Z' })
  while ((await billAt(w, now)) > 0);
})

/** The charge of June's bill, whose card was reported stolen: it fails for good when it is tried. */
async function givenCharge() {
  const [bill] = await w.db.all<{ id: string; minor: number }>(sql`
    SELECT id, total_minor AS minor FROM invoices
    WHERE studio_id = ${w.studio.id} AND person_id = ${w.cleo.id} AND state = 'open'`)
  const stepId = newId()
  await w.db.run(sql`
    INSERT INTO collection_steps (id, studio_id, invoice_id, membership_id, payer_id, kind, n,
      due_on, state)
    VALUES (${stepId}, ${w.studio.id}, ${bill!.id}, ${id}, ${w.cleo.id}, 'charge', 0, '2026-06-10',
      'coming')`)
  return {
    failsAt: (at: string) => noteFailedCharge(w.at(at), stepId, 'stolen_card'),
    paidAt: (at: string) =>
      takePayment(w.asDesk(at), {
        key: newId(),
        invoiceId: bill!.id,
        amountMinor: bill!.minor,
        method: 'card',
        note: '',
      }),
  }
}

/** What took the place of the membership, and whether it lets Cleo book on `at`. */
async function successorAt(at: string) {
  const before = await membershipOf(w, id)
  const after = await membershipOf(w, before!.supersededBy!)
  const classId = await w.givenClass({ localStart: '2026-07-20T18:00', at })
  const booked = await bookClass(w.asMember(w.cleo, at), classId)
  return { before: before!.state, after: after!.state, books: booked.ok }
}

async function jobsAt(at: string) {
  while ((await billAt(w, at)) > 0);
  await runSteps(w.at(at))
}

const stands = (state: string) =>
  w.db.run(sql`UPDATE memberships SET state = ${state} WHERE id = ${id}`)
const press = (what: MembershipAct) => act(w, w.cleo, id, what, { now })
const can = async () => {
  const { rows } = await batch(w.db, { rows: heldPlanStatement(w.at(now), w.cleo.id, id) })
  return standing(rows[0]!, localDate(now, w.studio.timeZone)).can
}

test('a membership with an unpaid bill cannot change plan', async () => {
  for (const state of ['past_due', 'suspended']) {
    await stands(state)
    expect(await press({ act: 'change', planId: plans.dearer })).toMatchObject({ reason: 'unpaid' })
    expect(await press({ act: 'change', planId: plans.cheaper })).toMatchObject({
      reason: 'unpaid',
    })
    expect(await can()).toMatchObject({ change: false, cancel: true, keep: false })
  }
  await stands('active')
  expect(await can()).toMatchObject({ change: true })
})

test('a scheduled change of plan can be taken back after a bill fails, but not made a second time', async () => {
  expect(await press({ act: 'change', planId: plans.cheaper })).toMatchObject({ ok: true })
  await stands('past_due')
  expect(await can()).toMatchObject({ change: false, cancel: false, keep: true })
  for (const again of [{ act: 'change', planId: plans.dearer }, { act: 'cancel' }] as const) {
    expect(await press(again)).toMatchObject({ ok: false, reason: 'cancelled_already' })
  }
  expect(await press({ act: 'keep' })).toMatchObject({ ok: true })
  expect(await membershipOf(w, id)).toMatchObject({
    state: 'past_due',
    supersededBy: null,
    endsOn: null,
  })
  const all = await w.db.all(sql`SELECT id FROM memberships WHERE person_id = ${w.cleo.id}`)
  expect(all).toHaveLength(1)
})

test('a member with an unpaid bill who cancelled can still change their mind, and stays past due', async () => {
  await stands('past_due')
  expect(await press({ act: 'cancel' })).toMatchObject({ ok: true })
  expect(await can()).toMatchObject({ cancel: false, keep: true })
  expect(await press({ act: 'keep' })).toMatchObject({ ok: true })
  expect(await membershipOf(w, id)).toMatchObject({ state: 'past_due', endsOn: null })
})

test('a cheaper plan starts suspended while the old plan’s bill is unpaid, and paying it lifts the block', async () => {
  const june = await givenCharge()
  expect(await press({ act: 'change', planId: plans.cheaper })).toMatchObject({ ok: true })
  await june.failsAt('2026-06-11T06:00:00Z')
  await jobsAt('2026-06-18T06:00:00Z')
  expect(await membershipOf(w, id)).toMatchObject({ state: 'suspended' })
  await jobsAt('2026-07-01T06:00:00Z')
  expect(await successorAt('2026-07-01T10:00:00Z')).toEqual({
    before: 'superseded',
    after: 'suspended',
    books: false,
  })
  expect(await june.paidAt('2026-07-02T10:00:00Z')).toMatchObject({ ok: true, leftMinor: 0 })
  expect(await successorAt('2026-07-02T10:00:00Z')).toMatchObject({ after: 'active', books: true })
})

test('a bill that fails just before the cheaper plan begins stops and suspends that plan', async () => {
  const june = await givenCharge()
  await press({ act: 'change', planId: plans.cheaper })
  await june.failsAt('2026-06-30T06:00:00Z')
  await jobsAt('2026-07-01T06:00:00Z')
  expect(await successorAt('2026-07-02T10:00:00Z')).toMatchObject({
    after: 'past_due',
    books: true,
  })
  expect(await successorAt('2026-07-04T10:00:00Z')).toMatchObject({ books: false })
  await jobsAt('2026-07-07T06:00:00Z')
  expect(await successorAt('2026-07-07T10:00:00Z')).toMatchObject({ after: 'suspended' })
})

test('a failed bill of the old plan blocks the plan it was upgraded to', async () => {
  const june = await givenCharge()
  await press({ act: 'change', planId: plans.dearer })
  await june.failsAt('2026-06-18T06:00:00Z')
  expect(await successorAt('2026-06-22T10:00:00Z')).toEqual({
    before: 'superseded',
    after: 'past_due',
    books: false,
  })
  await june.paidAt('2026-06-23T10:00:00Z')
  expect(await successorAt('2026-06-23T10:00:00Z')).toMatchObject({ after: 'active', books: true })
})

test('a bill that fails during a plan change blocks the plan that is then current', async () => {
  for (let i = 0; i < 3; i++) {
    await w.db.run(sql`DELETE FROM collection_steps WHERE studio_id = ${w.studio.id}`)
    const june = await givenCharge()
    const [changed] = await Promise.all([
      press({ act: 'change', planId: plans.dearer }),
      june.failsAt(now),
    ])
    const before = await membershipOf(w, id)
    const held = changed.ok ? await membershipOf(w, before!.supersededBy!) : before
    expect(held).toMatchObject({ state: 'past_due' })
    if (changed.ok) id = before!.supersededBy!
    else expect(changed).toMatchObject({ reason: 'unpaid' })
    await w.db.run(sql`UPDATE memberships SET state = 'active' WHERE id = ${id}`)
    plans = { ...plans, dearer: await givenPlan(w, { name: `More ${i}`, priceMinor: 13_000 + i }) }
  }
})
