import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { balanceOf, bookingOf } from '../../../../tests/support/bookings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../../bookings/booking/book-class.server.ts'
import { cancelBooking } from '../../bookings/cancelling/cancel-booking.server.ts'
import { changePayer } from '../../bookings/paying/change-payer.server.ts'
import { payerKey } from '../../bookings/paying/payer-words.ts'
import { findPlaceToPay } from '../../bookings/paying/place-to-pay.server.ts'
import { expireLots } from '../expire-lots.server.ts'
import { changePacks } from './change-packs.server.ts'
import { transferPack } from './transfer-pack.server.ts'

const now = '2026-10-12T09:00:00Z'
const nr = fc.nat(3)

/** What may happen to packs of two people and four classes, several at once. */
const act = fc.oneof(
  fc.record({ kind: fc.constant('book' as const), who: fc.nat(1), nr }),
  fc.record({ kind: fc.constant('cancel' as const), who: fc.nat(1), nr }),
  fc.record({ kind: fc.constant('extend' as const), days: fc.integer({ min: 1, max: 40 }), nr }),
  fc.record({ kind: fc.constant('credits' as const), credits: fc.integer({ min: 1, max: 3 }), nr }),
  fc.record({ kind: fc.constant('transfer' as const), nr }),
  fc.record({ kind: fc.constant('pay' as const), who: fc.nat(1), nr, to: fc.nat(3) }),
  fc.record({ kind: fc.constant('expire' as const) }),
)
const history = fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { maxLength: 7 })

const lotsOf = (w: World) =>
  w.db.all<{ id: string; personId: string; end: string; left: number; spent: number }>(sql`
    SELECT lot.id, lot.person_id AS personId, lot.expires_on AS "end",
      (SELECT coalesce(sum(amount), 0) FROM entries WHERE lot_id = lot.id) AS "left",
      (SELECT count(*) FROM bookings WHERE lot_id = lot.id AND state = 'booked') AS spent
    FROM lots AS lot WHERE lot.studio_id = ${w.studio.id} ORDER BY lot.purchased_at, lot.id`)

test('after any history no pack is below zero, and credits are used, left, ended or somebody’s', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      const w = await world()
      const people = [w.ben, w.cleo] as const
      await w.db.run(
        sql`UPDATE class_types SET drop_in_minor = 1400 WHERE studio_id = ${w.studio.id}`,
      )
      await w.givePack(w.ben, { credits: 1, expiresOn: '2027-02-01' })
      await w.givePack(w.cleo, { credits: 2, expiresOn: '2026-10-11' })
      await w.givePack(w.cleo, { credits: 3, expiresOn: '2026-10-25' })
      const classes: string[] = []
      for (const day of [20, 21, 22, 23])
        classes.push(await w.givenClass({ localStart: `2026-10-${day}T18:30` }))
      let added = 0
      const play = async (one: typeof act extends fc.Arbitrary<infer A> ? A : never) => {
        const lots = await lotsOf(w)
        const lot = 'nr' in one ? lots[one.nr % lots.length]! : lots[0]!
        const chosen = { key: newId(), lots: [{ id: lot.id, end: lot.end }], reason: 'Played' }
        switch (one.kind) {
          case 'book':
            return bookClass(w.asMember(people[one.who]!, now), classes[one.nr]!)
          case 'cancel': {
            const place = await bookingOf(w, classes[one.nr]!, people[one.who]!)
            return place && cancelBooking(w.asMember(people[one.who]!, now), place.id)
          }
          case 'extend':
            return changePacks(w.asDesk(now), { act: 'extend', ...chosen, days: one.days })
          case 'credits': {
            const { done } = await changePacks(w.asDesk(now), {
              act: 'credits',
              ...chosen,
              credits: one.credits,
            })
            added += done * one.credits
            return
          }
          case 'transfer': {
            const to = people.find(({ id }) => id !== lot.personId)!
            return transferPack(w.asDesk(now), lot.personId, {
              lotId: lot.id,
              toId: to.id,
              left: lot.left,
              key: newId(),
              reason: 'Played',
            })
          }
          case 'pay': {
            const [id, desk] = [classes[one.nr]!, w.asDesk(now)]
            const place = await bookingOf(w, id, people[one.who]!)
            const page = place && (await findPlaceToPay(desk, id, place.id))
            if (!page || page.options.length === 0) return
            const to = payerKey(page.options[one.to % page.options.length]!)
            return changePayer(desk, id, place.id, { to, shown: page.shown, reason: 'Played' })
          }
          case 'expire':
            return expireLots(w.at(now))
        }
      }
      for (const round of rounds) await Promise.all(round.map(play))
      const lots = await lotsOf(w)
      expect(lots.filter(({ left }) => left < 0)).toEqual([])
      const [{ ended }] = (await w.db.all<{ ended: number }>(sql`
        SELECT coalesce(-sum(amount), 0) AS ended FROM entries
        WHERE studio_id = ${w.studio.id} AND kind = 'expire'`)) as [{ ended: number }]
      expect(ended).toBeGreaterThanOrEqual(0)
      const sum = lots.reduce((all, { left, spent }) => all + left + spent, 0)
      expect(sum + ended).toBe(16 + added)
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 400_000)

test('one credit and ten classes booked at once are one place', async () => {
  const w = await world()
  const lot = await w.givePack(w.cleo, { credits: 1, expiresOn: '2026-12-31' })
  const classes: string[] = []
  for (let day = 13; day < 23; day += 1)
    classes.push(await w.givenClass({ localStart: `2026-10-${day}T18:30` }))
  const results = await Promise.all(classes.map((id) => bookClass(w.asMember(w.cleo, now), id)))
  expect(results.filter((one) => one.ok && one.outcome === 'booked')).toHaveLength(1)
  expect(await balanceOf(w, lot)).toBe(0)
})
