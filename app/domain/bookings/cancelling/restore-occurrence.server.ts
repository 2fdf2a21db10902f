import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { openDaySql } from '#app/domain/calendar/closed-days.server.ts'
import { conflictsStatement, conflictWords } from '#app/domain/calendar/conflicts.server.ts'
import { placesFreeSql } from '#app/domain/calendar/free-guards.server.ts'
import { recordedStatement } from '#app/domain/happenings/happenings.server.ts'
import { tellFirst } from '#app/domain/messaging/tell-people.server.ts'
import { makeUpUsedSql } from '#app/domain/places/kept-places.server.ts'
import { voidMakeUpsStatement } from '#app/domain/places/make-up-statements.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { restoredLineStatements } from '#app/domain/staff-pay/pay-line-statements.server.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { tellRestored } from './tell-restored.server.ts'

export type RestoreOccurrenceResult =
  | { ok: true; notified: number; again?: true }
  | { ok: false; reason: 'not_found' | 'started' | 'closed_then' }
  | { ok: false; reason: 'taken'; facts: { taken: string[] } }

/**
 * Booking `b` is of someone still in the course of its session, who has not used the make-up for
 * it.
 */
const inCourseSql = sql`(b.enrolment_id IS NOT NULL AND EXISTS (
    SELECT 1 FROM enrolments AS enrolment
    WHERE enrolment.id = b.enrolment_id AND enrolment.state = 'enrolled')
  AND NOT EXISTS (SELECT 1 FROM make_ups AS make_up
    WHERE make_up.studio_id = b.studio_id AND make_up.booking_id = b.id
      AND ${makeUpUsedSql('make_up')}))`

/**
 * Brings a cancelled class back, until its start (SM-OCC). It can be booked again and nobody is in
 * it: places and credits that went back stay back, and everyone who had one, or waited, is told by
 * email and in the app that they may book again. Who is in the course of the session has the place
 * again, and the make-up for it ends where it is not used. Twice is once. Refused once the class
 * would have started, on a day that is closed, where its room or coach has something else by now
 * (`taken`, with what), and for another studio's (`not_found`).
 */
export async function restoreOccurrence(
  ctx: StaffContext,
  occurrenceId: string,
  { reason = '' }: { reason?: string } = {},
): Promise<RestoreOccurrenceResult> {
  const { db, studio, now } = ctx
  // An event's tickets and an appointment have ended for good: they are made again.
  const own = sql`o.studio_id = ${studio.id} AND o.id = ${occurrenceId}
    AND o.kind NOT IN ('event','appointment')`
  // Nobody gets into a cancelled class: the people who had a place can be read before it is restored.
  const { had, places } = await batch(db, {
    had: db.all<{ n: number; enrolled: number }>(sql`
      SELECT count(*) AS n, coalesce(sum(${inCourseSql}), 0) AS enrolled FROM occurrences AS o
      JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
        AND b.ended_at = o.cancelled_at
        AND b.state IN ('studio_cancelled','not_promoted')
      WHERE ${own} AND o.state = 'cancelled'`),
    places: db.all<Place>(sql`
      SELECT o.id, o.room_id AS roomId, o.coach_id AS coachId, o.starts_at AS startsAt,
        o.ends_at AS endsAt, o.cancelled_at AS cancelledAt, o.class_type_id AS classTypeId
      FROM occurrences AS o WHERE ${own}`),
  })
  const [place] = places
  if (!place) return { ok: false, reason: 'not_found' }
  if (place.startsAt <= now) return { ok: false, reason: 'started' }
  const happeningId = newId()
  // A cancelled class binds nobody: its day, room and coach are asked about again, by the write.
  const except = { ids: [occurrenceId], must: true }
  const needs = { classTypeId: place.classTypeId, people: had[0]?.enrolled ?? 0 }
  const wanted = [{ ...place, needs }]
  const open = openDaySql(ctx, sql`o.room_id`, sql`substr(o.local_start, 1, 10)`)
  const free = sql`${open} AND ${placesFreeSql(ctx, wanted, except)}`
  const { restored, after, taken } = await batch(db, {
    // Who is in the course of the session has the place again, unless the make-up for it has been
    // used.
    back: db.run(sql`
      UPDATE bookings AS b SET state = 'booked', ended_at = NULL, ended_by = NULL
      WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId}
        AND b.state = 'studio_cancelled'
        AND ${inCourseSql} AND b.ended_at = (
          SELECT o.cancelled_at FROM occurrences AS o
          WHERE ${own} AND o.state = 'cancelled' AND o.cancelled_at IS ${place.cancelledAt}
            AND o.starts_at > ${now} AND ${free})`),
    makeUps: voidMakeUpsStatement(
      ctx,
      sql`make_up.booking_id IN (SELECT b.id FROM bookings AS b WHERE b.studio_id = ${studio.id}
        AND b.occurrence_id = ${occurrenceId} AND b.state = 'booked')`,
    ),
    restored: db.run(sql`
      UPDATE occurrences AS o
      SET state = 'scheduled', cancel_reason = '', cancelled_at = NULL, sequence = sequence + 1
      WHERE ${own} AND o.state = 'cancelled' AND o.cancelled_at IS ${place.cancelledAt}
        AND o.starts_at > ${now} AND ${free}`),
    audit: auditStatement(
      ctx,
      {
        action: 'occurrence.restored',
        subjectKind: 'occurrence',
        subjectId: occurrenceId,
        reason,
      },
      rightAfterChange,
    ),
    happened: recordedStatement(
      ctx,
      {
        id: happeningId,
        kind: 'class.restored',
        subjectId: occurrenceId,
        detail: { cancelledAt: place.cancelledAt ?? now },
      },
      rightAfterChange,
    ),
    ...restoredLineStatements(
      ctx,
      occurrenceId,
      sql`EXISTS (SELECT 1 FROM occurrences AS o WHERE ${own} AND o.state = 'scheduled')`,
    ),
    after: db.all<{ state: string; open: number }>(
      sql`SELECT o.state, ${open} AS open FROM occurrences AS o WHERE ${own}`,
    ),
    taken: conflictsStatement(ctx, wanted, except),
  })
  if (changed(restored) > 0) {
    await tellFirst(ctx, happeningId, tellRestored)
    return { ok: true, notified: had[0]?.n ?? 0 }
  }
  if (after[0]?.state !== 'cancelled') return { ok: true, notified: 0, again: true }
  if (after[0].open === 0) return { ok: false, reason: 'closed_then' }
  return { ok: false, reason: 'taken', facts: { taken: conflictWords(taken, ctx) } }
}

type Place = {
  id: string
  roomId: string
  coachId: string
  startsAt: Instant
  endsAt: Instant
  classTypeId: string
  cancelledAt: Instant | null
}
