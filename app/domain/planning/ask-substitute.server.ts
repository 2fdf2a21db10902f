/** Asking for someone to take a class, and asking coaches whether they would. */
import { sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import {
  type Substitution,
  substituteSettledNotice,
  substituteWanted,
  substituteWantedNotice,
} from '#app/messages/substitution.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { minutesBetween } from '#app/values/instant.ts'
import { askedStatements } from './substitute-asked.server.ts'
import { substituteTasks } from './substitute-tasks.server.ts'
import { findRequest, fitList } from './substitution-queries.server.ts'
import { type FitCoach, isOpen, type SubRequest } from './substitution-view.ts'

export type AskResult =
  | { ok: true; requestId: string }
  | { ok: false; reason: 'not_found' | 'over' | 'not_yours' }
  | { ok: false; reason: 'asked'; requestId: string }

/**
 * Asks for a substitute for a class that is still to come. `onlyOwn`: who asks must be its coach.
 * Sent twice it is one request; a class has one open request at a time (`asked`). `tell` are people
 * who decide: they hear of it by email and in the app, but for who asks.
 */
export async function askForSubstitute(
  ctx: MemberContext,
  {
    key,
    occurrenceId,
    reason,
    onlyOwn,
    tell = [],
  }: {
    key: string
    occurrenceId: string
    reason: string
    onlyOwn: boolean
    tell?: readonly string[]
  },
): Promise<AskResult> {
  const { db, studio, now, actor, person } = ctx
  const told = await askedStatements(ctx, { key, occurrenceId, reason, tell })
  const { there, open, found } = await batch(db, {
    // The class has another coach by now: what its former one asked for leads nowhere, and would
    // are in the way.
    former: db.run(sql`
      UPDATE sub_requests SET state = 'withdrawn', decided_by = ${actor.userId}, decided_at = ${now}
      WHERE studio_id = ${studio.id} AND occurrence_id = ${occurrenceId}
        AND state IN ('requested','offered','claimed')
        AND coach_id <> (SELECT o.coach_id FROM occurrences AS o
          WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}
            AND (${onlyOwn ? 1 : 0} = 0 OR o.coach_id = ${person.id}))`),
    ask: db.run(sql`
      INSERT INTO sub_requests (id, studio_id, occurrence_id, coach_id, reason, state,
        created_by, created_at)
      SELECT ${key}, o.studio_id, o.id, o.coach_id, ${reason}, 'requested', ${actor.userId}, ${now}
      FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND o.state = 'scheduled'
        AND o.starts_at > ${now}
        AND o.kind <> 'appointment' AND (${onlyOwn ? 1 : 0} = 0 OR o.coach_id = ${person.id})
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'substitute.asked',
        subjectKind: 'occurrence',
        subjectId: occurrenceId,
        reason,
        detail: { key },
      },
      rightAfterChange,
    ),
    ...substituteTasks(ctx),
    ...told,
    there: db.all<{ id: string }>(
      sql`SELECT id FROM sub_requests WHERE studio_id = ${studio.id} AND id = ${key}`,
    ),
    open: db.all<{ id: string }>(sql`
      SELECT id FROM sub_requests WHERE studio_id = ${studio.id} AND occurrence_id = ${occurrenceId}
        AND state IN ('requested','offered','claimed')`),
    found: db.all<{ own: number; ahead: number }>(sql`
      SELECT coach_id = ${person.id} AS own, state = 'scheduled' AND starts_at > ${now}
        AND kind <> 'appointment' AS ahead
      FROM occurrences WHERE studio_id = ${studio.id} AND id = ${occurrenceId}`),
  })
  if (there[0]) return { ok: true, requestId: there[0].id }
  const [occurrence] = found
  if (!occurrence) return { ok: false, reason: 'not_found' }
  if (onlyOwn && occurrence.own === 0) return { ok: false, reason: 'not_yours' }
  if (occurrence.ahead === 0 || !open[0]) return { ok: false, reason: 'over' }
  return { ok: false, reason: 'asked', requestId: open[0].id }
}

export type OfferTerms = {
  /** Coaches by id, or everyone who is qualified and free. */
  coachIds: readonly string[] | 'all'
  /** What only who approves may set; left out it stays as it was. */
  agreed?: {
    /** First to accept gets it without approval. */
    claimsStand: boolean
    /** A flat sum in minor units; null: by their own rules. */
    payMinor: number | null
  }
}

export type OfferResult =
  | { ok: true; asked: number }
  | { ok: false; reason: 'not_found' | 'over' | 'nobody' }

/**
 * Asks coaches whether they take it, each once, by email and in the app. Who teaches elsewhere then
 * is not asked.
 */
export async function offerSubstitute(
  ctx: StaffContext,
  requestId: string,
  terms: OfferTerms,
): Promise<OfferResult> {
  const { db, studio, now } = ctx
  const request = await findRequest(ctx, requestId)
  if (!request) return { ok: false, reason: 'not_found' }
  if (!isOpen(request, now) || request.state === 'claimed') return { ok: false, reason: 'over' }
  const { coachIds, agreed } = terms
  const { claimsStand, payMinor } = agreed ?? request
  const chosen = (await fitList(ctx, request)).filter(
    ({ id, free, barred, qualified, offer }) =>
      free && !barred && offer === null && (coachIds === 'all' ? qualified : coachIds.includes(id)),
  )
  if (chosen.length === 0) return { ok: false, reason: 'nobody' }
  const offerId = newId()
  const done = lineWrittenSql(offerId)
  const ids = JSON.stringify(chosen.map(({ id }) => id))
  const { offer } = await batch(db, {
    offer: db.run(sql`
      UPDATE sub_requests SET state = 'offered', claims_stand = ${claimsStand ? 1 : 0},
        pay_minor = ${payMinor}, currency = ${studio.currency}
      WHERE studio_id = ${studio.id} AND id = ${requestId} AND state IN ('requested','offered')`),
    audit: auditStatement(
      ctx,
      {
        id: offerId,
        action: 'substitute.offered',
        subjectKind: 'occurrence',
        subjectId: request.occurrenceId,
        detail: { requestId, coaches: chosen.map(({ id }) => id), claimsStand, payMinor },
      },
      rightAfterChange,
    ),
    rows: db.run(sql`
      INSERT INTO sub_offers (studio_id, request_id, coach_id, state, offered_at)
      SELECT ${studio.id}, ${requestId}, input.value, 'offered', ${now}
      FROM json_each(${ids}) AS input WHERE ${done}
      ON CONFLICT DO NOTHING`),
    ...Object.assign({}, ...chosen.map((coach) => wantedStatements(ctx, request, coach, done))),
  })
  return changed(offer) > 0 ? { ok: true, asked: chosen.length } : { ok: false, reason: 'over' }
}

/** What a letter about a request says. */
export function substitutionOf(
  { studio, origin }: StudioContext,
  request: SubRequest,
  coach: { name: string; preferredName: string },
): Substitution {
  const { name, slug, timeZone, locale } = studio
  return {
    studio: { name, slug, timeZone, locale },
    origin,
    title: request.title,
    localStart: request.localStart,
    roomName: request.roomName,
    name: coach.preferredName || (coach.name.split(' ')[0] ?? coach.name),
    minutes: minutesBetween(request.startsAt, request.endsAt),
    regularName: request.regularName,
    path: paths.manageSubstitution(studio, request.id),
  }
}

function wantedStatements(
  ctx: StaffContext,
  request: SubRequest,
  coach: FitCoach,
  done: ReturnType<typeof sql>,
): Record<string, Statement<D1Result>> {
  const about = substitutionOf(ctx, request, coach)
  const [dedupeKey, kind] = [`sub-wanted:${request.id}:${coach.id}`, 'substitute-wanted']
  const notice = {
    personId: coach.id,
    dedupeKey,
    kind,
    text: substituteWantedNotice(about),
    path: about.path,
  }
  const mail = {
    studioId: ctx.studio.id,
    dedupeKey,
    to: coach.email,
    kind,
    letter: substituteWanted(about),
  }
  return {
    [`notice${coach.id}`]: noticeStatement(ctx, notice, done),
    ...(coach.email ? { [`mail${coach.id}`]: queueStatement(ctx.db, mail, ctx.nowMs, done) } : {}),
  }
}

export type WithdrawResult =
  | { ok: true; again?: true }
  | { ok: false; reason: 'not_found' | 'settled' | 'not_yours' }

/**
 * Takes the request back: its coach teaches after all. Who was asked is told. Twice is once; what
 * is settled stays.
 */
export async function withdrawRequest(
  ctx: MemberContext,
  requestId: string,
  { onlyOwn }: { onlyOwn: boolean },
): Promise<WithdrawResult> {
  const { db, studio, now, actor, person } = ctx
  const request = await findRequest(ctx, requestId)
  if (!request) return { ok: false, reason: 'not_found' }
  if (request.state === 'withdrawn') return { ok: true, again: true }
  if (request.state === 'approved') return { ok: false, reason: 'settled' }
  if (onlyOwn && request.regularId !== person.id) return { ok: false, reason: 'not_yours' }
  const asked = await db.all<{ id: string; name: string; preferredName: string }>(sql`
    SELECT coach.id, coach.name, coach.preferred_name AS preferredName FROM sub_offers AS offer
    JOIN people AS coach ON coach.id = offer.coach_id
    WHERE offer.studio_id = ${studio.id} AND offer.request_id = ${requestId}
      AND offer.state <> 'declined' LIMIT 100`)
  const lineId = newId()
  const { withdraw } = await batch(db, {
    withdraw: db.run(sql`
      UPDATE sub_requests SET state = 'withdrawn', decided_by = ${actor.userId}, decided_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${requestId}
        AND state IN ('requested','offered','claimed')`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'substitute.withdrawn',
        subjectKind: 'occurrence',
        subjectId: request.occurrenceId,
        detail: { requestId },
      },
      rightAfterChange,
    ),
    ...Object.fromEntries(
      asked.map((coach) => [
        coach.id,
        settledStatement(ctx, request, coach, lineWrittenSql(lineId)),
      ]),
    ),
    ...substituteTasks(ctx),
  })
  return changed(withdraw) > 0 ? { ok: true } : { ok: false, reason: 'settled' }
}

/** Tells someone who was asked that it is settled without them. */
export function settledStatement(
  ctx: StudioContext,
  request: SubRequest,
  coach: { id: string; name: string; preferredName: string },
  done: ReturnType<typeof sql>,
): Statement<D1Result> {
  const about = substitutionOf(ctx, request, coach)
  return noticeStatement(
    ctx,
    {
      personId: coach.id,
      dedupeKey: `sub-settled:${request.id}:${coach.id}`,
      kind: 'substitute-settled',
      text: substituteSettledNotice(about),
      path: about.path,
    },
    done,
  )
}
