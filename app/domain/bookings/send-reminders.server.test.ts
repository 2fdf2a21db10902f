import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notificationKinds } from '#app/domain/messaging/notification-kinds.ts'
import { chooseNotifications } from '#app/domain/people/notifications/choose-notifications.server.ts'
import type { ReminderChoice } from '#app/domain/people/notifications/notification-form.ts'
import { exemptPerson } from '#app/domain/scheduling/policies/exempt-person.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { bookingOf, mailTo, noticesOf } from '../../../tests/support/bookings.ts'
import { plansOf, remembering } from '../../../tests/support/query-plans.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { bookClass } from './booking/book-class.server.ts'
import { cancelBooking } from './cancelling/cancel-booking.server.ts'
import { sendReminders } from './send-reminders.server.ts'

const booked = '2026-10-12T09:00:00Z'
/** Thursday 18:30 in London, so the day before is Wednesday 17:30Z. */
const thursday = '2026-10-15T18:30'

const chooseReminders = (ctx: MemberContext, choice: ReminderChoice) =>
  chooseNotifications(ctx, { ...choice, on: notificationKinds.map(({ key }) => key) })

const reminders = async (w: World, person: Person) => ({
  mail: (await mailTo(w, person)).filter(({ kind }) => kind === 'booking-reminder').length,
  notices: (await noticesOf(w, person)).filter(({ kind }) => kind === 'booking-reminder').length,
})

test('the day before each is reminded once, however often the job runs', async () => {
  const w = await world()
  const id = await w.givenClass({ localStart: thursday })
  await bookClass(w.asMember(w.ben, booked), id)
  expect(await sendReminders(w.at('2026-10-14T17:29:59Z'))).toBe(0)

  const runs = await Promise.all([1, 2, 3].map(() => sendReminders(w.at('2026-10-14T17:30:00Z'))))
  expect(runs.reduce((a, b) => a + b)).toBe(1)
  expect(await sendReminders(w.at('2026-10-14T17:31:00Z'))).toBe(0)
  expect(await sendReminders(w.at('2026-10-15T16:00:00Z'))).toBe(0)
  expect(await reminders(w, w.ben)).toEqual({ mail: 1, notices: 1 })
  const mail = (await mailTo(w, w.ben)).at(-1)!
  expect(mail.subject).toBe('Soon: Pole 2: spins, Thu 18:30')
  expect(mail.text).toContain('Free to cancel until Thu 15 Oct 06:30, then 1 credit and £5.00.')
})

test('the reminder tells the limit the place was booked under, not the one the class has now', async () => {
  const w = await world()
  const id = await w.givenClass({ localStart: thursday })
  await bookClass(w.asMember(w.ben, booked), id)
  await w.db.run(sql`
    UPDATE bookings SET cutoff_at = (SELECT cutoff_at FROM occurrences WHERE id = ${id})
    WHERE occurrence_id = ${id}`)
  await w.db.run(sql`UPDATE occurrences SET cutoff_at = '2026-10-15T12:00:00Z' WHERE id = ${id}`)
  await sendReminders(w.at('2026-10-14T17:30:00Z'))
  expect((await mailTo(w, w.ben)).at(-1)!.text).toContain(
    'Free to cancel until Thu 15 Oct 06:30, then 1 credit and £5.00.',
  )
})

test('the reminder names no fee to someone who is exempt from it', async () => {
  const w = await world()
  const id = await w.givenClass({ localStart: thursday })
  await exemptPerson(w.asDesk(booked), { set: 'Classes', who: w.ben.email, reason: 'Works here' })
  await bookClass(w.asMember(w.ben, booked), id)
  await sendReminders(w.at('2026-10-14T17:30:00Z'))
  expect((await mailTo(w, w.ben)).at(-1)!.text).toContain(
    'Free to cancel until Thu 15 Oct 06:30, then 1 credit.',
  )
})

test('each is reminded as they wish: two hours before, in the notices alone, or not at all', async () => {
  const w = await world()
  const id = await w.givenClass({ localStart: thursday })
  const dan = await w.givenPerson('Dan')
  await w.givePack(dan)
  for (const person of [w.ana, w.ben, dan]) await bookClass(w.asMember(person, booked), id)
  await chooseReminders(w.asMember(w.ana, booked), { way: 'notice', minutes: 1440 })
  await chooseReminders(w.asMember(w.ben, booked), { way: 'mail', minutes: 120 })
  await chooseReminders(w.asMember(dan, booked), { way: 'none', minutes: 120 })
  expect(await sendReminders(w.at('2026-10-15T10:00:00Z'))).toBe(1)
  expect(await reminders(w, w.ana)).toEqual({ mail: 0, notices: 1 })
  expect(await sendReminders(w.at('2026-10-15T15:30:00Z'))).toBe(1)
  expect(await reminders(w, w.ben)).toEqual({ mail: 1, notices: 1 })
  expect(await reminders(w, dan)).toEqual({ mail: 0, notices: 0 })
})

test('at night nobody is reminded: it comes the evening before', async () => {
  const w = await world({ policy: { blackoutFrom: '22:00', blackoutUntil: '07:00' } })
  const id = await w.givenClass({ localStart: '2026-10-15T07:30' })
  await bookClass(w.asMember(w.ben, booked), id)
  await chooseReminders(w.asMember(w.ben, booked), { way: 'mail', minutes: 120 })
  expect(await sendReminders(w.at('2026-10-14T20:29:00Z'))).toBe(0)
  expect(await sendReminders(w.at('2026-10-15T02:00:00Z'))).toBe(0)
  expect(await sendReminders(w.at('2026-10-14T20:30:00Z'))).toBe(1)
})

test('someone who cancelled, waits, or booked just now is not reminded, nor anyone of a class that is off', async () => {
  const w = await world()
  const small = await w.givenClass({ localStart: thursday, capacity: 1 })
  const off = await w.givenClass({ localStart: '2026-10-15T12:00' })
  const late = await w.givenClass({ localStart: '2026-10-15T13:30' })
  await bookClass(w.asMember(w.ana, booked), small)
  await bookClass(w.asMember(w.ben, booked), small)
  await bookClass(w.asMember(w.ben, booked), off)
  await w.db.run(sql`UPDATE occurrences SET state = 'cancelled' WHERE id = ${off}`)
  await bookClass(w.asMember(w.ben, '2026-10-15T08:00:00Z'), late)
  await cancelBooking(w.asMember(w.ana, booked), (await bookingOf(w, small, w.ana))!.id)
  await w.db.run(
    sql`UPDATE bookings SET state = 'waitlisted'
      WHERE occurrence_id = ${small} AND person_id = ${w.ben.id}`,
  )
  expect(await sendReminders(w.at('2026-10-15T09:00:00Z'))).toBe(0)
})

test('a class that moves is reminded of once more, by its new time', async () => {
  const w = await world()
  const id = await w.givenClass({ localStart: thursday })
  await bookClass(w.asMember(w.ben, booked), id)
  expect(await sendReminders(w.at('2026-10-14T17:30:00Z'))).toBe(1)
  await w.db.run(sql`UPDATE occurrences SET starts_at = '2026-10-16T17:30:00Z',
    ends_at = '2026-10-16T18:30:00Z', local_start = '2026-10-16T18:30',
    sequence = 1 WHERE id = ${id}`)
  expect(await sendReminders(w.at('2026-10-14T18:00:00Z'))).toBe(0)
  expect(await sendReminders(w.at('2026-10-15T17:30:00Z'))).toBe(1)
  expect(await sendReminders(w.at('2026-10-15T17:31:00Z'))).toBe(0)
  expect(await reminders(w, w.ben)).toEqual({ mail: 2, notices: 2 })
})

test('a run goes on with what the last one left, and scans no table that grows', async () => {
  const w = await world()
  const id = await w.givenClass({ localStart: thursday, capacity: 80 })
  const many = await w.givenPeople(Array.from({ length: 60 }, (_, i) => `Guest ${i}`))
  await w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
    SELECT 'r' || value, ${w.studio.id}, ${id}, value, 'booked', ${w.ids.policyId}, ${booked}
    FROM json_each(${JSON.stringify(many.map((person) => person.id))})`)
  const { sent, remember } = remembering(w)
  expect(await sendReminders(remember(w.at('2026-10-14T17:30:00Z')))).toBe(50)
  expect(await sendReminders(remember(w.at('2026-10-14T17:31:00Z')))).toBe(10)
  expect(await sendReminders(remember(w.at('2026-10-14T17:32:00Z')))).toBe(0)
  expect(await plansOf(w, sent)).toEqual([])
})
