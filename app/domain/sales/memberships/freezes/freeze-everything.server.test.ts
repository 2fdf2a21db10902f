import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { getBillingSettings } from '#app/domain/billing/settings/billing-settings.server.ts'
import { saveBillingSettings } from '#app/domain/billing/settings/save-billing-settings.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import {
  act,
  billAt,
  givenPlan,
  membershipOf,
  sellPlan,
} from '../../../../../tests/support/sales/memberships.ts'
import { type World, world } from '../../../../../tests/support/world.ts'
import { endOpenFreezes } from './end-open-freezes.server.ts'

const now = '2026-06-02T08:00:00Z'

let w: World
let id: string
beforeEach(async () => {
  w = await world()
  const plan = await givenPlan(w, { name: 'Eight', priceMinor: 6_000, freezeMostDays: 366 })
  id = await sellPlan(w, w.ben, plan, { now: '2026-06-01T10:00:00Z' })
})

const packsOf = () =>
  w.db.all<{ until: string; from: string | null; to: string | null }>(sql`
    SELECT expires_on AS until, frozen_from AS "from", frozen_until AS "to" FROM lots
    WHERE studio_id = ${w.studio.id} AND person_id = ${w.ben.id}`)
const freeze = (until: string | null, packs = true) =>
  act(w, w.ben, id, { act: 'freeze', from: '2026-06-10', until, packs }, { now })

test('freezing everything keeps packs from paying on its days and moves their last day as far', async () => {
  const [before] = await packsOf()
  expect(await freeze('2026-06-19')).toMatchObject({ ok: true })
  expect(before).toMatchObject({ until: '2026-12-31', from: null })
  expect(await packsOf()).toEqual([{ until: '2027-01-10', from: '2026-06-10', to: '2026-06-19' }])
  const inside = await w.givenClass({ localStart: '2026-06-12T18:30', discipline: 'pole' })
  const after = await w.givenClass({ localStart: '2026-06-22T18:30', discipline: 'pole' })
  await w.db.run(sql`DELETE FROM memberships WHERE id = ${id}`)
  expect(await bookClass(w.asMember(w.ben, now), inside)).toMatchObject({
    ok: false,
    reason: 'frozen',
    facts: { until: '2026-06-19' },
  })
  expect(await bookClass(w.asMember(w.ben, now), after)).toMatchObject({ ok: true })
})

test('a freeze of a membership alone leaves packs as they are', async () => {
  await freeze('2026-06-19', false)
  expect(await packsOf()).toEqual([{ until: '2026-12-31', from: null, to: null }])
})

test('a freeze of everything that ends early moves packs by its own days only, one that never begins by none', async () => {
  await freeze('2026-06-19')
  const end = (on: string, at: string) => act(w, w.ben, id, { act: 'unfreeze', on }, { now: at })
  expect(await end('2026-06-12', '2026-06-12T08:00:00Z')).toMatchObject({ ok: true })
  expect(await packsOf()).toEqual([{ until: '2027-01-03', from: '2026-06-10', to: '2026-06-12' }])
  expect(
    await act(
      ...([w, w.ben, id] as const),
      { act: 'freeze', from: '2026-07-01', until: '2026-07-10', packs: true },
      { now: '2026-06-13T08:00:00Z' },
    ),
  ).toMatchObject({ ok: true })
  expect(await packsOf()).toMatchObject([{ until: '2027-01-13' }])
  expect(await end('2026-06-30', '2026-06-20T08:00:00Z')).toMatchObject({ ok: true })
  expect(await packsOf()).toEqual([{ until: '2027-01-03', from: null, to: null }])
})

test('packs pay again once the membership they were frozen with is withdrawn from, and last as long as before', async () => {
  const { version } = await getBillingSettings(w.at(now))
  await saveBillingSettings(w.asDesk(now), { key: 'days14', version, coolingOffDays: 14 })
  await freeze(null)
  expect(await packsOf()).toMatchObject([{ from: '2026-06-10', to: null }])
  const withdraw = (at: string) => act(w, w.ben, id, { act: 'withdraw' }, { now: at })
  expect(await withdraw('2026-06-12T08:00:00Z')).toMatchObject({ ok: true })
  expect(await packsOf()).toEqual([{ until: '2027-01-02', from: '2026-06-10', to: '2026-06-11' }])
})

test('packs pay again the day after a membership with a last day ended, whatever its freeze was to last', async () => {
  await freeze('2026-07-19')
  await w.db.run(sql`UPDATE memberships SET ends_on = '2026-06-30' WHERE id = ${id}`)
  while ((await billAt(w, '2026-07-01T08:00:00Z')) > 0);
  expect(await packsOf()).toEqual([{ until: '2027-01-21', from: '2026-06-10', to: '2026-06-30' }])
})

test('an open freeze that was begun before its plan had a longest freeze ends automatically, once, with its packs', async () => {
  await freeze(null)
  expect(await membershipOf(w, id)).toMatchObject({ frozenUntil: null })
  expect(await endOpenFreezes(w.at(now))).toBe(0)
  await w.db.run(sql`
    UPDATE plans SET freeze_most_days = 20 WHERE studio_id = ${w.studio.id} AND name = 'Eight'`)
  const june = w.at('2026-06-15T08:00:00Z')
  const ended = await Promise.all([endOpenFreezes(june), endOpenFreezes(june)])
  expect(ended.reduce((sum, n) => sum + n, 0)).toBe(1)
  expect(await membershipOf(w, id)).toMatchObject({ frozenUntil: '2026-06-29' })
  expect(await packsOf()).toEqual([{ until: '2027-01-20', from: '2026-06-10', to: '2026-06-29' }])
  expect(await endOpenFreezes(june)).toBe(0)
})

test('an open freeze whose longest length is over already ends today, so that no frozen day is charged', async () => {
  await freeze(null)
  await w.db.run(sql`
    UPDATE plans SET freeze_most_days = 20 WHERE studio_id = ${w.studio.id} AND name = 'Eight'`)
  expect(await endOpenFreezes(w.at('2026-08-15T08:00:00Z'))).toBe(1)
  expect(await membershipOf(w, id)).toMatchObject({ frozenUntil: '2026-08-15' })
})
