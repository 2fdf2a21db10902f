import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { csv, importingAt, numberPeople } from '../../../../tests/support/holdings.ts'
import {
  billAt,
  givenPlan,
  invoicesOf,
  sellPlan,
} from '../../../../tests/support/sales/memberships.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { checkPeopleFile } from '../check-people-file.server.ts'
import { countOutcomes, findPeopleImport, rollBackPreview } from '../import-queries.server.ts'
import { readCheck, readRefused } from '../imported-file.server.ts'

const now = '2026-11-23T09:00:00Z'
const header =
  'RowID,ClientContractID,PayingClientID,PayingClient,ReceivingClientId,AutoRenewing,ReceivingClient,ContractStartDate,ContractEndDate,ContractName,NormalPaymentAmount,PaymentFrequency,NextPaymentDate,ContractSuspendStartDate,ContractSuspendEndDate'

type Contract = Partial<{
  id: string
  payer: string
  person: string
  renews: string
  name: string
  start: string
  end: string
  plan: string
  price: string
  often: string
  next: string
  frozen: string
}>
/** One row as the export writes it: dates month first. */
function contract(of: Contract): string {
  const { id = `C${of.person}`, person = '', payer = person, renews = 'True', name = '' } = of
  const { start = '3/15/2026', end = '', plan = 'Gold', price = '49.00', often = 'Monthly' } = of
  const { next = '12/15/2026', frozen = ',' } = of
  return [
    ...['1', id, payer, '', person, renews, name],
    ...[start, end, plan, price, often, next, frozen],
  ].join(',')
}

async function studioWithGold() {
  const w = await world()
  const dan = await w.givenPerson('Dan Gold')
  await numberPeople(w, { 100: w.ana, 101: w.ben, 102: w.cleo, 103: dan })
  const gold = await givenPlan(w, { name: 'Gold', priceMinor: 5_500, periodLimit: 8 })
  return { w, dan, gold, ...(await importingAt(w, now)) }
}

const heldOf = ({ db, studio, anaMembership }: World) =>
  db.all<Record<string, unknown>>(sql`
    SELECT person.name, plan.price_minor AS price, held.state, held.starts_on AS startsOn,
      held.ends_on AS endsOn, held.next_bill_on AS nextOn, held.frozen_from AS frozenFrom,
      held.frozen_until AS frozenUntil, payer.name AS payer
    FROM memberships AS held JOIN people AS person ON person.id = held.person_id
    JOIN plans AS plan ON plan.id = held.plan_id
    LEFT JOIN people AS payer ON payer.id = held.payer_id
    WHERE held.studio_id = ${studio.id} AND held.id <> ${anaMembership} ORDER BY person.name, plan.name, startsOn`)

test('nothing is billed before the next payment, and then what they paid before, in full', async () => {
  const { w, dan, commit } = await studioWithGold()
  await commit(
    'memberships',
    csv(
      header,
      // Paid by Ana, and begun on the 31st, which February has clamped.
      contract({ person: '101', payer: '100', start: '1/31/2025', next: '11/30/2026' }),
      // Frozen over Christmas, before and after a payment: settled there, no money moves here.
      contract({ person: '102', price: '55.00', frozen: '12/20/2026,1/10/2027' }),
      contract({ person: '103', start: '12/1/2026', next: '12/1/2026', price: '"£1,049.00"' }),
    ),
  )
  expect(await heldOf(w)).toEqual([
    {
      ...{ name: 'Ben Okoro', price: 4_900, state: 'active', startsOn: '2025-01-31', endsOn: null },
      ...{ nextOn: '2026-11-30', frozenFrom: null, frozenUntil: null, payer: 'Ana Reyes' },
    },
    {
      ...{ name: 'Cleo Park', price: 5_500, state: 'active', startsOn: '2026-03-15', endsOn: null },
      ...{ nextOn: '2026-12-15', frozenFrom: '2026-12-20', frozenUntil: '2027-01-10', payer: null },
    },
    {
      ...{ name: 'Dan Gold', price: 104_900, state: 'scheduled', startsOn: '2026-12-01' },
      ...{ endsOn: null, nextOn: '2026-12-01', frozenFrom: null, frozenUntil: null, payer: null },
    },
  ])
  await billAt(w, '2026-11-29T12:00:00Z')
  for (const person of [w.ana, w.ben, w.cleo, dan]) expect(await invoicesOf(w, person)).toEqual([])
  await billAt(w, '2027-01-31T12:00:00Z')
  const billsOf = async (person: { id: string }) =>
    w.db.all<{ on: string; minor: number }>(sql`
      SELECT period_from AS "on", amount_minor AS minor FROM open_items
      WHERE studio_id = ${w.studio.id} AND person_id = ${person.id} ORDER BY period_from`)
  expect(await billsOf(w.ana)).toEqual([
    { on: '2026-11-30', minor: 4_900 },
    { on: '2026-12-31', minor: 4_900 },
    { on: '2027-01-31', minor: 4_900 },
  ])
  expect(await billsOf(w.cleo)).toEqual([
    { on: '2026-12-15', minor: 5_500 },
    { on: '2027-01-15', minor: 5_500 },
  ])
  expect(await billsOf(dan)).toEqual([
    { on: '2026-12-01', minor: 104_900 },
    { on: '2027-01-01', minor: 104_900 },
  ])
})

test('a contract that cannot be judged is held, listed as charged twice or never, and decided', async () => {
  const { w, dan, gold, check, start, ctx } = await studioWithGold()
  await sellPlan(w, dan, gold, { now })
  const file = csv(
    header,
    contract({ person: '100', id: 'C1', next: '11/1/2026' }),
    contract({ person: '101', id: 'C2', next: '' }),
    contract({ person: '102', id: 'C3', next: '12/15/2026', frozen: '12/1/2026,12/31/2026' }),
    contract({ person: '103', id: 'C4' }),
    contract({ person: '999', id: 'C5', name: 'Nobody Here' }),
    contract({ person: '102', id: 'C6', plan: 'Platinum' }),
    contract({ person: '101', id: 'C7', plan: 'Two a week', often: 'Quarterly' }),
    contract({ person: '101', id: 'C8', plan: 'Unlimited', often: 'Each moon' }),
    contract({ person: '100', id: 'C9', plan: 'Two a week', next: '11/23/2026' }),
    contract({ person: '100', id: 'C10', plan: 'Two a week', start: '4/15/2026' }),
    contract({ person: '102', id: 'C11', plan: 'Two a week', price: '€49' }),
    contract({ person: '102', id: 'C12', renews: 'False', end: '10/1/2026' }),
    contract({ person: '102', id: 'C13', plan: 'Two a week', next: '13/45/2026' }),
  )
  const job = await check('memberships', file)
  const refused = await readRefused(ctx, job)
  expect(refused.map(({ line, held, why }) => [line, held ?? why])).toEqual([
    [2, 'past_next'],
    [3, 'no_next'],
    [4, 'next_in_freeze'],
    [5, 'has_plan'],
    [6, 'Nobody here has this number, barcode or email. Import the list of people first'],
    [7, 'Waits for your answer above'],
    [8, 'other_interval'],
    [9, 'Waits for your answer above'],
    [11, 'second'],
    [12, 'This isn’t an amount in GBP'],
    [14, 'There is no month 13'],
  ])
  expect(job).toMatchObject({ total: 1, findings: { added: 1, held: 6, nothing_over: 1 } })
  expect(job.check.questions?.map(({ key, answer }) => [key, answer !== ''])).toEqual([
    ['offer:gold', true],
    ['offer:platinum', false],
    ['offer:two a week', true],
    ['offer:unlimited', true],
    ['frequency:each moon', false],
  ])
  expect(job.check.watch?.map(({ line, list }) => [line, list])).toEqual([
    [2, 'never'],
    [3, 'never'],
    [4, 'never'],
    [5, 'twice'],
    [6, 'never'],
    [7, 'never'],
    [8, 'never'],
    [9, 'never'],
    [10, 'twice'],
    [11, 'twice'],
    [12, 'never'],
    [14, 'never'],
  ])
  await checkPeopleFile(ctx, job.id, {
    answers: {
      ...{ 'offer:platinum': 'leave', 'frequency:each moon': 'month', past_next: 'yes' },
      ...{ no_next: 'yes', other_interval: 'yes', 'other_interval:8': 'leave' },
    },
  })
  const decided = (await findPeopleImport(ctx, job.id))!
  expect(decided).toMatchObject({ total: 4, findings: { added: 4, held: 4, byHand: 2 } })
  const watched = (await readCheck(ctx, decided))?.watch ?? []
  expect(watched.find(({ line }) => line === 2)?.why).toBe(
    'Billed by hand until you set the day of the next bill',
  )
  await start(job.id)
  // By hand is by hand: no bill, however late.
  await billAt(w, '2027-06-01T12:00:00Z')
  expect(
    (await heldOf(w)).map(({ name, price, nextOn }) => [name, price, nextOn !== null]),
  ).toEqual([
    ['Ana Reyes', 4_900, false],
    ['Ana Reyes', 4_900, true],
    ['Ben Okoro', 4_900, false],
    ['Ben Okoro', 4_900, true],
    ['Dan Gold', 5_500, true],
  ])
})

test('a contract comes over once, and a roll-back leaves what was billed or changed', async () => {
  const { w, commit, ctx, rollBack } = await studioWithGold()
  const file = csv(
    header,
    contract({ person: '101', next: '11/25/2026' }),
    contract({ person: '102', next: '12/20/2026' }),
    contract({ person: '103', price: '55.00' }),
  )
  const id = await commit('memberships', file)
  expect(await countOutcomes(ctx, id)).toEqual({ added: 3 })
  const before = await heldOf(w)
  expect(await countOutcomes(ctx, await commit('memberships', file))).toEqual({ unchanged: 3 })
  expect(await heldOf(w)).toEqual(before)
  await billAt(w, '2026-11-25T12:00:00Z')
  expect((await rollBackPreview(ctx, id, 'memberships')).stay).toEqual([
    { id: w.ben.id, name: 'Ben Okoro', why: 'it was billed here' },
  ])
  await rollBack(id)
  expect((await heldOf(w)).map(({ name }) => name)).toEqual(['Ben Okoro'])
  const left = async (table: string) =>
    (
      await w.db.all<{ n: number }>(sql`
        SELECT count(*) AS n FROM ${sql.raw(table)} WHERE studio_id = ${w.studio.id}`)
    )[0]!.n
  // What was paid elsewhere and what was billed here, of Ben; and the version with his price.
  expect(await left('membership_periods')).toBe(2)
  expect(await left('plans')).toBe(4)
})

test('somebody who bought the plan between check and import keeps one', async () => {
  const { w, gold, check, start, ctx } = await studioWithGold()
  const job = await check('memberships', csv(header, contract({ person: '101' })))
  await sellPlan(w, w.ben, gold, { now })
  await start(job.id)
  expect(await countOutcomes(ctx, job.id)).toEqual({ passed: 1 })
  expect(await heldOf(w)).toHaveLength(1)
})
