/** Pay in tests: rules, and what somebody is paid for a class. */
import { sql } from 'drizzle-orm'
import type { Tier } from '#app/domain/staff-pay/pay-price.ts'
import { savePayRule } from '#app/domain/staff-pay/save-pay-rule.server.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import type { Person, World } from '../world.ts'

type Rule = {
  person?: Person
  classTypeId?: string
  flat?: number
  hour?: number
  head?: number
  tiers?: Tier[]
  leastMinor?: number
  counts?: 'attended' | 'booked'
}

/** The tiers of story 13. */
export const tiers: Tier[] = [
  [1, 3_000],
  [6, 4_000],
  [11, 5_000],
]

export const asManager = (w: World, now: Instant, name = 'Hana Desk') => ({
  ...w.asDesk(now, name),
  actor: { userId: name, name, role: 'manager' as const },
})

/** Adds a rule, or with `replaces` changes one; answers its id. */
export async function givenRule(
  w: World,
  { person, classTypeId = '', flat, hour, head, tiers: steps, ...more }: Rule,
  { now = '2026-10-01T09:00:00Z', replaces = null as string | null } = {},
): Promise<string> {
  const key = newId()
  const basis = (steps && 'tiers') || (hour && 'hour') || (head && 'head') || 'flat'
  const saved = await savePayRule(
    asManager(w, now),
    key,
    {
      personId: person?.id ?? '',
      classTypeId,
      basis,
      tiers: steps ?? [],
      amountMinor: flat ?? hour ?? head ?? 0,
      leastMinor: more.leastMinor ?? 0,
      counts: more.counts ?? 'attended',
    },
    replaces,
  )
  if (!saved.ok) throw new Error(saved.reason)
  return key
}

/** What somebody is paid in all, in minor units. */
export async function paidTo(w: World, { id }: Person): Promise<number> {
  const [row] = await w.db.all<{ sum: number }>(sql`
    SELECT coalesce(sum(amount_minor), 0) AS sum FROM pay_lines
    WHERE studio_id = ${w.studio.id} AND person_id = ${id}`)
  return row!.sum
}

/** Their lines as `2026-10-15 work 10: 4000`, the oldest first. */
export async function linesOf(w: World, { id }: Person): Promise<string[]> {
  const rows = await w.db.all<{ line: string }>(sql`
    SELECT work_on || ' ' || kind || ' ' || people || ': ' || amount_minor AS line FROM pay_lines
    WHERE studio_id = ${w.studio.id} AND person_id = ${id}
    ORDER BY work_on, kind = 'correction', created_at, rowid`)
  return rows.map(({ line }) => line)
}
