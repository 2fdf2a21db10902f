import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Role } from '#app/domain/scope/permissions.ts'
import { newId } from '#app/values/id.ts'
import { remembering } from '../../../tests/support/query-plans.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { checkInState, complianceOf } from './check-in.ts'
import {
  addCheckIn,
  addEntry,
  beginCoaching,
  clientPage,
  coachingBoard,
  endCoaching,
  reviewCheckIn,
} from './coaching.server.ts'
import { answerCheckIn } from './my-coaching.server.ts'
import { myCoachingPage } from './my-coaching-page.server.ts'

const now = '2026-10-13T11:00:00Z'

const asCoach = (w: World, coach: Person, role: Role = 'coach') => ({
  ...w.asDesk(now),
  actor: { userId: coach.userId, name: coach.name, role },
})

async function coached() {
  const w = await world()
  const [coach, other] = await w.givenPeople(['Ben Coach', 'Ines Coach'], { isStaff: true })
  const key = newId()
  const form = { key, person: w.ana.id, coach: coach!.id, perWeek: 2 }
  expect(await beginCoaching(asCoach(w, coach!), form)).toEqual({ ok: true })
  return { w, coach: coach!, other: other!, key, form }
}

test('a coach has their own clients, another coach does not, a manager has all', async () => {
  const { w, coach, other, key, form } = await coached()
  expect(await beginCoaching(asCoach(w, coach), { ...form, key: newId() })).toEqual({ ok: true })
  expect((await coachingBoard(asCoach(w, coach))).clients).toHaveLength(1)
  expect((await coachingBoard(asCoach(w, other))).clients).toEqual([])
  expect(await clientPage(asCoach(w, other), key)).toBeNull()
  expect((await coachingBoard(asCoach(w, other, 'manager'))).clients).toHaveLength(1)
  const theirs = { ...form, key: newId(), person: w.ben.id }
  expect(await beginCoaching(asCoach(w, other), theirs)).toEqual({
    ok: false,
    reason: 'not_yours',
  })
})

test('a member’s coaching page reads only that member’s rows', async () => {
  const { w } = await coached()
  const { sent, remember } = remembering(w)
  const viewer = { personId: w.ana.id, name: w.ana.name, email: w.ana.email }
  await myCoachingPage(remember(w.asMember(w.ana, now)), viewer)
  const found: string[] = []
  for (const [query, params] of sent) {
    if (!/FROM coaching_(entries|checkins)/.test(query)) continue
    const plan = await w.db.$client
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .bind(...params)
      .all<{ detail: string }>()
    found.push(
      plan.results.find(({ detail }) => /coaching_(entries|checkins)/.test(detail))!.detail,
    )
  }
  expect(found).toEqual([
    expect.stringContaining('coaching_entries_by_person (studio_id=? AND person_id=?)'),
    expect.stringContaining('coaching_checkins_by_person (studio_id=? AND person_id=?)'),
  ])
})

test('coaching that ends cuts the coach off, and the client keeps what was written', async () => {
  const { w, coach, key } = await coached()
  const entry = (kind: 'goal' | 'private_note', text: string) =>
    addEntry(asCoach(w, coach), key, { key: newId(), kind, text, value: '' })
  expect(await entry('goal', 'Ten pull-ups')).toBe(true)
  expect(await entry('private_note', 'Shoulder')).toBe(true)
  expect(await endCoaching(asCoach(w, coach), key)).toBe(true)
  expect(await clientPage(asCoach(w, coach), key)).toBeNull()
  expect(await entry('goal', 'More')).toBe(false)
  const viewer = { personId: w.ana.id, name: w.ana.name, email: w.ana.email }
  const mine = await myCoachingPage(w.asMember(w.ana, now), viewer)
  expect(mine.entries.map(({ text }) => text)).toEqual(['Ten pull-ups'])
  expect(mine.relations).toMatchObject([{ toOn: '2026-10-13' }])
})

test('a check-in is due, sent, answered and reviewed, or missed after seven days', async () => {
  const { w, coach, key } = await coached()
  const checkIn = newId()
  const form = { key: checkIn, questions: 'How was it?', dueOn: '2026-10-13' }
  expect(await addCheckIn(asCoach(w, coach), key, form)).toBe(true)
  const answer = (at: string, person = w.ana) =>
    answerCheckIn(w.asMember(person, at), { checkIn, text: 'Good' })
  expect(await answer('2026-10-12T11:00:00Z')).toBe('closed')
  expect(await answer('2026-10-21T11:00:00Z')).toBe('closed')
  expect(await answer(now, w.ben)).toBe('not_found')
  expect(await answer(now)).toBe('ok')
  expect(await reviewCheckIn(asCoach(w, coach), key, { checkIn, text: 'Go on' })).toBe(true)
  expect(await answer(now)).toBe('closed')
  const none = { answeredAt: null, reviewedAt: null }
  expect(checkInState({ ...none, dueOn: '2026-10-14' }, '2026-10-13')).toBe('due')
  expect(checkInState({ ...none, dueOn: '2026-10-06' }, '2026-10-13')).toBe('sent')
  expect(checkInState({ ...none, dueOn: '2026-10-05' }, '2026-10-13')).toBe('missed')
})

test('compliance is visits out of those agreed, not before the first week, at most 100', () => {
  expect(complianceOf(6, 2, 40)).toBe(75)
  expect(complianceOf(3, 2, 14)).toBe(75)
  expect(complianceOf(20, 2, 40)).toBe(100)
  expect(complianceOf(1, 2, 3)).toBeNull()
})

test('a studio neither sees nor changes the coaching of another', async () => {
  const { w, key } = await coached()
  const other = await world()
  const owner = { ...other.asDesk(now), actor: { userId: 'o', name: 'O', role: 'owner' as const } }
  expect(await clientPage(owner, key)).toBeNull()
  expect(await endCoaching(owner, key)).toBe(false)
  const entry = { key: newId(), kind: 'note' as const, text: 'x', value: '' }
  expect(await addEntry(owner, key, entry)).toBe(false)
  const left = await w.db.all(sql`SELECT 1 FROM coaching_relations
    WHERE studio_id = ${w.studio.id} AND to_on IS NULL`)
  expect(left).toHaveLength(1)
})
