import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingOf, feesOf, rosterOf } from '../../../tests/support/bookings.ts'
import { givenTouch } from '../../../tests/support/leads.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { bookClass } from '../bookings/booking/book-class.server.ts'
import { cancelForPerson } from '../bookings/cancelling/cancel-for-person.server.ts'
import { moveBooking } from '../bookings/roster/move-booking.server.ts'
import { reconcileClasses } from '../bookings/roster/reconcile-classes.server.ts'
import { reverseOutcome } from '../bookings/roster/reverse-outcome.server.ts'
import { sendReminders } from '../bookings/send-reminders.server.ts'
import { lapseOffers } from '../bookings/waitlist/lapse-offers.server.ts'
import { bookTrial, holdTrial } from './book-trial.server.ts'
import { couldCome, slotOf } from './could-come.ts'
import { followTrials } from './follow-trials.server.ts'

const now = '2026-10-12T09:00:00Z'

const leadOf = async (w: World, id: string) =>
  (
    await w.db.all<Record<string, unknown>>(sql`
      SELECT stage_id AS stage, trial_outcome AS outcome, trial_booked_at AS booked,
        trial_attended_at AS attended, trial_booking_id AS booking, next_at AS nextAt FROM leads WHERE id = ${id}`)
  )[0]!

test('a trial takes a place and no money, moves the lead, and mails it once', async () => {
  const w = await world()
  const occurrence = await w.givenClass({ capacity: 1 })
  const lead = await givenTouch(w, now, { email: 'a@b.test' })
  const book = () => bookTrial(w.asDesk(now), lead.leadId, occurrence)
  expect(await book()).toMatchObject({ ok: true, pays: 'a trial' })
  expect(await book()).toMatchObject({ ok: true, again: true })
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 1 })
  expect(await leadOf(w, lead.leadId)).toMatchObject({
    stage: 'membership-trial-booked',
    outcome: 'booked',
    booked: now,
  })
  const owed = await w.db.all(sql`SELECT id FROM open_items WHERE studio_id = ${w.studio.id}`)
  const letters = await w.db.all(sql`SELECT recipient FROM outbox
    WHERE studio_id = ${w.studio.id} AND kind = 'trial-booked'`)
  expect([owed, letters]).toEqual([[], [{ recipient: 'a@b.test' }]])
  // Full is full, also for a trial.
  const other = await givenTouch(w, now, { email: 'c@d.test' })
  expect(await bookTrial(w.asDesk(now), other.leadId, occurrence)).toMatchObject({
    ok: false,
    reason: 'class_full',
  })
  expect(await bookTrial(w.asDesk(now), 'none', occurrence)).toEqual({
    ok: false,
    reason: 'no_lead',
  })
})

test('a lead is reminded of a trial by mail, with how to give the place back and no account to open', async () => {
  const w = await world()
  w.studio.contactEmail = 'hello@northside.test'
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30' })
  const lead = await givenTouch(w, now, { email: 'a@b.test' })
  await bookTrial(w.asDesk(now), lead.leadId, occurrence)
  const at = '2026-10-15T15:00:00Z'
  await sendReminders(w.at(at))
  await sendReminders(w.at(at))
  const letters = await w.db.all<{ subject: string; text: string }>(sql`
    SELECT subject, text FROM outbox WHERE studio_id = ${w.studio.id}
      AND kind = 'booking-reminder'`)
  expect(letters.map(({ subject }) => subject)).toEqual(['Soon: your trial of Pole 2: spins'])
  expect(letters[0]!.text).toContain('tell us so that someone else can: hello@northside.test')
  expect(letters[0]!.text).not.toContain('/portal')
})

test('a held place counts as taken for 12 hours, becomes the lead’s, and is free again automatically', async () => {
  const w = await world()
  const occurrence = await w.givenClass({ capacity: 1 })
  const lead = await givenTouch(w, now, { email: 'a@b.test' })
  const hold = (key: string) =>
    holdTrial(w.asDesk(now), lead.leadId, { occurrenceId: occurrence, key })
  expect(await hold('hold-a-place')).toMatchObject({ ok: true, until: '2026-10-12T21:00:00Z' })
  expect(await hold('hold-a-place')).toMatchObject({ ok: true })
  const letters = await w.db.all<{ subject: string; text: string }>(sql`
    SELECT subject, text FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'trial-held'`)
  expect(letters).toHaveLength(1)
  expect(letters[0]!.subject).toBe('We’re keeping a place for you: Pole 2: spins')
  expect(letters[0]!.text).toContain('for you until Mon 12 Oct 22:00')
  expect(letters[0]!.text).toContain('To take it, tell us by then')
  const late = await givenTouch(w, now, { email: 'c@d.test' })
  const another = { occurrenceId: occurrence, key: 'hold-b-place' }
  expect(await holdTrial(w.asDesk(now), late.leadId, another)).toEqual({
    ok: false,
    reason: 'not_free',
  })
  expect(await bookClass(w.asMember(w.ben, now), occurrence)).toMatchObject({
    ok: true,
    booking: { state: 'waitlisted' },
  })
  expect(await leadOf(w, lead.leadId)).toMatchObject({ outcome: 'held', stage: 'membership-new' })

  const evening = '2026-10-12T21:00:01Z'
  await lapseOffers(w.at(evening))
  await followTrials(w.at(evening))
  expect(await leadOf(w, lead.leadId)).toMatchObject({ outcome: 'over', booked: null })
  expect((await bookingOf(w, occurrence, w.ben))?.state).toBe('booked')
})

test('a place that is held is booked as the trial', async () => {
  const w = await world()
  const occurrence = await w.givenClass({ capacity: 1 })
  const lead = await givenTouch(w, now, { email: 'a@b.test' })
  await holdTrial(w.asDesk(now), lead.leadId, { occurrenceId: occurrence, key: 'hold-c-place' })
  expect(await bookTrial(w.asDesk(now), lead.leadId, occurrence)).toMatchObject({
    ok: true,
    bookingId: 'hold-c-place',
  })
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 1 })
})

test('someone who came to the trial gets an offer next; someone who missed it gets a call, and no fee', async () => {
  const w = await world()
  const occurrence = await w.givenClass()
  const [came, missed] = [
    await givenTouch(w, now, { email: 'a@b.test' }),
    await givenTouch(w, now, { email: 'c@d.test' }),
  ]
  for (const { leadId } of [came, missed]) await bookTrial(w.asDesk(now), leadId, occurrence)
  expect(await followTrials(w.at(now))).toBe(0)
  await w.db.run(sql`UPDATE bookings SET state = 'checked_in'
    WHERE studio_id = ${w.studio.id} AND person_id = ${came.personId}`)
  const after = '2026-10-15T21:00:00Z'
  await reconcileClasses(w.at(after))
  expect(await followTrials(w.at(after))).toBe(2)
  expect(await followTrials(w.at(after))).toBe(0)
  expect(await leadOf(w, came.leadId)).toMatchObject({
    stage: 'membership-trial-attended',
    attended: after,
  })
  expect(await leadOf(w, missed.leadId)).toMatchObject({
    stage: 'membership-trial-booked',
    outcome: 'missed',
    attended: null,
  })
  const tasks = await w.db.all<{ facts: string }>(sql`SELECT facts FROM tasks
    WHERE studio_id = ${w.studio.id} AND cause_kind = 'lead_next' AND state = 'open'`)
  expect(tasks.map(({ facts }) => JSON.parse(facts).action).toSorted()).toEqual(['call', 'offer'])
  const person = { id: missed.personId, userId: '', name: '', email: '' }
  expect(await feesOf(w, person)).toEqual([])
})

test('a trial that the desk moves to another date is followed there', async () => {
  const w = await world()
  const thursday = await w.givenClass()
  const saturday = await w.givenClass({ localStart: '2026-10-17T10:00' })
  const lead = await givenTouch(w, now, { email: 'a@b.test' })
  await bookTrial(w.asDesk(now), lead.leadId, thursday)
  const person = { id: lead.personId, userId: '', name: '', email: '' }
  const bookingId = (await bookingOf(w, thursday, person))!.id
  const rang = { to: saturday, reason: 'rang' }
  expect(await moveBooking(w.asDesk(now), thursday, bookingId, rang)).toMatchObject({ ok: true })
  expect(await moveBooking(w.asDesk(now), thursday, bookingId, rang)).toMatchObject({ again: true })
  const moved = (await bookingOf(w, saturday, person))!.id
  expect(await followTrials(w.at(now))).toBe(0)
  expect(await leadOf(w, lead.leadId)).toMatchObject({ outcome: 'booked', booking: moved })

  await w.db.run(sql`UPDATE bookings SET state = 'checked_in' WHERE id = ${moved}`)
  const after = '2026-10-17T15:00:00Z'
  await reconcileClasses(w.at(after))
  expect(await followTrials(w.at(after))).toBe(1)
  expect(await leadOf(w, lead.leadId)).toMatchObject({
    stage: 'membership-trial-attended',
    attended: after,
  })
})

test('a trial whose no-show is corrected gets an offer next instead of a call, and back again', async () => {
  const w = await world()
  const occurrence = await w.givenClass()
  const lead = await givenTouch(w, now, { email: 'a@b.test' })
  await bookTrial(w.asDesk(now), lead.leadId, occurrence)
  const person = { id: lead.personId, userId: '', name: '', email: '' }
  const bookingId = (await bookingOf(w, occurrence, person))!.id
  const night = '2026-10-15T21:00:00Z'
  await reconcileClasses(w.at(night))
  await followTrials(w.at(night))
  expect(await leadOf(w, lead.leadId)).toMatchObject({ outcome: 'missed', attended: null })
  const morning = '2026-10-16T09:00:00Z'
  const correct = async (from: 'no_show' | 'attended') => {
    const why = { from, reason: 'Theo saw them' }
    const result = await reverseOutcome(w.asDesk(morning), occurrence, bookingId, why)
    return [result.ok, await followTrials(w.at(morning)), await followTrials(w.at(morning))]
  }
  const actions = async () => {
    const tasks = await w.db.all<{ facts: string }>(sql`SELECT facts FROM tasks
      WHERE studio_id = ${w.studio.id} AND cause_kind = 'lead_next' AND state = 'open'`)
    return tasks.map(({ facts }) => JSON.parse(facts).action)
  }
  expect(await correct('no_show')).toEqual([true, 1, 0])
  expect(await leadOf(w, lead.leadId)).toMatchObject({
    stage: 'membership-trial-attended',
    outcome: 'came',
    attended: morning,
  })
  expect(await actions()).toEqual(['offer'])
  expect(await correct('attended')).toEqual([true, 1, 0])
  expect(await leadOf(w, lead.leadId)).toMatchObject({ outcome: 'missed', attended: null })
})

test('a trial that the desk cancels late costs the lead no fee, as missing it costs none', async () => {
  const w = await world()
  const occurrence = await w.givenClass()
  const lead = await givenTouch(w, now, { email: 'a@b.test' })
  await bookTrial(w.asDesk(now), lead.leadId, occurrence)
  const person = { id: lead.personId, userId: '', name: '', email: '' }
  const bookingId = (await bookingOf(w, occurrence, person))!.id
  const rang = { as: 'late', reason: 'rang' } as const
  expect(await cancelForPerson(w.asDesk(now), occurrence, bookingId, rang)).toMatchObject({
    ok: true,
    outcome: 'late_cancelled',
  })
  expect(await feesOf(w, person)).toEqual([])
})

test('the class a lead could come to is at a time they gave, of what they want first', () => {
  const at = (id: string, localStart: string, discipline: string) => ({
    id,
    localStart,
    discipline,
    title: discipline,
  })
  const classes = [
    at('mon', '2026-10-12T18:30', 'Yoga'),
    at('tue', '2026-10-13T18:30', 'Pole'),
    at('sat', '2026-10-17T10:00', 'Aerial'),
  ]
  expect(classes.map(({ localStart }) => slotOf(localStart))).toEqual([
    'weekday-evening',
    'weekday-evening',
    'weekend-morning',
  ])
  const ids = (preferredTimes: string, interest = '') =>
    couldCome({ preferredTimes, interest }, classes).map(({ id }) => id)
  expect(ids('weekday-evening')).toEqual(['mon', 'tue'])
  expect(ids('weekday-evening, weekend-morning', 'Pole for beginners')).toEqual(['tue'])
  expect(ids('weekday-morning')).toEqual([])
  expect(ids('')).toEqual([])
})
