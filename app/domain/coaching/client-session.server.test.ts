import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { typedSet } from '#app/domain/training-log/session/typed-set-form.ts'
import { newId } from '#app/values/id.ts'
import { noticesOf } from '../../../tests/support/bookings.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { changeCoach } from './change-coach.server.ts'
import {
  beginClientSession,
  clientSessionPage,
  handToClient,
  logForClient,
} from './client-session.server.ts'
import { beginCoaching, clientPage, coachingBoard, endCoaching } from './coaching.server.ts'
import { answerShift, askShift } from './shift-program.server.ts'

const now = '2026-10-13T09:00:00Z'

const asOwner = (w: World) => ({
  ...w.asDesk(now),
  actor: { userId: 'o', name: 'Olive Owner', role: 'owner' as const },
})

async function coached() {
  const w = await world()
  const key = newId()
  const desk = asOwner(w)
  await w.db.run(sql`UPDATE people SET is_staff = 1 WHERE id = ${w.coach.id}`)
  const form = { key, person: w.ana.id, coach: w.coach.id, perWeek: 2 }
  expect(await beginCoaching(desk, form)).toEqual({ ok: true })
  return { w, desk, key }
}

test('a coach logs a workout set by set, a form sent twice is one set, and the client finishes it', async () => {
  const { w, desk, key } = await coached()
  const begun = { key: newId(), session: '' }
  expect(await beginClientSession(desk, key, begun)).toEqual({ ok: true, id: begun.key })
  expect(
    await logForClient(desk, key, begun.key, typedSet.parse({ exercise: 'Back squat' })),
  ).toEqual({
    ok: true,
  })
  const page = await clientSessionPage(desk, key)
  expect(page!.next).toEqual([{ entry: 'e1', n: 1 }])
  const set = typedSet.parse({ entry: 'e1', n: 1, weight: '60', reps: '8' })
  for (let i = 0; i < 2; i += 1)
    expect(await logForClient(desk, key, begun.key, set)).toEqual({ ok: true })
  expect((await clientSessionPage(desk, key))!.sets).toHaveLength(1)
  const [log] = await w.db.all<{ person: string; by: string; state: string }>(sql`
    SELECT person_id AS person, by_name AS by, state FROM workout_logs WHERE id = ${begun.key}`)
  expect(log).toEqual({ person: w.ana.id, by: desk.actor.name, state: 'in_progress' })
  expect(await handToClient(desk, key, begun.key)).toBe('ok')
  expect((await clientSessionPage(desk, key))!.log).toMatchObject({ state: 'paused' })
  const again = await beginClientSession(desk, key, { key: newId(), session: '' })
  expect(again).toMatchObject({ ok: false, reason: 'one_open' })
})

test('a set of a workout that the client has finished goes into no other', async () => {
  const { w, desk, key } = await coached()
  const [first, second] = [newId(), newId()]
  await beginClientSession(desk, key, { key: first, session: '' })
  await logForClient(desk, key, first, typedSet.parse({ exercise: 'Back squat' }))
  await w.db.run(
    sql`UPDATE workout_logs SET state = 'finished', ended_at = ${now} WHERE id = ${first}`,
  )
  expect(await beginClientSession(desk, key, { key: second, session: '' })).toMatchObject({
    ok: true,
  })
  await logForClient(desk, key, second, typedSet.parse({ exercise: 'Bench press' }))
  const set = typedSet.parse({ entry: 'e1', n: 1, weight: '140', reps: '5' })
  const late = await logForClient(desk, key, first, set)
  expect(late).toMatchObject({ ok: false, reason: 'over' })
  const more = typedSet.parse({ exercise: 'Row' })
  expect(await logForClient(desk, key, first, more)).toMatchObject({ ok: false, reason: 'over' })
  expect(await handToClient(desk, key, first)).toBe('over')
  const page = (await clientSessionPage(desk, key))!
  expect(page.sets).toEqual([])
  expect(page.log).toMatchObject({ id: second, state: 'in_progress' })
  expect(page.next).toHaveLength(1)
})

test('nobody logs for a client of another studio or of coaching that ended', async () => {
  const { key } = await coached()
  const other = await world()
  expect(await clientSessionPage(asOwner(other), key)).toBeNull()
  expect(await handToClient(asOwner(other), key, '')).toBe('not_found')
  const set = typedSet.parse({ entry: 'e1', n: 1 })
  expect(await logForClient(asOwner(other), key, '', set)).toMatchObject({ reason: 'not_found' })
})

test('an ill week moves a program once the coach approves, and only once', async () => {
  const { w, desk, key } = await coached()
  const copy = newId()
  await w.db.run(sql`INSERT INTO program_assignments (id, studio_id, program_id, person_id, state,
      version, plan, starts_on, created_at)
    VALUES (${copy}, ${w.studio.id}, 'p', ${w.ana.id}, 'active', 1, '{}', '2026-10-05', ${now})`)
  const startsOn = async () =>
    (
      await w.db.all<{ on: string }>(
        sql`SELECT starts_on AS "on" FROM program_assignments WHERE id = ${copy}`,
      )
    )[0]!.on
  const form = { key: newId(), relation: key, days: 7, reason: 'Flu' }
  const ana = w.asMember(w.ana, now)
  expect(await askShift(w.asMember(w.ben, now), form)).toBe('not_found')
  expect(await askShift(ana, form)).toBe('ok')
  expect(await askShift(ana, form)).toBe('ok')
  expect(await askShift(ana, { ...form, key: newId() })).toBe('waiting')
  expect(await startsOn()).toBe('2026-10-05')
  expect((await coachingBoard(desk)).clients).toMatchObject([{ asks: 1 }])
  expect((await noticesOf(w, w.coach)).map(({ text }) => text)).toEqual([
    `${w.ana.name} asks that their program moves by 7 days.`,
  ])
  expect(await answerShift(desk, key, { shift: form.key, yes: true })).toBe(true)
  expect(await answerShift(desk, key, { shift: form.key, yes: true })).toBe(false)
  expect(await startsOn()).toBe('2026-10-12')
  expect((await coachingBoard(desk)).clients).toMatchObject([{ asks: 0 }])
  expect((await noticesOf(w, w.ana)).map(({ text }) => text)).toEqual([
    'Olive Owner moved your program as you asked.',
  ])
  const waits = { ...form, key: newId() }
  expect(await askShift(ana, waits)).toBe('ok')
  expect(await endCoaching(desk, key)).toBe(true)
  const [left] = await w.db.all(sql`SELECT state FROM coaching_shifts WHERE id = ${waits.key}`)
  expect(left).toEqual({ state: 'declined' })
})

test('clients go over to another coach with what was written, and one who is theirs already stays', async () => {
  const { w, desk, key } = await coached()
  const [dee] = await w.givenPeople(['Dee Coach'])
  const coach = dee!.id
  const hand = { key: newId(), relations: [key], coach }
  expect(await changeCoach(desk, hand)).toEqual({ ok: false, reason: 'not_found' })
  await w.db.run(sql`UPDATE people SET is_staff = 1 WHERE id = ${coach}`)
  expect(await changeCoach(desk, hand)).toEqual({ ok: true, changed: 1 })
  expect(await changeCoach(desk, hand)).toEqual({ ok: true, changed: 1 })
  expect((await clientPage(desk, key))!.relation.coach).toBe('Dee Coach')
  const lines = await w.db.all(sql`SELECT 1 FROM audit_entries
    WHERE subject_id = ${w.ana.id} AND action = 'coaching.handed_over'`)
  expect(lines).toHaveLength(1)
})
