import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { derivedId } from '#app/values/id.ts'
import { newReplyToken } from '#app/values/mail/reply-address.ts'

/**
 * The group of a weekly class or of a course, begun where there is none yet: one each, however often
 * it is asked for. Null for a class or course that the studio does not have.
 */
export async function beginGroup(
  ctx: StaffContext,
  kind: 'series' | 'course',
  subjectId: string,
): Promise<string | null> {
  const { db, studio, now } = ctx
  const id = await derivedId(studio.id, 'group', kind, subjectId)
  const named = nameSql(studio.id, kind, subjectId)
  const { there } = await batch(db, {
    begun: db.run(sql`
      INSERT INTO conversations (id, studio_id, kind, name, subject_kind, subject_id, token, last_at,
        last_way, created_at)
      SELECT ${id}, ${studio.id}, 'group', named.name, ${kind}, ${subjectId}, ${newReplyToken()},
        ${now}, 'system', ${now}
      FROM (${named}) AS named WHERE 1 ON CONFLICT DO NOTHING`),
    line: auditStatement(
      ctx,
      { action: 'conversation.group_begun', subjectKind: kind, subjectId },
      rightAfterChange,
    ),
    there: db.all<{ id: string }>(sql`
      SELECT id FROM conversations
      WHERE studio_id = ${studio.id} AND subject_kind = ${kind} AND subject_id = ${subjectId}`),
  })
  return there[0]?.id ?? null
}

/** A group's name: the course, or the class and its weekday. */
const nameSql = (studioId: string, kind: 'series' | 'course', subjectId: string): SQL =>
  kind === 'course'
    ? sql`SELECT class_type.name FROM courses AS course
          JOIN class_types AS class_type ON class_type.id = course.class_type_id
          WHERE course.studio_id = ${studioId} AND course.id = ${subjectId}`
    : sql`SELECT class_type.name || ', ' || CASE strftime('%w', series.first_start)
            WHEN '0' THEN 'Sundays' WHEN '1' THEN 'Mondays' WHEN '2' THEN 'Tuesdays'
            WHEN '3' THEN 'Wednesdays' WHEN '4' THEN 'Thursdays' WHEN '5' THEN 'Fridays'
            ELSE 'Saturdays' END AS name
          FROM series JOIN class_types AS class_type ON class_type.id = series.class_type_id
          WHERE series.studio_id = ${studioId} AND series.id = ${subjectId}`

/** What a group would be called, and the one that is there; null for a strange class or course. */
export async function findGroup(
  { db, studio }: StudioContext,
  kind: 'series' | 'course',
  subjectId: string,
): Promise<{ name: string; conversationId: string | null } | null> {
  const [found] = await db.all<{ name: string; conversationId: string | null }>(sql`
    SELECT named.name, (SELECT id FROM conversations WHERE studio_id = ${studio.id}
      AND subject_kind = ${kind} AND subject_id = ${subjectId}) AS conversationId
    FROM (${nameSql(studio.id, kind, subjectId)}) AS named`)
  return found ?? null
}

/** The weekly class or course of an occurrence; null where it is of none. */
export async function groupSubjectOf(
  { db, studio }: StudioContext,
  occurrenceId: string,
): Promise<{ kind: 'series' | 'course'; id: string } | null> {
  const [found] = await db.all<{ kind: 'series' | 'course'; id: string }>(sql`
    SELECT CASE WHEN EXISTS (SELECT 1 FROM courses WHERE courses.id = o.series_id)
      THEN 'course' ELSE 'series' END AS kind, o.series_id AS id
    FROM occurrences AS o WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}
      AND o.kind IN ('class', 'course', 'workshop')`)
  return found ?? null
}
