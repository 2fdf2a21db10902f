import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { losesCreditSql } from '#app/domain/places/booking-sql.server.ts'
import {
  accountOf,
  balanceOf,
  bookingOf,
  entriesOf,
  feesOf,
  mailTo,
  rosterOf,
} from '../../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { cancelBooking, previewCancellation } from '../cancelling/cancel-booking.server.ts'
import { cancelForPerson } from '../cancelling/cancel-for-person.server.ts'
import { cancellationWords } from '../cancelling/giving-up-words.ts'
import { waiveFee } from '../cancelling/waive-fee.server.ts'
import { changeCapacity } from '../waitlist/change-capacity.server.ts'
import { addWalkIn } from './add-walk-in.server.ts'
import { bookingAtDeskPage } from './booking-at-desk-page.server.ts'
import { bookingAtDeskWords } from './booking-at-desk-words.ts'
import { checkIn, undoCheckIn } from './check-in.server.ts'
import { deskReader } from './desk-reader.ts'
import { moveBooking } from './move-booking.server.ts'
import { reconcileClasses } from './reconcile-classes.server.ts'
import { reverseOutcome } from './reverse-outcome.server.ts'

// Thursday 15 October 2026, 18:30 to 19:30 in London.
const monday = '2026-10-12T09:00:00Z'
const at1730 = '2026-10-15T16:30:00Z'
const atTheEnd = '2026-10-15T18:30:00Z'
const settled = '2026-10-15T20:30:00Z'

async function thursday(policy = {}) {
  const w = await world({ policy })
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 2 })
  const book = async (person: Person, at = monday) => {
    const booked = await bookClass(w.asMember(person, at), occurrence)
    if (!booked.ok) throw new Error(booked.reason)
    return booked.booking.id
  }
  return { w, occurrence, book }
}

const actionsOf = async (w: World, bookingId: string) =>
  (
    await w.db.all<{ action: string }>(
      sql`SELECT action FROM audit_entries
        WHERE studio_id = ${w.studio.id} AND subject_id = ${bookingId} ORDER BY rowid`,
    )
  ).map(({ action }) => action)

test('a check-in is done once however often it is sent, and can be taken back until the class is settled', async () => {
  const { w, occurrence, book } = await thursday()
  const id = await book(w.ana)

  expect(await checkIn(w.asDesk('2026-10-14T16:30:00Z'), occurrence, id)).toEqual({
    ok: false,
    reason: 'another_day',
  })
  const twice = await Promise.all([
    checkIn(w.asDesk(at1730), occurrence, id),
    checkIn(w.asDesk(at1730), occurrence, id),
  ])
  expect(twice).toContainEqual({ ok: true })
  expect(twice).toContainEqual({ ok: true, again: true })
  expect(await undoCheckIn(w.asDesk(at1730), occurrence, id)).toEqual({ ok: true })
  expect(await bookingOf(w, occurrence, w.ana)).toMatchObject({ state: 'booked' })
  expect(await actionsOf(w, id)).toEqual(['booking.checked_in', 'booking.check_in_undone'])
  await checkIn(w.asDesk(at1730), occurrence, id)
  await reconcileClasses(w.at(settled))
  expect(await undoCheckIn(w.asDesk(settled), occurrence, id)).toEqual({
    ok: false,
    reason: 'reconciled',
  })
})

test("another studio's desk finds no booking of ours, nor does one under another class", async () => {
  const [{ w, occurrence, book }, other] = [await thursday(), await thursday()]
  await thursday()
  const third = await thursday()
  const id = await book(w.ben)
  const notFound = { ok: false, reason: 'not_found' }
  const strangers = [
    [third.w.asDesk(at1730), occurrence],
    [w.asDesk(at1730), other.occurrence],
  ] as const

  for (const [ctx, place] of strangers) {
    expect(await checkIn(ctx, place, id)).toEqual(notFound)
    expect(await cancelForPerson(ctx, place, id, { as: 'late', reason: '' })).toEqual(notFound)
    expect(await reverseOutcome(ctx, place, id, { from: 'no_show', reason: 'x' })).toEqual(notFound)
    expect(await waiveFee(ctx, place, id, { reason: '' })).toEqual(notFound)
    expect(await moveBooking(ctx, place, id, { to: other.occurrence, reason: '' })).toEqual(
      notFound,
    )
    expect(await addWalkIn(ctx, place, { personId: w.ben.id })).toMatchObject(notFound)
  }
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 1 })
})

test('the desk marks a late cancel: credit used, fee pending, the place goes to the next on the waitlist, once', async () => {
  const { w, occurrence, book } = await thursday()
  const id = await book(w.ben)
  await book(w.ana)
  const dan = await w.givenPerson('Dan Waits')
  await w.givePack(dan)
  await book(dan)
  const at1500 = '2026-10-15T14:00:00Z'
  const mark = () =>
    cancelForPerson(w.asDesk(at1500), occurrence, id, { as: 'late', reason: 'rang at 15:00' })

  expect(await mark()).toEqual({ ok: true, outcome: 'late_cancelled' })
  expect(await mark()).toEqual({ ok: true, outcome: 'late_cancelled', again: true })
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 2, late_cancelled: 1 })
  expect(await entriesOf(w, w.ben)).toEqual(['grant 10', 'book -1', 'forfeit 0'])
  expect(await feesOf(w, w.ben)).toMatchObject([
    { amountMinor: 500, state: 'pending', dueAt: '2026-10-16T14:00:00Z' },
  ])
  expect((await mailTo(w, w.ben)).at(-1)!.text).toContain('marked as cancelled late')

  expect(await waiveFee(w.asDesk(at1730), occurrence, id, { reason: 'first time' })).toEqual({
    ok: true,
  })
  expect(await waiveFee(w.asDesk(at1730), occurrence, id, { reason: 'first time' })).toEqual({
    ok: true,
    again: true,
  })
  expect(await feesOf(w, w.ben)).toMatchObject([{ state: 'waived' }])
  expect(await balanceOf(w, w.benLot)).toBe(9)
  expect(await actionsOf(w, id)).toEqual(['booking.late_cancelled', 'fee.waived'])
})

test('a no-show of a membership is corrected there and back: its fee is void, then noted again', async () => {
  const { w, occurrence, book } = await thursday()
  const id = await book(w.ana)
  await reconcileClasses(w.at(settled))
  const desk = w.asDesk('2026-10-16T08:00:00Z')
  const turn = (from: 'no_show' | 'attended') =>
    reverseOutcome(desk, occurrence, id, { from, reason: 'was in room 2' })

  expect(await turn('no_show')).toEqual({ ok: true, outcome: 'attended' })
  expect(await feesOf(w, w.ana)).toMatchObject([{ amountMinor: 1_000, state: 'void' }])
  expect(await turn('no_show')).toEqual({ ok: true, outcome: 'attended', again: true })
  expect(await turn('attended')).toEqual({ ok: true, outcome: 'no_show' })
  expect(await feesOf(w, w.ana)).toMatchObject([
    { state: 'pending', dueAt: '2026-10-17T08:00:00Z' },
  ])
  expect(await turn('no_show')).toEqual({ ok: true, outcome: 'attended' })
  expect(await feesOf(w, w.ana)).toMatchObject([{ state: 'void' }])
  expect(await actionsOf(w, id)).toEqual([
    'booking.corrected',
    'booking.corrected',
    'booking.corrected',
  ])
})

test('under a policy that returns the credit of a no-show, a correction to attended uses it again if it is still there', async () => {
  const { w, occurrence, book } = await thursday({ lateLosesCredit: false })
  const cleoLot = await w.givePack(w.cleo, { credits: 1 })
  const id = await book(w.cleo)
  await reconcileClasses(w.at(settled))
  expect(await balanceOf(w, cleoLot)).toBe(1)
  const desk = w.asDesk(settled)
  const turn = (from: 'no_show' | 'attended') =>
    reverseOutcome(desk, occurrence, id, { from, reason: 'she was there' })

  expect(await turn('no_show')).toMatchObject({ ok: true })
  expect(await balanceOf(w, cleoLot)).toBe(0)
  expect(await turn('attended')).toMatchObject({ ok: true })
  expect(await balanceOf(w, cleoLot)).toBe(1)
  const friday = await w.givenClass({ localStart: '2026-10-16T18:30' })
  await bookClass(w.asMember(w.cleo, settled), friday)
  expect(await turn('no_show')).toEqual({ ok: false, reason: 'credit_spent' })
  expect(await bookingOf(w, occurrence, w.cleo)).toMatchObject({ state: 'no_show' })
})

test('a walk-in is booked until the end of the class, above the level only with a reason, once', async () => {
  const { w, occurrence } = await thursday({ closesMinutes: 60 })
  await w.db.run(
    sql`UPDATE class_types SET minimum_level_id = ${w.ids.levelIds[1]}
      WHERE id = ${w.ids.poleType}`,
  )
  const late = '2026-10-15T17:45:00Z'
  const add = (reason = '') => addWalkIn(w.asDesk(late), occurrence, { personId: w.ben.id, reason })

  expect(await bookClass(w.asMember(w.ben, late), occurrence)).toMatchObject({ ok: false })
  expect(await add()).toEqual({ ok: false, reason: 'needs_reason' })
  const twice = await Promise.all([add('Dee knows him'), add('Dee knows him')])
  expect(twice.every((r) => r.ok)).toBe(true)
  expect(await entriesOf(w, w.ben)).toEqual(['grant 10', 'book -1'])
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 1 })
  expect(
    await addWalkIn(w.asDesk(atTheEnd), occurrence, { personId: w.ana.id, reason: 'x' }),
  ).toEqual({
    ok: false,
    reason: 'over',
  })
})

test('a walk-in never goes over capacity; with one place more it does, and a drop-in needs a price', async () => {
  const { w, occurrence, book } = await thursday()
  await book(w.ana)
  await book(w.ben)
  const dropIn = () =>
    addWalkIn(w.asDesk(at1730), occurrence, {
      personId: w.cleo.id,
      pay: { kind: 'drop_in', method: 'cash' },
    })

  expect(await dropIn()).toEqual({ ok: false, reason: 'no_drop_in' })
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500 WHERE id = ${w.ids.poleType}`)
  expect(await dropIn()).toEqual({ ok: false, reason: 'class_full', facts: { capacity: 2 } })
  expect(await addWalkIn(w.asDesk(at1730), occurrence, { personId: w.cleo.id })).toMatchObject({
    reason: 'no_entitlement',
  })
  expect(await changeCapacity(w.asDesk(at1730), occurrence, 3)).toEqual({ ok: true, promoted: 0 })
  expect(await changeCapacity(w.asDesk(at1730), occurrence, 301)).toEqual({
    ok: false,
    reason: 'over_room',
    facts: { room: 300, roomName: 'pole studio' },
  })
  expect(await dropIn()).toMatchObject({ ok: true, pays: 'a drop-in' })
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 3 })
})

test('someone on the closed list is given the free place by name', async () => {
  const { w, occurrence, book } = await thursday()
  const benBooking = await book(w.ben)
  await book(w.ana)
  const dan = await w.givenPerson('Dan Waits')
  const danLot = await w.givePack(dan)
  const danBooking = await book(dan)
  // The list stopped promoting at 16:30.
  await cancelForPerson(w.asDesk(at1730), occurrence, benBooking, { as: 'late', reason: '' })
  expect(await bookingOf(w, occurrence, dan)).toMatchObject({ state: 'waitlisted' })

  expect(await addWalkIn(w.asDesk(at1730), occurrence, { personId: dan.id })).toMatchObject({
    ok: true,
    bookingId: danBooking,
  })
  expect(await balanceOf(w, danLot)).toBe(9)
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 2, late_cancelled: 1 })
})

test('a place is moved to another date with what paid for it, once, and who waits gets the old one', async () => {
  const { w, occurrence, book } = await thursday()
  const saturday = await w.givenClass({ localStart: '2026-10-17T11:30', capacity: 1 })
  const benBooking = await book(w.ben)
  await book(w.ana)
  const dan = await w.givenPerson('Dan Waits')
  await w.givePack(dan)
  await book(dan)
  const at1500 = '2026-10-15T14:00:00Z'
  const move = (to = saturday) =>
    moveBooking(w.asDesk(at1500), occurrence, benBooking, { to, reason: 'asked at the desk' })

  const results = await Promise.all([move(), move()])
  const [first] = results.filter((r) => r.ok && !r.again)
  expect(first).toMatchObject({ ok: true, localStart: '2026-10-17T11:30' })
  expect(results.filter((r) => r.ok)).toHaveLength(2)
  expect(await move()).toMatchObject({ ok: true, again: true })
  expect(await entriesOf(w, w.ben)).toEqual(['grant 10', 'book -1', 'return 1', 'book -1'])
  expect(await bookingOf(w, saturday, w.ben)).toMatchObject({ state: 'booked', lotId: w.benLot })
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 2, moved: 1 })
  expect((await mailTo(w, w.ben)).at(-1)).toMatchObject({
    subject: 'Moved: Pole 2: spins, Sat 11:30',
  })
})

test('a move is refused to a full class, another type, and a date on which nothing pays', async () => {
  const { w, occurrence, book } = await thursday()
  const full = await w.givenClass({ localStart: '2026-10-17T11:30', capacity: 1 })
  await bookClass(w.asMember(w.ana, monday), full)
  const january = await w.givenClass({ localStart: '2027-01-07T18:30' })
  const yin = await w.givenClass({ localStart: '2026-10-18T11:30', discipline: 'yoga' })
  const id = await book(w.ben)
  const move = (to: string) => moveBooking(w.asDesk(monday), occurrence, id, { to, reason: '' })

  expect(await move(full)).toEqual({ ok: false, reason: 'full' })
  expect(await move(yin)).toEqual({ ok: false, reason: 'another_type' })
  expect(await move(january)).toEqual({ ok: false, reason: 'does_not_pay' })
  expect(await move(occurrence)).toEqual({ ok: false, reason: 'not_found' })
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 1 })
})

test('a drop-in is paid at the desk, goes with the place, and is given back in time but not late', async () => {
  const { w, occurrence } = await thursday()
  const saturday = await w.givenClass({ localStart: '2026-10-17T11:30' })
  const gus = await w.givenPerson('Gus Guest')
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500 WHERE id = ${w.ids.poleType}`)
  const desk = w.asDesk(monday)
  const dropIn = (person: typeof gus) =>
    addWalkIn(desk, occurrence, { personId: person.id, pay: { kind: 'drop_in', method: 'cash' } })

  expect(await Promise.all([dropIn(gus), dropIn(gus)])).toMatchObject([{ ok: true }, { ok: true }])
  expect(await accountOf(w, gus)).toEqual(['drop_in 1500 settled'])
  const { id } = (await bookingOf(w, occurrence, gus))!
  const moved = await moveBooking(desk, occurrence, id, { to: saturday, reason: 'asked' })
  if (!moved.ok) throw new Error(moved.reason)
  const preview = await previewCancellation(w.asMember(gus, monday), moved.bookingId)
  if (!preview.ok) throw new Error(preview.reason)
  const { effects } = cancellationWords(preview.cancellation, preview.booking, {
    ...w.studio,
    now: monday,
  })
  expect(effects[0]).toEqual({ when: 'Now', what: '£15.00 is refunded to your account.' })
  expect(await cancelBooking(w.asMember(gus, monday), moved.bookingId)).toMatchObject({
    outcome: 'cancelled_on_time',
  })
  expect(await accountOf(w, gus)).toEqual(['drop_in 1500 settled', 'refund -1500 open'])

  await dropIn(w.cleo)
  const late = (await bookingOf(w, occurrence, w.cleo))!.id
  await cancelForPerson(w.asDesk(at1730), occurrence, late, { as: 'late', reason: 'rang' })
  expect(await accountOf(w, w.cleo)).toEqual(['drop_in 1500 settled'])
  await reverseOutcome(w.asDesk(at1730), occurrence, late, {
    from: 'late_cancelled',
    reason: 'train strike',
  })
  expect(await accountOf(w, w.cleo)).toEqual(['drop_in 1500 settled', 'refund -1500 open'])
})

/** What the page of a place tells the desk of cancelling it. */
async function toldAtDesk(w: World, occurrence: string, bookingId: string, now = monday) {
  const desk = w.asDesk(now)
  const page = await bookingAtDeskPage(desk, occurrence, bookingId)
  const reader = deskReader(desk, { role: 'owner', personId: 'desk' }, page!.occurrence)
  const { limit, onTime, lateCosts } = bookingAtDeskWords(page!, reader, {
    write: true,
    waive: true,
    pay: true,
  })
  return { limit, onTime, lateCosts }
}

test('the desk reads what a cancel does to what paid for the place, by the rules it was booked under', async () => {
  const { w, occurrence, book } = await thursday({ lateFeeMinor: 500 })
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500 WHERE id = ${w.ids.poleType}`)
  const single = await addWalkIn(w.asDesk(monday), occurrence, {
    personId: w.cleo.id,
    pay: { kind: 'drop_in', method: 'cash' },
  })
  expect(await toldAtDesk(w, occurrence, single.ok ? single.bookingId : '')).toMatchObject({
    onTime: '£15.00 is refunded to their account.',
    lateCosts: 'The £15.00 they paid stays paid. A fee of £5.00 is due after 24 hours.',
  })

  // A later policy of the class changes nothing for anyone who is booked already.
  const bens = await book(w.ben)
  const before = await toldAtDesk(w, occurrence, bens)
  expect(before).toMatchObject({
    onTime: '1 credit is back in their 10-class pack.',
    lateCosts:
      'They lose the credit from their 10-class pack. A fee of £5.00 is due after 24 hours.',
  })
  await w.db.run(sql`
    INSERT INTO policies (id, studio_id, name, version, opens_days, closes_minutes, cancel_minutes,
      late_keeps_credit, late_fee_minor, no_show_fee_minor, waitlist_closes_minutes,
      waitlist_limit, decline_minutes, created_at)
    SELECT id || 'x', studio_id, name, version + 1, opens_days, closes_minutes, cancel_minutes,
      0, 0, 0, waitlist_closes_minutes, waitlist_limit, decline_minutes, created_at
    FROM policies WHERE studio_id = ${w.studio.id} AND id = ${w.ids.policyId}`)
  await w.db.run(sql`UPDATE occurrences SET policy_id = policy_id || 'x' WHERE id = ${occurrence}`)
  expect(await toldAtDesk(w, occurrence, bens)).toEqual(before)
})

test('a late cancel recorded at the desk before the limit gives the credit back once it is corrected', async () => {
  // The fee begins a day before, the credit is lost from twelve hours on.
  for (const [at, left] of [
    ['2026-10-13T12:00:00Z', 9],
    ['2026-10-14T20:00:00Z', 10],
    ['2026-10-15T12:00:00Z', 9],
  ] as const) {
    const w = await world({ policy: { feeMinutes: 1_440 } })
    const occurrence = await w.givenClass()
    const booked = await bookClass(w.asMember(w.ben, monday), occurrence)
    if (!booked.ok) throw new Error(booked.reason)
    const { id } = booked.booking
    await cancelForPerson(w.asDesk(at), occurrence, id, { as: 'late', reason: 'rang' })
    expect(await balanceOf(w, w.benLot)).toBe(left)
    const [told] = await w.db.all<{ lost: number }>(
      sql`SELECT ${losesCreditSql('b')} AS lost FROM bookings AS b WHERE b.id = ${id}`,
    )
    expect(told).toEqual({ lost: left === 9 ? 1 : 0 })
    const as = { from: 'late_cancelled', reason: 'train strike' } as const
    expect(await reverseOutcome(w.asDesk(at), occurrence, id, as)).toMatchObject({ ok: true })
    expect(await balanceOf(w, w.benLot)).toBe(10)
  }
})

test('marking a no-show charges nothing to people the policy exempts or to leads on a trial', async () => {
  for (const [policy, prospect, fees] of [
    [{}, 0, 1],
    [{ forgiveMonths: 6 }, 0, 0],
    [{}, 1, 0],
  ] as const) {
    const w = await world({ policy })
    const occurrence = await w.givenClass()
    const booked = await bookClass(w.asMember(w.ana, monday), occurrence)
    if (!booked.ok) throw new Error(booked.reason)
    const { id } = booked.booking
    await w.db.run(sql`UPDATE people SET prospect = ${prospect} WHERE id = ${w.ana.id}`)
    await checkIn(w.asDesk(at1730), occurrence, id)
    await reconcileClasses(w.at(settled))
    const as = { from: 'attended', reason: 'another Ana' } as const
    expect(await reverseOutcome(w.asDesk(settled), occurrence, id, as)).toMatchObject({
      outcome: 'no_show',
    })
    expect(await feesOf(w, w.ana)).toHaveLength(fees)
  }
})
