import { type SQL, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { liveMembership } from '#app/domain/people/list/people-where.server.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { memberships } from './entitlements.ts'

const days = ['2026-08-01', '2026-10-12', '2026-10-13', '2027-01-31']
const nr = fc.integer({ min: 0, max: 2 })
const day = fc.constantFrom(...days)
const state = fc.constantFrom(...memberships.state.enumValues)

/** What may happen to what three people hold; each by numbers, so that they meet the same rows. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('sell' as const), nr, who: nr, state, day: fc.option(day) }),
  fc.record({ kind: fc.constant('change' as const), nr, state, day: fc.option(day) }),
  fc.record({ kind: fc.constant('pack' as const), nr, who: nr, day }),
  fc.record({ kind: fc.constant('extend' as const), nr, day }),
  fc.record({ kind: fc.constant('refund' as const), nr }),
  fc.record({ kind: fc.constant('credits' as const), nr, amount: fc.integer({ min: -2, max: 2 }) }),
  fc.record({ kind: fc.constant('merge' as const), who: nr, into: nr }),
  fc.record({ kind: fc.constant('wipe' as const), nr }),
  fc.record({ kind: fc.constant('leave' as const), who: nr }),
  fc.record({ kind: fc.constant('return' as const), who: nr }),
)

/** The statements of a step. */
function statementsOf(
  w: World,
  run: string,
  one: typeof step extends fc.Arbitrary<infer S> ? S : never,
): SQL[] {
  const studio = w.studio.id
  const person = (n: number) => `${run}p${n}`
  const held = (kind: string, n: number) => `${run}${kind}${n}`
  const at = '2026-01-01T10:00:00Z'
  switch (one.kind) {
    case 'sell':
      return [
        sql`INSERT OR IGNORE INTO memberships
          (id, studio_id, person_id, plan_id, state, starts_on, ends_on, purchased_at)
          VALUES (${held('m', one.nr)}, ${studio}, ${person(one.who)}, 'plan', ${one.state},
            '2026-01-01', ${one.day}, ${at})`,
      ]
    case 'change':
      return [
        sql`UPDATE memberships SET state = ${one.state}, ends_on = ${one.day}
          WHERE id = ${held('m', one.nr)}`,
      ]
    case 'pack':
      return [
        sql`INSERT OR IGNORE INTO lots
          (id, studio_id, person_id, package_id, starts_on, expires_on, purchased_at)
          VALUES (${held('l', one.nr)}, ${studio}, ${person(one.who)}, 'package', '2026-01-01',
            ${one.day}, ${at})`,
      ]
    case 'extend':
      return [sql`UPDATE lots SET expires_on = ${one.day} WHERE id = ${held('l', one.nr)}`]
    case 'refund':
      return [sql`UPDATE lots SET refunded_at = ${at} WHERE id = ${held('l', one.nr)}`]
    case 'credits':
      return [
        sql`INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, created_at)
          VALUES (${studio}, ${person(0)}, ${held('l', one.nr)}, 'adjust', ${one.amount}, ${at})`,
      ]
    case 'merge':
      return ['memberships', 'lots'].map(
        (table) => sql`UPDATE ${sql.raw(table)} SET person_id = ${person(one.into)}
          WHERE person_id = ${person(one.who)}`,
      )
    case 'wipe':
      return [
        sql`DELETE FROM entries WHERE lot_id = ${held('l', one.nr)}`,
        sql`DELETE FROM lots WHERE id = ${held('l', one.nr)}`,
        sql`DELETE FROM memberships WHERE id = ${held('m', one.nr)}`,
      ]
    case 'leave':
      return [sql`DELETE FROM people WHERE id = ${person(one.who)}`]
    case 'return':
      return [
        sql`INSERT OR IGNORE INTO people (id, studio_id, name, joined_on, created_at)
          VALUES (${person(one.who)}, ${studio}, 'Pip', '2026-01-01', ${at})`,
      ]
  }
}

type Held = {
  id: string
  memberUntil: string | null
  creditsUntil: string | null
  heldUntil: string | null
}

/** What is kept, and what it is by the rules in words of their own. */
const kept = (w: World) =>
  w.db.all<Held>(sql`
    SELECT id, member_until AS memberUntil, credits_until AS creditsUntil, held_until AS heldUntil
    FROM people WHERE studio_id = ${w.studio.id} ORDER BY id`)

async function workedOut(w: World): Promise<Held[]> {
  const mine = sql`studio_id = ${w.studio.id}`
  const people = await w.db.all<{ id: string }>(
    sql`SELECT id FROM people WHERE ${mine} ORDER BY id`,
  )
  const sold = await w.db.all<{ personId: string; until: string | null }>(sql`
    SELECT membership.person_id AS personId,
      CASE WHEN ${liveMembership} THEN coalesce(membership.ends_on, '9999-12-31') END AS until
    FROM memberships AS membership WHERE ${mine}`)
  const packs = await w.db.all<{
    id: string
    personId: string
    until: string
    refunded: number
  }>(sql`
    SELECT id, person_id AS personId, expires_on AS until, refunded_at IS NOT NULL AS refunded
    FROM lots WHERE ${mine}`)
  const entries = await w.db.all<{ lotId: string; amount: number }>(sql`
    SELECT lot_id AS lotId, amount FROM entries WHERE ${mine}`)
  const left = (lotId: string) =>
    entries.reduce((sum, entry) => sum + (entry.lotId === lotId ? entry.amount : 0), 0)
  const latest = (dates: (string | null)[]) =>
    dates.length === 0
      ? null
      : dates.reduce<string>((most, one) => (one && one > most ? one : most), '')
  return people.map(({ id }) => {
    const memberUntil = latest(sold.filter((one) => one.personId === id).map(({ until }) => until))
    const creditsUntil = latest(
      packs
        .filter((one) => one.personId === id)
        .map((one) => (one.refunded === 0 && left(one.id) > 0 ? one.until : null)),
    )
    const heldUntil = latest([memberUntil, creditsUntil].filter((one) => one !== null))
    return { id, memberUntil, creditsUntil, heldUntil }
  })
}

test('until when people hold something is kept right through any history of it', async () => {
  const w = await world()
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      runs += 1
      const first = [0, 1, 2].map((who) => ({ kind: 'return' as const, who }))
      const statements = [
        ...['people', 'memberships', 'lots', 'entries'].map(
          (table) => sql`DELETE FROM ${sql.raw(table)} WHERE studio_id = ${w.studio.id}`,
        ),
        ...[...first, ...steps].flatMap((one) => statementsOf(w, `${w.studio.id}${runs}`, one)),
      ]
      await batch(w.db, Object.fromEntries(statements.map((one, i) => [i, w.db.run(one)])))
      expect(await kept(w)).toEqual(await workedOut(w))
    }),
    { numRuns: 60 },
  )
})
