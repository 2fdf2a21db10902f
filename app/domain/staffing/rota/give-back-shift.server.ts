/** Giving a shift back: it is open again, for anyone who can take it. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import {
  closeTasksStatement,
  raiseTaskStatement,
} from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { spanWords } from '../time-off-words.ts'
import { changedSql, shiftsStatement } from './rota-queries.server.ts'

export type GiveBackResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'over' | 'not_yours' | 'changed' }

/**
 * Opens a published shift of who asks to others of its role, and raises a task for a manager.
 * Refused for another's, once it has begun, and while a change of it is not published. Theirs no
 * longer because it was given back already is once.
 */
export async function giveBackShift(ctx: MemberContext, shiftId: string): Promise<GiveBackResult> {
  const { db, studio, now, person } = ctx
  const own = sql`shift.studio_id = ${studio.id} AND shift.id = ${shiftId} AND shift.told IS NOT NULL`
  const [row] = (await batch(db, { rows: shiftsStatement(ctx, own) })).rows
  if (!row) return { ok: false, reason: 'not_found' }
  if (row.startsAt <= now) return { ok: false, reason: 'over' }
  if (row.toldPersonId === null && row.personId === null) return { ok: true }
  if (row.toldPersonId !== person.id) return { ok: false, reason: 'not_yours' }
  const line = newId()
  const done = lineWrittenSql(line)
  const { given, open } = await batch(db, {
    given: db.run(sql`
      UPDATE shifts AS shift SET person_id = NULL, told_person_id = NULL, version = version + 1
      WHERE ${own} AND shift.person_id = ${person.id} AND NOT ${changedSql}
        AND shift.starts_at > ${now}`),
    audit: auditStatement(
      ctx,
      { id: line, action: 'shift.given_back', subjectKind: 'shift', subjectId: shiftId },
      rightAfterChange,
    ),
    task: raiseTaskStatement(
      ctx,
      {
        // Each time it is given back asks for somebody, also where the last time was done.
        cause: { kind: 'shift_given_back', ref: `${shiftId}:${line}` },
        facts: { name: row.personName ?? '', what: row.title, when: spanWords(row, studio) },
        role: 'manager',
        dueAt: row.startsAt,
        endsAt: row.startsAt,
        path: paths.manageShift(studio, shiftId),
      },
      done,
    ),
    open: db.all(sql`SELECT 1 FROM shifts AS shift
      WHERE ${own} AND shift.person_id IS NULL AND shift.told_person_id IS NULL`),
  })
  return changed(given) > 0 || open.length > 0 ? { ok: true } : { ok: false, reason: 'changed' }
}

/** Ends what a shift that was given back asks of a manager, where `onlyIf` holds: it has somebody. */
export const shiftAsksNoMore = (
  ctx: StudioContext,
  shiftId: string,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> =>
  closeTasksStatement(ctx, {
    kind: 'shift_given_back',
    refs: sql`SELECT asks.cause_ref FROM tasks AS asks
      WHERE asks.studio_id = ${ctx.studio.id} AND asks.cause_kind = 'shift_given_back'
        AND asks.cause_ref >= ${`${shiftId}:`} AND asks.cause_ref < ${`${shiftId};`} AND ${onlyIf}`,
  })
