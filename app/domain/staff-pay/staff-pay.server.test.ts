import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { addDays } from '#app/values/zone.ts'
import { databases } from '../../../tests/support/databases.ts'
import {
  asManager,
  givenRule,
  linesOf,
  paidTo,
  tiers,
} from '../../../tests/support/staff-pay/pay.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { addPayLine, removePayLine, setTaughtBy } from './change-pay-lines.server.ts'
import { exportPay } from './export-pay.server.ts'
import { priceSql } from './pay-line-statements.server.ts'
import { keptTiers, type PayTerms, priceOf } from './pay-price.ts'
import { payMonthPage, payOfPerson } from './pay-queries.server.ts'
import { askToCheck, lockPay, markPaid, reviewPay } from './pay-run.server.ts'
import { endPayRule } from './save-pay-rule.server.ts'

/** So many classes of October, taught and settled; `pay` is asked for after the month. */
async function october(w: World, classes: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < classes; n += 1) {
    ids.push(await w.givenClass({ localStart: `${addDays('2026-10-05', n)}T18:30` }))
  }
  while ((await reconcileClasses(w.at('2026-11-01T12:00:00Z'))) > 0);
  return ids
}

const after = '2026-11-02T09:00:00Z'

test('the narrowest rule counts: coach and class, then coach, then class, then everyone', async () => {
  const w = await world()
  await givenRule(w, { flat: 1_000 })
  await givenRule(w, { classTypeId: w.ids.poleType, flat: 2_000 })
  await givenRule(w, { person: w.coach, flat: 3_000 })
  const both = await givenRule(w, { person: w.coach, classTypeId: w.ids.poleType, flat: 4_000 })
  await october(w, 1)
  expect(await linesOf(w, w.coach)).toEqual(['2026-10-05 work 0: 4000'])

  const priced: number[] = []
  const rules = await w.db.all<{ id: string }>(sql`
    SELECT id FROM pay_rules WHERE studio_id = ${w.studio.id} AND id <> ${both}
    ORDER BY person_id <> '' DESC, class_type_id <> '' DESC`)
  let day = '2026-12-07'
  for (const id of [both, ...rules.map((rule) => rule.id)]) {
    await endPayRule(asManager(w, `${day}T08:00:00Z`), id)
    await w.givenClass({ localStart: `${day}T18:30` })
    await reconcileClasses(w.at(`${day}T23:00:00Z`))
    const lines = await linesOf(w, w.coach)
    priced.push(Number(lines.at(-1)!.split(': ')[1]))
    day = addDays(day, 1)
  }
  expect(priced).toEqual([3_000, 2_000, 1_000, 0])
})

test('a rule that comes late prices what had none and is not locked, and nothing else', async () => {
  const w = await world()
  await october(w, 2)
  expect(await paidTo(w, w.coach)).toBe(0)
  await givenRule(w, { hour: 3_600 }, { now: after })
  expect(await linesOf(w, w.coach)).toEqual(['2026-10-05 work 0: 3600', '2026-10-06 work 0: 3600'])
  await givenRule(w, { person: w.coach, flat: 9_900 }, { now: after })
  expect(await paidTo(w, w.coach)).toBe(7_200)
})

test('a rule changed after the run changes neither its lines nor its sum', async () => {
  const w = await world()
  const rule = await givenRule(w, { flat: 4_000 })
  await october(w, 3)
  const manager = asManager(w, after)
  await reviewPay(manager, '2026-10')
  expect(await lockPay(manager, '2026-10', { totalMinor: 12_000 })).toMatchObject({ ok: true })
  await givenRule(w, { flat: 9_000 }, { now: '2026-11-03T09:00:00Z', replaces: rule })
  const { lines, run } = await payMonthPage(manager, '2026-10')
  expect([run?.totalMinor, lines.map(({ n, sumMinor }) => `${n} ${sumMinor}`)]).toEqual([
    12_000,
    ['3 12000'],
  ])
})

test('of two managers who lock a month at once one does, and the other is told who', async () => {
  const w = await world()
  await givenRule(w, { flat: 4_000 })
  await october(w, 2)
  await reviewPay(asManager(w, after), '2026-10')
  const names = ['Hana Whitlock', 'Tom Okafor']
  const results = await Promise.all(
    names.map((name) => lockPay(asManager(w, after, name), '2026-10', { totalMinor: 8_000 })),
  )
  const [locked, refused] = [results.findIndex(({ ok }) => ok), results.findIndex(({ ok }) => !ok)]
  expect(results[refused]).toEqual({ ok: false, reason: 'locked', by: names[locked], at: after })
  // Sent again by the one who did it, it is still once.
  expect(
    await lockPay(asManager(w, after, names[locked]), '2026-10', { totalMinor: 8_000 }),
  ).toEqual({ ok: true, totalMinor: 8_000, again: true })
  expect(
    await w.db.all(sql`
      SELECT count(*) AS n FROM audit_entries
      WHERE studio_id = ${w.studio.id} AND action = 'pay_run.locked'`),
  ).toEqual([{ n: 1 }])
})

test('a month is not locked at another sum than its page showed, nor before its review', async () => {
  const w = await world()
  await givenRule(w, { flat: 4_000 })
  await october(w, 1)
  const manager = asManager(w, after)
  expect(await lockPay(manager, '2026-10', { totalMinor: 4_000 })).toMatchObject({
    reason: 'not_in_review',
  })
  await reviewPay(manager, '2026-10')
  await addPayLine(manager, '2026-10', {
    key: 'line-a',
    personId: w.coach.id,
    amountMinor: 500,
    reason: 'Keys',
  })
  expect(await lockPay(manager, '2026-10', { totalMinor: 4_000 })).toEqual({
    ok: false,
    reason: 'changed',
    totalMinor: 4_500,
  })
  expect(await reviewPay(asManager(w, '2026-11-10T09:00:00Z'), '2026-11')).toEqual({
    ok: false,
    reason: 'not_over',
  })
})

test('a month waits for classes that are not settled yet', async () => {
  const w = await world()
  await givenRule(w, { flat: 4_000 })
  await w.givenClass({ localStart: '2026-10-31T22:30' })
  const manager = asManager(w, '2026-11-01T00:30:00Z')
  await reviewPay(manager, '2026-10')
  expect(await lockPay(manager, '2026-10', { totalMinor: 0 })).toMatchObject({
    reason: 'unsettled',
  })
})

test('a class whose coach asked for a substitute and got none waits for who taught it', async () => {
  const w = await world()
  const other = await w.givenPerson('Ines Duarte', { isStaff: true })
  await givenRule(w, { flat: 4_000 })
  await givenRule(w, { person: other, flat: 4_500 })
  const [id] = (await october(w, 1)) as [string]
  await w.db.run(sql`
    INSERT INTO sub_requests (id, studio_id, occurrence_id, coach_id, reason, state, currency,
      created_by, created_at)
    VALUES ('request', ${w.studio.id}, ${id}, ${w.coach.id}, 'Ill', 'offered', 'GBP', '', ${after})`)
  const manager = asManager(w, after)
  await reviewPay(manager, '2026-10')
  expect(await lockPay(manager, '2026-10', { totalMinor: 4_000 })).toMatchObject({
    reason: 'no_coach',
  })
  expect((await payMonthPage(manager, '2026-10')).coachless).toHaveLength(1)
  const stranger = await w.givenPerson('A Member')
  expect(await setTaughtBy(manager, id, stranger.id)).toEqual({
    ok: false,
    reason: 'no_such_person',
  })
  expect(await setTaughtBy(manager, id, other.id)).toEqual({ ok: true })
  expect(await setTaughtBy(manager, id, other.id)).toEqual({ ok: true })
  const said = await w.db.all(sql`SELECT id FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND action = 'pay_line.taught_by'`)
  expect(said).toHaveLength(1)
  expect([await paidTo(w, other), await paidTo(w, w.coach)]).toEqual([4_500, 0])
  const whose = () =>
    w.db.all(sql`SELECT coach_id AS coach, substituted_coach_id AS regular
    FROM occurrences WHERE id = ${id}`)
  expect(await whose()).toEqual([{ coach: other.id, regular: w.coach.id }])
  // Said by mistake, it goes back as it was.
  expect(await setTaughtBy(manager, id, w.coach.id)).toEqual({ ok: true })
  expect(await whose()).toEqual([{ coach: w.coach.id, regular: null }])
  expect(await setTaughtBy(manager, id, other.id)).toEqual({ ok: true })
  expect(await lockPay(manager, '2026-10', { totalMinor: 4_500 })).toMatchObject({ ok: true })
  expect(await setTaughtBy(manager, id, w.coach.id)).toEqual({ ok: false, reason: 'locked' })
  expect(await whose()).toEqual([{ coach: other.id, regular: w.coach.id }])
})

test('a line by hand counts once, goes again before the lock and stays behind it', async () => {
  const w = await world()
  await givenRule(w, { flat: 4_000 })
  await october(w, 1)
  const manager = asManager(w, after)
  const line = { key: 'keys', personId: w.coach.id, amountMinor: -500, reason: 'Lost keys' }
  for (const _ of [1, 2]) expect(await addPayLine(manager, '2026-10', line)).toEqual({ ok: true })
  expect(await paidTo(w, w.coach)).toBe(3_500)
  expect(await removePayLine(manager, 'keys')).toBe(true)
  await addPayLine(manager, '2026-10', { ...line, key: 'again' })
  await reviewPay(manager, '2026-10')
  expect(await askToCheck(manager, '2026-10', w.coach.id)).toBe(true)
  expect(await askToCheck(manager, '2026-10', w.ana.id)).toBe(false)
  await lockPay(manager, '2026-10', { totalMinor: 3_500 })
  expect(await removePayLine(manager, 'again')).toBe(false)
  expect(await addPayLine(manager, '2026-10', { ...line, key: 'late' })).toEqual({
    ok: false,
    reason: 'locked',
  })
  expect(await markPaid(manager, '2026-10', '2026-11-13')).toBe(true)
})

test('pay is one studio’s own: another finds no person, and its file has no line of it', async () => {
  const w = await world()
  const other = await world()
  await givenRule(w, { flat: 4_000 })
  await october(w, 1)
  const stranger = asManager(other, after)
  expect(await payOfPerson(stranger, '2026-10', w.coach.id)).toBeNull()
  expect(await exportPay(stranger, '2026-10')).toHaveLength(1)
  const rows = await exportPay(asManager(w, after), '2026-10')
  expect(rows[1]?.slice(0, 1).concat(rows[1]?.slice(8, 10) ?? [])).toEqual([
    'Dee Coach',
    '40.00',
    'GBP',
  ])
})

test('the price in SQL equals the price in TypeScript, for any rule', async () => {
  const { shard } = await databases()
  const db = shard(0)
  const amount = fc.integer({ min: 0, max: 1_000_000 })
  const terms = fc.record<PayTerms>({
    basis: fc.constantFrom('flat', 'hour', 'head', 'tiers'),
    amountMinor: amount,
    leastMinor: fc.integer({ min: 0, max: 5_000 }),
    counts: fc.constant('attended'),
    tiers: fc
      .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 40 }), amount), {
        maxLength: 6,
        selector: ([from]) => from,
      })
      .map((some) => some.sort(([a], [b]) => a - b)),
  })
  await fc.assert(
    fc.asyncProperty(
      terms,
      fc.record({ people: fc.nat(60), minutes: fc.integer({ min: 5, max: 240 }) }),
      async (rule, of) => {
        const [row] = await db.all<{ price: number }>(sql`
          SELECT ${priceSql('l', sql`l.people`)} AS price FROM (SELECT ${rule.basis} AS basis,
            ${rule.amountMinor} AS rule_minor, ${keptTiers(rule.tiers)} AS tiers,
            ${rule.leastMinor} AS least_minor, 100 AS percent, ${of.people} AS people,
            ${of.minutes} AS minutes) AS l`)
        expect(row?.price).toBe(priceOf(rule, of))
      },
    ),
    { numRuns: 60 },
  )
  expect(priceOf({ ...rule13, tiers }, { people: 10, minutes: 60 })).toBe(4_000)
})

const rule13: PayTerms = {
  basis: 'tiers',
  amountMinor: 0,
  tiers: [],
  leastMinor: 0,
  counts: 'attended',
}
