import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import { newId } from '#app/values/id.ts'
import { addDays } from '#app/values/zone.ts'
import { mailTo, noticesOf } from '../../../tests/support/bookings.ts'
import { openTitles } from '../../../tests/support/tasks.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { askForSubstitute, offerSubstitute } from '../planning/ask-substitute.server.ts'
import { findRequest, fitList, substitutionsPage } from '../planning/substitution-queries.server.ts'
import { claimClass } from '../planning/take-class.server.ts'
import { qualificationTasks, remindQualifications } from './qualification-tasks.server.ts'
import { heldWords } from './qualification-words.ts'
import {
  addQualification,
  archiveQualificationKind,
  removeQualification,
  saveQualificationKind,
} from './save-qualification.server.ts'

// Monday 5 October 2026.
const now = '2026-10-05T09:00:00Z'

async function studio() {
  const w = await world({ now })
  const desk = w.asDesk(now)
  const kind = async (name: string, effect: 'none' | 'warn' | 'block', neededFor: string[]) => {
    const key = newId()
    const saved = await saveQualificationKind(desk, null, {
      key,
      version: 0,
      name,
      effect,
      neededFor,
    })
    expect(saved).toEqual({ ok: true })
    return key
  }
  const holds = (
    person: Person,
    kindId: string,
    { from = null, until = null }: { from?: string | null; until?: string | null } = {},
    key = newId(),
  ) =>
    addQualification(desk, person.id, {
      key,
      kindId,
      number: 'A 1',
      issuedOn: from,
      expiresOn: until,
      fileId: '',
    })
  const putOn = (
    start: string,
    extra: { anyway?: string | true; rrule?: string; coachId?: string } = {},
  ) =>
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
  return { w, desk, kind, holds, putOn }
}

test('a missing qualification that only warns shows the planner when it ended and lets them go on; one that is valid that day shows nothing', async () => {
  const { w, kind, holds, putOn } = await studio()
  const aid = await kind('First aid', 'warn', ['all'])
  await holds(w.coach, aid, { from: '2025-10-11', until: '2026-10-10' })
  expect(await putOn('2026-10-10T18:00')).toMatchObject({ ok: true })
  const told = await putOn('2026-10-11T18:00')
  expect(told).toEqual({
    ok: false,
    reason: 'taken',
    facts: { taken: [`${w.coach.name}’s First aid ended 10 October 2026`] },
  })
  expect(await putOn('2026-10-11T18:00', { anyway: true })).toMatchObject({ ok: true })
  await holds(w.coach, aid, { from: '2026-10-10', until: '2027-10-10' })
  expect(await putOn('2026-10-12T18:00')).toMatchObject({ ok: true })
})

test('without what blocks, nobody is put on, whatever is ticked, and the sentence says what to do', async () => {
  const { w, kind, holds, putOn } = await studio()
  const aerial = await kind('Aerial teacher', 'block', [w.ids.pole])
  const refusal = {
    ok: false,
    reason: 'taken',
    facts: {
      taken: [
        `${w.coach.name} has no Aerial teacher for that date, and nobody may teach this without it. ` +
          'Renew it under Staff, or choose someone else',
      ],
    },
  }
  expect(await putOn('2026-10-10T18:00', { anyway: true })).toEqual(refusal)
  await holds(w.coach, aerial)
  expect(await putOn('2026-10-10T18:00')).toMatchObject({ ok: true })
})

test('a coach of another studio gives no warning, whatever they hold', async () => {
  const { kind, putOn } = await studio()
  const { w: other } = await studio()
  await kind('First aid', 'block', ['all'])
  const stranger = await putOn('2026-10-10T18:00', { coachId: other.coach.id })
  expect(stranger).toEqual({ ok: false, reason: 'not_found' })
})

test('a weekly class is asked about for the eight weeks that are made, and another class type is not', async () => {
  const { w, kind, holds, putOn } = await studio()
  const aid = await kind('First aid', 'block', [w.ids.poleType])
  await holds(w.coach, aid, { until: addDays('2026-10-05', 62) })
  const weekly = { rrule: 'FREQ=WEEKLY' }
  expect(await putOn('2026-10-06T18:00', weekly)).toMatchObject({ ok: true })
  const yoga = { ...weekly, classTypeId: w.ids.yogaType }
  const late = await putOn('2026-11-10T20:00', weekly)
  expect(late).toMatchObject({ ok: false, reason: 'taken' })
  expect(await putOn('2026-11-10T20:00', yoga)).toMatchObject({ ok: true })
})

test('a kind taken out of use is asked about no more, and its name is free again', async () => {
  const { desk, kind, putOn } = await studio()
  const aid = await kind('First aid', 'block', ['all'])
  expect(await putOn('2026-10-10T18:00')).toMatchObject({ ok: false })
  const again = { key: newId(), version: 0, effect: 'warn' as const, neededFor: [] }
  expect(await saveQualificationKind(desk, null, { ...again, name: 'First aid' })).toEqual({
    ok: false,
    reason: 'name_taken',
  })
  await archiveQualificationKind(desk, aid)
  expect(await putOn('2026-10-10T18:00')).toMatchObject({ ok: true })
  expect(await saveQualificationKind(desk, null, { ...again, name: 'First aid' })).toEqual({
    ok: true,
  })
})

test('of two who change a kind the second learns of the first, and strangers’ classes are refused', async () => {
  const { w, desk, kind } = await studio()
  const aid = await kind('First aid', 'warn', ['all'])
  const form = { key: newId(), version: 1, name: 'First aid', neededFor: [w.ids.pole] }
  expect(await saveQualificationKind(desk, aid, { ...form, effect: 'block' })).toEqual({ ok: true })
  expect(await saveQualificationKind(desk, aid, { ...form, effect: 'none' })).toEqual({
    ok: false,
    reason: 'changed',
  })
  const stranger = { ...form, version: 2, effect: 'none' as const, neededFor: [newId()] }
  expect(await saveQualificationKind(desk, aid, stranger)).toEqual({
    ok: false,
    reason: 'no_such_class',
  })
})

test('nothing is noted of people who do not work here, of kinds that are none, or with files of others; twice is once', async () => {
  const { w, desk, kind, holds } = await studio()
  const aid = await kind('First aid', 'warn', ['all'])
  expect(await holds(w.ana, aid)).toEqual({ ok: false, reason: 'not_found' })
  expect(await holds(w.coach, newId())).toEqual({ ok: false, reason: 'no_such_kind' })
  const of = { key: newId(), kindId: aid, number: '', issuedOn: null, expiresOn: null }
  expect(await addQualification(desk, w.coach.id, { ...of, fileId: newId() })).toEqual({
    ok: false,
    reason: 'no_such_file',
  })
  const key = newId()
  await holds(w.coach, aid, {}, key)
  await holds(w.coach, aid, {}, key)
  expect(await rows(w)).toBe(1)
  await removeQualification(desk, w.ana.id, key)
  expect(await rows(w)).toBe(1)
  await removeQualification(desk, w.coach.id, key)
  expect(await rows(w)).toBe(0)
})

const rows = async ({ db, studio: { id } }: World) =>
  (
    await db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM qualifications WHERE studio_id = ${id}`,
    )
  )[0]!.n

test('thirty days before its end there is a task and one letter, both once; a renewal ends the task', async () => {
  const { w, kind, holds } = await studio()
  const aid = await kind('First aid', 'warn', ['all'])
  await holds(w.coach, aid, { until: '2026-11-05' })
  expect(await remindQualifications(w.at(now))).toBe(0)
  const later = w.at('2026-10-06T09:00:00Z')
  await batch(later.db, qualificationTasks(later))
  expect(await openTitles(w, later.now)).toEqual([
    `${w.coach.name}’s First aid ends Thursday 5 November`,
  ])
  expect(await remindQualifications(later)).toBe(1)
  expect(await remindQualifications(later)).toBe(0)
  const letters = (await mailTo(w, w.coach)).map(({ subject }) => subject)
  expect(letters).toEqual(['Your First aid is good until 5 November 2026'])
  expect(await noticesOf(w, w.coach)).toHaveLength(1)
  await holds(w.coach, aid, { until: '2027-11-05' })
  expect(await openTitles(w, later.now)).toEqual([])
})

test('who may not teach a class is not asked to cover it and cannot claim it; who lacks what only warns can', async () => {
  const { w, desk, kind, holds } = await studio()
  const [eve, finn] = (await w.givenPeople(['Eve Coach', 'Finn Coach'], { isStaff: true })) as [
    Person,
    Person,
  ]
  const occurrenceId = await w.givenClass({ localStart: '2026-10-15T18:30', at: now })
  const aerial = await kind('Aerial teacher', 'block', [w.ids.pole])
  await kind('First aid', 'warn', ['all'])
  await holds(eve, aerial)
  const asked = await askForSubstitute(w.asMember(w.coach, now), {
    key: newId(),
    occurrenceId,
    reason: 'Ill',
    onlyOwn: true,
  })
  if (!asked.ok) throw new Error(asked.reason)
  const request = (await findRequest(w.at(now), asked.requestId))!
  const fit = await fitList(w.at(now), request)
  expect(fit.map(({ id, lacks, barred }) => ({ id, lacks, barred }))).toEqual([
    { id: eve.id, lacks: 'First aid', barred: false },
    { id: finn.id, lacks: 'Aerial teacher, First aid', barred: true },
  ])
  expect(await offerSubstitute(desk, asked.requestId, { coachIds: [eve.id, finn.id] })).toEqual({
    ok: true,
    asked: 1,
  })
  expect(await claimClass(w.asMember(eve, now), asked.requestId)).toMatchObject({ ok: true })
})

test('classes whose coach has gone, is out or lacks what they ask for are listed until somebody is asked', async () => {
  const { w, kind, holds } = await studio()
  const [eve, finn] = (await w.givenPeople(['Eve Coach', 'Finn Coach'], { isStaff: true })) as [
    Person,
    Person,
  ]
  const aid = await kind('First aid', 'block', ['all'])
  for (const person of [w.coach, eve]) await holds(person, aid)
  const given = async (coach: Person, localStart: string) => {
    const id = await w.givenClass({ localStart, at: now })
    await w.db.run(sql`UPDATE occurrences SET coach_id = ${coach.id} WHERE id = ${id}`)
    return id
  }
  await given(w.coach, '2026-10-06T18:30')
  const lacks = await given(finn, '2026-10-07T18:30')
  const away = await given(w.coach, '2026-10-08T18:30')
  const gone = await given(eve, '2026-10-09T18:30')
  await w.db.run(sql`
    INSERT INTO blocks (id, studio_id, coach_id, starts_at, ends_at, reason, created_at)
    VALUES (${newId()}, ${w.studio.id}, ${w.coach.id}, '2026-10-08T00:00:00Z',
      '2026-10-09T00:00:00Z', 'Holiday', ${now})`)
  await w.db.run(sql`UPDATE people SET is_staff = 0 WHERE id = ${eve.id}`)
  const listed = async () =>
    (await substitutionsPage(w.at(now), w.ana.id)).uncovered.map(({ id, why }) => [id, why])
  expect(await listed()).toEqual([
    [lacks, 'unfit'],
    [away, 'away'],
    [gone, 'gone'],
  ])
  const ask = { key: newId(), occurrenceId: gone, reason: '', onlyOwn: false }
  expect(await askForSubstitute(w.asMember(w.coach, now), ask)).toMatchObject({ ok: true })
  expect(await listed()).toHaveLength(2)
})

test('a qualification is good, ending within thirty days, ended or not valid yet', () => {
  const said = (issuedOn: string | null, expiresOn: string | null) =>
    heldWords({ issuedOn, expiresOn }, '2026-10-05', 'en-GB').text
  expect(said(null, null)).toBe('Good')
  expect(said(null, '2026-11-05')).toBe('Good until 5 November 2026')
  expect(said(null, '2026-11-04')).toBe('Ends 4 November 2026')
  expect(said(null, '2026-10-04')).toBe('Ended 4 October 2026')
  expect(said('2026-10-06', '2027-10-06')).toBe('From 6 October 2026')
})
