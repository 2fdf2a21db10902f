import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { courseDraft, enrolAll, givenCourse } from '../../../tests/support/courses.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { changeCourse } from './change-course.server.ts'
import { moveSession } from './move-session.server.ts'

const now = '2026-12-02T09:00:00Z'

async function standing(w: World, courseId: string) {
  const [row] = await w.db.all(sql`
    SELECT type.name, type.minimum_level_id AS levelId, course.follows_id AS followsId,
      course.version, (SELECT count(*) FROM course_tiers WHERE course_id = course.id) AS tiers
    FROM courses AS course JOIN class_types AS type ON type.id = course.class_type_id
    WHERE course.id = ${courseId}`)
  return row
}

test('anyone who saves a course over the change of someone else changes nothing of it', async () => {
  const w = await world()
  const tiers = [{ name: 'Early bird', priceMinor: 7_500, until: '2026-12-20T12:00:00Z' }]
  const { id } = await givenCourse(w, { tiers })
  const [first, second] = [
    courseDraft(w, { name: 'Pole for beginners', tiers }),
    courseDraft(w, { name: 'Pole, slowly' }),
  ]
  expect(await changeCourse(w.asDesk(now), id, { ...first, version: 1 })).toEqual({ ok: true })
  expect(await changeCourse(w.asDesk(now, 'Theo'), id, { ...second, version: 1 })).toEqual({
    ok: false,
    reason: 'changed_meanwhile',
  })
  expect(await standing(w, id)).toMatchObject({ name: 'Pole for beginners', tiers: 1, version: 2 })
})

test("a course takes no level and follows no course of another studio's", async () => {
  const [w, other] = [await world(), await world()]
  const { id } = await givenCourse(w)
  const before = await standing(w, id)
  const theirs = await givenCourse(other)
  for (const foreign of [{ levelId: other.ids.levelIds[0] }, { followsId: theirs.id }]) {
    const terms = courseDraft(w, foreign)
    expect(await changeCourse(w.asDesk(now), id, { ...terms, version: 1 })).toEqual({
      ok: false,
      reason: 'not_found',
    })
  }
  expect(await standing(w, id)).toEqual(before)
})

test('changing the notice for make-ups applies to new enrolments and leaves existing ones as they were', async () => {
  const w = await world()
  const course = await givenCourse(w)
  await enrolAll(w, course.id, [w.ana], now)
  const [first, second] = course.sessions as [string, string]
  // One limit was set by hand: it stays.
  await w.db.run(
    sql`UPDATE occurrences SET cutoff_at = '2027-01-12T08:00:00Z' WHERE id = ${second}`,
  )
  const terms = courseDraft(w, { makeUpHours: 24 })
  expect(await changeCourse(w.asDesk(now), course.id, { ...terms, version: 1 })).toEqual({
    ok: true,
  })
  await enrolAll(w, course.id, [w.ben], now)

  const limits = (occurrenceId: string) =>
    w.db.all<{ own: string; kept: string | null }>(sql`
      SELECT o.cutoff_at AS own, b.cutoff_at AS kept FROM occurrences AS o
      JOIN bookings AS b ON b.occurrence_id = o.id AND b.state = 'booked'
      WHERE o.studio_id = ${w.studio.id} AND o.id = ${occurrenceId} ORDER BY b.seq`)
  expect(await limits(first)).toEqual([
    { own: '2027-01-04T18:30:00Z', kept: '2027-01-05T14:30:00Z' },
    { own: '2027-01-04T18:30:00Z', kept: null },
  ])
  expect((await limits(second)).map(({ own }) => own)).toEqual([
    '2027-01-12T08:00:00Z',
    '2027-01-12T08:00:00Z',
  ])
})

test('changing a course while one of its sessions moves does not use the session’s old time', async () => {
  const w = await world()
  const course = await givenCourse(w)
  await enrolAll(w, course.id, [w.ana], now)
  const first = course.sessions[0]!
  const desk = w.asDesk(now)
  const move = (ctx: StaffContext, localStart: string) =>
    moveSession(ctx, course.id, first, {
      localStart,
      roomId: w.ids.roomId,
      coachId: w.coach.id,
      topic: '',
    })
  const change = (ctx: StaffContext, makeUpHours: number, version: number) =>
    changeCourse(ctx, course.id, { ...courseDraft(w, { makeUpHours }), version })
  const limits = () =>
    w.db.all(sql`
      SELECT o.cutoff_at AS own, b.cutoff_at AS kept FROM occurrences AS o
      JOIN bookings AS b ON b.occurrence_id = o.id WHERE o.id = ${first}`)
  const meanwhile = { ok: false, reason: 'changed_meanwhile' }

  const moving = afterReading(desk, 'all', () => move(desk, '2027-01-06T18:30'))
  expect(await change(moving, 24, 1)).toEqual(meanwhile)
  expect(await limits()).toEqual([{ own: '2027-01-06T14:30:00Z', kept: null }])
  expect(await change(desk, 24, 1)).toEqual({ ok: true })
  const kept = { own: '2027-01-05T18:30:00Z', kept: '2027-01-06T14:30:00Z' }
  expect(await limits()).toEqual([kept])

  // And the other way round.
  const changing = afterReading(desk, 'batch', () => change(desk, 48, 2))
  expect(await move(changing, '2027-01-07T18:30')).toEqual(meanwhile)
  expect(await limits()).toEqual([{ ...kept, own: '2027-01-04T18:30:00Z' }])
})

/** A context whose first answer, of `all` or of a batch, comes before something in between. */
function afterReading(
  ctx: StaffContext,
  how: 'all' | 'batch',
  between: () => Promise<unknown>,
): StaffContext {
  let read = false
  const interrupted = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(own, name) {
        const member = Reflect.get(own, name) as unknown
        if (name === '$client') return interrupted(member as object)
        if (typeof member !== 'function') return member
        const call = (member as (...all: unknown[]) => unknown).bind(own)
        if (name !== how || read) return call
        return async (...asked: unknown[]) => {
          read = true
          const answer = await call(...asked)
          await between()
          return answer
        }
      },
    })
  return { ...ctx, db: interrupted(ctx.db) }
}
