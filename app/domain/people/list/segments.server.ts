/** Segments: filters of the people list kept under a name, for all staff of the studio or alone. */
import { sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { SegmentForm } from '../person-fields.ts'
import type { Segment } from './segment.ts'

/** More would be a list of its own. */
const mostSegments = 20

/** Those that an account sees: what is shared, and its own. */
export function segmentsStatement(
  { db, studio }: StudioContext,
  userId: string,
): Statement<Segment[]> {
  return db.all<Segment>(
    sql`SELECT id, name, params, shared FROM people_segments
      WHERE studio_id = ${studio.id} AND (shared = 1 OR author_id = ${userId})
      ORDER BY name LIMIT ${mostSegments}`,
  )
}

export type SaveSegmentResult =
  | { ok: true }
  | { ok: false; reason: 'name_taken' | 'too_many' | 'not_found' }

/**
 * Keeps filters (`params`, as in an address) under a name. Once a key; refused for a name that
 * others have, and `not_found` where they are of an import that the studio has not.
 */
export async function saveSegment(
  ctx: StaffContext,
  { key, name, own }: SegmentForm,
  params: string,
): Promise<SaveSegmentResult> {
  const { db, studio, now, actor } = ctx
  const imported = new URLSearchParams(params).get('imported') ?? ''
  const known = sql`(${imported} = '' OR EXISTS (SELECT 1 FROM people_imports AS brought
    WHERE brought.studio_id = ${studio.id} AND brought.id = ${imported}))`
  const { there, taken, found } = await batch(db, {
    save: db.run(sql`
      INSERT INTO people_segments (id, studio_id, name, params, shared, author_id, author_name,
        created_at)
      SELECT ${key}, ${studio.id}, ${name}, ${params}, ${own ? 0 : 1}, ${actor.userId},
        ${actor.name}, ${now}
      WHERE (SELECT count(*) FROM people_segments WHERE studio_id = ${studio.id}) < ${mostSegments}
        AND ${known}
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
    found: db.all<{ known: number }>(sql`SELECT ${known} AS known`),
  })
  if (there.length > 0) return { ok: true }
  if (found[0]?.known !== 1) return { ok: false, reason: 'not_found' }
  return { ok: false, reason: taken.length > 0 ? 'name_taken' : 'too_many' }
}

/** Whether the studio has such a segment, of all staff or of the one who looks. */
export async function hasSegment(
  { db, studio, actor }: StaffContext,
  segmentId: string,
): Promise<boolean> {
  const rows = await db.all(
    sql`SELECT 1 FROM people_segments WHERE studio_id = ${studio.id} AND id = ${segmentId}
      AND (shared = 1 OR author_id = ${actor.userId})`,
  )
  return rows.length > 0
}

/** Forgets a segment; the people in it stay as they are. False where the studio has none such. */
export async function removeSegment(ctx: StaffContext, segmentId: string): Promise<boolean> {
  const { db, studio, actor } = ctx
  const { remove } = await batch(db, {
    remove: db.run(
      sql`DELETE FROM people_segments WHERE studio_id = ${studio.id} AND id = ${segmentId}
        AND (shared = 1 OR author_id = ${actor.userId})`,
    ),
    audit: auditStatement(
      ctx,
      { action: 'segment.removed', subjectKind: 'segment', subjectId: segmentId },
      rightAfterChange,
    ),
  })
  return changed(remove) > 0
}
