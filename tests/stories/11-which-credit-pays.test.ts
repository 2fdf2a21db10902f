import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { availabilityOf } from '#app/domain/bookings/availability/availability.ts'
import {
  bookingFactStatements,
  toFacts,
} from '#app/domain/bookings/availability/booking-facts.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { systemActor } from '#app/domain/scope/contexts.ts'
import { balanceOf, bookingOf, feesOf, mailTo } from '../support/bookings.ts'
import { world } from '../support/world.ts'

const now = '2026-06-25T09:00:00Z'

async function anaWithTwoPacks() {
  const w = await world()
  const ana = await w.givenPerson('Ana Frozen')
  await w.giveMembership(ana, { frozenFrom: '2026-06-01', frozenUntil: '2026-07-31' })
  const packB = await w.givePack(ana, { credits: 5, expiresOn: '2026-09-30' })
  const packA = await w.givePack(ana, { credits: 2, expiresOn: '2026-06-30' })
  const june = await w.givenClass({ localStart: '2026-06-29T18:30' })
  const july = await w.givenClass({ localStart: '2026-07-03T18:30' })
  /** What the page says pays, before anything is pressed. */
  const shown = async (occurrence: string) => {
    const ctx = w.asMember(ana, now)
    const availability = availabilityOf(
      toFacts(ctx, ana.id, await batch(w.db, bookingFactStatements(ctx, ana.id, occurrence)))!,
    )
    return availability.kind === 'bookable' ? availability.pays.id : availability.kind
  }
  const expiryOf = async (lot: string) =>
    (
      await w.db.all<{ expiresOn: string }>(
        sql`SELECT expires_on AS expiresOn FROM lots WHERE id = ${lot}`,
      )
    )[0]!.expiresOn
  return { w, ana, packA, packB, june, july, shown, expiryOf }
}

test('the pack that ends first pays while it is valid on the class date, and gets its credit back', async () => {
  const { w, ana, packA, packB, june, july, shown, expiryOf } = await anaWithTwoPacks()

  expect(await shown(june)).toBe(packA)
  await bookClass(w.asMember(ana, now), june)
  expect(await balanceOf(w, packA)).toBe(1)

  expect(await shown(july)).toBe(packB)
  await bookClass(w.asMember(ana, now), july)
  expect([await balanceOf(w, packA), await balanceOf(w, packB)]).toEqual([1, 4])

  const cancelled = await cancelBooking(w.asMember(ana, now), (await bookingOf(w, june, ana))!.id)
  expect(cancelled).toMatchObject({ ok: true, outcome: 'cancelled_on_time' })
  expect(await balanceOf(w, packA)).toBe(2)
  expect(await expiryOf(packA)).toBe('2026-06-30')
})

test('when the studio cancels, the credit is back and the pack runs seven days longer, once', async () => {
  const { w, ana, packA, june, expiryOf } = await anaWithTwoPacks()
  const earlier = await w.givenClass({ localStart: '2026-06-28T18:30' })
  await bookClass(w.asMember(ana, now), june)
  await bookClass(w.asMember(ana, now), earlier)
  expect(await balanceOf(w, packA)).toBe(0)

  const studio = { ...w.at(now), actor: systemActor }
  expect(await cancelOccurrence(studio, june, { reason: 'Dee is ill' })).toEqual({
    ok: true,
    notified: 1,
  })
  expect(await balanceOf(w, packA)).toBe(1)
  expect(await expiryOf(packA)).toBe('2026-07-07')
  expect((await mailTo(w, ana)).at(-1)!.text).toContain(
    '1 credit is back in your 10-class pack. It now runs until Tue 7 Jul.',
  )

  expect(await cancelOccurrence(studio, june, { reason: 'again' })).toEqual({
    ok: true,
    notified: 1,
    again: true,
  })
  await cancelOccurrence(studio, earlier, { reason: '' })
  expect(await balanceOf(w, packA)).toBe(2)
  expect(await expiryOf(packA)).toBe('2026-07-07')

  // A week on the pack is near its end again, but it has had its seven days.
  const inJuly = '2026-07-01T09:00:00Z'
  const sunday = await w.givenClass({ localStart: '2026-07-05T18:30', at: inJuly })
  await bookClass(w.asMember(ana, inJuly), sunday)
  await cancelOccurrence({ ...w.at(inJuly), actor: systemActor }, sunday, { reason: '' })
  expect(await balanceOf(w, packA)).toBe(2)
  expect(await expiryOf(packA)).toBe('2026-07-07')
  expect(await feesOf(w, ana)).toEqual([])
})
