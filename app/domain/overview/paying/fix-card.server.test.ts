import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { withFigures } from '#app/domain/insights/people-figures.server.ts'
import { noFilters } from '#app/domain/people/list/person-filters.ts'
import { listCountSql } from '#app/domain/people/list/view-counts.server.ts'
import { triggersOf } from '#app/domain/reception/alert-rules.ts'
import { peopleAtDeskStatement } from '#app/domain/reception/desk-facts.server.ts'
import { chargeDue } from '#app/domain/sales/collecting/charge-due.server.ts'
import { salesDesk } from '#app/domain/sales/overview/sales-desk.server.ts'
import { billAt, givenPlan, sellPlan } from '../../../../tests/support/sales/memberships.ts'
import { type StripeStandIn, startStripe } from '../../../../tests/support/stripe/stand-in.ts'
import { card, payingStudio } from '../../../../tests/support/stripe/studio.ts'
import type { World } from '../../../../tests/support/world.ts'
import { memberHomePage } from '../home-page.server.ts'

const sold = '2026-06-01T10:00:00Z'
const due = '2026-07-01T06:00:00Z'
const soon = '2026-06-28T10:00:00Z'

let stripe: StripeStandIn
const { connected, keeps, paying } = payingStudio(() => stripe)
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())
beforeEach(() => stripe.outcomes.clear())

const toDosOf = async (w: World, at: string) =>
  (
    await memberHomePage(w.at(at), {
      personId: w.cleo.id,
      name: w.cleo.name,
      email: w.cleo.email,
    })
  ).toDos
const counted = async (w: World, at: string, figure: string) => {
  const ctx = withFigures(w.at(at))
  const [row] = await w.db.all<{ n: number }>(
    sql`SELECT ${listCountSql(ctx, { ...noFilters, figure })} AS n`,
  )
  return row!.n
}
const atDesk = async (w: World, at: string) => {
  const { people } = await batch(w.db, {
    people: peopleAtDeskStatement(w.at(at), sql`(${w.cleo.id})`),
  })
  const [person] = people
  return triggersOf({ person: person!, place: null, blockedUntil: null } as never)
}

async function member(): Promise<World> {
  const w = await connected(sold)
  await sellPlan(w, w.cleo, await givenPlan(w, { name: 'Every class', priceMinor: 7_500 }), {
    now: sold,
  })
  return w
}

test('who has no card is told at home, at the door and among members, until they keep one', async () => {
  const w = await member()
  expect((await toDosOf(w, soon)).map(({ kind }) => kind)).toContain('card')
  expect(await atDesk(w, soon)).toContain('no_card')
  expect(await counted(w, soon, 'no_card')).toBe(1)
  await keeps(w, w.cleo, card.good, soon)
  expect((await toDosOf(w, soon)).map(({ kind }) => kind)).not.toContain('card')
  expect(await atDesk(w, soon)).not.toContain('no_card')
  expect(await counted(w, soon, 'no_card')).toBe(0)
  // A card that has ended says so.
  await w.db.run(sql`
    UPDATE payment_methods SET end_year = 2026, end_month = 5 WHERE person_id = ${w.cleo.id}`)
  expect(await toDosOf(w, soon)).toContainEqual(
    expect.objectContaining({ kind: 'card', title: 'Your card ending 4242 is out of date' }),
  )
})

test('a card that failed is the first thing at home, and leads to what is to be paid', async () => {
  const w = await member()
  await keeps(w, w.cleo, card.empty, sold)
  await billAt(w, due)
  await openInvoices(w.at(due))
  await chargeDue(paying(w, due))
  const [first] = await toDosOf(w, due)
  const [bill] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM invoices WHERE studio_id = ${w.studio.id} AND state = 'open'`)
  expect(first).toMatchObject({ kind: 'payment', invoiceId: bill!.id })
  expect(await counted(w, due, 'fix_card')).toBe(1)
  const { failed } = await salesDesk(w.at(due), { from: '2026-07-01', until: '2026-07-01' })
  expect(failed).toMatchObject([
    { invoiceId: bill!.id, minor: 7_500, code: 'insufficient_funds', nextOn: '2026-07-02' },
  ])
})
