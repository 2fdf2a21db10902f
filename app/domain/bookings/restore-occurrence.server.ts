import { sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/operations/audit.server.ts'
import type { StaffContext } from '#app/domain/studios/staff-context.ts'
import { type ClassRestored, classRestored, classRestoredNotice } from '#app/messages/class-restored.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { type OccurrenceRow, occurrenceColumnsSql, occurrenceSourceSql } from './bookable-occurrences.server.ts'
import { messageOf } from './message-of.ts'

export type RestoreOccurrenceResult =
  | { ok: true; told: number; again?: true }
  | { ok: false; reason: 'not_found' | 'started' }

type Had = { bookingId: string; personId: string; name: string; preferredName: string; email: string; sequence: number }

/** Told at most this many at once; no class has more. */
const most = 300

/**
 * Brings a cancelled class back, until its start (SM-OCC). It can be booked again and nobody is in it: places and
 * credits that went back stay back, and whoever had one, or waited, is told by mail and in the app that they may book
 * again. Twice is once. Refused once the class would have started, and for another studio's (`not_found`).
 */
export async function restoreOccurrence(
  ctx: StaffContext,
  occurrenceId: string,
  { reason = '' }: { reason?: string } = {},
): Promise<RestoreOccurrenceResult> {
  const { db, studio, now } = ctx
  const own = sql`o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`
  // Nobody gets into a cancelled class: who had a place can be read before it is brought back.
  const { had, occurrence } = await batch(db, {
    had: db.all<Had>(sql`
      SELECT b.id AS bookingId, b.person_id AS personId, h.name, h.preferred_name AS preferredName, h.email, o.sequence
      FROM occurrences AS o
      JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id AND b.ended_at = o.cancelled_at
        AND b.state IN ('studio_cancelled','not_promoted')
      JOIN people AS h ON h.id = b.person_id
      WHERE ${own} AND o.state = 'cancelled' LIMIT ${most}`),
    occurrence: db.all<OccurrenceRow>(sql`SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql} WHERE ${own}`),
  })
  const [found] = occurrence
  if (!found) return { ok: false, reason: 'not_found' }
  if (found.startsAt <= now) return { ok: false, reason: 'started' }
  const auditId = newId()
  const { restored } = await batch(db, {
    restored: db.run(sql`
      UPDATE occurrences AS o
      SET state = 'scheduled', cancel_reason = '', cancelled_at = NULL, sequence = sequence + 1
      WHERE ${own} AND o.state = 'cancelled' AND o.starts_at > ${now}`),
    audit: auditStatement(
      ctx,
      { id: auditId, action: 'occurrence.restored', subjectKind: 'occurrence', subjectId: occurrenceId, reason },
      rightAfterChange,
    ),
    ...tellStatements(ctx, found, had, auditId),
  })
  return changed(restored) > 0 ? { ok: true, told: had.length } : { ok: true, told: 0, again: true }
}

/** A notice each, and a mail where there is an address, once the class is back. */
function tellStatements(
  ctx: StaffContext,
  occurrence: OccurrenceRow,
  had: readonly Had[],
  auditId: string,
): Record<string, Statement<D1Result>> {
  const done = lineWrittenSql(auditId)
  const statements: Record<string, Statement<D1Result>> = {}
  for (const person of had) {
    const { bookingId, personId, sequence, email } = person
    const message: ClassRestored = { ...messageOf(ctx, person, occurrence), occurrenceId: occurrence.id }
    const dedupeKey = `class-restored:${bookingId}:${sequence}`
    const kind = 'class-restored'
    statements[`notice${bookingId}`] = noticeStatement(
      ctx,
      {
        personId,
        dedupeKey,
        kind,
        text: classRestoredNotice(message),
        path: paths.occurrence(ctx.studio, occurrence.id),
      },
      done,
    )
    if (!email) continue
    const mail = { studioId: ctx.studio.id, dedupeKey, to: email, kind, letter: classRestored(message) }
    statements[`mail${bookingId}`] = queueStatement(ctx.db, mail, ctx.nowMs, done)
  }
  return statements
}
