import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { slotsPage } from '#app/domain/appointments/appointment-pages.server.ts'
import { removeBlock } from '#app/domain/facilities/block-span.server.ts'
import { facilitiesPage } from '#app/domain/facilities/facility-queries.server.ts'
import { substitutionsPage } from '#app/domain/planning/substitution-queries.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import { newId } from '#app/values/id.ts'
import { givenAppointments } from '../../../tests/support/appointments.ts'
import { mailTo, noticesOf } from '../../../tests/support/bookings.ts'
import { openTitles } from '../../../tests/support/tasks.ts'
import { type Person, world } from '../../../tests/support/world.ts'
import { askTimeOff, decideTimeOff, withdrawTimeOff } from './decide-time-off.server.ts'
import { saveShift } from './rota/save-shift.server.ts'
import { shiftForm } from './rota/shift-form.ts'
import { staffWorkPage } from './staffing-queries.server.ts'
import { addTeachingHours, removeTeachingHours } from './teaching-hours.server.ts'
import { timeOffForm, wallOf } from './time-off-form.ts'
import { findTimeOff, timeOffWithClasses } from './time-off-queries.server.ts'
import { spanWords } from './time-off-words.ts'

// Monday 5 October 2026.
const now = '2026-10-05T09:00:00Z'

const given = (fromDate: string, untilDate = fromDate, more: Record<string, string> = {}) =>
  timeOffForm.parse({ key: newId(), fromDate, untilDate, reason: 'Wedding', ...more })

async function studio() {
  const w = await world({ now })
  const desk = w.asDesk(now, 'Mina Manager')
  const asks = (form: ReturnType<typeof given>, person: Person = w.coach) =>
    askTimeOff(w.asMember(person, now), person.id, form, wallOf(form), { approved: false })
  const decides = (id: string, act: 'approve' | 'decline' | 'cancel', by = desk, answer = '') =>
    decideTimeOff(by, id, { act, answer })
  const putOn = (start: string, extra: { anyway?: true; rrule?: string } = {}) =>
    createSeries(desk, {
      classTypeId: w.ids.poleType,
      roomId: w.ids.roomId,
      coachId: w.coach.id,
      policyId: w.ids.policyId,
      firstStart: start,
      rrule: '',
      minutes: 60,
      capacity: 10,
      ...extra,
    })
  return { w, desk, asks, decides, putOn }
}

test('asked, time off is one task for a manager; decided, it is one letter to the coach, and the task is over', async () => {
  const { w, asks, decides } = await studio()
  const form = given('2026-10-12', '2026-10-14')
  expect(await asks(form)).toEqual({ ok: true })
  expect(await asks(form)).toEqual({ ok: true })
  const task = `${w.coach.name} asks for time off, Mon 12 Oct to Wed 14 Oct`
  expect(await openTitles(w, now)).toEqual([task])
  expect(await mailTo(w, w.coach)).toEqual([])
  expect(await decides(form.key, 'approve', undefined, 'Have a good time')).toEqual({
    ok: true,
    state: 'approved',
  })
  expect(await decides(form.key, 'approve')).toMatchObject({ ok: true })
  expect(await openTitles(w, now)).toEqual([])
  const letters = await mailTo(w, w.coach)
  expect(letters.map(({ subject }) => subject)).toEqual([
    'Your time off Mon 12 Oct to Wed 14 Oct is approved',
  ])
  expect(letters[0]?.text).toContain('Mina Manager wrote: Have a good time')
  expect(await noticesOf(w, w.coach)).toHaveLength(1)
})

test('when two managers decide at once, the first decision stands and the second is told what it was and whose', async () => {
  const { w, asks, decides } = await studio()
  const form = given('2026-10-12')
  await asks(form)
  const other = w.asDesk(now, 'Otto Owner')
  const results = await Promise.all([
    decides(form.key, 'approve'),
    decides(form.key, 'decline', other),
  ])
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  const state = (await findTimeOff(w.at(now), form.key))?.state
  expect(results.find(({ ok }) => !ok)).toMatchObject({ reason: 'decided', state })
  expect(await mailTo(w, w.coach)).toHaveLength(1)
  expect((await facilitiesPage(w.at(now))).blocks).toHaveLength(state === 'approved' ? 1 : 0)
})

test('time that is over, that overlaps what was asked, and of somebody who does not work here is refused', async () => {
  const { w, asks, decides } = await studio()
  const first = given('2026-10-12', '2026-10-14')
  await asks(first)
  expect(await asks(given('2026-10-04'))).toEqual({ ok: false, reason: 'over' })
  const again = await asks(given('2026-10-14', '2026-10-16'))
  expect(again).toMatchObject({ ok: false, reason: 'overlaps', with: { state: 'asked' } })
  expect(await asks(given('2026-10-15'))).toEqual({ ok: true })
  expect(await asks(given('2026-10-12'), w.ana)).toEqual({ ok: false, reason: 'not_found' })
  await decides(first.key, 'decline')
  expect(await asks(given('2026-10-14'))).toEqual({ ok: true })
  const { w: other } = await studio()
  expect(await decideTimeOff(other.asDesk(now), first.key, { act: 'cancel', answer: '' })).toEqual({
    ok: false,
    reason: 'not_found',
  })
})

test('the person who asked for time off can withdraw the request, and the manager hears of it if it was approved', async () => {
  const { w, asks, decides, putOn } = await studio()
  const form = given('2026-10-12')
  await asks(form)
  const ctx = w.asMember(w.coach, now)
  expect(await withdrawTimeOff(ctx, w.ben.id, form.key)).toMatchObject({ reason: 'not_found' })
  expect(await withdrawTimeOff(ctx, w.coach.id, form.key)).toMatchObject({ ok: true })
  expect(await openTitles(w, now)).toEqual([])
  expect(await mailTo(w, w.coach)).toEqual([])
  const second = given('2026-10-12')
  await asks(second)
  await decides(second.key, 'approve')
  expect(await putOn('2026-10-12T09:00')).toMatchObject({ ok: false, reason: 'taken' })
  const taken = await Promise.all([
    withdrawTimeOff(ctx, w.coach.id, second.key),
    withdrawTimeOff(ctx, w.coach.id, second.key),
  ])
  expect(taken.every(({ ok }) => ok)).toBe(true)
  expect(await openTitles(w, now)).toEqual([`${w.coach.name} cancelled their time off, Mon 12 Oct`])
  expect(await putOn('2026-10-12T09:00')).toMatchObject({ ok: true })
})

test('approved time off puts its classes up for cover, asks before another class is planned, and closes appointment times', async () => {
  const { w, asks, decides, putOn } = await studio()
  const taught = await w.givenClass({ localStart: '2026-10-13T18:30', at: now })
  await w.givenClass({ localStart: '2026-10-15T18:30', at: now })
  const form = given('2026-10-12', '2026-10-14')
  await asks(form)
  const uncovered = async () =>
    (await substitutionsPage(w.at(now), w.ana.id)).uncovered.map(({ id, why }) => [id, why])
  expect(await uncovered()).toEqual([])
  const page = await timeOffWithClasses(w.at(now), form.key)
  expect(page?.taught.map(({ id, kind }) => [id, kind])).toEqual([[taught, 'class']])
  await decides(form.key, 'approve')
  expect(await uncovered()).toEqual([[taught, 'away']])
  expect(await putOn('2026-10-12T09:00')).toEqual({
    ok: false,
    reason: 'taken',
    facts: { taken: [`${w.coach.name} is unavailable then: Time off`] },
  })
  expect(await putOn('2026-10-12T09:00', { anyway: true })).toMatchObject({ ok: true })
  expect(await putOn('2026-10-16T09:00')).toMatchObject({ ok: true })
})

test('an approved day closes the starts of appointments with that coach, and cancelling it opens them', async () => {
  const { w, asks, decides } = await studio()
  const type = await givenAppointments(w)
  const slots = async () => {
    const viewer = { personId: w.ben.id, name: w.ben.name, email: w.ben.email }
    const asked = { coach: '', day: '2026-10-13', moves: '' }
    return (await slotsPage(w.asMember(w.ben, now), viewer, type, asked))!.shown.slots.length
  }
  expect(await slots()).toBeGreaterThan(0)
  const form = given('2026-10-13')
  await asks(form)
  await decides(form.key, 'approve')
  expect(await slots()).toBe(0)
  const { blocks } = await facilitiesPage(w.at(now))
  expect(blocks).toMatchObject([{ what: w.coach.name, reason: 'Time off', timeOff: 1 }])
  await removeBlock(w.asDesk(now), form.key)
  expect(await slots()).toBe(0)
  expect(await decides(form.key, 'cancel')).toMatchObject({ ok: true, state: 'withdrawn' })
  expect(await slots()).toBeGreaterThan(0)
})

test('time off noted by a manager is approved at once, without a task', async () => {
  const { w, desk } = await studio()
  const form = given('2026-10-06', '2026-10-06', { fromTime: '09:00', untilTime: '13:00' })
  const noted = await askTimeOff(desk, w.coach.id, form, wallOf(form), { approved: true })
  expect(noted).toEqual({ ok: true })
  expect(await openTitles(w, now)).toEqual([])
  expect((await mailTo(w, w.coach)).map(({ subject }) => subject)).toEqual([
    'Your time off Tue 6 Oct, 09:00 to 13:00 is approved',
  ])
  expect((await facilitiesPage(w.at(now))).blocks).toHaveLength(1)
})

test('a class outside the hours in which its coach can teach is asked about, never blocked', async () => {
  const { w, desk, putOn } = await studio()
  expect(await putOn('2026-10-07T18:00')).toMatchObject({ ok: true })
  const hours = { weekday: 4, from: '17:00', until: '19:00' }
  expect(await addTeachingHours(desk, w.coach.id, hours)).toBe(true)
  expect(await addTeachingHours(desk, w.ana.id, hours)).toBe(false)
  expect(await putOn('2026-10-08T18:00')).toMatchObject({ ok: true })
  const outside = await putOn('2026-10-15T18:30', { rrule: 'FREQ=WEEKLY' })
  expect(outside).toEqual({
    ok: false,
    reason: 'taken',
    facts: { taken: [`${w.coach.name}’s hours for classes leave out Thursday, 18:30 to 19:30`] },
  })
  expect(await putOn('2026-10-15T18:30', { rrule: 'FREQ=WEEKLY', anyway: true })).toMatchObject({
    ok: true,
  })
  const [row] = await w.db.all<{ id: string }>(
    sql`SELECT id FROM teaching_hours WHERE studio_id = ${w.studio.id}`,
  )
  await removeTeachingHours(desk, w.coach.id, row!.id)
  expect(await putOn('2026-10-10T06:00')).toMatchObject({ ok: true })
})

test('hours until 24:00 hold a class that ends at midnight, and not one that goes on', async () => {
  const { w, desk, putOn } = await studio()
  await addTeachingHours(desk, w.coach.id, { weekday: 4, from: '20:00', until: '24:00' })
  expect(await putOn('2026-10-08T23:00')).toMatchObject({ ok: true })
  expect(await putOn('2026-10-15T23:30')).toMatchObject({ ok: false, reason: 'taken' })
})

test('time off is whole days or from a time to a time, and says so', () => {
  const where = { timeZone: 'Europe/London', locale: 'en-GB' }
  const said = (startsAt: string, endsAt: string) => spanWords({ startsAt, endsAt }, where)
  expect(said('2026-12-07T00:00:00Z', '2026-12-08T00:00:00Z')).toBe('Mon 7 Dec')
  // Over the end of summer time.
  expect(said('2026-10-23T23:00:00Z', '2026-10-26T00:00:00Z')).toBe('Sat 24 Oct to Sun 25 Oct')
  expect(said('2026-12-07T09:00:00Z', '2026-12-07T13:00:00Z')).toBe('Mon 7 Dec, 09:00 to 13:00')
  expect(said('2026-12-07T18:00:00Z', '2026-12-08T09:00:00Z')).toBe(
    'Mon 7 Dec, 18:00 to Tue 8 Dec, 09:00',
  )
  const wrong = (more: Record<string, string>) =>
    timeOffForm.safeParse({ key: newId(), fromDate: '2026-10-12', ...more }).error?.issues[0]
      ?.message
  expect(wrong({ untilDate: '2026-10-11' })).toBe('Enter a last day that is not before the first')
  expect(wrong({ untilDate: '2027-10-13' })).toBe('Enter at most 366 days')
  expect(wrong({ untilDate: '2026-10-12', fromTime: '09:00' })).toBe(
    'Enter both times, or none for whole days',
  )
  expect(wrong({ untilDate: '2026-10-12', fromTime: '09:00', untilTime: '09:00' })).toBe(
    'Enter an end after the start',
  )
})

test('a request for time off shows the shifts the person has then', async () => {
  const { w, desk, asks } = await studio()
  const shift = (date: string, more: Record<string, string> = {}) => {
    const hours = { date, from: '09:00', until: '13:00' }
    const typed = { key: newId(), version: '0', title: 'Front desk', role: 'any', ...hours }
    const given = shiftForm.parse({ ...typed, personId: w.coach.id, ...more })
    return saveShift(desk, null, given)
  }
  await shift('2026-10-13')
  await shift('2026-10-11', { from: '22:00', until: '02:00' })
  await shift('2026-10-15')
  await shift('2026-10-13', { personId: '' })
  const form = given('2026-10-12', '2026-10-14')
  await asks(form)
  const page = await timeOffWithClasses(w.at(now), form.key)
  expect(page?.taught).toEqual([])
  expect(page?.shifts.map(({ startsAt }) => startsAt)).toEqual([
    '2026-10-11T21:00:00Z',
    '2026-10-13T08:00:00Z',
  ])
})

test('files about a member of staff are shown to managers only', async () => {
  const { w } = await studio()
  const mine = await staffWorkPage(w.at(now), w.coach.id, { files: false })
  expect(mine?.person.id).toBe(w.coach.id)
  expect(mine?.files).toBeUndefined()
  expect((await staffWorkPage(w.at(now), w.coach.id, { files: true }))?.files).toEqual([])
})
