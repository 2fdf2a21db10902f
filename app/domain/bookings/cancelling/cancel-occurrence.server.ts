import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import { giveBackStatements } from '#app/domain/billing/open-items.server.ts'
import { entriesForStatement, extendLotsStatement } from '#app/domain/entitlements/ledger.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import {
  freeWithdrawalStatement,
  makeUpsStatement,
} from '#app/domain/places/make-up-statements.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { closeTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import {
  type ClassCancelled,
  classCancelled,
  classCancelledNotice,
} from '#app/messages/class-cancelled.ts'
import { paths } from '#app/paths.ts'
import type { LocalDate } from '#app/values/zone.ts'
import {
  type OccurrenceRow,
  occurrenceColumnsSql,
  occurrenceSourceSql,
} from '../availability/bookable-occurrences.server.ts'
import { messageOf } from '../booking/message-of.ts'

export type CancelOccurrenceResult =
  | { ok: true; notified: number; again?: true }
  | { ok: false; reason: 'not_found' | 'started' }

type Affected = {
  bookingId: string
  personId: string
  state: string
  /** Of the class: this cancel's own, whatever was called off and brought back before. */
  sequence: number
  lotName: string | null
  /** Paid by an enrolment: until when the make-up for it is good; null where there is none. */
  enrolmentId: string | null
  makeUpId: string | null
  makeUpUntil: LocalDate | null
  /** The lot's last day when this very cancel moved it. */
  runsUntil: LocalDate | null
  name: string
  preferredName: string
  email: string
}

/**
 * The studio cancels a class before its start: everybody booked is `studio_cancelled` with the
 * credit back in its lot, which runs 7 days longer, once, if it ends within 7 days (R13a); who
 * waited is `not_promoted`; nobody is late or absent; all are told. Who is enrolled in the course
 * of the session has a make-up for it and stays in the course. Doing it again changes nothing.
 * Refuses a class that has started, an event (`cancelEvent`), and another studio's (`not_found`).
 * So is an appointment without `appointment`: `cancelAtDesk` calls it off with its own row.
 *
 * `onlyIf` must hold for the change itself: a planned cancel asks that the class is still what it
 * was (`started` else).
 *
 * The first batch changes everything that counts. The messages follow in a second one, for those
 * whom the first really reached, however late they had booked; a repeated cancel queues what a
 * crash between the two left out.
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
    occurrence: db.all<OccurrenceRow>(sql`
      SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql}
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`),
    affected: db.all<Affected>(sql`
      SELECT b.id AS bookingId, b.person_id AS personId, b.state, occurrence.sequence,
        iif(b.guest_of IS NULL, package.name, NULL) AS lotName,
        CASE WHEN lot.extended_at = b.ended_at THEN lot.expires_on END AS runsUntil,
        b.enrolment_id AS enrolmentId, b.make_up_id AS makeUpId, make_up.valid_until AS makeUpUntil,
        person.name, person.preferred_name AS preferredName, person.email
      FROM bookings AS b JOIN people AS person ON person.id = b.person_id
      JOIN occurrences AS occurrence ON occurrence.id = b.occurrence_id
      LEFT JOIN lots AS lot ON lot.id = b.lot_id
      LEFT JOIN packages AS package ON package.id = lot.package_id
      LEFT JOIN make_ups AS make_up ON make_up.studio_id = b.studio_id AND make_up.booking_id = b.id
        AND make_up.voided_at IS NULL
      LEFT JOIN enrolments AS enrolment ON enrolment.id = b.enrolment_id
      WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId}
        AND (enrolment.id IS NULL OR enrolment.state IN ('enrolled','completed'))
        AND b.state IN ('studio_cancelled','not_promoted') AND b.ended_at = occurrence.cancelled_at
      ORDER BY b.seq`),
  })
  const [occurrence] = result.occurrence
  if (!occurrence || (occurrence.kind === 'appointment') !== appointment)
    return { ok: false, reason: 'not_found' }
  if (occurrence.state !== 'cancelled') return { ok: false, reason: 'started' }
  await tell(ctx, occurrence, result.affected)
  const notified = result.affected.length
  return changed(result.cancel) > 0 ? { ok: true, notified } : { ok: true, notified, again: true }
}

/** Queues mail and notice for each; their keys make a repeated step do nothing. */
async function tell(
  ctx: StudioContext,
  occurrence: OccurrenceRow,
  affected: readonly Affected[],
): Promise<void> {
  const statements: Record<string, Statement<D1Result>> = {}
  affected.forEach((person, i) => {
    const message: ClassCancelled = {
      ...messageOf(ctx, person, occurrence),
      why: occurrence.cancelReason,
      waiting: person.state === 'not_promoted',
      lot: person.lotName === null ? null : { name: person.lotName, runsUntil: person.runsUntil },
      course: person.enrolmentId === null ? null : { makeUpUntil: person.makeUpUntil },
      makeUpBack: person.makeUpId !== null,
    }
    const dedupeKey = `class-cancelled:${person.bookingId}:${person.sequence}`
    if (person.email) {
      statements[`mail${i}`] = queueStatement(
        ctx.db,
        {
          studioId: ctx.studio.id,
          dedupeKey,
          to: person.email,
          kind: 'class-cancelled',
          letter: classCancelled(message),
        },
        ctx.nowMs,
      )
    }
    statements[`notice${i}`] = noticeStatement(ctx, {
      personId: person.personId,
      dedupeKey,
      kind: 'class-cancelled',
      text: classCancelledNotice(message),
      path: paths.occurrence(ctx.studio, occurrence.id),
    })
  })
  await batch(ctx.db, statements)
}
