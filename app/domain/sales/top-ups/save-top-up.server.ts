import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { cardOfSql } from '../collecting/collection-statements.server.ts'
import { mayTopUpSql } from './top-up-sql.server.ts'

export type SaveTopUpResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'no_card' | 'charging' | 'changed_meanwhile' }

export type TopUpChange = {
  packageId: string
  /** Of what the page showed; 0 where nothing was agreed yet. */
  version: number
  turn: 'on' | 'off'
  /** Credits left at which it is bought again. */
  left: number
}

/**
 * A member turns on or off that a pack of theirs is bought again, at the price of the version that the
 * page showed; another version of it that was on goes off. Sent again it is the same. Refused for a
 * pack that they never had or that isn't sold so (`not_found`), without a card saved, while it is
 * being charged, and over a change made elsewhere.
 */
export async function saveTopUp(
  ctx: MemberContext,
  { packageId, version, turn, left }: TopUpChange,
): Promise<SaveTopUpResult> {
  const { db, studio, now, person } = ctx
  const card = sql`${cardOfSql('id', sql`${studio.id}`, sql`${person.id}`)} IS NOT NULL`
  const mine = sql`studio_id = ${studio.id} AND person_id = ${person.id}
    AND package_id = ${packageId}`
  const sold = sql`EXISTS (SELECT 1 FROM packages AS pack WHERE pack.id = ${packageId}
    AND ${mayTopUpSql(studio.id)} AND EXISTS (SELECT 1 FROM lots AS lot
      JOIN packages AS held ON held.id = lot.package_id AND held.name = pack.name
      WHERE lot.studio_id = pack.studio_id AND lot.person_id = ${person.id}))`
  const seen = sql`coalesce((SELECT there.version FROM pack_top_ups AS there
    WHERE ${mine}), 0) = ${version}`
  const on = sql`pack_top_ups.state IN ('on', 'told')`
  const { save, after } = await batch(db, {
    save:
      turn === 'off'
        ? db.run(sql`
            UPDATE pack_top_ups SET state = 'off', due_at = NULL, version = version + 1
            WHERE ${mine} AND state IN ('on', 'told', 'stopped') AND version = ${version}`)
        : db.run(sql`
            INSERT INTO pack_top_ups (id, studio_id, person_id, package_id, at_left, state, version,
              agreed_at)
            SELECT ${newId()}, ${studio.id}, ${person.id}, ${packageId}, ${left}, 'on', 1, ${now}
            WHERE ${card} AND ${sold} AND ${seen}
            ON CONFLICT (studio_id, person_id, package_id) DO UPDATE SET
              lot_id = iif(pack_top_ups.state = 'told', lot_id, ''), reason = '', at_left = excluded.at_left,
              agreed_at = excluded.agreed_at, version = pack_top_ups.version + 1,
              state = iif(${on}, pack_top_ups.state, 'on')
            WHERE pack_top_ups.state <> 'charging'`),
    // Another version of it, agreed to at another price.
    others:
      turn === 'off'
        ? null
        : db.run(sql`
            UPDATE pack_top_ups SET state = 'off', due_at = NULL, version = version + 1
            WHERE studio_id = ${studio.id} AND person_id = ${person.id}
              AND package_id <> ${packageId} AND state IN ('on', 'told')
              AND package_id IN (SELECT other.id FROM packages AS other
                JOIN packages AS this ON this.studio_id = other.studio_id AND this.name = other.name
                WHERE this.studio_id = ${studio.id} AND this.id = ${packageId})
              AND EXISTS (SELECT 1 FROM pack_top_ups AS there
                WHERE ${mine} AND there.state = 'on')`),
    after: db.all<{ state: string; atLeft: number; card: number; sold: number }>(sql`
      SELECT coalesce((SELECT state FROM pack_top_ups WHERE ${mine}), 'off') AS state,
        coalesce((SELECT at_left FROM pack_top_ups WHERE ${mine}), -1) AS atLeft,
        ${card} AS card, ${sold} AS sold`),
  })
  const is = after[0]!
  if (changed(save) > 0) return { ok: true }
  if (is.state === 'charging') return { ok: false, reason: 'charging' }
  if (turn === 'off') {
    if (is.atLeft < 0) return { ok: false, reason: 'not_found' }
    return is.state === 'off' ? { ok: true } : { ok: false, reason: 'changed_meanwhile' }
  }
  if (is.card === 0) return { ok: false, reason: 'no_card' }
  if (is.sold === 0) return { ok: false, reason: 'not_found' }
  const same = (is.state === 'on' || is.state === 'told') && is.atLeft === left
  return same ? { ok: true } : { ok: false, reason: 'changed_meanwhile' }
}
