import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { policyForm, valuesOf } from '#app/domain/calendar/policy-fields.ts'
import { exemptPerson } from '#app/domain/scheduling/policies/exempt-person.server.ts'
import { policyPage } from '#app/domain/scheduling/policies/policy-page.server.ts'
import { addPolicy, savePolicy } from '#app/domain/scheduling/policies/save-policy.server.ts'
import { changeSeries } from '#app/domain/scheduling/series/change-series.server.ts'
import { classPage } from '#app/domain/timetable/class-page.server.ts'
import { bookingOf, feesOf } from '../../../../tests/support/bookings.ts'
import { givenCourse } from '../../../../tests/support/courses.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { pastBookingsStatements } from '../booking-queries.server.ts'
import { cancelBooking } from '../cancelling/cancel-booking.server.ts'
import { reconcileClasses } from '../roster/reconcile-classes.server.ts'
import { promoteWaitlist } from '../waitlist/promote-waitlist.server.ts'

const now = '2026-10-12T09:00:00Z'

/** The form as it stands for the newest version, with changes as typed. */
async function formOf(w: World, changes: Record<string, string> = {}) {
  const page = await policyPage(w.at(now), 'Classes')
  const { feeHours, offerMinutes, blackoutFrom, blackoutUntil, ...values } = valuesOf(
    page!.current,
    'GBP',
  )
  const night = blackoutFrom ? { blackoutFrom, blackoutUntil } : {}
  return policyForm('GBP').parse({
    ...values,
    ...(feeHours ? { feeHours } : {}),
    ...(offerMinutes ? { offerMinutes } : {}),
    ...night,
    ...changes,
  })
}

test('one class a day: the second on the same date is refused with its limit, the next day is not', async () => {
  const w = await world({ policy: { dailyLimit: 1 } })
  const morning = await w.givenClass({ localStart: '2026-10-15T09:00' })
  const evening = await w.givenClass({ localStart: '2026-10-15T18:30' })
  const friday = await w.givenClass({ localStart: '2026-10-16T18:30' })
  expect(await bookClass(w.asMember(w.ana, now), morning)).toMatchObject({ ok: true })
  expect(await bookClass(w.asMember(w.ana, now), evening)).toEqual({
    ok: false,
    reason: 'daily_limit',
    facts: { limit: 1 },
  })
  expect(await bookClass(w.asMember(w.ana, now), friday)).toMatchObject({ ok: true })
})

test('of ten requests at once for ten classes of one day as many get through as the day allows', async () => {
  const w = await world({ policy: { dailyLimit: 3 } })
  const classes: string[] = []
  for (let hour = 8; hour < 18; hour += 1) {
    classes.push(
      await w.givenClass({ localStart: `2026-10-15T${String(hour).padStart(2, '0')}:00` }),
    )
  }
  const results = await Promise.all(classes.map((id) => bookClass(w.asMember(w.ana, now), id)))
  expect(results.filter(({ ok }) => ok)).toHaveLength(3)
  expect(new Set(results.flatMap((r) => (r.ok ? [] : [r.reason])))).toEqual(
    new Set(['daily_limit']),
  )
})

test('a weekly limit counts by the date of the class, from Monday to Sunday, and a promotion skips a person who has reached it', async () => {
  const w = await world({ policy: { weeklyLimit: 1 } })
  const sunday = await w.givenClass({ localStart: '2026-10-18T10:00' })
  const thursday = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 1 })
  const monday = await w.givenClass({ localStart: '2026-10-19T10:00' })
  const ben = await bookClass(w.asMember(w.ben, now), thursday)
  expect(await bookClass(w.asMember(w.ana, now), thursday)).toMatchObject({ outcome: 'waitlisted' })
  expect(await bookClass(w.asMember(w.ana, now), sunday)).toMatchObject({ outcome: 'booked' })
  expect(await bookClass(w.asMember(w.ana, now), monday)).toMatchObject({ outcome: 'booked' })
  if (ben.ok) await cancelBooking(w.asMember(w.ben, now), ben.booking.id)
  await promoteWaitlist(w.at(now), thursday)
  expect(await bookingOf(w, thursday, w.ana)).toMatchObject({ state: 'waitlisted' })
  expect(
    await bookClass(w.asMember(w.ana, now), await w.givenClass({ localStart: '2026-10-16T10:00' })),
  ).toEqual({
    ok: false,
    reason: 'weekly_limit',
    facts: { name: '', limit: 1, per: 'week', again: '2026-10-19' },
  })
})

test('a weekly limit follows the studio’s weeks, in what is said and in the guard of the write', async () => {
  const w = await world({ policy: { weeklyLimit: 1 } })
  w.studio.weekStart = 7
  const days = ['2026-10-11', '2026-10-17', '2026-10-18']
  const [sunday, saturday, next] = await Promise.all(
    days.map((day) => w.givenClass({ localStart: `${day}T18:30` })),
  )
  const book = (id: string) => bookClass(w.asMember(w.ana, '2026-10-10T09:00:00Z'), id)
  const race = await Promise.all([sunday!, saturday!].map(book))
  expect(race.filter(({ ok }) => ok)).toHaveLength(1)
  expect(race.find(({ ok }) => !ok)).toMatchObject({
    reason: 'weekly_limit',
    facts: { again: '2026-10-18' },
  })
  expect(await book(next!)).toMatchObject({ outcome: 'booked' })
})

test('two late cancels within thirty days stop booking for a week; an exemption opens it again', async () => {
  const w = await world({
    policy: { lateStrike: true, strikeLimit: 2, strikeDays: 30, blockDays: 7 },
  })
  for (const localStart of ['2026-10-12T18:30', '2026-10-12T20:00']) {
    const booked = await bookClass(w.asMember(w.ana, now), await w.givenClass({ localStart }))
    if (booked.ok) await cancelBooking(w.asMember(w.ana, now), booked.booking.id)
  }
  const next = await w.givenClass({ localStart: '2026-10-22T18:30' })
  const refused = { ok: false, reason: 'strikes', facts: { blockedUntil: '2026-10-19T09:00:00Z' } }
  expect(await bookClass(w.asMember(w.ana, now), next)).toEqual(refused)
  expect(await bookClass(w.asMember(w.ana, '2026-10-19T08:59:59Z'), next)).toEqual(refused)
  await exemptPerson(w.asDesk(now), { set: 'Classes', who: w.ana.email, reason: 'Doctor’s note' })
  expect(await bookClass(w.asMember(w.ana, now), next)).toMatchObject({ ok: true })
})

test('the block of strikes ends to the second', async () => {
  const w = await world({ policy: { lateStrike: true, strikeLimit: 1, blockDays: 7 } })
  const booked = await bookClass(
    w.asMember(w.ana, now),
    await w.givenClass({ localStart: '2026-10-12T18:30' }),
  )
  if (booked.ok) await cancelBooking(w.asMember(w.ana, now), booked.booking.id)
  const next = await w.givenClass({ localStart: '2026-10-22T18:30' })
  expect(await bookClass(w.asMember(w.ana, '2026-10-19T09:00:00Z'), next)).toMatchObject({
    ok: true,
  })
})

test('someone known to be too young on the class date is refused, on their birthday they are not', async () => {
  const w = await world({ policy: { minimumAge: 16 } })
  await w.db.run(sql`UPDATE people SET birth_date = '2010-10-16' WHERE id = ${w.ana.id}`)
  const [before, birthday] = [
    await w.givenClass({ localStart: '2026-10-15T18:30' }),
    await w.givenClass({ localStart: '2026-10-16T18:30' }),
  ]
  expect(await bookClass(w.asMember(w.ana, now), before)).toEqual({
    ok: false,
    reason: 'age',
    facts: { minimumAge: 16 },
  })
  expect(await bookClass(w.asMember(w.ana, now), birthday)).toMatchObject({ ok: true })
})

test('a new version holds for new bookings; anyone who has a place keeps the limit it was made under, also when the class moves', async () => {
  const w = await world()
  const id = await w.givenClass({ localStart: '2026-10-15T18:30' })
  await bookClass(w.asMember(w.ben, now), id)
  expect(
    await savePolicy(w.asDesk(now), await formOf(w, { cancelHours: '24', lateFee: '9.00' })),
  ).toEqual({
    ok: true,
    version: 2,
    classes: 1,
  })
  await bookClass(w.asMember(w.ana, now), id)

  // 18:30 in London is 17:30Z: 23 hours before, Ana is late and Ben is not.
  const between = '2026-10-14T18:30:00Z'
  const cancel = async (person: typeof w.ana) =>
    cancelBooking(w.asMember(person, between), (await bookingOf(w, id, person))!.id)
  await w.db.run(
    sql`UPDATE occurrences SET starts_at = '2026-10-15T18:30:00Z',
      cutoff_at = '2026-10-14T18:30:00Z' WHERE id = ${id}`,
  )
  const [kept] = await w.db.all<{ cutoffAt: string }>(
    sql`SELECT cutoff_at AS cutoffAt FROM bookings
      WHERE occurrence_id = ${id} AND person_id = ${w.ben.id}`,
  )
  expect(kept).toEqual({ cutoffAt: '2026-10-15T06:30:00Z' })
  await w.db.run(
    sql`UPDATE occurrences SET starts_at = '2026-10-15T17:30:00Z',
      cutoff_at = '2026-10-14T17:30:00Z' WHERE id = ${id}`,
  )
  expect(await cancel(w.ana)).toMatchObject({ outcome: 'late_cancelled' })
  expect(await cancel(w.ben)).toMatchObject({ outcome: 'cancelled_on_time' })
  expect(await feesOf(w, w.ana)).toMatchObject([{ amountMinor: 900 }])
})

test('someone who has a place keeps its limits when the series takes another policy, and when it moves with it', async () => {
  const w = await world()
  const [id = ''] = await w.givenSeries({
    localStart: '2026-10-15T18:30',
    rrule: 'FREQ=WEEKLY;BYDAY=TH',
    at: now,
  })
  await bookClass(w.asMember(w.ben, now), id)
  await addPolicy(w.asDesk(now), { name: 'Strict', kind: 'class' })
  const [strict] = await w.db.all<{ id: string }>(
    sql`UPDATE policies SET cancel_minutes = 2880
      WHERE studio_id = ${w.studio.id} AND name = 'Strict' RETURNING id`,
  )
  const limitOf = async () =>
    (
      await w.db.all<{ kept: string | null; own: string }>(sql`
        SELECT b.cutoff_at AS kept, o.cutoff_at AS own FROM bookings AS b
        JOIN occurrences AS o ON o.id = b.occurrence_id
        WHERE b.occurrence_id = ${id}`)
    )[0]
  const form = {
    scope: 'all' as const,
    version: 1,
    date: '2026-10-15',
    time: '19:30',
    minutes: 60,
    days: ['TH' as const],
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    capacity: 12,
    policyId: strict!.id,
  }
  expect(await changeSeries(w.asDesk(now), id, form)).toMatchObject({ ok: true })
  // Booked under twelve hours: an hour later, as the class is. Anyone who books now has two days.
  expect(await limitOf()).toEqual({ kept: '2026-10-15T06:30:00Z', own: '2026-10-13T18:30:00Z' })
})

test('of two editors at once one saves, and the other learns who was first', async () => {
  const w = await world()
  const form = await formOf(w, { cancelHours: '8' })
  const results = await Promise.all([
    savePolicy(w.asDesk(now, 'Hana Desk'), form),
    savePolicy(w.asDesk(now, 'Omar Desk'), form),
  ])
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  const first = results.findIndex(({ ok }) => ok)
  expect(results[1 - first]).toEqual({
    ok: false,
    reason: 'changed_meanwhile',
    facts: { by: first === 0 ? 'Hana Desk' : 'Omar Desk', at: now },
  })
})

test('past the limit of the credit and before that of the fee a late cancel costs the credit alone', async () => {
  const w = await world({ policy: { cancelMinutes: 1440, feeMinutes: 360 } })
  const id = await w.givenClass({ localStart: '2026-10-15T18:30' })
  await bookClass(w.asMember(w.ben, now), id)
  const result = await cancelBooking(
    w.asMember(w.ben, '2026-10-15T08:00:00Z'),
    (await bookingOf(w, id, w.ben))!.id,
  )
  expect(result).toMatchObject({
    outcome: 'late_cancelled',
    cancellation: { credit: 'stays_used', feeMinor: 0 },
  })
})

test('the first no-show in twelve months is forgiven its fee, the second is not', async () => {
  const w = await world({ policy: { forgiveMonths: 12 } })
  for (const localStart of ['2026-10-12T18:30', '2026-10-13T18:30']) {
    await bookClass(w.asMember(w.ana, now), await w.givenClass({ localStart }))
    await reconcileClasses(w.at(`${localStart.slice(0, 10)}T23:30:00Z`))
    expect(await feesOf(w, w.ana)).toHaveLength(localStart.includes('-12T') ? 0 : 1)
  }
})

test('a new policy version keeps make-up notice set by a course and updates the courses that follow the policy', async () => {
  const w = await world()
  const promises = await givenCourse(w, { makeUpHours: 12 }, now)
  const follows = await givenCourse(w, { makeUpHours: null }, now)
  await savePolicy(w.asDesk(now), await formOf(w, { cancelHours: '24' }))
  const sessionOf = ({ sessions }: { sessions: string[] }) =>
    w.db.all(sql`
      SELECT o.cutoff_at AS cutoffAt, o.waitlist_limit AS waitlist, policy.version
      FROM occurrences AS o JOIN policies AS policy ON policy.id = o.policy_id
      WHERE o.id = ${sessions[0]!}`)
  expect(await sessionOf(promises)).toEqual([
    { cutoffAt: '2027-01-05T06:30:00Z', waitlist: 0, version: 2 },
  ])
  expect(await sessionOf(follows)).toEqual([
    { cutoffAt: '2027-01-04T18:30:00Z', waitlist: 0, version: 2 },
  ])
})

test('someone who tries the studio out reads of no late fee: in their class, what they confirm and their bookings', async () => {
  const w = await world({ policy: { lateFeeMinor: 500 } })
  const id = await w.givenClass({ localStart: '2026-10-15T18:30' })
  const viewer = { personId: w.ana.id, name: w.ana.name, email: w.ana.email, timeZone: null }
  const feesRead = async () => {
    const page = (await classPage(w.at(now), viewer, id))!
    const [mine] = (await bookingsPage(w)).map(({ lateFeeMinor }) => lateFeeMinor)
    const { availability } = page.listing
    const own = 'terms' in availability ? availability.terms.late.feeMinor : null
    return [page.detail.lateFeeMinor, own, mine]
  }
  await bookClass(w.asMember(w.ana, now), id)
  expect(await feesRead()).toEqual([500, 500, 500])
  await w.db.run(sql`UPDATE people SET prospect = 1 WHERE id = ${w.ana.id}`)
  expect(await feesRead()).toEqual([0, 0, 0])
})

/** Her bookings as her account lists them once the class is over. */
const bookingsPage = async (w: World) => {
  const at = { page: 1, perPage: 20 }
  const later = w.at('2026-10-20T09:00:00Z')
  return (await batch(w.db, pastBookingsStatements(later, w.ana.id, at))).items
}
