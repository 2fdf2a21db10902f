/** What the studio has by now of what a file of holdings speaks of. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { balanceThereSql } from '#app/domain/billing/bring-balances.server.ts'
import { familyThereSql } from '#app/domain/families/bring-families.server.ts'
import { levelThereSql } from '#app/domain/people/levels/bring-levels.server.ts'
import { visitThereSql } from '#app/domain/reception/bring-visits.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { BillingInterval } from '#app/values/billing/billing-period.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import type { PeopleImport } from '../import-queries.server.ts'
import type { Holder } from './holding-facts.ts'

export type Offer = {
  id: string
  name: string
  /** Null of a level. */
  priceMinor: number | null
  /** A name that is enough where no other has it: of a level without its ladder. */
  short?: string
  interval: BillingInterval
  /** Of a pack: days it is valid, or its last day for everybody. */
  validDays: number
  fixedUntil: LocalDate | null
}

/** What the rows of a file can be of: packs or plans on sale, levels of the ladders. */
export async function offersOf({ db, studio }: StudioContext, kind: PeopleImport['kind']) {
  if (kind === 'levels')
    return db.all<Offer>(sql`
      SELECT level.id, ladder.name || ': ' || level.name AS name, level.name AS short,
        NULL AS priceMinor, 'month' AS interval, 0 AS validDays, NULL AS fixedUntil
      FROM levels AS level JOIN ladders AS ladder ON ladder.id = level.ladder_id
      WHERE level.studio_id = ${studio.id} ORDER BY ladder.name, level.rung LIMIT 400`)
  if (kind !== 'packs' && kind !== 'memberships') return []
  return kind === 'packs'
    ? db.all<Offer>(sql`
        SELECT id, name, price_minor AS priceMinor, 'month' AS interval, valid_days AS validDays,
          fixed_until AS fixedUntil
        FROM packages WHERE studio_id = ${studio.id} AND archived_at IS NULL
          AND kind <> 'bundle' AND bundle_id IS NULL
        ORDER BY name LIMIT 200`)
    : db.all<Offer>(sql`
        SELECT id, name, price_minor AS priceMinor, interval, 0 AS validDays, NULL AS fixedUntil
        FROM plans WHERE studio_id = ${studio.id} AND archived_at IS NULL
        ORDER BY name LIMIT 200`)
}

/** Which of these ids an earlier file brought and nobody took back. */
export async function thereOf(
  { db, studio }: StudioContext,
  kind: PeopleImport['kind'],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const there = new Set<string>()
  for (let from = 0; from < ids.length; from += 5_000) {
    const found = await db.all<{ id: string }>(sql`
      SELECT input.value AS id FROM json_each(${JSON.stringify(ids.slice(from, from + 5_000))})
        AS input
      WHERE ${thereSql(studio.id, kind, 'input.value')}`)
    for (const { id } of found) there.add(id)
  }
  return there
}

/** Which of these an earlier file brought to their person, as `person id`. */
export async function broughtTo(
  { db, studio }: StudioContext,
  pairs: readonly { personId: string; id: string }[],
): Promise<ReadonlySet<string>> {
  const brought = new Set<string>()
  for (let from = 0; from < pairs.length; from += 5_000) {
    const some = pairs.slice(from, from + 5_000)
    const json = (values: readonly string[]) => JSON.stringify([...new Set(values)])
    const found = await db.all<{ key: string }>(sql`
      SELECT done.person_id || ' ' || done.holding_id AS key
      FROM json_each(${json(some.map(({ personId }) => personId))}) AS input
      CROSS JOIN imported_people AS done ON done.studio_id = ${studio.id}
        AND done.person_id = input.value
        AND done.holding_id IN (SELECT value FROM json_each(${json(some.map(({ id }) => id))}))
      GROUP BY key`)
    for (const { key } of found) brought.add(key)
  }
  return brought
}

/** A holding of this id is here; `id` is a column. */
export function thereSql(studioId: string, kind: PeopleImport['kind'], id: string) {
  const column = sql.raw(`(${id})`)
  switch (kind) {
    case 'packs':
      return sql`EXISTS (SELECT 1 FROM lots AS lot
        WHERE lot.id = ${column} AND lot.studio_id = ${studioId})`
    case 'memberships':
      return sql`EXISTS (SELECT 1 FROM memberships AS held
        WHERE held.id = ${column} AND held.studio_id = ${studioId})`
    case 'balances':
      return balanceThereSql(studioId, column)
    case 'visits':
      return visitThereSql(studioId, column)
    case 'levels':
      return levelThereSql(studioId, column)
    case 'families':
      return familyThereSql(studioId, column)
    default:
      return sql`0`
  }
}

/** What people of the file have here by now, by plan. */
export async function plansHeld(
  { db, studio, now }: StudioContext,
  prepared: readonly { who: Holder }[],
  people: ReadonlyMap<Holder, { id: string }>,
): Promise<Map<string, { name: string; id: string }[]>> {
  const today = localDate(now, studio.timeZone)
  const ids = [...new Set(prepared.flatMap(({ who }) => people.get(who)?.id ?? []))]
  const held = new Map<string, { name: string; id: string }[]>()
  for (let from = 0; from < ids.length; from += 5_000) {
    const { rows } = await batch(db, {
      rows: db.all<{ personId: string; name: string; id: string }>(sql`
        SELECT membership.person_id AS personId, plan.name, membership.id
        FROM json_each(${JSON.stringify(ids.slice(from, from + 5_000))}) AS input
        CROSS JOIN memberships AS membership ON membership.studio_id = ${studio.id}
          AND membership.person_id = input.value
          AND membership.state NOT IN ('cancelled','expired','superseded')
          AND (membership.ends_on IS NULL OR membership.ends_on >= ${today})
        JOIN plans AS plan ON plan.id = membership.plan_id`),
    })
    for (const { personId, name, id } of rows)
      held.set(personId, [...(held.get(personId) ?? []), { name, id }])
  }
  return held
}
