import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import {
  cancelBooking,
  previewCancellation,
} from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { cancellationWords } from '#app/domain/bookings/cancelling/giving-up-words.ts'
import { reverseOutcome } from '#app/domain/bookings/roster/reverse-outcome.server.ts'
import { balanceOf, entriesOf, feesOf, mailTo, noticesOf } from '../support/bookings.ts'
import { world } from '../support/world.ts'

async function benBooked() {
  const w = await world()
  const thursday = await w.givenClass({ localStart: '2026-10-15T18:30' })
  const booked = await bookClass(w.asMember(w.ben, '2026-10-12T09:00:00Z'), thursday)
  if (!booked.ok) throw new Error(booked.reason)
  return { w, bookingId: booked.booking.id }
}

/** What is beside the button before it is pressed. */
async function before({ w, bookingId }: Awaited<ReturnType<typeof benBooked>>, now: string) {
  const preview = await previewCancellation(w.asMember(w.ben, now), bookingId)
  if (!preview.ok) throw new Error(preview.reason)
  return cancellationWords(preview.cancellation, preview.booking, { ...w.studio, now })
}

test('at 06:30:00 the cancel is on time and says so before', async () => {
  const timeline = await benBooked()
  const { w, bookingId } = timeline
  const now = '2026-10-15T05:30:00Z'

  const { sentence, button, effects } = await before(timeline, now)
  expect(sentence).toBe('Free to cancel until 06:30.')
  expect(button).toBe('Cancel 18:30 in time')
  expect(effects[0]).toEqual({
    when: 'Now',
    what: '1 credit is back in your 10-class pack. 9 left, then 10. Use by Thu 31 Dec.',
  })

  expect(await cancelBooking(w.asMember(w.ben, now), bookingId)).toMatchObject({
    outcome: 'cancelled_on_time',
  })
  expect(await balanceOf(w, w.benLot)).toBe(10)
  expect(await feesOf(w, w.ben)).toEqual([])
  expect((await mailTo(w, w.ben)).at(-1)!.text).toContain('1 credit is back in your 10-class pack.')
})

test('at 06:30:01 the cancel is late and says so before', async () => {
  const timeline = await benBooked()
  const { w, bookingId } = timeline
  const now = '2026-10-15T05:30:01Z'

  const { sentence, button } = await before(timeline, now)
  expect(sentence).toBe(
    'Free cancellation ended at 06:30. Cancelling now costs 1 credit and £5.00.',
  )
  expect(button).toBe('Cancel 18:30 late')

  expect(await cancelBooking(w.asMember(w.ben, now), bookingId)).toMatchObject({
    outcome: 'late_cancelled',
  })
  expect(await balanceOf(w, w.benLot)).toBe(9)
  expect(await entriesOf(w, w.ben)).toEqual(['grant 10', 'book -1', 'forfeit 0'])
  expect(await feesOf(w, w.ben)).toMatchObject([
    { amountMinor: 500, state: 'pending', dueAt: '2026-10-16T05:30:01Z' },
  ])
})

test('the desk reverses the late one with a reason: credit back, fee void, a line in the audit by name, once', async () => {
  const { w, bookingId } = await benBooked()
  await cancelBooking(w.asMember(w.ben, '2026-10-15T05:30:01Z'), bookingId)
  const [{ occurrenceId }] = (await w.db.all<{ occurrenceId: string }>(
    sql`SELECT occurrence_id AS occurrenceId FROM bookings WHERE id = ${bookingId}`,
  )) as [{ occurrenceId: string }]
  const desk = w.asDesk('2026-10-15T15:00:00Z', 'Hana Whitlock')
  const reverse = (reason: string) =>
    reverseOutcome(desk, occurrenceId, bookingId, { from: 'late_cancelled', reason })

  expect(await reverse('  ')).toEqual({ ok: false, reason: 'no_reason' })
  const results = await Promise.all([
    reverse('train strike'),
    reverse('train strike'),
    reverse('train strike'),
  ])

  expect(results.filter((r) => r.ok && r.outcome === 'cancelled_on_time')).toHaveLength(3)
  expect(results.filter((r) => r.ok && !r.again)).toHaveLength(1)
  expect(await balanceOf(w, w.benLot)).toBe(10)
  expect(await entriesOf(w, w.ben)).toEqual(['grant 10', 'book -1', 'forfeit 0', 'return 1'])
  expect(await feesOf(w, w.ben)).toMatchObject([{ amountMinor: 500, state: 'void' }])
  expect(
    await w.db.all(sql`
      SELECT actor_name AS who, action, reason FROM audit_entries
      WHERE studio_id = ${w.studio.id} AND subject_kind = 'booking' AND subject_id = ${bookingId}`),
  ).toEqual([{ who: 'Hana Whitlock', action: 'booking.corrected', reason: 'train strike' }])
  expect((await noticesOf(w, w.ben)).at(-1)!.text).toBe(
    'Pole 2: spins, Thu 18:30: your late cancellation now counts as in time. You won’t be charged.',
  )
})
