/** Claiming a class that was offered, and settling who takes it. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { recordedStatement } from '#app/domain/happenings/happenings.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { tellFirst } from '#app/domain/messaging/tell-people.server.ts'
import {
  changingStatements,
  tellChanged,
} from '#app/domain/scheduling/series/notify-changed.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import {
  substituteApproved,
  substituteApprovedNotice,
  substituteFoundNotice,
} from '#app/messages/substitution.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { settledStatement, substitutionOf } from './ask-substitute.server.ts'
import { substituteTasks } from './substitute-tasks.server.ts'
import { findRequest } from './substitution-queries.server.ts'
import { isOpen, type SubRequest } from './substitution-view.ts'
import { classStands, type Fit, isFree, mayTake, unfitReason } from './take-guards.server.ts'

export type TakeRefusal =
  | 'not_found'
  | 'over'
  | 'not_offered'
  | 'taken'
  | 'not_free'
  | 'not_qualified'
  | 'not_claimed'

export type ClaimResult =
  | { ok: true; settled: boolean; again?: true }
  | { ok: false; reason: TakeRefusal }

/**
 * A coach takes a class that was offered to them. Of several at once the first has it: the UPDATE
 * decides. Refused to anyone who was not asked or said no (`not_offered`), who is bound by
 * something else then (`not_free`) or without what it asks for (`not_qualified`), and everyone
 * behind the first (`taken`). Where claims stand it is settled at once, else it waits for a
 * manager. Twice is once.
 */
export async function claimClass(ctx: MemberContext, requestId: string): Promise<ClaimResult> {
  const { db, studio, now, person } = ctx
  const request = await findRequest(ctx, requestId)
  if (!request) return { ok: false, reason: 'not_found' }
  const mine = sql`EXISTS (SELECT 1 FROM sub_offers AS offer
    WHERE offer.studio_id = ${studio.id} AND offer.request_id = ${requestId}
      AND offer.coach_id = ${person.id} AND offer.state = 'offered')`
  const { claim, offered, free, after } = await batch(db, {
    claim: db.run(sql`
      UPDATE sub_requests SET state = 'claimed', claimed_by = ${person.id}, claimed_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${requestId} AND state = 'offered' AND ${mine}
        AND ${classStands(ctx, request)} AND ${isFree(ctx, request, person.id)}
        AND ${mayTake(ctx, request, person.id)}`),
    audit: auditStatement(
      ctx,
      {
        action: 'substitute.claimed',
        subjectKind: 'occurrence',
        subjectId: request.occurrenceId,
        detail: { requestId, coachId: person.id },
      },
      rightAfterChange,
    ),
    offered: db.all<{ n: number }>(sql`SELECT ${mine} AS n`),
    free: db.all<Fit>(sql`SELECT (${isFree(ctx, request, person.id)}) AS n,
      ${mayTake(ctx, request, person.id)} AS may`),
    answer: db.run(sql`
      UPDATE sub_offers SET state = 'claimed', answered_at = ${now}
      WHERE studio_id = ${studio.id} AND request_id = ${requestId} AND coach_id = ${person.id}
        AND state = 'offered'
        AND EXISTS (SELECT 1 FROM sub_requests AS request
          WHERE request.studio_id = ${studio.id} AND request.id = ${requestId}
            AND request.claimed_by = ${person.id})`),
    ...substituteTasks(ctx),
    after: db.all<{ state: string; claimedBy: string | null; claimsStand: number }>(sql`
      SELECT state, claimed_by AS claimedBy, claims_stand AS claimsStand FROM sub_requests
      WHERE studio_id = ${studio.id} AND id = ${requestId}`),
  })
  const last = after[0]
  if (last?.claimedBy === person.id && (last.state === 'claimed' || last.state === 'approved')) {
    if (last.state === 'approved') return { ok: true, settled: true, again: true }
    const settled = last.claimsStand === 1 && (await approveSubstitute(ctx, requestId, {})).ok
    return changed(claim) > 0 ? { ok: true, settled } : { ok: true, settled, again: true }
  }
  if (last?.claimedBy) return { ok: false, reason: 'taken' }
  if (!isOpen(request, now) || last?.state !== 'offered') return { ok: false, reason: 'over' }
  if (offered[0]?.n === 0) return { ok: false, reason: 'not_offered' }
  return { ok: false, reason: unfitReason(free) }
}

export type DeclineResult = { ok: true } | { ok: false; reason: 'not_found' | 'not_offered' }

/**
 * A coach says no, or gives a claim back before it is settled: it is open to the others again.
 * Twice is once.
 */
export async function declineOffer(ctx: MemberContext, requestId: string): Promise<DeclineResult> {
  const { db, studio, now, person } = ctx
  const { there, offer } = await batch(db, {
    back: db.run(sql`
      UPDATE sub_requests SET state = 'offered', claimed_by = NULL, claimed_at = NULL
      WHERE studio_id = ${studio.id} AND id = ${requestId} AND state = 'claimed'
        AND claimed_by = ${person.id}`),
    decline: db.run(sql`
      UPDATE sub_offers SET state = 'declined', answered_at = ${now}
      WHERE studio_id = ${studio.id} AND request_id = ${requestId} AND coach_id = ${person.id}
        AND state <> 'declined'
        AND NOT EXISTS (SELECT 1 FROM sub_requests AS request
          WHERE request.studio_id = ${studio.id} AND request.id = ${requestId}
            AND request.state = 'approved' AND request.claimed_by = ${person.id})`),
    audit: auditStatement(
      ctx,
      {
        action: 'substitute.declined',
        subjectKind: 'substitution',
        subjectId: requestId,
        detail: { coachId: person.id },
      },
      rightAfterChange,
    ),
    ...substituteTasks(ctx),
    offer: db.all<{ state: string }>(sql`
      SELECT state FROM sub_offers
      WHERE studio_id = ${studio.id} AND request_id = ${requestId} AND coach_id = ${person.id}`),
    there: db.all<{ id: string }>(
      sql`SELECT id FROM sub_requests WHERE studio_id = ${studio.id} AND id = ${requestId}`,
    ),
  })
  if (!there[0]) return { ok: false, reason: 'not_found' }
  return offer[0]?.state === 'declined' ? { ok: true } : { ok: false, reason: 'not_offered' }
}

export type ApproveResult =
  | { ok: true; told: number; again?: true }
  | { ok: false; reason: TakeRefusal }

type CoachRow = { id: string; name: string; preferredName: string; email: string; offered: number }

/**
 * Settles that the coach who claimed a class takes it: the class changes hands and remembers its
 * regular coach, everyone in it is told, and the pay agreed on is written down for good. Guarded
 * by the class as it was read, so a change in between is looked at again (`over`). Twice is once.
 */
export async function approveSubstitute(
  ctx: StaffContext,
  requestId: string,
  { payMinor }: { payMinor?: number | null },
): Promise<ApproveResult> {
  const { db, studio, now, actor } = ctx
  const request = await findRequest(ctx, requestId)
  if (!request) return { ok: false, reason: 'not_found' }
  if (request.state === 'approved') return { ok: true, told: 0, again: true }
  const { claimedBy } = request
  if (request.state !== 'claimed' || claimedBy === null) return { ok: false, reason: 'not_claimed' }
  const { concerned, coaches } = await batch(db, {
    ...changingStatements(ctx, [request.occurrenceId]),
    coaches: db.all<CoachRow>(sql`
      SELECT person.id, person.name, person.preferred_name AS preferredName, person.email,
        EXISTS (SELECT 1 FROM sub_offers AS offer
          WHERE offer.studio_id = person.studio_id AND offer.request_id = ${requestId}
            AND offer.coach_id = person.id AND offer.state = 'offered') AS offered
      FROM people AS person WHERE person.studio_id = ${studio.id} AND person.is_staff = 1
      LIMIT 300`),
  })
  const substitute = coaches.find(({ id }) => id === claimedBy)
  if (!substitute) return { ok: false, reason: 'over' }
  const changeId = newId()
  const done = lineWrittenSql(changeId)
  const pay = payMinor === undefined ? sql`pay_minor` : sql`${payMinor}`
  const became = {
    id: request.occurrenceId,
    was: request.localStart,
    localStart: request.localStart,
    coachName: substitute.name,
    roomName: request.roomName,
  }
  const result = await batch(db, {
    settle: db.run(sql`
      UPDATE sub_requests SET state = 'approved', decided_by = ${actor.userId}, decided_at = ${now},
        pay_minor = ${pay}, currency = ${studio.currency}
      WHERE studio_id = ${studio.id} AND id = ${requestId} AND state = 'claimed'
        AND claimed_by = ${claimedBy}
        AND ${classStands(ctx, request)} AND ${isFree(ctx, request, claimedBy)}
        AND ${mayTake(ctx, request, claimedBy)}`),
    audit: auditStatement(
      ctx,
      {
        id: changeId,
        action: 'substitute.approved',
        // A class's line stands with its series, where the second of two editors looks for anyone
        // who was first.
        ...(request.kind === 'class'
          ? { subjectKind: 'series', subjectId: request.seriesId }
          : { subjectKind: 'occurrence', subjectId: request.occurrenceId }),
        detail: {
          requestId,
          occurrenceId: request.occurrenceId,
          from: request.regularId,
          to: claimedBy,
          payMinor: payMinor === undefined ? request.payMinor : payMinor,
        },
      },
      rightAfterChange,
    ),
    happened: recordedStatement(
      ctx,
      {
        id: changeId,
        kind: 'classes.changed',
        subjectId: request.seriesId,
        detail: { classes: [became] },
      },
      rightAfterChange,
    ),
    hands: db.run(sql`
      UPDATE occurrences SET coach_id = ${claimedBy}, sequence = sequence + 1,
        substituted_coach_id = nullif(coalesce(substituted_coach_id, coach_id), ${claimedBy})
      WHERE studio_id = ${studio.id} AND id = ${request.occurrenceId} AND ${done}`),
    version: db.run(sql`
      UPDATE series SET version = version + 1
      WHERE studio_id = ${studio.id} AND id = ${request.seriesId} AND ${done}`),
    ...coachStatements(ctx, request, substitute, coaches, done),
    ...substituteTasks(ctx),
    after: db.all<{ state: string }>(
      sql`SELECT state FROM sub_requests WHERE studio_id = ${studio.id} AND id = ${requestId}`,
    ),
    free: db.all<Fit>(sql`SELECT (${isFree(ctx, request, claimedBy)}) AS n,
      ${mayTake(ctx, request, claimedBy)} AS may`),
  })
  if (changed(result.settle) > 0) {
    await tellFirst(ctx, changeId, tellChanged)
    return { ok: true, told: concerned[0]?.people ?? 0 }
  }
  if (result.after[0]?.state === 'approved') return { ok: true, told: 0, again: true }
  return { ok: false, reason: unfitReason(result.free) }
}

/** The substitute by email and in the app, the regular coach and those who were asked in the app. */
function coachStatements(
  ctx: StaffContext,
  request: SubRequest,
  substitute: CoachRow,
  coaches: readonly CoachRow[],
  done: SQL,
): Record<string, Statement<D1Result>> {
  const about = {
    ...substitutionOf(ctx, request, substitute),
    path: paths.manageClass(ctx.studio, request.occurrenceId),
  }
  const [dedupeKey, kind] = [`sub-approved:${request.id}`, 'substitute-approved']
  const text = substituteApprovedNotice(about)
  const mail = {
    studioId: ctx.studio.id,
    dedupeKey,
    to: substitute.email,
    kind,
    letter: substituteApproved(about),
  }
  const found = {
    kind: 'substitute-found',
    text: substituteFoundNotice(about, substitute.name),
    path: about.path,
  }
  return {
    subNotice: noticeStatement(
      ctx,
      { personId: substitute.id, dedupeKey, kind, text, path: about.path },
      done,
    ),
    ...(substitute.email ? { subMail: queueStatement(ctx.db, mail, ctx.nowMs, done) } : {}),
    regular: noticeStatement(
      ctx,
      { personId: request.regularId, dedupeKey: `sub-found:${request.id}`, ...found },
      done,
    ),
    ...Object.fromEntries(
      coaches
        .filter(({ id, offered }) => offered === 1 && id !== substitute.id)
        .map((coach) => [`settled${coach.id}`, settledStatement(ctx, request, coach, done)]),
    ),
  }
}
