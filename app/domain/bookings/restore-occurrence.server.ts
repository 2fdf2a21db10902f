import { sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { makeUpUsedSql } from '#app/domain/courses/kept-places.server.ts'
import { voidMakeUpsStatement } from '#app/domain/courses/make-up-statements.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/operations/audit.server.ts'
import type { StaffContext } from '#app/domain/studios/staff-context.ts'
import { paths } from '#app/paths.ts'
import { dayTime } from '#app/values/wording.ts'

export type RestoreOccurrenceResult =
  | { ok: true; told: number; again?: true }
  | { ok: false; reason: 'not_found' | 'started' }

/** Booking `b` is of somebody still in the course of its session, who has not used the make-up for it. */
const inCourseSql = sql`(b.enrolment_id IS NOT NULL AND EXISTS (
    SELECT 1 FROM enrolments AS en WHERE en.id = b.enrolment_id AND en.state = 'enrolled')
  AND NOT EXISTS (SELECT 1 FROM make_ups AS mk WHERE mk.studio_id = b.studio_id AND mk.booking_id = b.id
    AND ${makeUpUsedSql('mk')}))`

/** Told at most this many at once; no class has more. */
const most = 300

/**
 * Brings a cancelled class back, until its start (SM-OCC). It can be booked again and nobody is in it: places and
 * credits that went back stay back, and whoever had one is told that they may book again. Who is in the course of the
 * session has the place again, and the make-up for it ends where it is not used. Twice is once. Refused once
 * the class would have started, and for another studio's (`not_found`).
 */
export async function restoreOccurrence(
  ctx: StaffContext,
  occurrenceId: string,
  { reason = '' }: { reason?: string } = {},
): Promise<RestoreOccurrenceResult> {
  const { db, studio, now } = ctx
  const own = sql`o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`
  const { had, restored, found } = await batch(db, {
    had: db.all<{ bookingId: string; personId: string; sequence: number; enrolled: number }>(sql`
      SELECT b.id AS bookingId, b.person_id AS personId, o.sequence, ${inCourseSql} AS enrolled FROM occurrences AS o
      JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id AND b.ended_at = o.cancelled_at
        AND b.state IN ('studio_cancelled','not_promoted')
      WHERE ${own} AND o.state = 'cancelled' LIMIT ${most}`),
    // Who is in the course of the session has the place again, unless the make-up for it has been used.
    back: db.run(sql`
      UPDATE bookings AS b SET state = 'booked', ended_at = NULL, ended_by = NULL
      WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId} AND b.state = 'studio_cancelled'
        AND ${inCourseSql} AND b.ended_at = (
          SELECT o.cancelled_at FROM occurrences AS o WHERE ${own} AND o.state = 'cancelled' AND o.starts_at > ${now})`),
    makeUps: voidMakeUpsStatement(
      ctx,
      sql`mk.booking_id IN (SELECT b.id FROM bookings AS b WHERE b.studio_id = ${studio.id}
        AND b.occurrence_id = ${occurrenceId} AND b.state = 'booked')`,
    ),
    restored: db.run(sql`
      UPDATE occurrences AS o
      SET state = 'scheduled', cancel_reason = '', cancelled_at = NULL, sequence = sequence + 1
      WHERE ${own} AND o.state = 'cancelled' AND o.starts_at > ${now}`),
    audit: auditStatement(
      ctx,
      { action: 'occurrence.restored', subjectKind: 'occurrence', subjectId: occurrenceId, reason },
      rightAfterChange,
    ),
    found: db.all<{ state: string; title: string; localStart: string; startsAt: string }>(sql`
      SELECT o.state, t.name AS title, o.local_start AS localStart, o.starts_at AS startsAt
      FROM occurrences AS o JOIN class_types AS t ON t.id = o.class_type_id WHERE ${own}`),
  })
  const [occurrence] = found
  if (!occurrence) return { ok: false, reason: 'not_found' }
  if (occurrence.startsAt <= now) return { ok: false, reason: 'started' }
  if (changed(restored) === 0) return { ok: true, told: 0, again: true }
  const after = `${occurrence.title}, ${dayTime(occurrence.localStart, studio.locale)} takes place after all.`
  const again = 'What you had is back with you: book again if you want to come.'
  const inIt = 'Your place of the course is yours again, and the make-up for it has ended.'
  const path = paths.occurrence(studio, occurrenceId)
  const notices: Record<string, Statement<D1Result>> = {}
  for (const { bookingId, personId, sequence, enrolled } of had) {
    const text = `${after} ${enrolled ? inIt : again}`
    const dedupeKey = `class-restored:${bookingId}:${sequence}`
    notices[bookingId] = noticeStatement(ctx, { personId, dedupeKey, kind: 'class-restored', text, path })
  }
  await batch(db, notices)
  return { ok: true, told: had.length }
}
