import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  balanceOf,
  bookingOf,
  entriesOf,
  feesOf,
  mailTo,
  rosterOf,
} from '../../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { cancelBooking, previewCancellation } from './cancel-booking.server.ts'
import { costOf, costText, shownCost } from './shown-cost.ts'

const now = '2026-10-12T09:00:00Z'
const late = '2026-10-15T14:30:00Z'

async function book(w: World, person: Person, occurrence: string): Promise<string> {
  const result = await bookClass(w.asMember(person, now), occurrence)
  if (!result.ok) throw new Error(result.reason)
  return result.booking.id
}

test('a late cancel of a membership costs the fee alone', async () => {
  const w = await world()
  const id = await book(w, w.ana, await w.givenClass())

  expect(await cancelBooking(w.asMember(w.ana, late), id)).toMatchObject({
    outcome: 'late_cancelled',
  })
  expect(await entriesOf(w, w.ana)).toEqual([])
  expect(await feesOf(w, w.ana)).toMatchObject([
    { kind: 'late_cancel', amountMinor: 500, state: 'pending' },
  ])
  const mail = (await mailTo(w, w.ana)).at(-1)!
  expect(mail.subject).toBe('Cancelled: Pole 2: spins, Thu 18:30')
  expect(mail.text).toContain(
    'There is a fee of £5.00, due Fri 16 Oct 15:30 unless the studio waives it.',
  )
})

test('a policy without fee or forfeit gives the credit back late too', async () => {
  const w = await world({ policy: { lateLosesCredit: false, lateFeeMinor: 0 } })
  const id = await book(w, w.ben, await w.givenClass())

  await cancelBooking(w.asMember(w.ben, late), id)

  expect(await entriesOf(w, w.ben)).toEqual(['grant 10', 'book -1', 'return 1'])
  expect(await feesOf(w, w.ben)).toEqual([])
})

test('ten cancels at once have one effect', async () => {
  const w = await world()
  const id = await book(w, w.ben, await w.givenClass())

  const results = await Promise.all(
    Array.from({ length: 10 }, () => cancelBooking(w.asMember(w.ben, late), id)),
  )

  expect(results.every((r) => r.ok && r.outcome === 'late_cancelled')).toBe(true)
  expect(results.filter((r) => r.ok && !r.again)).toHaveLength(1)
  expect(await entriesOf(w, w.ben)).toEqual(['grant 10', 'book -1', 'forfeit 0'])
  expect(await feesOf(w, w.ben)).toHaveLength(1)
  expect(await mailTo(w, w.ben)).toHaveLength(2)
})

test("somebody else's booking and another studio's are not found and stay as they are", async () => {
  const [w, other, third] = [await world(), await world(), await world()]
  const occurrence = await w.givenClass()
  const id = await book(w, w.ben, occurrence)
  expect(third.shard).toBe(w.shard)

  for (const ctx of [
    w.asMember(w.ana, now),
    other.asMember(other.ben, now),
    third.asMember(third.ben, now),
  ]) {
    expect(await cancelBooking(ctx, id)).toEqual({ ok: false, reason: 'not_found' })
    expect(await previewCancellation(ctx, id)).toMatchObject({
      ok: false,
      reason: 'not_found',
      booking: null,
    })
  }
  // Not even with the right person's id in the wrong studio.
  const forged = { ...third.asMember(third.ben, now), person: { id: w.ben.id } }
  expect(await cancelBooking(forged, id)).toEqual({ ok: false, reason: 'not_found' })
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 1 })
})

test('a class that has started cannot be cancelled', async () => {
  const w = await world()
  const occurrence = await w.givenClass()
  const id = await book(w, w.ben, occurrence)

  expect(await cancelBooking(w.asMember(w.ben, '2026-10-15T17:30:00Z'), id)).toEqual({
    ok: false,
    reason: 'started',
  })
  expect(await cancelBooking(w.asMember(w.ben, '2026-10-15T17:29:59Z'), id)).toMatchObject({
    ok: true,
  })
})

test('leaving a waitlist is free, sends no mail and moves the others up', async () => {
  const w = await world()
  const occurrence = await w.givenClass({ capacity: 1 })
  await book(w, w.ana, occurrence)
  const ben = await book(w, w.ben, occurrence)
  const dan = await w.givenPerson('Dan Next')
  await w.giveMembership(dan)
  expect(await bookClass(w.asMember(dan, now), occurrence)).toMatchObject({ position: 2 })

  expect(await cancelBooking(w.asMember(w.ben, now), ben)).toMatchObject({
    ok: true,
    outcome: 'left',
  })

  expect(await bookClass(w.asMember(dan, now), occurrence)).toMatchObject({
    position: 1,
    again: true,
  })
  expect((await mailTo(w, w.ben)).map((m) => m.kind)).toEqual(['booking-waitlisted'])
  expect(await balanceOf(w, w.benLot)).toBe(10)
})

test('after the minutes to decline a promoted person is late like everyone', async () => {
  const w = await world()
  const occurrence = await w.givenClass({ capacity: 1 })
  const ana = await book(w, w.ana, occurrence)
  const ben = await book(w, w.ben, occurrence)
  await cancelBooking(w.asMember(w.ana, late), ana)
  expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({
    declineUntil: '2026-10-15T15:00:00Z',
  })

  expect(await previewCancellation(w.asMember(w.ben, '2026-10-15T15:00:00Z'), ben)).toMatchObject({
    cancellation: { kind: 'decline', credit: 'returned', feeMinor: 0 },
  })
  expect(await cancelBooking(w.asMember(w.ben, '2026-10-15T15:00:01Z'), ben)).toMatchObject({
    outcome: 'late_cancelled',
    cancellation: { credit: 'stays_used', feeMinor: 500 },
  })
})

test('a cancel and a promotion into the same row at once end in one story', async () => {
  const w = await world()
  const occurrence = await w.givenClass({ capacity: 1 })
  const ana = await book(w, w.ana, occurrence)
  const ben = await book(w, w.ben, occurrence)

  await Promise.all([
    cancelBooking(w.asMember(w.ana, now), ana),
    cancelBooking(w.asMember(w.ben, now), ben),
  ])

  // Ben left the list, or was promoted and gave the place back: never charged, never seated.
  expect(await balanceOf(w, w.benLot)).toBe(10)
  expect(['left', 'cancelled_on_time']).toContain((await bookingOf(w, occurrence, w.ben))!.state)
})

test('a cancel goes on when the booking changes under it: promoted, moved and put back while it looks', async () => {
  const w = await world()
  const thursday = await w.givenClass()
  const id = await book(w, w.ben, thursday)
  // Between its look and its write, three times over, the deadline for a free decline moves.
  const client = w.db.$client
  let looks = 0
  const moving = new Proxy(client, {
    get: (target, key) =>
      key === 'batch'
        ? async (statements: D1PreparedStatement[]) => {
            const answer = await target.batch(statements)
            looks += 1
            if (looks <= 5) {
              const until = `2026-10-15T1${looks}:00:00Z`
              await w.db.run(sql`UPDATE bookings SET decline_until = ${until} WHERE id = ${id}`)
            }
            return answer
          }
        : (target[key as 'prepare'] as unknown as () => unknown).bind(target),
  })
  const db = Object.create(w.db, { $client: { value: moving } }) as typeof w.db
  const ctx = { ...w.asMember(w.ben, now), db }
  expect(await cancelBooking(ctx, id)).toMatchObject({ ok: true, outcome: 'cancelled_on_time' })
  expect(looks).toBeGreaterThan(5)
})

test('a cancellation that costs more than the page showed is asked again, and nothing is taken', async () => {
  const w = await world()
  const id = await book(w, w.ben, await w.givenClass())
  const early = await previewCancellation(w.asMember(w.ben, now), id)
  if (!early.ok) throw new Error(early.reason)
  const free = costOf(early.booking, early.cancellation, now)
  expect(costText(free)).toBe('0')

  const stale = await cancelBooking(w.asMember(w.ben, late), id, { shown: free })
  expect(stale).toEqual({ ok: false, reason: 'dearer' })
  expect(await bookingOf(w, early.booking.occurrenceId, w.ben)).toMatchObject({ state: 'booked' })
  expect(await entriesOf(w, w.ben)).toEqual(['grant 10', 'book -1'])

  const again = await previewCancellation(w.asMember(w.ben, late), id)
  if (!again.ok) throw new Error(again.reason)
  const shown = costOf(again.booking, again.cancellation, late)
  expect(costText(shown)).toBe('late credit 500')
  expect(shownCost(costText(shown))).toEqual(shown)
  expect(await cancelBooking(w.asMember(w.ben, late), id, { shown })).toMatchObject({
    outcome: 'late_cancelled',
  })
})

test('a page that showed a late cancel may be pressed where it is free by then, and nonsense showed nothing', async () => {
  const w = await world()
  const [first, second] = [
    await w.givenClass(),
    await w.givenClass({ localStart: '2026-10-16T07:00' }),
  ]
  const shown = shownCost('late credit 500')
  const id = await book(w, w.ben, first)
  expect(await cancelBooking(w.asMember(w.ben, now), id, { shown })).toMatchObject({
    outcome: 'cancelled_on_time',
  })
  const other = await book(w, w.ana, second)
  for (const text of [undefined, '', 'free', '1e9', 'credit;500', '-500'])
    expect(
      await cancelBooking(w.asMember(w.ana, '2026-10-16T05:00:00Z'), other, {
        shown: shownCost(text),
      }),
    ).toEqual({ ok: false, reason: 'dearer' })
})
