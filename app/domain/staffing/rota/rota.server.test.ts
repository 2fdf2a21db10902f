import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { erasePerson } from '#app/domain/person-records/erase-person.server.ts'
import { newId } from '#app/values/id.ts'
import { mailTo, noticesOf } from '../../../../tests/support/bookings.ts'
import { type Person, world } from '../../../../tests/support/world.ts'
import { askTimeOff } from '../decide-time-off.server.ts'
import { timeOffForm, wallOf } from '../time-off-form.ts'
import { exportRota } from './export-rota.server.ts'
import { giveBackShift } from './give-back-shift.server.ts'
import { publishRota } from './publish-rota.server.ts'
import { rotaPage } from './rota-queries.server.ts'
import { rotaView } from './rota-view.ts'
import { copyWeek, removeShift, saveShift } from './save-shift.server.ts'
import { type ShiftForm, shiftForm } from './shift-form.ts'
import { takeShift } from './take-shift.server.ts'

// Monday 5 October 2026; weeks begin on Monday, clocks go back on 25 October.
const now = '2026-10-05T09:00:00Z'
const week = '2026-10-12'

async function studio() {
  const w = await world({ now })
  const desk = w.asDesk(now, 'Mina Manager')
  const [eve, finn] = (await w.givenPeople(['Eve Desk', 'Finn Desk'], { isStaff: true })) as [
    Person,
    Person,
  ]
  const form = (more: Partial<Record<keyof ShiftForm, string>> = {}) =>
    shiftForm.parse({
      key: newId(),
      version: 0,
      title: 'Front desk',
      role: 'front_desk',
      personId: eve.id,
      date: '2026-10-12',
      from: '09:00',
      until: '13:00',
      ...more,
    })
  const plan = async (more: Partial<Record<keyof ShiftForm, string>> = {}) => {
    const given = form(more)
    expect(await saveShift(desk, null, given)).toEqual({ ok: true })
    return given.key
  }
  const change = async (id: string, more: Partial<Record<keyof ShiftForm, string>>) => {
    const [row] = await w.db.all<{ version: number }>(
      sql`SELECT version FROM shifts WHERE id = ${id}`,
    )
    return saveShift(desk, id, form({ version: String(row?.version), ...more }))
  }
  const view = async (
    viewer: { personId: string; role: 'manager' | 'front_desk' | 'coach' } = {
      personId: w.ana.id,
      role: 'manager',
    },
    day = week,
  ) => {
    const { rows } = await rotaPage(w.at(now), day)
    return rotaView(rows, {
      now,
      timeZone: 'Europe/London',
      locale: 'en-GB',
      viewer,
      plans: viewer.role === 'manager',
    })
  }
  const take = (person: Person, id: string, role: 'front_desk' | 'coach' = 'front_desk') => {
    const ctx = w.asMember(person, now)
    return takeShift({ ...ctx, actor: { ...ctx.actor, role } }, id)
  }
  return { w, desk, eve, finn, form, plan, change, view, take }
}

test('publishing tells each person once, and only about their own changes', async () => {
  const { w, desk, eve, finn, plan, change, view } = await studio()
  const first = await plan()
  await plan({ personId: finn.id, date: '2026-10-13' })
  expect(await mailTo(w, eve)).toEqual([])
  expect((await view({ personId: eve.id, role: 'front_desk' })).shifts).toEqual([])
  expect((await view()).telling).toEqual(['Eve Desk', 'Finn Desk'])
  expect(await publishRota(desk, week)).toEqual({ ok: true, told: 2 })
  expect(await publishRota(desk, week)).toEqual({ ok: true, told: 0 })
  expect((await view({ personId: eve.id, role: 'front_desk' })).shifts).toHaveLength(2)

  expect(await change(first, { personId: finn.id })).toEqual({ ok: true })
  // Until it is published, everybody reads what they were told.
  const [before] = (await view({ personId: eve.id, role: 'front_desk' })).shifts
  expect(before).toMatchObject({ who: 'Eve Desk', label: { text: 'Yours' } })
  expect(await publishRota(desk, week)).toEqual({ ok: true, told: 2 })
  const letters = await mailTo(w, eve)
  expect(letters.map(({ subject }) => subject)).toEqual([
    'Your shifts 12 to 18 October',
    'Your shifts 12 to 18 October',
  ])
  expect(letters[1]?.text).toContain('No longer yours')
  expect(letters[1]?.text).toContain('Mon 12 Oct, 09:00 to 13:00, Front desk')
  const last = (await noticesOf(w, finn)).at(-1)
  expect(last?.text).toBe(
    'Your shifts 12 to 18 October: New: Mon 12 Oct, 09:00 to 13:00, Front desk',
  )
})

test('two who publish at once tell everybody once', async () => {
  const { w, desk, eve, plan } = await studio()
  await plan()
  const results = await Promise.all([publishRota(desk, week), publishRota(desk, week)])
  expect(results.every(({ ok }) => ok)).toBe(true)
  expect(await mailTo(w, eve)).toHaveLength(1)
})

test('a removed shift stays on the published rota until the week is published again, and its person is told', async () => {
  const { w, desk, eve, plan, view, change } = await studio()
  const kept = await plan()
  const draft = await plan({ date: '2026-10-14' })
  await removeShift(desk, draft)
  await publishRota(desk, week)
  await removeShift(desk, kept)
  await removeShift(desk, kept)
  expect((await view()).shifts).toMatchObject([{ id: kept, label: { text: 'Removed' } }])
  expect((await view()).hours).toEqual([])
  expect((await view({ personId: eve.id, role: 'front_desk' })).hours).toMatchObject([{ sum: '4' }])
  // Saved again, it is as it was, and there is nothing to tell.
  await change(kept, {})
  expect((await view()).unpublished).toBe(0)
  await removeShift(desk, kept)
  expect(await publishRota(desk, week)).toEqual({ ok: true, told: 1 })
  expect((await view()).shifts).toEqual([])
  expect(await mailTo(w, eve)).toHaveLength(2)
})

test('an open shift is taken by one of two whose role fits, and by nobody else', async () => {
  const { w, desk, eve, finn, plan, view, take } = await studio()
  const open = await plan({ personId: '' })
  expect(await take(eve, open)).toEqual({ ok: false, reason: 'not_found' })
  await publishRota(desk, week)
  expect((await view({ personId: eve.id, role: 'front_desk' })).shifts[0]?.takes).toBe(true)
  expect((await view({ personId: eve.id, role: 'coach' })).shifts[0]?.takes).toBe(false)
  expect(await take(w.coach, open, 'coach')).toEqual({ ok: false, reason: 'not_for_you' })
  const results = await Promise.all([take(eve, open), take(finn, open)])
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'taken' })
  expect((await view()).unpublished).toBe(0)
  const { w: other } = await studio()
  expect(await takeShift(other.asMember(other.coach, now), open)).toEqual({
    ok: false,
    reason: 'not_found',
  })
})

test('time off, another shift and a class in that time are said to who plans, and refuse who takes', async () => {
  const { w, desk, eve, plan, view, take } = await studio()
  const form = timeOffForm.parse({
    key: newId(),
    fromDate: '2026-10-12',
    untilDate: '2026-10-12',
  })
  await askTimeOff(desk, eve.id, form, wallOf(form), { approved: true })
  await w.givenClass({ localStart: '2026-10-13T18:30', at: now })
  await plan()
  await plan({ personId: w.coach.id, date: '2026-10-13', from: '18:00', until: '20:00' })
  await plan({ personId: w.coach.id, date: '2026-10-13', from: '17:00', until: '18:30' })
  const notes = (await view()).shifts.map(({ note, label }) => [note, label?.text])
  expect(notes).toEqual([
    ['has time off then', 'Check'],
    ['works another shift then', 'Check'],
    ['works another shift then, teaches Pole 2: spins then', 'Check'],
  ])
  const away = await plan({ personId: '', from: '14:00', until: '15:00' })
  const teaching = await plan({
    personId: '',
    role: 'any',
    date: '2026-10-13',
    from: '19:00',
    until: '21:00',
  })
  await publishRota(desk, week)
  expect(await take(eve, away)).toEqual({ ok: false, reason: 'away' })
  expect(await take(w.coach, teaching)).toEqual({ ok: false, reason: 'double' })
})

test('a week is copied at the same hours over the change of clocks, once, and open where somebody has left', async () => {
  const { w, desk, finn, plan, view } = await studio()
  await plan({ date: '2026-10-19' })
  await plan({ date: '2026-10-24', from: '22:00', until: '02:00', personId: finn.id })
  await w.db.run(sql`UPDATE people SET is_staff = 0 WHERE id = ${finn.id}`)
  expect(await copyWeek(desk, '2026-10-26')).toBe(2)
  expect(await copyWeek(desk, '2026-10-26')).toBe(0)
  const { shifts, hours } = await view(undefined, '2026-10-26')
  expect(shifts.map(({ when, who }) => [when, who])).toEqual([
    ['Mon 26 Oct, 09:00 to 13:00', 'Eve Desk'],
    ['Sat 31 Oct, 22:00 to Sun 1 Nov, 02:00', 'Open: front desk'],
  ])
  expect(hours).toMatchObject([{ name: 'Eve Desk', sum: '4', shifts: 1 }])
  const file = await exportRota(desk, '2026-10-26')
  expect(file[1]).toEqual(['2026-10-26', '09:00', '13:00', 'Front desk', 'Eve Desk', '', '4', 'no'])
})

test('a shift is saved over what its page showed, for people and places of the studio', async () => {
  const { w, desk, form, plan, change } = await studio()
  const id = await plan()
  expect(await saveShift(desk, id, form({ version: '9' }))).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await change(id, { personId: w.ana.id })).toEqual({ ok: false, reason: 'no_such_person' })
  expect(await change(id, { locationId: newId() })).toEqual({
    ok: false,
    reason: 'no_such_location',
  })
  expect(await saveShift(desk, newId(), form())).toEqual({ ok: false, reason: 'not_found' })
  const { rows } = await batch(w.db, {
    rows: w.db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM shifts WHERE studio_id = ${w.studio.id}`,
    ),
  })
  expect(rows).toEqual([{ n: 1 }])
})

test('shifts of somebody who has left or is suspended are marked, and nobody writes to them', async () => {
  const { w, desk, eve, finn, plan, change, view } = await studio()
  const first = await plan()
  await plan({ personId: finn.id, date: '2026-10-13' })
  await publishRota(desk, week)
  await change(first, { until: '14:00' })
  await plan({ personId: finn.id, date: '2026-10-14' })
  await w.db.run(sql`UPDATE people SET is_staff = 0 WHERE id = ${eve.id}`)
  const { shifts, telling } = await view()
  expect(shifts.map(({ who, note }) => [who, note])).toEqual([
    ['Eve Desk', 'does not work here now'],
    ['Finn Desk', ''],
    ['Finn Desk', ''],
  ])
  expect(telling).toEqual(['Finn Desk'])
  // Taken from them, it is not theirs to read of either.
  await change(first, { personId: finn.id })
  expect(await publishRota(desk, week)).toEqual({ ok: true, told: 1 })
  expect(await mailTo(w, eve)).toHaveLength(1)
})

test('a published shift stays in its week, and an unpublished one can move to another', async () => {
  const { desk, plan, change, view } = await studio()
  const id = await plan()
  expect(await change(id, { date: '2026-10-20' })).toEqual({ ok: true })
  expect(await change(id, { date: '2026-10-12' })).toEqual({ ok: true })
  await publishRota(desk, week)
  expect(await change(id, { date: '2026-10-19' })).toEqual({ ok: false, reason: 'other_week' })
  expect(await change(id, { date: '2026-10-11' })).toEqual({ ok: false, reason: 'other_week' })
  expect(await change(id, { date: '2026-10-18' })).toEqual({ ok: true })
  expect((await view()).shifts).toMatchObject([{ id, label: { text: 'Changed' } }])
})

test('changing only the role of a shift sends no email', async () => {
  const { w, desk, eve, plan, change, view } = await studio()
  const id = await plan()
  await publishRota(desk, week)
  await change(id, { role: 'any' })
  expect(await view()).toMatchObject({ unpublished: 1, telling: [] })
  expect(await publishRota(desk, week)).toEqual({ ok: true, told: 0 })
  expect((await view()).unpublished).toBe(0)
  expect(await mailTo(w, eve)).toHaveLength(1)
})

test('a shift ends after it begins', async () => {
  const { desk, form } = await studio()
  const { key, version, title, role } = form()
  const typed = { key, version: String(version), title, role, date: '2026-10-12' }
  const wrong = shiftForm.safeParse({ ...typed, from: '09:00', until: '09:00' })
  expect(wrong.error?.issues).toMatchObject([
    { path: ['until'], message: 'Enter an end that is not the start' },
  ])
  // The hour that the change of clocks leaves out.
  const left = { ...form(), date: '2027-03-28', from: '01:00', until: '02:00' }
  expect(await saveShift(desk, null, left)).toEqual({ ok: false, reason: 'no_end' })
})

test('a copy that was removed does not come back with the next copy', async () => {
  const { desk, plan, view } = await studio()
  await plan()
  await plan({ date: '2026-10-13' })
  const next = '2026-10-19'
  expect(await copyWeek(desk, next)).toBe(2)
  const [copy] = (await view(undefined, next)).shifts
  await removeShift(desk, copy!.id)
  expect(await copyWeek(desk, next)).toBe(0)
  expect((await view(undefined, next)).shifts).toHaveLength(1)
})

test('erasing a person leaves the shifts that others work now', async () => {
  const { w, desk, eve, finn, plan, change } = await studio()
  const [theirs, own] = [await plan(), await plan({ date: '2026-10-13' })]
  await publishRota(desk, week)
  await change(theirs, { personId: finn.id })
  await w.db.run(sql`UPDATE people SET is_staff = 0, user_id = NULL WHERE id = ${eve.id}`)
  const media = { list: async () => ({ objects: [], truncated: false }) } as unknown as R2Bucket
  const erased = await erasePerson({ ...desk, directory: w.directory, media }, eve.id)
  expect(erased).toEqual({ ok: true })
  expect(
    await w.db.all(sql`SELECT id, person_id AS person, told_person_id AS told FROM shifts
      WHERE studio_id = ${w.studio.id} ORDER BY starts_at`),
  ).toEqual([
    { id: theirs, person: finn.id, told: null },
    { id: own, person: null, told: null },
  ])
})

test('a shift given back is open to others, asks a manager once, and no more once somebody takes it', async () => {
  const { w, desk, eve, finn, plan, change, take, view } = await studio()
  const id = await plan()
  const give = (person: Person, at = now) => giveBackShift(w.asMember(person, at), id)
  expect(await give(eve)).toEqual({ ok: false, reason: 'not_found' })
  await publishRota(desk, week)
  expect(await give(finn)).toEqual({ ok: false, reason: 'not_yours' })
  expect(await give(eve, '2026-10-12T08:30:00Z')).toEqual({ ok: false, reason: 'over' })
  await change(id, { until: '14:00' })
  expect(await give(eve)).toEqual({ ok: false, reason: 'changed' })
  await publishRota(desk, week)
  expect((await view({ personId: eve.id, role: 'front_desk' })).shifts[0]).toMatchObject({
    gives: true,
  })
  expect(await Promise.all([give(eve), give(eve)])).toEqual([{ ok: true }, { ok: true }])
  const titles = () =>
    w.db.all<{ facts: string }>(sql`SELECT facts FROM tasks
      WHERE studio_id = ${w.studio.id} AND cause_kind = 'shift_given_back' AND state = 'open'`)
  expect((await titles()).map(({ facts }) => JSON.parse(facts).name)).toEqual(['Eve Desk'])
  expect((await view({ personId: finn.id, role: 'front_desk' })).shifts[0]).toMatchObject({
    takes: true,
    who: 'Open: front desk',
  })
  expect(await take(finn, id)).toEqual({ ok: true })
  expect(await titles()).toEqual([])
})

test('a shift that is given back once more asks a manager again, also where the first task was done', async () => {
  const { w, desk, eve, finn, plan, take } = await studio()
  const id = await plan()
  await publishRota(desk, week)
  const give = (person: Person) => giveBackShift(w.asMember(person, now), id)
  const tasks = () =>
    w.db.all<{ state: string }>(sql`SELECT state FROM tasks
      WHERE studio_id = ${w.studio.id} AND cause_kind = 'shift_given_back' ORDER BY state`)
  expect(await give(eve)).toEqual({ ok: true })
  await w.db.run(sql`UPDATE tasks SET state = 'done', done_at = ${now}
    WHERE studio_id = ${w.studio.id} AND cause_kind = 'shift_given_back'`)
  for (const person of [eve, finn]) {
    expect(await take(person, id)).toEqual({ ok: true })
    expect(await give(person)).toEqual({ ok: true })
  }
  expect(await tasks()).toEqual([{ state: 'done' }, { state: 'open' }, { state: 'over' }])
})
