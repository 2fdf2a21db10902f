import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { givenPlan, invoicesOf } from '../../../tests/support/sales/memberships.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { bookClass } from '../bookings/booking/book-class.server.ts'
import { banPerson, liftBan, setDoNotContact } from '../people/ban-person.server.ts'
import { recordVisit } from '../reception/walk-in-at-desk.server.ts'
import { joinPage } from '../sales/memberships/join-page.server.ts'
import { tenureWords } from './exit-words.ts'
import { lastPlanOnSale } from './last-plan.server.ts'
import { leaveStudio, rejoin } from './leave-studio.server.ts'
import { farewellPage, type PastView, pastMembersPage } from './past-members-page.server.ts'
import { noteWinBack, settleWinBack } from './win-back.server.ts'

const now = '2026-06-10T08:00:00Z'

const names = async (w: World, view: PastView = '', at = now) =>
  (await pastMembersPage(w.at(at), view, { page: 1, perPage: 50 })).items.map(({ name }) => name)

const visit = (w: World, personId: string, override = '') =>
  recordVisit(w.asDesk(now), { personId, key: `k${personId}`, override, mayOverride: true })

test('someone banned books nothing, waits for nothing and is let in by nobody, until the ban ends', async () => {
  const w = await world()
  const classId = await w.givenClass({ localStart: '2026-06-12T18:30' })
  expect(await banPerson(w.asDesk(now), w.ana.id, 'Threatened a coach')).toEqual({ ok: true })

  const refused = await bookClass(w.asMember(w.ana, now), classId)
  expect(refused).toMatchObject({ ok: false, reason: 'banned' })
  expect(await visit(w, w.ana.id)).toEqual({ ok: false, reason: 'blocked' })
  expect(await visit(w, w.ana.id, 'The owner said so')).toEqual({ ok: false, reason: 'blocked' })
  expect(await names(w, 'banned')).toEqual([w.ana.name])

  expect(await liftBan(w.asDesk(now), w.ana.id)).toEqual({ ok: true })
  expect(await bookClass(w.asMember(w.ana, now), classId)).toMatchObject({ outcome: 'booked' })
  expect(await visit(w, w.ana.id)).toEqual({ ok: true })
  expect(await names(w, 'banned')).toEqual([])
})

test('a ban that comes while someone books leaves them without a place', async () => {
  const w = await world()
  const classId = await w.givenClass({ localStart: '2026-06-12T18:30' })
  await Promise.all([
    banPerson(w.asDesk(now), w.ana.id, 'Threatened a coach'),
    bookClass(w.asMember(w.ana, now), classId),
  ])
  expect(await bookClass(w.asMember(w.ana, now), classId).then(({ ok }) => ok)).toBe(
    (await w.db.all(sql`SELECT 1 FROM bookings WHERE person_id = ${w.ana.id}`)).length > 0,
  )
})

test('staff are not banned, nor are people of another studio', async () => {
  const [w, other] = [await world(), await world()]
  expect(await banPerson(w.asDesk(now), w.coach.id, 'No reason')).toMatchObject({
    reason: 'is_staff',
  })
  expect(await banPerson(w.asDesk(now), other.ana.id, 'No reason')).toMatchObject({
    reason: 'not_found',
  })
})

test('leaving ends the membership on the last day, and the day after they are among past members', async () => {
  const w = await world()
  const leaving = {
    key: `leaves-${w.ana.id}`,
    reason: 'moved',
    text: 'To Bristol',
    lastDay: '2026-06-30',
  } as const
  expect(await leaveStudio(w.asDesk(now), w.ana.id, leaving)).toEqual({ ok: true })
  expect(await leaveStudio(w.asDesk(now), w.ana.id, leaving)).toEqual({ ok: true })
  expect(
    await leaveStudio(w.asDesk(now), w.ana.id, { ...leaving, key: `again-${w.ana.id}` }),
  ).toEqual({ ok: false, reason: 'left_already' })
  expect(await names(w)).toEqual([])
  expect(await names(w, '', '2026-07-01T08:00:00Z')).toEqual([w.ana.name])

  const page = await farewellPage(w.at('2026-07-01T08:00:00Z'), w.ana.id)
  expect(page).toMatchObject({
    past: { leftOn: '2026-06-30', reason: 'moved', text: 'To Bristol' },
  })
  expect(await lastPlanOnSale(w.at('2026-07-01T08:00:00Z'), w.ana.id)).toBe(w.ids.unlimitedPlan)
})

test('leaving with an unpaid bill does not lift the block on booking', async () => {
  const w = await world()
  for (const state of ['past_due', 'suspended']) {
    await w.db.run(sql`UPDATE memberships SET state = ${state}, ends_on = NULL, version = 4
      WHERE person_id = ${w.ana.id}`)
    await leaveStudio(w.asDesk(now), w.ana.id, {
      key: `${state}-${w.ana.id}`,
      reason: 'price',
      lastDay: '2026-12-31',
    })
    expect(
      await w.db.all(sql`SELECT state, ends_on AS endsOn, version FROM memberships
        WHERE person_id = ${w.ana.id}`),
    ).toEqual([{ state, endsOn: '2026-12-31', version: 5 }])
    await w.db.run(sql`DELETE FROM person_exits WHERE person_id = ${w.ana.id}`)
  }
  const classId = await w.givenClass({ localStart: '2026-06-12T18:30' })
  expect(await bookClass(w.asMember(w.ana, now), classId)).toMatchObject({ ok: false })
})

test('someone frozen has not left', async () => {
  const w = await world()
  await w.db.run(sql`UPDATE memberships SET frozen_from = '2026-06-01', frozen_until = NULL
    WHERE person_id = ${w.ana.id}`)
  expect(await names(w)).not.toContain(w.ana.name)
})

test('they come back in one step, with a new membership, their history and what was tried', async () => {
  const w = await world()
  const later = '2026-08-01T08:00:00Z'
  await leaveStudio(w.asDesk(now), w.ana.id, {
    key: `leaves-${w.ana.id}`,
    reason: 'price',
    lastDay: '2026-06-30',
  })
  await noteWinBack(w.asDesk(later), w.ana.id, {
    key: `try-${w.ana.id}`,
    offer: 'A free week',
    note: 'Called',
  })
  const back = saleTo(w.ana.id, w.ids.unlimitedPlan)

  const back1 = await rejoin(w.asDesk(later), w.ana.id, back)
  expect(back1).toMatchObject({ ok: true, sold: { name: 'Unlimited' } })
  // Sent twice it is one.
  expect(await rejoin(w.asDesk(later), w.ana.id, back)).toEqual(back1)
  expect(await names(w, '', later)).toEqual([])
  expect((await farewellPage(w.at(later), w.ana.id))?.winBacks).toMatchObject([
    { result: 'came_back' },
  ])
  expect(
    await w.db.all(sql`SELECT next_bill_on FROM memberships WHERE person_id = ${w.ana.id}
      ORDER BY purchased_at`),
  ).toMatchObject([{ next_bill_on: null }, { next_bill_on: '2026-09-01' }])
  await banPerson(w.asDesk(later), w.ben.id, 'Threatened a coach')
  expect(await rejoin(w.asDesk(later), w.ben.id, saleTo(w.ben.id, w.ids.unlimitedPlan))).toEqual({
    ok: false,
    reason: 'banned',
  })
  expect(await rejoin(w.asDesk(later), w.ben.id, { key: `c${w.ben.id}`, sale: null })).toEqual({
    ok: false,
    reason: 'banned',
  })
})

const saleTo = (personId: string, planId: string) => {
  const key = `back${personId}`
  const terms = { startsOn: '2026-08-01', method: 'card', note: '', payerId: null } as const
  return { key, sale: { key, planId, ...terms } }
}

test('rejoining charges what the page said, with or without the joining fee', async () => {
  const w = await world()
  const later = '2026-08-01T08:00:00Z'
  const plan = await givenPlan(w, { name: 'Eight', priceMinor: 6_000, joiningFeeMinor: 2_500 })
  for (const waivesFee of [false, true]) {
    const person = await w.givenPerson(`Rejoins ${waivesFee}`)
    await w.db.run(sql`UPDATE people SET archived_at = ${now} WHERE id = ${person.id}`)
    const asked = { planId: plan, startsOn: '2026-08-01', waivesFee }
    const shown = await joinPage(w.asDesk(later), person.id, asked)
    const { key, sale } = saleTo(person.id, plan)
    const back = await rejoin(w.asDesk(later), person.id, { key, sale: { ...sale, waivesFee } })
    expect(back).toMatchObject({ sold: { dueNowMinor: shown?.preview?.dueNowMinor } })
    expect((await invoicesOf(w, person))[0]).toContain(waivesFee ? '6000' : '8500')
  }
})

test('someone stays away when the plan they were to come back with is gone', async () => {
  const w = await world()
  const later = '2026-08-01T08:00:00Z'
  const plan = await givenPlan(w, { name: 'Eight', priceMinor: 6_000 })
  await w.db.run(sql`UPDATE people SET archived_at = ${now} WHERE id = ${w.cleo.id}`)
  await w.db.run(sql`UPDATE plans SET archived_at = ${now} WHERE id = ${plan}`)
  expect(await rejoin(w.asDesk(later), w.cleo.id, saleTo(w.cleo.id, plan))).toMatchObject({
    ok: false,
    reason: 'not_found',
  })
  expect(
    await w.db.all(sql`SELECT 1 FROM people WHERE id = ${w.cleo.id} AND archived_at IS NULL`),
  ).toEqual([])
})

test('nobody tries to win back who asked not to be contacted', async () => {
  const w = await world()
  await setDoNotContact(w.asDesk(now), w.cleo.id, true)
  const form = { key: `try-${w.cleo.id}`, note: 'Called' }
  expect(await noteWinBack(w.asDesk(now), w.cleo.id, form)).toEqual({
    ok: false,
    reason: 'do_not_contact',
  })
  await setDoNotContact(w.asDesk(now), w.cleo.id, false)
  expect(await noteWinBack(w.asDesk(now), w.cleo.id, form)).toEqual({ ok: true })
  expect(await settleWinBack(w.asDesk(now), w.cleo.id, form.key, 'declined')).toBe(true)
  expect(await settleWinBack(w.asDesk(now), w.ben.id, form.key, 'declined')).toBe(false)
})

test('the class they came to most is proposed while it is still on the timetable', async () => {
  const w = await world()
  const ids = await w.givenSeries({ localStart: '2026-06-01T18:30', rrule: 'FREQ=WEEKLY;BYDAY=MO' })
  await w.db.run(sql`INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id,
    created_at)
    VALUES ('came', ${w.studio.id}, ${ids[0]}, ${w.cleo.id}, 'attended', 'p', ${now})`)
  const proposed = async () => (await farewellPage(w.at(now), w.cleo.id))?.past.fit
  expect(await proposed()).toMatchObject({ title: 'Pole 2: spins', times: 1 })
  expect((await proposed())?.localStart).toBe('2026-06-15T18:30')
  await w.db.run(sql`UPDATE occurrences SET state = 'cancelled' WHERE studio_id = ${w.studio.id}`)
  expect(await proposed()).toBeNull()
})

test('tenure is shown in years and months', () => {
  expect(tenureWords('2024-03-15', '2026-06-14')).toBe('2 years 2 months')
  expect(tenureWords('2026-06-01', '2026-06-20')).toBe('Less than a month')
  expect(tenureWords('2025-06-20', '2026-06-20')).toBe('1 year')
})
