import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type MoveLevelResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'at_the_end' | 'changed' }
  /** People who hold `lower` could no longer book classes that ask for `higher`. */
  | { ok: false; reason: 'would_lock_out'; people: number; lower: string; higher: string }

/**
 * Exchanges a level with the one above or below it. Refused where that would take classes away from
 * people: those who hold the level that comes to stand lower, where a class asks for the other
 * (changing a ladder never demotes anybody).
 */
export async function moveLevel(
  ctx: StaffContext,
  ladderId: string,
  levelId: string,
  way: 'up' | 'down',
): Promise<MoveLevelResult> {
  const { db, studio } = ctx
  const rows = await db.all<{
    id: string
    name: string
    rung: number
    people: number
    asked: number
  }>(
    sql`SELECT level.id, level.name, level.rung, level.people,
        EXISTS (SELECT 1 FROM class_types AS class_type
          WHERE class_type.studio_id = level.studio_id
            AND class_type.minimum_level_id = level.id) AS asked
      FROM levels AS level
      WHERE level.studio_id = ${studio.id} AND level.ladder_id = ${ladderId} ORDER BY level.rung`,
  )
  const at = rows.findIndex(({ id }) => id === levelId)
  if (at === -1) return { ok: false, reason: 'not_found' }
  const mine = rows[at]!
  const other = rows[way === 'up' ? at + 1 : at - 1]
  if (!other) return { ok: false, reason: 'at_the_end' }
  const [sinks, rises] = way === 'up' ? [other, mine] : [mine, other]
  const both = sql`studio_id = ${studio.id} AND ladder_id = ${ladderId}
    AND ((id = ${mine.id} AND rung = ${mine.rung}) OR (id = ${other.id} AND rung = ${other.rung}))`
  // Who holds the level that sinks, and may book now what asks for the one that rises above it.
  const lockedOut = sql`(EXISTS (SELECT 1 FROM person_levels
      WHERE studio_id = ${studio.id} AND level_id = ${sinks.id})
    AND EXISTS (SELECT 1 FROM class_types
      WHERE studio_id = ${studio.id} AND minimum_level_id = ${rises.id}))`
  const { apart, facts } = await batch(db, {
    // Two rows of one ladder never have the same rung, so they pass each other below zero.
    apart: db.run(sql`
      UPDATE levels SET rung = -iif(id = ${mine.id}, ${other.rung}, ${mine.rung})
      WHERE ${both} AND (SELECT count(*) FROM levels WHERE ${both}) = 2 AND NOT ${lockedOut}`),
    audit: auditStatement(
      ctx,
      {
        action: 'level.moved',
        subjectKind: 'level',
        subjectId: levelId,
        detail: { ladderId, way, past: other.name },
      },
      rightAfterChange,
    ),
    settle: db.run(sql`
      UPDATE levels SET rung = -rung
      WHERE studio_id = ${studio.id} AND ladder_id = ${ladderId} AND rung < 0`),
    facts: db.all<{ locked: number }>(sql`SELECT ${lockedOut} AS locked`),
  })
  if (changed(apart) > 0) return { ok: true }
  return facts[0]!.locked
    ? {
        ok: false,
        reason: 'would_lock_out',
        people: sinks.people,
        lower: sinks.name,
        higher: rises.name,
      }
    : { ok: false, reason: 'changed' }
}
