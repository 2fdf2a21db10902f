import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { giveBackStatements } from '#app/domain/billing/open-items.server.ts'
import { entriesForStatement, extendLotsStatement } from '#app/domain/entitlements/ledger.server.ts'
import { recordedStatement } from '#app/domain/happenings/happenings.server.ts'
import { tellFirst } from '#app/domain/messaging/tell-people.server.ts'
import {
  freeWithdrawalStatement,
  makeUpsStatement,
} from '#app/domain/places/make-up-statements.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { cancelledLineStatement } from '#app/domain/staff-pay/pay-line-statements.server.ts'
import { closeTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import { newId } from '#app/values/id.ts'
import { endedWithClassSql, tellCancelled } from './tell-cancelled.server.ts'

export type CancelOccurrenceResult =
  | { ok: true; notified: number; again?: true }
  | { ok: false; reason: 'not_found' | 'started' }

/**
 * The studio cancels a class before its start: everyone booked is `studio_cancelled` with the
 * credit back in its lot, which runs 7 days longer, once, if it ends within 7 days (R13a); who
 * waited is `not_promoted`; nobody is late or absent; all are told. Who is enrolled in the course
 * of the session has a make-up for it and stays in the course. Its coach is paid by the studio's cancel
 * rule. Doing it again changes nothing.
 * Refuses a class that has started, an event (`cancelEvent`), and another studio's (`not_found`).
 * So is an appointment without `appointment`: `cancelAtDesk` calls it off with its own row.
 *
 * `onlyIf` must hold for the change itself: a planned cancel asks that the class is still what it
 * was (`started` else).
 *
 * One batch changes everything that counts and records that it happened. Those whom it really
 * reached, however late they had booked, are told from that record: the first right away, the rest
 * by anyone who walks it next.
 */
export async function cancelOccurrence(
  ctx: StudioContext & { actor: Actor },
  occurrenceId: string,
  {
    reason,
    onlyIf = sql`1`,
    appointment = false,
  }: { reason: string; onlyIf?: SQL; appointment?: boolean },
): Promise<CancelOccurrenceResult> {
  const { db, studio, now, actor } = ctx
  const why = reason.trim().slice(0, 200)
  const happeningId = newId()
  const kinds = appointment ? sql`kind = 'appointment'` : sql`kind NOT IN ('event','appointment')`
  const own = sql`studio_id = ${studio.id} AND occurrence_id = ${occurrenceId}`
  // True behind the change, for this and for a repeated cancel; never for a class that goes on.
  const off = sql`EXISTS (SELECT 1 FROM occurrences AS occurrence
    WHERE occurrence.studio_id = ${studio.id} AND occurrence.id = ${occurrenceId}
      AND occurrence.state = 'cancelled')`
  const seated = sql`SELECT id AS booking_id, person_id, lot_id FROM bookings
    WHERE ${own} AND state IN ('booked','checked_in') AND ${off}`
  const ahead = sql`studio_id = ${studio.id} AND id = ${occurrenceId} AND ${kinds}
    AND state = 'scheduled'
    AND starts_at > ${now} AND ${onlyIf}`
  const result = await batch(db, {
    // Before the change itself, which makes its own condition false.
    audit: auditStatement(
      ctx,
      {
        action: 'occurrence.cancel',
        subjectKind: 'occurrence',
        subjectId: occurrenceId,
        reason: why,
      },
      sql`EXISTS (SELECT 1 FROM occurrences WHERE ${ahead})`,
    ),
    cancel: db.run(sql`
      UPDATE occurrences SET state = 'cancelled', cancel_reason = ${why}, cancelled_at = ${now},
        sequence = sequence + 1
      WHERE ${ahead}`),
    happened: recordedStatement(
      ctx,
      {
        id: happeningId,
        kind: 'class.cancelled',
        subjectId: occurrenceId,
        detail: sql`(SELECT json_object('why', ${why}, 'localStart', occurrence.local_start)
          FROM occurrences AS occurrence
          WHERE occurrence.studio_id = ${studio.id} AND occurrence.id = ${occurrenceId})`,
      },
      rightAfterChange,
    ),
    extend: extendLotsStatement(ctx, sql`SELECT lot_id FROM (${seated}) WHERE lot_id IS NOT NULL`),
    credits: entriesForStatement(ctx, 'return', seated, 'class cancelled by the studio'),
    // An appointment's price has its occurrence as its subject, a drop-in's its booking.
    ...giveBackStatements(
      ctx,
      sql`SELECT ${occurrenceId} UNION SELECT booking_id FROM (${seated})`,
      off,
    ),
    booked: db.run(sql`
      UPDATE bookings SET state = 'studio_cancelled', ended_at = ${now}, ended_by = ${actor.userId}
      WHERE ${own} AND state IN ('booked','checked_in') AND ${off}`),
    // Who is enrolled gets a make-up instead of a credit, and may withdraw: it is not the course
    // they bought.
    makeUps: makeUpsStatement(
      ctx,
      sql`SELECT id AS booking_id FROM bookings
        WHERE ${own} AND state = 'studio_cancelled' AND enrolment_id IS NOT NULL AND ${off}`,
    ),
    free: freeWithdrawalStatement(ctx, occurrenceId, off),
    few: closeTaskStatement(ctx, { kind: 'few_booked', ref: occurrenceId }, off),
    waiting: db.run(sql`
      UPDATE bookings SET state = 'not_promoted', ended_at = ${now}, ended_by = ${actor.userId}
      WHERE ${own} AND state = 'waitlisted' AND ${off}`),
    pay: cancelledLineStatement(ctx, occurrenceId),
    occurrence: db.all<{ kind: string; state: string }>(sql`
      SELECT kind, state FROM occurrences
      WHERE studio_id = ${studio.id} AND id = ${occurrenceId}`),
    affected: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM bookings AS b
      JOIN occurrences AS occurrence ON occurrence.id = b.occurrence_id
      LEFT JOIN enrolments AS enrolment ON enrolment.id = b.enrolment_id
      WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId}
        AND ${endedWithClassSql} AND b.ended_at = occurrence.cancelled_at`),
  })
  const [occurrence] = result.occurrence
  if (!occurrence || (occurrence.kind === 'appointment') !== appointment)
    return { ok: false, reason: 'not_found' }
  if (occurrence.state !== 'cancelled') return { ok: false, reason: 'started' }
  const notified = result.affected[0]?.n ?? 0
  if (changed(result.cancel) === 0) return { ok: true, notified, again: true }
  await tellFirst(ctx, happeningId, tellCancelled)
  return { ok: true, notified }
}
