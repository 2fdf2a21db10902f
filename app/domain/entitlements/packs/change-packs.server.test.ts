import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { balanceOf, noticesOf } from '../../../../tests/support/bookings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { expireLots } from '../expire-lots.server.ts'
import { changePacks } from './change-packs.server.ts'
import { packsFilters } from './change-packs-form.ts'
import { packsToChange } from './packs-to-change.server.ts'

const now = '2026-10-12T09:00:00Z'

const endOf = async (w: World, lot: string) =>
  (await w.db.all<{ end: string }>(sql`SELECT expires_on AS "end" FROM lots WHERE id = ${lot}`))[0]!
    .end

const shown = async (w: World, filters: Record<string, string> = {}, at = now) =>
  (await packsToChange(w.at(at), 'extend', packsFilters.parse(filters))).packs

test('the packs that end soon run longer together, once by key, and their owners are told', async () => {
  const w = await world()
  const [first, second, later] = [
    await w.givePack(w.ana, { expiresOn: '2026-10-20' }),
    await w.givePack(w.cleo, { expiresOn: '2026-10-25' }),
    await w.givePack(w.cleo, { expiresOn: '2027-01-25' }),
  ]
  const packs = await shown(w)
  expect(packs.map(({ id, until }) => [id, until])).toEqual([
    [first, '2026-11-03'],
    [second, '2026-11-08'],
  ])
  const key = newId()
  const lots = packs.map(({ id, expiresOn }) => ({ id, end: expiresOn }))
  const form = { act: 'extend' as const, key, lots, days: 14, reason: 'Burst pipe' }
  const pressed = await Promise.all([1, 2].map(() => changePacks(w.asDesk(now), form)))
  expect(pressed.map(({ done }) => done).sort()).toEqual([0, 2])
  expect([await endOf(w, first), await endOf(w, later)]).toEqual(['2026-11-03', '2027-01-25'])
  expect((await noticesOf(w, w.ana)).map(({ text }) => text)).toEqual([
    'Northside lets your pack run 14 days longer.',
  ])
})

test('two people extend the same pack: the second one’s page is stale and changes nothing', async () => {
  const w = await world()
  const lot = await w.givePack(w.ana, { expiresOn: '2026-10-20' })
  const extend = () =>
    changePacks(w.asDesk(now), {
      act: 'extend',
      key: newId(),
      lots: [{ id: lot, end: '2026-10-20' }],
      days: 7,
      reason: 'Was ill',
    })
  const results = await Promise.all([extend(), extend()])
  expect(results.map(({ done, leftOut }) => [done, leftOut]).sort()).toEqual([
    [0, 1],
    [1, 0],
  ])
  expect(await endOf(w, lot)).toBe('2026-10-27')
})

test('credits that expired come back when their pack is extended, and expire again', async () => {
  const w = await world()
  const lot = await w.givePack(w.ana, { expiresOn: '2026-10-10', credits: 4 })
  expect(await expireLots(w.at(now))).toBe(1)
  expect(await balanceOf(w, lot)).toBe(0)
  const [pack] = await shown(w, { lot })
  expect(pack).toMatchObject({ left: 0, ended: 4, until: '2026-10-24' })
  await changePacks(w.asDesk(now), {
    act: 'extend',
    key: newId(),
    lots: [{ id: lot, end: '2026-10-10' }],
    days: 14,
    reason: 'Was ill',
  })
  expect(await balanceOf(w, lot)).toBe(4)
  const then = '2026-10-26T09:00:00Z'
  expect(await expireLots(w.at(then))).toBe(1)
  expect(await shown(w, { lot }, then)).toMatchObject([{ left: 0, ended: 4 }])
})

test('credits are added to each chosen pack once, and not to another studio’s', async () => {
  const w = await world()
  const other = await world()
  const lots = [w.benLot, other.benLot].map((id) => ({ id, end: '2026-12-31' }))
  const form = { act: 'credits' as const, key: newId(), lots, credits: 2, reason: 'Sorry' }
  expect(await changePacks(w.asDesk(now), form)).toEqual({ done: 1, leftOut: 1 })
  await changePacks(w.asDesk(now), form)
  expect([await balanceOf(w, w.benLot), await balanceOf(other, other.benLot)]).toEqual([12, 10])
})
