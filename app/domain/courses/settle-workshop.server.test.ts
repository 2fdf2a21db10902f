import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enrolAll, givenCourse } from '../../../tests/support/courses.ts'
import { asManager } from '../../../tests/support/sales/pay-invoices.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { courseDeskPage } from './course-desk-page.server.ts'
import { stageOf } from './course-desk-words.ts'
import { settleWorkshop } from './settle-workshop.server.ts'

const before = '2026-12-14T10:00:00Z'
const after = '2027-03-01T10:00:00Z'

/** A workshop with a guest teacher who gets half, and two people in it. */
async function givenWorkshop(w: World, people = [w.ana, w.ben]) {
  const course = await givenCourse(w, {}, before)
  await w.db.run(sql`
    UPDATE courses SET kind = 'workshop', guest_name = 'Lena Guest', guest_percent = 50
    WHERE id = ${course.id}`)
  await enrolAll(w, course.id, people, before)
  const page = (await courseDeskPage(w.at(after), course.id))!
  return { id: course.id, half: Math.round(page.money.netMinor / 2) }
}

const linesOf = (w: World) =>
  w.db.all<{ minor: number; reason: string }>(sql`
    SELECT amount_minor AS minor, reason FROM pay_lines
    WHERE studio_id = ${w.studio.id} AND kind = 'extra'`)

test('a workshop that has run is settled with its coach’s pay, once, and says so', async () => {
  const w = await world()
  const { id, half } = await givenWorkshop(w)
  expect(half).toBeGreaterThan(0)
  const settle = { to: 'pay', shownMinor: half } as const
  expect(await settleWorkshop(asManager(w, before), id, settle)).toEqual({
    ok: false,
    reason: 'not_over',
  })
  expect(
    await settleWorkshop(asManager(w, after), id, { ...settle, shownMinor: half + 1 }),
  ).toEqual({ ok: false, reason: 'changed_meanwhile' })
  const all = await Promise.all(
    [1, 2, 3].map(() => settleWorkshop(asManager(w, after), id, settle)),
  )
  expect(all.filter(({ ok }) => ok).length).toBeGreaterThan(0)
  expect(await settleWorkshop(asManager(w, after), id, settle)).toEqual({ ok: true, again: true })
  expect(await linesOf(w)).toMatchObject([{ minor: half }])
  expect((await linesOf(w))[0]?.reason).toContain('Lena Guest’s part')
  const page = (await courseDeskPage(w.at(after), id))!
  expect(page.course).toMatchObject({ settledMinor: half, settledTo: 'pay' })
  expect(stageOf(page.course, '2027-03-01T10:00:00').text).toBe('Settled')
})

test('a workshop that is settled apart from pay adds no line, and a locked month takes none', async () => {
  const w = await world()
  const [first, second] = [await givenWorkshop(w), await givenWorkshop(w, [w.cleo])]
  expect(
    await settleWorkshop(asManager(w, after), first.id, { to: 'apart', shownMinor: first.half }),
  ).toEqual({ ok: true })
  await w.db.run(sql`
    INSERT INTO pay_runs (id, studio_id, month, state, reviewed_at, reviewed_by, currency)
    VALUES ('run', ${w.studio.id}, '2027-03', 'locked', ${after}, 'Mina', 'GBP')`)
  expect(
    await settleWorkshop(asManager(w, after), second.id, { to: 'pay', shownMinor: second.half }),
  ).toEqual({ ok: false, reason: 'locked' })
  expect(await linesOf(w)).toEqual([])
})
