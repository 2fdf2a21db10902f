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
import { localDate } from '../../../values/zone.ts'
import { heldPlanStatement } from '../../entitlements/held-plans.server.ts'
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
    ...{ state: 'past_due', supersededBy: null, endsOn: null },
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
