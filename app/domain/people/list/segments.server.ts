/** Segments: filters of the people list kept under a name, for all staff of the studio. */
import { sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { SegmentForm } from '../person-fields.ts'
import type { Segment } from './segment.ts'

/** More would be a list of its own. */
export const mostSegments = 20

export function segmentsStatement({ db, studio }: StudioContext): Statement<Segment[]> {
  return db.all<Segment>(
    sql`SELECT id, name, params FROM people_segments WHERE studio_id = ${studio.id} ORDER BY name
      LIMIT ${mostSegments}`,
  )
}

export type SaveSegmentResult = { ok: true } | { ok: false; reason: 'name_taken' | 'too_many' }

/**
 * Keeps filters (`params`, as in an address) under a name. Once a key; refused for a name that
 * others have.
 */
export async function saveSegment(
  ctx: StaffContext,
  { key, name }: SegmentForm,
  params: string,
): Promise<SaveSegmentResult> {
  const { db, studio, now, actor } = ctx
  const { there, taken } = await batch(db, {
    save: db.run(sql`
      INSERT INTO people_segments (id, studio_id, name, params, author_id, author_name, created_at)
      SELECT ${key}, ${studio.id}, ${name}, ${params}, ${actor.userId}, ${actor.name}, ${now}
      WHERE (SELECT count(*) FROM people_segments WHERE studio_id = ${studio.id}) < ${mostSegments}
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'segment.saved', subjectKind: 'segment', subjectId: key, detail: { name, params } },
      rightAfterChange,
    ),
    there: db.all<{ id: string }>(
      sql`SELECT id FROM people_segments WHERE studio_id = ${studio.id} AND id = ${key}`,
    ),
    taken: db.all<{ id: string }>(
      sql`SELECT id FROM people_segments
        WHERE studio_id = ${studio.id} AND name = ${name} AND id <> ${key}`,
    ),
  })
  if (there.length > 0) return { ok: true }
  return { ok: false, reason: taken.length > 0 ? 'name_taken' : 'too_many' }
}

/** Whether the studio has such a segment. */
export async function hasSegment(
  { db, studio }: StudioContext,
  segmentId: string,
): Promise<boolean> {
  const rows = await db.all(
    sql`SELECT 1 FROM people_segments WHERE studio_id = ${studio.id} AND id = ${segmentId}`,
  )
  return rows.length > 0
}

/** Forgets a segment; the people in it stay as they are. False where the studio has none such. */
export async function removeSegment(ctx: StaffContext, segmentId: string): Promise<boolean> {
  const { db, studio } = ctx
  const { remove } = await batch(db, {
    remove: db.run(
      sql`DELETE FROM people_segments WHERE studio_id = ${studio.id} AND id = ${segmentId}`,
    ),
    audit: auditStatement(
      ctx,
      { action: 'segment.removed', subjectKind: 'segment', subjectId: segmentId },
      rightAfterChange,
    ),
  })
  return changed(remove) > 0
}
