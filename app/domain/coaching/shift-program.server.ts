/** A week that is lost: the client asks that their programs move, the coach says yes or no. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { shiftCopiesStatement } from '#app/domain/programs/shift-copies.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { count } from '#app/values/wording.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { clientPage, relationOpenSql } from './coaching.server.ts'

export type Shift = {
  id: string
  relationId: string
  days: number
  reason: string
  state: 'asked' | 'approved' | 'declined'
  askedOn: LocalDate
  answeredBy: string
}

/** Requests that `which` picks of `shift`, the newest first. */
export const shiftsStatement = ({ db, studio }: StudioContext, which: SQL) =>
  db.all<Shift>(sql`
    SELECT shift.id, shift.relation_id AS relationId, shift.days, shift.reason, shift.state,
      shift.asked_on AS askedOn, shift.answered_by AS answeredBy
    FROM coaching_shifts AS shift WHERE shift.studio_id = ${studio.id} AND ${which}
    ORDER BY shift.asked_on DESC, shift.id LIMIT 20`)

/** A client with everything that was written and what they asked of their programs; null as `clientPage`. */
export async function clientWithShifts(ctx: StaffContext, relationId: string) {
  const [page, shifts] = await Promise.all([
    clientPage(ctx, relationId),
    shiftsStatement(ctx, sql`shift.relation_id = ${relationId}`),
  ])
  return page && { ...page, shifts }
}

/**
 * A client asks a coach of theirs, who gets a notice, that their programs wait for some days. One
 * request at a time; the form's key sent again is the same. `not_found`: the coaching is not theirs, or over.
 */
export async function askShift(
  ctx: MemberContext,
  form: { key: string; relation: string; days: number; reason: string },
): Promise<'ok' | 'not_found' | 'waiting'> {
  const { db, studio, now, person } = ctx
  const { asked, there, open } = await batch(db, {
    ask: db.run(sql`
      INSERT INTO coaching_shifts (id, studio_id, relation_id, person_id, days, reason, state, asked_on)
      SELECT ${form.key}, relation.studio_id, relation.id, relation.person_id, ${form.days},
        ${form.reason}, 'asked', ${localDate(now, studio.timeZone)}
      FROM coaching_relations AS relation WHERE relation.studio_id = ${studio.id}
        AND relation.id = ${form.relation} AND relation.person_id = ${person.id}
        AND relation.to_on IS NULL ON CONFLICT DO NOTHING`),
    notice: noticeStatement(
      ctx,
      {
        personId: sql`(SELECT coach_id FROM coaching_relations WHERE id = ${form.relation})`,
        dedupeKey: `coaching-shift:${form.key}`,
        kind: 'coaching-shift',
        text: sql`(SELECT name FROM people WHERE id = ${person.id})
          || ${` asks that their program moves by ${count(form.days, 'day')}.`}`,
        path: paths.manageClient(studio, form.relation),
      },
      rightAfterChange,
    ),
    asked: db.all(sql`SELECT 1 FROM coaching_shifts WHERE studio_id = ${studio.id}
      AND id = ${form.key} AND person_id = ${person.id}`),
    open: db.all(sql`SELECT 1 FROM coaching_shifts WHERE studio_id = ${studio.id}
      AND relation_id = ${form.relation} AND person_id = ${person.id} AND state = 'asked'`),
    there: db.all(sql`SELECT 1 FROM coaching_relations WHERE studio_id = ${studio.id}
      AND id = ${form.relation} AND person_id = ${person.id} AND to_on IS NULL`),
  })
  if (asked.length > 0) return 'ok'
  return there.length > 0 && open.length > 0 ? 'waiting' : 'not_found'
}

/**
 * A coach answers a request, and the client gets a notice: approved, every program of theirs that is
 * under way goes on by so many days later. Answered once; false where nothing waits for the reader.
 */
export async function answerShift(
  ctx: StaffContext,
  relationId: string,
  { shift, yes }: { shift: string; yes: boolean },
): Promise<boolean> {
  const { db, studio, actor } = ctx
  const line = newId()
  const own = sql`FROM coaching_shifts WHERE studio_id = ${studio.id} AND id = ${shift}`
  const { done } = await batch(db, {
    done: db.run(sql`
      UPDATE coaching_shifts SET state = ${yes ? 'approved' : 'declined'},
        answered_by = ${actor.name}
      WHERE studio_id = ${studio.id} AND id = ${shift} AND relation_id = ${relationId}
        AND state = 'asked' AND ${relationOpenSql(ctx, relationId)} IS NOT NULL`),
    audit: auditStatement(
      ctx,
      {
        id: line,
        action: yes ? 'coaching.shift_approved' : 'coaching.shift_declined',
        subjectKind: 'coaching',
        subjectId: relationId,
        detail: { shift },
      },
      rightAfterChange,
    ),
    shifted: yes
      ? shiftCopiesStatement(
          ctx,
          { personId: sql`(SELECT person_id ${own})`, days: sql`(SELECT days ${own})` },
          rightAfterChange,
        )
      : null,
    notice: noticeStatement(
      ctx,
      {
        personId: sql`(SELECT person_id ${own})`,
        dedupeKey: `coaching-shift-answered:${shift}`,
        kind: 'coaching-shift-answered',
        text: yes
          ? `${actor.name} moved your program as you asked.`
          : `${actor.name} declined to move your program.`,
        path: paths.portalCoaching(studio),
      },
      lineWrittenSql(line),
    ),
  })
  return changed(done) > 0
}
