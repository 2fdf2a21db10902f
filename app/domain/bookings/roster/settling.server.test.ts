import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { closeDays } from '#app/domain/planning/close-days.server.ts'
import { systemActor } from '#app/domain/scope/contexts.ts'
import {
  balanceOf,
  bookingOf,
  entriesOf,
  feesOf,
  mailTo,
  noticesOf,
  rosterOf,
} from '../../../../tests/support/bookings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { cancelOccurrence } from '../cancelling/cancel-occurrence.server.ts'
import { restoreOccurrence } from '../cancelling/restore-occurrence.server.ts'
import { closeWaitlists } from '../waitlist/close-waitlists.server.ts'
import { reconcileClasses } from './reconcile-classes.server.ts'

const now = '2026-10-12T09:00:00Z'
const start = '2026-10-15T17:30:00Z'

/** A class of two with Ana (membership) and Ben (pack) in it and Dan waiting. */
async function evening(policy = {}) {
  const w = await world({ policy })
  const occurrence = await w.givenClass({ capacity: 2 })
  const dan = await w.givenPerson('Dan Waits')
  const danLot = await w.givePack(dan)
  for (const person of [w.ana, w.ben, dan]) await bookClass(w.asMember(person, now), occurrence)
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 2, waitlisted: 1 })
  return { w, occurrence, dan, danLot }
}

const asStudio = (w: World, at = now) => ({ ...w.at(at), actor: systemActor })

test('when the studio cancels, credits are back, nobody is late and all are told', async () => {
  const { w, occurrence, dan } = await evening()

  expect(await cancelOccurrence(asStudio(w), occurrence, { reason: 'Dee is ill' })).toEqual({
    ok: true,
    notified: 3,
  })

  expect(await rosterOf(w, occurrence)).toEqual({ studio_cancelled: 2, not_promoted: 1 })
  expect(await balanceOf(w, w.benLot)).toBe(10)
  expect([...(await feesOf(w, w.ana)), ...(await feesOf(w, w.ben))]).toEqual([])
  const ben = (await mailTo(w, w.ben)).at(-1)!
  expect(ben.subject).toBe('Cancelled: Pole 2: spins, Thu 18:30')
  expect(ben.text).toContain('Northside has cancelled this class. Dee is ill.')
  expect(ben.text).toContain('1 credit is back in your 10-class pack.')
  expect((await mailTo(w, w.ana)).at(-1)!.text).toContain(
    'You were not charged, and it doesn’t count',
  )
  expect((await noticesOf(w, dan)).at(-1)!.text).toContain(
    'You were on the waitlist. You were not charged.',
  )
  const [row] = await w.db.all<{ sequence: number; state: string }>(
    sql`SELECT sequence, state FROM occurrences WHERE id = ${occurrence}`,
  )
  expect(row).toEqual({ sequence: 1, state: 'cancelled' })
  expect(
    await w.db.all(
      sql`SELECT actor_name, action, reason FROM audit_entries WHERE studio_id = ${w.studio.id}`,
    ),
  ).toEqual([{ actor_name: 'Cadence', action: 'occurrence.cancel', reason: 'Dee is ill' }])
})

test('a class cancelled five times at once is cancelled once', async () => {
  const { w, occurrence, dan } = await evening()

  const results = await Promise.all(
    Array.from({ length: 5 }, () => cancelOccurrence(asStudio(w), occurrence, { reason: 'Flood' })),
  )

  expect(results.filter((r) => r.ok && !r.again)).toHaveLength(1)
  expect(await entriesOf(w, w.ben)).toEqual(['grant 10', 'book -1', 'return 1'])
  expect((await mailTo(w, dan)).filter((m) => m.kind === 'class-cancelled')).toHaveLength(1)
  const [row] = await w.db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM audit_entries WHERE studio_id = ${w.studio.id}`,
  )
  expect(row!.n).toBe(1)
})

test('a class that has started is not cancelled, nor one of another studio, and a cancelled one is not booked', async () => {
  const { w, occurrence } = await evening()
  await world()
  const third = await world()

  expect(await cancelOccurrence(asStudio(w, start), occurrence, { reason: '' })).toEqual({
    ok: false,
    reason: 'started',
  })
  expect(await cancelOccurrence(asStudio(third), occurrence, { reason: '' })).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 2, waitlisted: 1 })
  await cancelOccurrence(asStudio(w), occurrence, { reason: 'Flood' })
  expect(await bookClass(w.asMember(w.ana, now), occurrence)).toEqual({
    ok: false,
    reason: 'cancelled',
    facts: { why: 'Flood' },
  })
})

test('the waitlist closes when the class starts: those still waiting pay nothing and are told once', async () => {
  const { w, occurrence, dan, danLot } = await evening()

  expect(await closeWaitlists(w.at('2026-10-15T17:29:59Z'))).toBe(0)
  expect(await closeWaitlists(w.at(start))).toBe(1)
  expect(await closeWaitlists(w.at(start))).toBe(0)

  expect(await rosterOf(w, occurrence)).toEqual({ booked: 2, not_promoted: 1 })
  expect(await balanceOf(w, danLot)).toBe(10)
  expect((await noticesOf(w, dan)).map((n) => n.text)).toEqual([
    'No place opened in Pole 2: spins, Thu 18:30. You were not charged.',
  ])
})

test('two hours after the end the desk has finished: attended, or absent with credit or fee', async () => {
  const { w, occurrence } = await evening()
  const gus = await w.givenPerson('Gus Guest')
  await w.givePack(gus)
  await w.db.run(sql`UPDATE occurrences SET capacity = 3 WHERE id = ${occurrence}`)
  await w.db.run(
    sql`UPDATE bookings SET state = 'left'
      WHERE occurrence_id = ${occurrence} AND state = 'waitlisted'`,
  )
  await bookClass(w.asMember(gus, now), occurrence)
  await w.db.run(
    sql`UPDATE bookings SET state = 'checked_in'
      WHERE occurrence_id = ${occurrence} AND person_id = ${gus.id}`,
  )

  expect(await reconcileClasses(w.at('2026-10-15T20:29:59Z'))).toBe(0)
  const at = '2026-10-15T20:30:00Z'
  expect(await Promise.all([reconcileClasses(w.at(at)), reconcileClasses(w.at(at))])).toContain(1)
  expect(await reconcileClasses(w.at(at))).toBe(0)

  expect(await bookingOf(w, occurrence, gus)).toMatchObject({ state: 'attended' })
  expect(await rosterOf(w, occurrence)).toEqual({ no_show: 2, attended: 1, left: 1 })
  expect(await feesOf(w, w.ana)).toEqual([
    { kind: 'no_show', amountMinor: 1_000, state: 'pending', dueAt: '2026-10-16T20:30:00Z' },
  ])
  expect(await feesOf(w, w.ben)).toEqual([])
  expect(await entriesOf(w, w.ben)).toEqual(['grant 10', 'book -1', 'forfeit 0'])
  expect(await entriesOf(w, gus)).toEqual(['grant 10', 'book -1'])
})

test('a policy that keeps no credits gives an absent person the credit back and takes the fee', async () => {
  const { w, occurrence, dan } = await evening({ lateLosesCredit: false })

  await reconcileClasses(w.at('2026-10-15T20:30:00Z'))

  expect(await entriesOf(w, w.ben)).toEqual(['grant 10', 'book -1', 'return 1'])
  expect(await feesOf(w, w.ben)).toMatchObject([{ kind: 'no_show', amountMinor: 1_000 }])
  // The list had not been closed by its own job.
  expect(await bookingOf(w, occurrence, dan)).toMatchObject({ state: 'not_promoted' })
})

test('a class comes back only where its day is open and its room and coach are free', async () => {
  const { w, occurrence } = await evening()
  await cancelOccurrence(asStudio(w), occurrence, { reason: 'Flood' })
  const other = await w.givenClass({ localStart: '2026-10-15T19:00', discipline: 'yoga' })
  const desk = w.asDesk(now)

  const refused = await restoreOccurrence(desk, occurrence)
  expect(refused).toMatchObject({ ok: false, reason: 'taken' })
  expect(JSON.stringify(refused)).toContain('Yin yoga')
  expect(await rosterOf(w, occurrence)).toEqual({ studio_cancelled: 2, not_promoted: 1 })

  await cancelOccurrence(asStudio(w), other, { reason: 'Flood' })
  const days = { from: '2026-10-15', until: '2026-10-15', locationId: null }
  await closeDays(desk, {
    ...days,
    key: 'restoreclose',
    name: 'Works',
    message: '',
    extendsPacks: false,
  })
  expect(await restoreOccurrence(desk, occurrence)).toEqual({ ok: false, reason: 'closed_then' })
  await w.db.run(sql`UPDATE closures SET state = 'lifted' WHERE studio_id = ${w.studio.id}`)
  expect(await restoreOccurrence(desk, occurrence)).toEqual({ ok: true, notified: 3 })
  expect(await restoreOccurrence(desk, occurrence)).toMatchObject({ ok: true, again: true })
})
