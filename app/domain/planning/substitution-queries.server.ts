import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { coachFreeSql } from '#app/domain/scheduling/free-guards.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes } from '#app/values/instant.ts'
import { byFit, type FitCoach, type SubRequest } from './substitution-view.ts'

type Row = Omit<SubRequest, 'claimsStand'> & { claimsStand: number }

/** Requests by a condition on request `q` and occurrence `o`. */
export function requestsStatement(
  { db, studio }: StudioContext,
  where: SQL,
  limit = 100,
): Statement<Row[]> {
  return db.all<Row>(sql`
    SELECT q.id, q.state, q.reason, q.claims_stand AS claimsStand, q.pay_minor AS payMinor, q.currency,
      q.created_at AS createdAt, q.decided_at AS decidedAt, q.coach_id AS regularId, h.name AS regularName,
      q.claimed_by AS claimedBy, c.name AS claimedName,
      (SELECT count(*) FROM sub_offers AS f WHERE f.studio_id = q.studio_id AND f.request_id = q.id) AS offers,
      o.id AS occurrenceId, o.kind, CASE o.topic WHEN '' THEN t.name ELSE t.name || ': ' || o.topic END AS title,
      o.starts_at AS startsAt, o.ends_at AS endsAt, o.local_start AS localStart, r.name AS roomName, o.coach_id AS coachId,
      o.series_id AS seriesId, o.sequence, o.state AS classState
    FROM sub_requests AS q CROSS JOIN occurrences AS o ON o.studio_id = q.studio_id AND o.id = q.occurrence_id
    JOIN class_types AS t ON t.id = o.class_type_id JOIN rooms AS r ON r.id = o.room_id
    JOIN people AS h ON h.id = q.coach_id LEFT JOIN people AS c ON c.id = q.claimed_by
    WHERE q.studio_id = ${studio.id} AND ${where} ORDER BY o.starts_at LIMIT ${limit}`)
}

export const toRequest = (row: Row): SubRequest => ({ ...row, claimsStand: row.claimsStand === 1 })

/** One request; null for another studio's id. */
export async function findRequest(
  ctx: StudioContext,
  requestId: string,
): Promise<SubRequest | null> {
  const { rows } = await batch(ctx.db, {
    rows: requestsStatement(ctx, sql`q.id = ${requestId}`, 1),
  })
  return rows[0] ? toRequest(rows[0]) : null
}

const openSql = (now: string) =>
  sql`q.state IN ('requested','offered','claimed') AND o.state = 'scheduled' AND o.starts_at > ${now} AND o.coach_id = q.coach_id`

/** What is needed, what is offered to one person, and what was settled lately. */
export async function substitutionsPage(ctx: StudioContext, personId: string) {
  const offered = sql`${openSql(ctx.now)} AND q.state = 'offered' AND EXISTS (SELECT 1 FROM sub_offers AS f
    WHERE f.studio_id = q.studio_id AND f.request_id = q.id AND f.coach_id = ${personId} AND f.state = 'offered')`
  const { needed, mine, settled } = await batch(ctx.db, {
    needed: requestsStatement(ctx, openSql(ctx.now)),
    mine: requestsStatement(ctx, offered),
    settled: requestsStatement(
      ctx,
      sql`q.state = 'approved' AND q.decided_at > ${addMinutes(ctx.now, -30 * 1_440)}`,
      50,
    ),
  })
  return {
    needed: needed.map(toRequest),
    mine: mine.map(toRequest),
    settled: settled.map(toRequest).reverse(),
  }
}

type FitRow = Omit<FitCoach, 'free' | 'qualified'> & { free: number; qualified: number }

/** Everybody who works here beside the coach who cannot, with how they fit; best first. */
export async function fitList(ctx: StudioContext, request: SubRequest): Promise<FitCoach[]> {
  const { db, studio, now } = ctx
  const span = { from: request.startsAt, until: request.endsAt }
  const rung = (alias: string) =>
    sql`coalesce((SELECT v.rung FROM levels AS v WHERE v.id = ${sql.raw(alias)}.minimum_level_id), 0)`
  const rows = await db.all<FitRow>(sql`
    WITH here AS (
      SELECT o.id, o.starts_at, o.local_start, o.class_type_id, t.discipline_id, ${rung('t')} AS rung
      FROM occurrences AS o JOIN class_types AS t ON t.id = o.class_type_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${request.occurrenceId}
    ), year AS (
      SELECT w.coach_id, sum(w.class_type_id = here.class_type_id) AS taught,
        max(w.class_type_id = here.class_type_id OR (wt.discipline_id = here.discipline_id AND ${rung('wt')} >= here.rung)) AS qualified
      FROM here CROSS JOIN occurrences AS w JOIN class_types AS wt ON wt.id = w.class_type_id
      WHERE w.studio_id = ${studio.id} AND w.starts_at > ${addMinutes(now, -365 * 1_440)} AND w.starts_at < ${now}
        AND w.state IN ('scheduled','reconciled') GROUP BY w.coach_id
    ), before AS (
      SELECT w.coach_id, max(w.ends_at) AS ended FROM here CROSS JOIN occurrences AS w
      WHERE w.studio_id = ${studio.id} AND w.starts_at > ${addMinutes(request.startsAt, -2 * 1_440)}
        AND w.ends_at <= here.starts_at AND w.state IN ('scheduled','reconciled')
        AND substr(w.local_start, 1, 10) < substr(here.local_start, 1, 10) GROUP BY w.coach_id
    )
    SELECT h.id, h.name, h.preferred_name AS preferredName, h.email,
      (${coachFreeSql(ctx, sql`h.id`, span, request.occurrenceId)}) AS free,
      coalesce(year.qualified, 0) AS qualified, coalesce(year.taught, 0) AS taught,
      CAST((julianday(here.starts_at) - julianday(before.ended)) * 24 AS INTEGER) AS restedHours, f.state AS offer
    FROM here CROSS JOIN people AS h LEFT JOIN year ON year.coach_id = h.id LEFT JOIN before ON before.coach_id = h.id
    LEFT JOIN sub_offers AS f ON f.studio_id = h.studio_id AND f.request_id = ${request.id} AND f.coach_id = h.id
    WHERE h.studio_id = ${studio.id} AND h.is_staff = 1 AND h.archived_at IS NULL AND h.id <> ${request.regularId}
    ORDER BY h.name LIMIT 100`)
  return byFit(
    rows.map((row) => ({ ...row, free: row.free === 1, qualified: row.qualified === 1 })),
  )
}
