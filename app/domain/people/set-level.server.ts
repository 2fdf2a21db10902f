import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'

export type SetLevelResult = { ok: true } | { ok: false; reason: 'not_found' | 'in_the_future' }

/**
 * Puts a person on a rung of a discipline's ladder, or takes them off it (`levelId` null). `since`
 * is the day it was reached, not the day it is typed; never after today. Not found: the person, the
 * discipline, or a level that is none of its ladder.
 */
export async function setLevel(
  ctx: StaffContext,
  personId: string,
  {
    disciplineId,
    levelId,
    since,
    reason,
  }: { disciplineId: string; levelId: string | null; since: LocalDate; reason: string },
): Promise<SetLevelResult> {
  const { db, studio, now } = ctx
  if (since > localDate(now, studio.timeZone)) return { ok: false, reason: 'in_the_future' }
  const held = sql`studio_id = ${studio.id} AND person_id = ${personId}
    AND discipline_id = ${disciplineId}`
  const rung =
    levelId === null
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM levels
          WHERE studio_id = ${studio.id} AND discipline_id = discipline.id AND id = ${levelId})`
  const known = sql`
    FROM people AS person
    JOIN disciplines AS discipline ON discipline.studio_id = person.studio_id
      AND discipline.id = ${disciplineId}
    WHERE person.studio_id = ${studio.id} AND person.id = ${personId} AND ${rung}`
  const before = await db.all<{ levelId: string; since: string }>(
    sql`SELECT level_id AS levelId, since FROM person_levels WHERE ${held}`,
  )
  const { found } = await batch(db, {
    set:
      levelId === null
        ? db.run(sql`DELETE FROM person_levels WHERE ${held}`)
        : db.run(sql`
            INSERT INTO person_levels (studio_id, person_id, discipline_id, level_id, since)
            SELECT person.studio_id, person.id, discipline.id, ${levelId}, ${since} ${known}
            ON CONFLICT (studio_id, person_id, discipline_id) DO UPDATE
              SET level_id = excluded.level_id, since = excluded.since
            WHERE level_id <> excluded.level_id OR since <> excluded.since`),
    audit: auditStatement(
      ctx,
      {
        action: 'level.set',
        subjectKind: 'person',
        subjectId: personId,
        reason,
        detail: { disciplineId, before: before[0] ?? null, after: levelId && { levelId, since } },
      },
      rightAfterChange,
    ),
    found: db.all<{ id: string }>(sql`SELECT person.id ${known}`),
  })
  return found.length > 0 ? { ok: true } : { ok: false, reason: 'not_found' }
}
