import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { studioDb } from '#app/db/connection.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { restoreOccurrence } from '#app/domain/bookings/cancelling/restore-occurrence.server.ts'
import { notifyRoster } from '#app/domain/bookings/roster/notify-roster.server.ts'
import { cancelCourse } from '#app/domain/courses/cancel-course.server.ts'
import { readersAtOnce } from '#app/domain/messaging/tell-people.server.ts'
import { newId } from '#app/values/id.ts'
import { mailTo, noticesOf, rosterOf } from '../../tests/support/bookings.ts'
import { enrolAll, givenCourse } from '../../tests/support/courses.ts'
import { type Life, mortal } from '../../tests/support/mortal-database.ts'
import { type World, world } from '../../tests/support/world.ts'
import { tellPeople } from './tell-people.server.ts'

const now = '2026-10-12T09:00:00Z'
const later = '2026-10-12T09:05:00Z'
// What is told later is logged, and these tests make it happen.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

const patient = () => ({ clock: () => 0, untilMs: 1 })

/** A class with `people` in it, each with an address. */
async function bigClass(people: number) {
  const w = await world()
  const occurrence = await w.givenClass({ capacity: 300 })
  const numbers = JSON.stringify(Array.from({ length: people }, (_, i) => i))
  await w.db.run(sql`
    INSERT INTO people (id, studio_id, name, email, joined_on, created_at)
    SELECT ${w.studio.id} || '-' || value, ${w.studio.id}, 'Pat ' || value,
      'pat' || value || '@example.test', '2026-01-01', ${now}
    FROM json_each(${numbers})`)
  await w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
    SELECT ${occurrence} || '-' || value, ${w.studio.id}, ${occurrence},
      ${w.studio.id} || '-' || value, 'booked', ${w.ids.policyId}, ${now}
    FROM json_each(${numbers})`)
  return { w, occurrence }
}

/** How many letters and notices of a kind there are, and to how many people. */
async function toldOf({ db, studio }: World, kind: string) {
  const [row] = await db.all<Record<string, number>>(sql`
    SELECT (SELECT count(*) FROM outbox WHERE studio_id = ${studio.id} AND kind = ${kind}) AS mail,
      (SELECT count(DISTINCT recipient) FROM outbox
        WHERE studio_id = ${studio.id} AND kind = ${kind}) AS mailed,
      (SELECT count(*) FROM notices WHERE studio_id = ${studio.id} AND kind = ${kind}) AS notices,
      (SELECT count(DISTINCT person_id) FROM notices
        WHERE studio_id = ${studio.id} AND kind = ${kind}) AS noticed`)
  return row
}
const all = (n: number) => ({ mail: n, mailed: n, notices: n, noticed: n })

const untold = async ({ db, studio }: World) =>
  (
    await db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM happenings
      WHERE studio_id = ${studio.id} AND told_until IS NOT NULL`)
  )[0]!.n

test('a cancelled class of 620 tells everyone once, the first with the press, and asks the database little', async () => {
  const { w, occurrence } = await bigClass(620)
  const before = w.meter.queries
  expect(await cancelOccurrence(w.asDesk(now), occurrence, { reason: 'Flood' })).toEqual({
    ok: true,
    notified: 620,
  })
  expect(await toldOf(w, 'class-cancelled')).toEqual(all(readersAtOnce))
  expect(await untold(w)).toBe(1)

  await tellPeople(w.at(later), patient())
  expect(w.meter.queries - before).toBeLessThan(100)
  expect(await toldOf(w, 'class-cancelled')).toEqual(all(620))
  expect(await untold(w)).toBe(0)
  expect(await tellPeople(w.at(later), patient())).toEqual({ steps: 0, failed: 0 })
})

test('a message to the roster reaches all 450, though several tell at once', async () => {
  const { w, occurrence } = await bigClass(450)
  const form = { key: newId(), to: 'booked' as const, text: 'Bring socks.', mail: 'on' as const }
  expect(await notifyRoster(w.asDesk(now), occurrence, form)).toEqual({
    ok: true,
    notified: 450,
    mailed: 450,
  })
  await Promise.all([1, 2, 3].map(() => tellPeople(w.at(later), patient())))
  expect(await toldOf(w, 'class-message')).toEqual(all(450))
})

test('someone who books after staff wrote to a class is not told', async () => {
  const { w, occurrence } = await bigClass(readersAtOnce)
  await notifyRoster(w.asDesk(now), occurrence, { key: newId(), to: 'booked', text: 'Socks.' })
  await bookClass(w.asMember(w.ana, later), occurrence)
  await tellPeople(w.at(later), patient())
  expect(await noticesOf(w, w.ana)).toEqual([])
})

test('killed between any two writes of a cancel, everyone is notified once by the next run', async () => {
  const people = readersAtOnce + 30
  const cancel = async ({ w, occurrence }: Awaited<ReturnType<typeof bigClass>>, life: Life) => {
    const env = {
      ...w.env,
      STUDIOS_0: mortal(w.env.STUDIOS_0, life),
      STUDIOS_1: mortal(w.env.STUDIOS_1, life),
    }
    const db = studioDb(env, w.studio, w.meter)
    await cancelOccurrence({ ...w.asDesk(now), db }, occurrence, { reason: 'Flood' })
    await tellPeople({ ...w.at(now), db }, patient())
  }
  const whole: Life = { calls: Number.POSITIVE_INFINITY, after: false, spent: 0 }
  await cancel(await bigClass(people), whole)
  expect(whole.spent).toBeGreaterThan(6)

  for (let calls = 1; calls <= whole.spent; calls += 1) {
    for (const after of [false, true]) {
      const one = await bigClass(people)
      await expect(cancel(one, { calls, after, spent: 0 })).rejects.toThrow()
      // What was never cancelled told nobody; what was is told by the job alone.
      const { studio_cancelled: ended = 0 } = await rosterOf(one.w, one.occurrence)
      await tellPeople(one.w.at(later), patient())
      expect(await toldOf(one.w, 'class-cancelled'), `call ${calls} ${after}`).toEqual(all(ended))
      expect(ended).toBe(calls === 1 && !after ? 0 : people)
      expect(await untold(one.w)).toBe(0)
    }
  }
}, 400_000)

test('a class that is restored before all heard of its end tells them in that order', async () => {
  const { w, occurrence } = await bigClass(readersAtOnce + 5)
  await bookClass(w.asMember(w.ana, now), occurrence)
  await cancelOccurrence(w.asDesk(later), occurrence, { reason: 'Flood' })
  expect(await mailTo(w, w.ana)).toHaveLength(1)
  expect(await restoreOccurrence(w.asDesk(later), occurrence)).toEqual({
    ok: true,
    notified: readersAtOnce + 6,
  })
  await tellPeople(w.at(later), patient())
  expect((await mailTo(w, w.ana)).map(({ kind }) => kind)).toEqual([
    'booking-booked',
    'class-cancelled',
    'class-restored',
  ])
  expect((await mailTo(w, w.ana))[1]?.text).toContain('Flood')
  expect(await toldOf(w, 'class-restored')).toEqual(all(readersAtOnce + 6))
})

test('a happening that cannot be told is left for the next run and does not stop the others', async () => {
  const { w, occurrence } = await bigClass(readersAtOnce + 1)
  await w.db.run(sql`
    INSERT INTO happenings (id, studio_id, kind, subject_id, actor_id, actor_name, detail, at,
      told_until)
    VALUES (${newId()}, ${w.studio.id}, 'of another version', 'x', 'x', 'x', '{}', ${now}, '')`)
  await cancelOccurrence(w.asDesk(now), occurrence, { reason: 'Flood' })
  expect(await tellPeople(w.at(later), patient())).toMatchObject({ failed: 1 })
  expect(await toldOf(w, 'class-cancelled')).toEqual(all(readersAtOnce + 1))
  expect(await untold(w)).toBe(1)
})

test('a course cancelled is ended to its last enrolment and session though the press dies anywhere', async () => {
  const december = '2026-12-01T10:00:00Z'
  const given = async () => {
    const w = await world()
    const course = await givenCourse(w, {
      capacity: 20,
      starts: ['2027-01-05T18:30', '2027-01-12T18:30'],
    })
    const people = await w.givenPeople(Array.from({ length: 14 }, (_, i) => `Pat ${i}`))
    await enrolAll(w, course.id, people, december)
    return { w, course }
  }
  const cancel = async ({ w, course }: Awaited<ReturnType<typeof given>>, life: Life) => {
    const env = {
      ...w.env,
      STUDIOS_0: mortal(w.env.STUDIOS_0, life),
      STUDIOS_1: mortal(w.env.STUDIOS_1, life),
    }
    const db = studioDb(env, w.studio, w.meter)
    await cancelCourse({ ...w.asDesk(december), db }, course.id, { reason: 'Too few' })
  }
  const whole: Life = { calls: Number.POSITIVE_INFINITY, after: false, spent: 0 }
  await cancel(await given(), whole)
  for (let calls = 2; calls <= whole.spent; calls += 1) {
    const one = await given()
    await cancel(one, { calls, after: true, spent: 0 }).catch(() => {})
    await tellPeople(one.w.at(december), patient())
    const [left] = await one.w.db.all<{
      enrolled: number
      sessions: number
      cancelled: number
    }>(sql`
      SELECT (SELECT count(*) FROM enrolments
          WHERE studio_id = ${one.w.studio.id} AND state <> 'course_cancelled') AS enrolled,
        (SELECT count(*) FROM occurrences
          WHERE studio_id = ${one.w.studio.id} AND state = 'scheduled') AS sessions,
        (SELECT count(*) FROM courses
          WHERE studio_id = ${one.w.studio.id} AND state = 'cancelled') AS cancelled`)
    expect(left, `call ${calls}`).toEqual({ enrolled: 0, sessions: 0, cancelled: 1 })
    expect(await toldOf(one.w, 'course-cancelled')).toEqual(all(14))
    expect(await untold(one.w)).toBe(0)
  }
}, 400_000)
