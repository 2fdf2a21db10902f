/** Taking an open shift. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import { shiftAsksNoMore } from './give-back-shift.server.ts'
import { awaySql, changedSql, doubleSql, teachesSql } from './rota-queries.server.ts'

export type TakeShiftResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'over' | 'not_for_you' | 'away' | 'double' | 'teaches' }
  | { ok: false; reason: 'taken' | 'changed' }

/** Whether the role of a `shift` fits somebody of `role`. */
export const fitsSql = (role: Role): SQL =>
  role === 'owner' || role === 'manager' ? sql`1` : sql`shift.role IN ('any', ${role})`

/**
 * Gives an open, published shift to who asks, by one guarded UPDATE: of two at once one has it.
 * Refused for another's role, where they have time off, work or teach then, once it has begun, and
 * while a change of it is not published (`changed`). Theirs already is theirs.
 */
export async function takeShift(ctx: MemberContext, shiftId: string): Promise<TakeShiftResult> {
  const { db, studio, now, actor, person } = ctx
  const me = sql`${person.id}`
  const own = sql`shift.studio_id = ${studio.id} AND shift.id = ${shiftId} AND shift.told IS NOT NULL`
  const { taken, facts } = await batch(db, {
    facts: db.all<{
      personId: string | null
      over: number
      fits: number
      away: number
      double: number
      teaches: string | null
    }>(sql`
      SELECT shift.told_person_id AS personId, shift.starts_at <= ${now} AS over,
        ${fitsSql(actor.role)} AS fits, ${awaySql(me)} AS away, ${doubleSql(me)} AS double,
        ${teachesSql(me)} AS teaches FROM shifts AS shift WHERE ${own}`),
    taken: db.run(sql`
      UPDATE shifts AS shift SET person_id = ${me}, told_person_id = ${me}, version = version + 1
      WHERE ${own} AND shift.person_id IS NULL AND NOT ${changedSql} AND shift.starts_at > ${now}
        AND ${fitsSql(actor.role)} AND NOT ${awaySql(me)} AND NOT ${doubleSql(me)}
        AND ${teachesSql(me)} IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'shift.taken', subjectKind: 'shift', subjectId: shiftId },
      rightAfterChange,
    ),
    asks: shiftAsksNoMore(
      ctx,
      shiftId,
      sql`EXISTS (SELECT 1 FROM shifts AS shift
      WHERE ${own} AND shift.person_id = ${me})`,
    ),
  })
  const [fact] = facts
  if (changed(taken) > 0 || (fact && fact.personId === person.id)) return { ok: true }
  if (!fact) return { ok: false, reason: 'not_found' }
  if (fact.personId) return { ok: false, reason: 'taken' }
  if (fact.over) return { ok: false, reason: 'over' }
  if (!fact.fits) return { ok: false, reason: 'not_for_you' }
  if (fact.away) return { ok: false, reason: 'away' }
  if (fact.double) return { ok: false, reason: 'double' }
  return { ok: false, reason: fact.teaches ? 'teaches' : 'changed' }
}
