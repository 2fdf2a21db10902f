import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { nameCandidates } from './name-candidates.server.ts'

export type LinkResult =
  | { ok: true; name: string }
  | { ok: false; reason: 'not_found' | 'unknown' | 'same' | 'circle' | 'too_many' }

/** Exercises that may stand on either side of one. */
const mostLinks = 12

const knownSql = ({ studio }: Pick<StudioContext, 'studio'>, exerciseId: string) =>
  sql`EXISTS (SELECT 1 FROM exercises
    WHERE studio_id = ${studio.id} AND id = ${exerciseId} AND merged_into IS NULL)`

/** Whether the studio has the exercise, and it is no duplicate of another one. */
export async function hasExercise(ctx: StudioContext, exerciseId: string): Promise<boolean> {
  const [found] = await ctx.db.all<{ known: number }>(
    sql`SELECT ${knownSql(ctx, exerciseId)} AS known`,
  )
  return found?.known === 1
}

/**
 * Says that the exercise of that name is easier or harder than another: its regression or its
 * progression. Refused where it would close a circle, in which nobody could begin, however many
 * steps round; the guard stands in the write, so that two links made at once close none either.
 */
export async function linkExercise(
  ctx: StaffContext,
  exerciseId: string,
  { side, name }: { side: 'easier' | 'harder'; name: string },
): Promise<LinkResult> {
  const { db, studio, now } = ctx
  const other = (await nameCandidates(ctx, [name])).get(name)?.sure
  if (!other)
    return { ok: false, reason: (await hasExercise(ctx, exerciseId)) ? 'unknown' : 'not_found' }
  if (other.id === exerciseId) return { ok: false, reason: 'same' }
  const [easier, harder] = side === 'easier' ? [other.id, exerciseId] : [exerciseId, other.id]
  const known = knownSql(ctx, exerciseId)
  // From the harder one upwards: where the easier one is met, it would lead back to itself.
  const circle = sql`EXISTS (
    WITH RECURSIVE above (id) AS (
      SELECT ${harder} UNION SELECT link.harder_id FROM exercise_links AS link
      JOIN above ON above.id = link.easier_id WHERE link.studio_id = ${studio.id})
    SELECT 1 FROM above WHERE id = ${easier})`
  const full = sql`(SELECT count(*) FROM exercise_links WHERE studio_id = ${studio.id}
    AND ${side === 'easier' ? sql`harder_id` : sql`easier_id`} = ${exerciseId}) >= ${mostLinks}`
  const { found } = await batch(db, {
    link: db.run(sql`
      INSERT INTO exercise_links (studio_id, easier_id, harder_id, created_at)
      SELECT ${studio.id}, ${easier}, ${harder}, ${now}
      WHERE ${known} AND NOT ${circle} AND NOT (${full}) ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'exercise.linked',
        subjectKind: 'exercise',
        subjectId: exerciseId,
        detail: { easier, harder },
      },
      rightAfterChange,
    ),
    found: db.all<{ known: number; linked: number; circle: number }>(sql`
      SELECT ${known} AS known, ${circle} AS circle, EXISTS (SELECT 1 FROM exercise_links
        WHERE studio_id = ${studio.id} AND easier_id = ${easier} AND harder_id = ${harder})
          AS linked`),
  })
  const [stands] = found
  if (!stands?.known) return { ok: false, reason: 'not_found' }
  if (stands.linked) return { ok: true, name: other.name }
  return { ok: false, reason: stands.circle ? 'circle' : 'too_many' }
}

/**
 * Takes the link between two exercises away, whichever is the easier. False where the studio has no
 * such exercise.
 */
export async function unlinkExercise(
  ctx: StaffContext,
  exerciseId: string,
  otherId: string,
): Promise<boolean> {
  const { db, studio } = ctx
  const { found } = await batch(db, {
    unlink: db.run(sql`
      DELETE FROM exercise_links WHERE studio_id = ${studio.id}
        AND ((easier_id = ${exerciseId} AND harder_id = ${otherId})
          OR (easier_id = ${otherId} AND harder_id = ${exerciseId}))`),
    audit: auditStatement(
      ctx,
      {
        action: 'exercise.unlinked',
        subjectKind: 'exercise',
        subjectId: exerciseId,
        detail: { other: otherId },
      },
      rightAfterChange,
    ),
    found: db.all<{ known: number }>(sql`SELECT ${knownSql(ctx, exerciseId)} AS known`),
  })
  return found[0]?.known === 1
}
