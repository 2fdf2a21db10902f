import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { setStaffStatement } from '#app/domain/people/set-staff.server.ts'
import { asManager, givenRule, linesOf } from '../../../tests/support/staff-pay/pay.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { addPayLine, setTaughtBy } from './change-pay-lines.server.ts'
import { myPayMonths, payMonthPage, payMonths, payOfPerson } from './pay-queries.server.ts'
import { askToCheck, lockPay, reviewPay } from './pay-run.server.ts'
import { payeesStatement } from './payees.server.ts'

const after = '2026-11-03T09:00:00Z'
const manager = (w: World, now = after) => asManager(w, now)

/** One class at each of these starts, settled by now. */
async function taught(w: World, ...starts: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const localStart of starts) ids.push(await w.givenClass({ localStart }))
  while ((await reconcileClasses(w.at(after))) > 0);
  return ids
}

async function leaves(w: World, person: Person) {
  await setStaffStatement(w.at(after), person.userId, 'left')
}

const noticesOf = (w: World, { id }: Person) =>
  w.db.all<{ kind: string }>(sql`
    SELECT kind FROM notices WHERE studio_id = ${w.studio.id} AND person_id = ${id}`)

test('pay of a coach who left can be opened, added to and locked', async () => {
  const w = await world()
  await givenRule(w, { flat: 4_000 })
  await taught(w, '2026-10-27T18:30')
  await leaves(w, w.coach)

  expect((await payOfPerson(manager(w), '2026-10', w.coach.id))?.lines).toHaveLength(1)
  expect(await payeesStatement(manager(w))).toEqual([
    { id: w.coach.id, name: 'Dee Coach', here: 0 },
  ])
  const holiday = { key: 'holiday', personId: w.coach.id, amountMinor: 1_500, reason: 'Holiday' }
  expect(await addPayLine(manager(w), '2026-10', holiday)).toEqual({ ok: true })
  await givenRule(w, { person: w.coach, flat: 5_000 }, { now: after })

  await reviewPay(manager(w), '2026-10')
  expect((await payMonthPage(manager(w), '2026-10')).lines.map(({ here }) => here)).toEqual([0, 0])
  // The page a notice leads to is one they may no longer open.
  expect(await askToCheck(manager(w), '2026-10', w.coach.id)).toBe(false)
  expect(await lockPay(manager(w), '2026-10', { totalMinor: 5_500 })).toMatchObject({ ok: true })
  expect(await noticesOf(w, w.coach)).toEqual([])
  // Holiday pay after their last month is locked.
  expect(await payeesStatement(manager(w))).toHaveLength(1)
})

test('a class with an open substitute request can be confirmed for its coach after they left', async () => {
  const w = await world()
  await givenRule(w, { flat: 4_000 })
  const [id] = (await taught(w, '2026-10-27T18:30')) as [string]
  await w.db.run(sql`
    INSERT INTO sub_requests (id, studio_id, occurrence_id, coach_id, reason, state, currency,
      created_by, created_at)
    VALUES ('leaver', ${w.studio.id}, ${id}, ${w.coach.id}, '', 'offered', 'GBP', '', ${after})`)
  await leaves(w, w.coach)
  await reviewPay(manager(w), '2026-10')
  expect(await setTaughtBy(manager(w), id, w.coach.id)).toEqual({ ok: true })
  expect(await lockPay(manager(w), '2026-10', { totalMinor: 4_000 })).toMatchObject({ ok: true })
})

test('someone who neither works here nor was ever paid here cannot be paid', async () => {
  const w = await world()
  const line = { key: 'member', personId: w.ana.id, amountMinor: 100, reason: 'A mistake' }
  expect(await addPayLine(manager(w), '2026-10', line)).toMatchObject({ reason: 'no_such_person' })
  expect(await payOfPerson(manager(w), '2026-10', w.ana.id)).toBeNull()
})

/** What each month comes to, as its own page, the list of months and the coach’s own list say. */
async function sums(w: World, ...months: string[]) {
  const of = async (month: string) =>
    (await payMonthPage(manager(w), month)).lines.reduce((all, one) => all + one.sumMinor, 0)
  const { open } = await payMonths(manager(w))
  const own = await myPayMonths(manager(w), w.coach.id)
  const listed = (list: readonly { month: string; totalMinor: number }[], month: string) =>
    list.find((one) => one.month === month)?.totalMinor ?? 0
  return Promise.all(
    months.map(async (month) => [await of(month), listed(open, month), listed(own, month)]),
  )
}

test('each unlocked month shows only its own pay lines, on every page', async () => {
  const w = await world()
  await givenRule(w, { flat: 4_000 })
  await taught(w, '2026-10-27T18:30', '2026-10-28T18:30', '2026-11-02T10:00')
  expect(await sums(w, '2026-10', '2026-11')).toEqual([
    [8_000, 8_000, 8_000],
    [4_000, 4_000, 4_000],
  ])
  const later = '2026-12-01T09:00:00Z'
  await reviewPay(manager(w, later), '2026-11')
  expect(await lockPay(manager(w, later), '2026-11', { totalMinor: 4_000 })).toMatchObject({
    ok: true,
  })
  await reviewPay(manager(w, later), '2026-10')
  expect(await lockPay(manager(w, later), '2026-10', { totalMinor: 8_000 })).toMatchObject({
    ok: true,
  })
})

test('a correction to a locked month is paid in the next unlocked month only', async () => {
  const w = await world()
  await givenRule(w, { flat: 4_000 })
  await taught(w, '2026-08-27T18:30', '2026-09-27T18:30', '2026-10-27T18:30', '2026-11-02T10:00')
  for (const month of ['2026-08', '2026-09']) {
    await reviewPay(manager(w), month)
    await lockPay(manager(w), month, { totalMinor: 4_000 })
  }
  await w.db.run(sql`
    INSERT INTO pay_lines (id, studio_id, person_id, kind, work_on, scope, amount_minor, currency,
      corrects_id, created_at)
    SELECT 'late-' || id, studio_id, person_id, 'correction', work_on, scope, -500, currency, id,
      ${after} FROM pay_lines WHERE studio_id = ${w.studio.id} AND work_on = '2026-08-27'`)
  expect(await sums(w, '2026-09', '2026-10', '2026-11')).toEqual([
    [4_000, 0, 4_000],
    [3_500, 3_500, 3_500],
    [4_000, 4_000, 4_000],
  ])
  await reviewPay(manager(w), '2026-10')
  expect(await lockPay(manager(w), '2026-10', { totalMinor: 3_500 })).toMatchObject({ ok: true })
  expect(await sums(w, '2026-10', '2026-11')).toEqual([
    [3_500, 0, 3_500],
    [4_000, 4_000, 4_000],
  ])
  expect(await linesOf(w, w.coach)).toContain('2026-08-27 correction 0: -500')
})
