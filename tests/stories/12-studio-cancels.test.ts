import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { classCancellationPage } from '#app/domain/bookings/cancelling/class-cancellation-page.server.ts'
import { restoreOccurrence } from '#app/domain/bookings/cancelling/restore-occurrence.server.ts'
import { addWalkIn } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { makeCalendarLink } from '#app/domain/people/calendar-link.server.ts'
import {
  personCalendar,
  studioCalendar,
} from '#app/domain/timetable/desk-calendar/calendar-queries.server.ts'
import { accountOf, balanceOf, feesOf, mailTo, noticesOf, rosterOf } from '../support/bookings.ts'
import { readByFile, readByName } from '../support/calendars.ts'
import { world } from '../support/world.ts'

const now = '2026-10-12T09:00:00Z'

test('the studio cancels a full class: fourteen told, six credits back, nothing consumed, nobody late; then it is restored', async () => {
  const w = await world()
  const thursday = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 12 })
  const names = (word: string, n: number) => Array.from({ length: n }, (_, i) => `${word} ${i}`)
  const unlimited = await w.givenPeople(names('Unlimited', 5))
  for (const person of unlimited) await w.giveMembership(person, { weekly: true })
  const packs = await w.givenPeople(names('Pack', 6))
  const lots: string[] = []
  // The first pack ends within a week of the cancel.
  for (const [i, person] of packs.entries()) {
    lots.push(await w.givePack(person, { expiresOn: i === 0 ? '2026-10-17' : '2026-12-31' }))
  }
  const waiting = await w.givenPeople(names('Waits', 2))
  for (const person of waiting) await w.givePack(person)
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500 WHERE id = ${w.ids.poleType}`)
  for (const person of [...unlimited, ...packs]) await bookClass(w.asMember(person, now), thursday)
  await addWalkIn(w.asDesk(now), thursday, {
    personId: w.cleo.id,
    pay: { kind: 'drop_in', method: 'cash' },
  })
  for (const person of waiting) await bookClass(w.asMember(person, now), thursday)
  expect(await rosterOf(w, thursday)).toEqual({ booked: 12, waitlisted: 2 })

  const link = await makeCalendarLink(w.asMember(packs[0]!, now), {
    replaces: '',
    secret: 'a secret of the installation, long enough',
  })
  const entries = async () => {
    const own = (await personCalendar(w.at(now), link)) ?? ''
    return [
      ...readByFile(own),
      ...readByName(own),
      ...readByFile(await studioCalendar(w.at(now))),
    ].filter(({ uid }) => uid === `${thursday}@cadence`)
  }
  const entry = { uid: `${thursday}@cadence`, status: 'CONFIRMED', sequence: 0 }
  expect(await entries()).toMatchObject([entry, entry, entry])

  const before = await classCancellationPage(w.at(now), thursday)
  expect(before?.effects).toEqual({
    booked: 12,
    waiting: 2,
    offered: 0,
    credits: 6,
    longer: 1,
    memberships: 5,
    dropIns: 1,
    dropInMinor: 1_500,
    enrolled: 0,
    givesMakeUps: false,
    makeUps: 0,
    reached: 0,
  })
  const desk = w.asDesk(now)
  expect(await cancelOccurrence(desk, thursday, { reason: 'Burst pipe' })).toEqual({
    ok: true,
    notified: 14,
  })

  const everybody = [...unlimited, ...packs, w.cleo, ...waiting]
  for (const person of everybody) {
    expect((await mailTo(w, person)).filter(({ kind }) => kind === 'class-cancelled')).toHaveLength(
      1,
    )
    expect(
      (await noticesOf(w, person)).filter(({ kind }) => kind === 'class-cancelled'),
    ).toHaveLength(1)
    expect(await feesOf(w, person)).toEqual([])
  }
  // The drop-in's £15.00 were paid at the desk and are in Cleo's account, to be paid back.
  expect(await accountOf(w, w.cleo)).toEqual(['drop_in 1500 settled', 'refund -1500 open'])
  expect(await Promise.all(lots.map((lot) => balanceOf(w, lot)))).toEqual([10, 10, 10, 10, 10, 10])
  expect(await rosterOf(w, thursday)).toEqual({ studio_cancelled: 12, not_promoted: 2 })
  const occurrence = async () =>
    (
      await w.db.all<{ id: string; state: string; sequence: number }>(
        sql`SELECT id, state, sequence FROM occurrences WHERE id = ${thursday}`,
      )
    )[0]
  expect(await occurrence()).toEqual({ id: thursday, state: 'cancelled', sequence: 1 })

  const off = { uid: `${thursday}@cadence`, status: 'CANCELLED', sequence: 1 }
  expect(await entries()).toMatchObject([off, off, off])

  // The weekly allowance of two is untouched: both classes of that week can be booked.
  for (const localStart of ['2026-10-14T18:30', '2026-10-16T18:30']) {
    const other = await w.givenClass({ localStart })
    expect(await bookClass(w.asMember(unlimited[0]!, now), other)).toMatchObject({
      ok: true,
      outcome: 'booked',
    })
  }
  expect(await bookClass(w.asMember(w.ben, now), thursday)).toMatchObject({ reason: 'cancelled' })

  // Brought back: it can be booked, and nobody is in it on its own.
  expect(await restoreOccurrence(desk, thursday)).toEqual({ ok: true, notified: 14 })
  expect(await restoreOccurrence(desk, thursday)).toEqual({ ok: true, notified: 0, again: true })
  expect(await occurrence()).toEqual({ id: thursday, state: 'scheduled', sequence: 2 })
  expect(await rosterOf(w, thursday)).toEqual({ studio_cancelled: 12, not_promoted: 2 })
  expect((await noticesOf(w, packs[1]!)).at(-1)!.text).toContain('is back on')
  expect((await mailTo(w, packs[1]!)).at(-1)).toMatchObject({ kind: 'class-restored' })
  expect(await bookClass(w.asMember(packs[1]!, now), thursday)).toMatchObject({
    ok: true,
    outcome: 'booked',
  })

  // A second cancel tells only the people who are in it now.
  expect(
    await cancelOccurrence(w.asDesk('2026-10-12T10:00:00Z'), thursday, { reason: 'Pipe again' }),
  ).toEqual({
    ok: true,
    notified: 1,
  })
  expect(await restoreOccurrence(w.asDesk('2026-10-15T17:30:00Z'), thursday)).toEqual({
    ok: false,
    reason: 'started',
  })
  expect(await restoreOccurrence((await world()).asDesk(now), thursday)).toEqual({
    ok: false,
    reason: 'not_found',
  })
})
