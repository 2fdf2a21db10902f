import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditEachStatement } from '#app/domain/audit/audit.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type ChangeCoachResult =
  | { ok: true; changed: number }
  | { ok: false; reason: 'not_yours' | 'not_found' }

/**
 * Hands clients over to another coach, with everything that was written: the coach of before sees
 * nothing of them from now on. Passed over: who is theirs already, and the coach themselves. Only for
 * those who see all coaching; refused where the coach is nobody of the studio's staff. `key` comes
 * with the form: sent again it does nothing more.
 */
export async function changeCoach(
  ctx: StaffContext,
  { key, relations, coach }: { key: string; relations: readonly string[]; coach: string },
): Promise<ChangeCoachResult> {
  const { db, studio } = ctx
  if (!may(ctx.actor.role, 'coaching:all')) return { ok: false, reason: 'not_yours' }
  const takes = sql`relation.studio_id = ${studio.id} AND relation.to_on IS NULL
    AND relation.id IN (SELECT value FROM json_each(${JSON.stringify(relations)}))
    AND relation.coach_id <> ${coach} AND relation.person_id <> ${coach}
    AND EXISTS (SELECT 1 FROM people AS coach WHERE coach.studio_id = ${studio.id}
      AND coach.id = ${coach} AND coach.is_staff = 1 AND coach.archived_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM coaching_relations AS own WHERE own.studio_id = ${studio.id}
      AND own.coach_id = ${coach} AND own.person_id = relation.person_id AND own.to_on IS NULL)`
  const { known, done } = await batch(db, {
    // Of two coaches of one client the first in the list is followed.
    audit: auditEachStatement(
      ctx,
      {
        action: 'coaching.handed_over',
        subjectKind: 'person',
        detail: sql`json_object('from', moving.coach_id, 'to', ${coach})`,
      },
      {
        idSql: sql`${key} || '-' || moving.id`,
        subjectIdSql: sql`moving.person_id`,
        from: sql`(SELECT relation.id, relation.person_id, relation.coach_id
          FROM coaching_relations AS relation WHERE ${takes}) AS moving`,
      },
    ),
    moved: db.run(sql`
      UPDATE OR IGNORE coaching_relations AS relation SET coach_id = ${coach} WHERE ${takes}`),
    known: db.all(sql`SELECT 1 FROM people WHERE studio_id = ${studio.id} AND id = ${coach}
      AND is_staff = 1 AND archived_at IS NULL`),
    done: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM json_each(${JSON.stringify(relations)}) AS chosen
      JOIN coaching_relations AS relation ON relation.id = chosen.value
      WHERE relation.studio_id = ${studio.id} AND relation.coach_id = ${coach}
        AND relation.to_on IS NULL`),
  })
  if (known.length === 0) return { ok: false, reason: 'not_found' }
  return { ok: true, changed: done[0]?.n ?? 0 }
}
