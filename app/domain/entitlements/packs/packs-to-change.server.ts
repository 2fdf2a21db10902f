import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import { notStarted } from '../lot-end.ts'
import { mostPacks, type PackAct, type PacksFilters } from './change-packs-form.ts'

export type PackToChange = {
  id: string
  personId: string
  personName: string
  name: string
  left: number
  /** Credits that ended with it, and come back when it runs longer. */
  ended: number
  expiresOn: LocalDate
  /** The day it would run until. */
  until: LocalDate
}

/** How far back packs that ended are offered. */
const endedDays = 90

/**
 * The packs an address is about, those that end first in front, with what would become of them; the
 * names there are to choose from; and whether there are more than one press changes. One trip.
 */
export async function packsToChange(ctx: StudioContext, act: PackAct, asked: PacksFilters) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const earliest = act === 'extend' ? addDays(today, -endedDays) : today
  const from = asked.from > earliest ? asked.from : earliest
  const longer = act === 'extend' ? asked.days : 0
  const sumOf = (kind: string) => sql`(SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
    WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id
      AND ${kind === '' ? sql`1` : sql`entry.kind = ${kind}`})`
  const which =
    asked.lot === ''
      ? sql`lot.expires_on >= ${from}
          AND lot.expires_on <= ${asked.until || addDays(today, 30)}
          AND ${asked.name === '' ? sql`1` : sql`package.name = ${asked.name}`}`
      : sql`lot.id = ${asked.lot} AND lot.expires_on >= ${earliest}`
  const { packs, names } = await batch(db, {
    packs: db.all<PackToChange>(sql`
      SELECT * FROM (
        SELECT lot.id, person.id AS personId, person.name AS personName, package.name,
          ${sumOf('')} AS "left", -${sumOf('expire')} AS ended, lot.expires_on AS expiresOn,
          CASE lot.expires_on WHEN ${notStarted} THEN lot.expires_on
            ELSE date(lot.expires_on, ${`+${longer} days`}) END AS until
        FROM lots AS lot JOIN packages AS package ON package.id = lot.package_id
        JOIN people AS person ON person.id = lot.person_id AND person.archived_at IS NULL
        WHERE lot.studio_id = ${studio.id} AND lot.refunded_at IS NULL AND ${which}
          AND ${act === 'extend' ? sql`lot.expires_on <> ${notStarted}` : sql`1`})
      WHERE until >= ${today} AND ("left" > 0 OR ended > 0 OR ${asked.lot === '' ? 0 : 1})
      ORDER BY expiresOn, personName, id LIMIT ${mostPacks + 1}`),
    names: db.all<{ name: string }>(sql`
      SELECT DISTINCT name FROM packages WHERE studio_id = ${studio.id} ORDER BY name LIMIT 100`),
  })
  return {
    packs: packs.slice(0, mostPacks),
    more: packs.length > mostPacks,
    names: names.map(({ name }) => name),
    from,
    until: asked.until || addDays(today, 30),
  }
}
