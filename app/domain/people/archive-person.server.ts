import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { personHappenedStatement } from '#app/domain/happenings/person-happenings.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type ArchiveResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'has_bookings' | 'is_staff' }

/** The person, an expression, has a place or waits in a class to come. */
export const classAheadSql = (
  { studio, now }: Pick<StaffContext, 'studio' | 'now'>,
  personId: SQL,
): SQL => sql`EXISTS (
  SELECT 1 FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
  WHERE b.studio_id = ${studio.id} AND b.person_id = ${personId}
    AND b.state IN ('booked','waitlisted')
    AND o.starts_at > ${now})`

/**
 * Takes a person out of the lists; everything they have stays. Refused while a class is ahead,
 * which has to be cancelled with its effects first, and for staff, whose place is ended elsewhere.
 */
export async function archivePerson(
  ctx: StaffContext,
  personId: string,
  reason: string,
): Promise<ArchiveResult> {
  const { db, studio, now } = ctx
  const ahead = classAheadSql(ctx, sql`${personId}`)
  const { found } = await batch(db, {
    archive: db.run(sql`
      UPDATE people SET archived_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${personId} AND archived_at IS NULL AND is_staff = 0
        AND NOT ${ahead}`),
    audit: auditStatement(
      ctx,
      { action: 'person.archived', subjectKind: 'person', subjectId: personId, reason },
      rightAfterChange,
    ),
    news: personHappenedStatement(ctx, 'archived', personId, rightAfterChange),
    found: db.all<{ archivedAt: string | null; isStaff: number }>(sql`
      SELECT archived_at AS archivedAt, is_staff AS isStaff FROM people
      WHERE studio_id = ${studio.id} AND id = ${personId}`),
  })
  const [person] = found
  if (!person) return { ok: false, reason: 'not_found' }
  if (person.archivedAt !== null) return { ok: true }
  return { ok: false, reason: person.isStaff ? 'is_staff' : 'has_bookings' }
}

/** A record of somebody still: the person who was erased, or merged into another, never comes back. */
export const isRecordSql = sql`(erased_at IS NULL AND merged_into IS NULL)`

/** Brings a person back from the archive, for the batch of who comes back. */
export const restoreStatement = ({ db, studio }: StaffContext, personId: string, onlyIf: SQL) =>
  db.run(sql`
    UPDATE people SET archived_at = NULL
    WHERE studio_id = ${studio.id} AND id = ${personId} AND archived_at IS NOT NULL
      AND ${isRecordSql} AND ${onlyIf}`)

/** Brings a person back from the archive. False where the studio has no such person. */
export async function restorePerson(ctx: StaffContext, personId: string): Promise<boolean> {
  const { db, studio } = ctx
  const { found } = await batch(db, {
    restore: restoreStatement(ctx, personId, sql`1`),
    audit: auditStatement(
      ctx,
      { action: 'person.restored', subjectKind: 'person', subjectId: personId },
      rightAfterChange,
    ),
    news: personHappenedStatement(ctx, 'restored', personId, rightAfterChange),
    found: db.all<{ id: string }>(
      sql`SELECT id FROM people WHERE studio_id = ${studio.id} AND id = ${personId}`,
    ),
  })
  return found.length > 0
}
