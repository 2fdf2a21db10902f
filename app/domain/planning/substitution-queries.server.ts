import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { OfferingKind } from '#app/db/studio/scheduling.ts'
import { coachFreeSql } from '#app/domain/calendar/free-guards.server.ts'
import {
  heldOnSql,
  kindsInForceSql,
  mayTeachSql,
  neededSql,
} from '#app/domain/calendar/unfit-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import { byFit, type FitCoach, type SubRequest, type uncoveredWords } from './substitution-view.ts'

type Row = Omit<SubRequest, 'claimsStand'> & { claimsStand: number }

/** Requests by a condition on `request` and occurrence `o`. */
function requestsStatement(
  { db, studio }: StudioContext,
  where: SQL,
  limit = 100,
): Statement<Row[]> {
  return db.all<Row>(sql`
    SELECT request.id, request.state, request.reason, request.claims_stand AS claimsStand,
      request.pay_minor AS payMinor, request.currency, request.created_at AS createdAt,
      request.decided_at AS decidedAt, request.coach_id AS regularId, coach.name AS regularName,
      request.claimed_by AS claimedBy, claimer.name AS claimedName,
      (SELECT count(*) FROM sub_offers AS offer
        WHERE offer.studio_id = request.studio_id AND offer.request_id = request.id) AS offers,
      o.id AS occurrenceId, o.kind, CASE o.topic WHEN '' THEN class_type.name
        ELSE class_type.name || ': ' || o.topic END AS title,
      o.starts_at AS startsAt, o.ends_at AS endsAt, o.local_start AS localStart,
      room.name AS roomName, o.coach_id AS coachId, o.series_id AS seriesId, o.sequence,
      o.state AS classState
    FROM sub_requests AS request
    CROSS JOIN occurrences AS o ON o.studio_id = request.studio_id AND o.id = request.occurrence_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN rooms AS room ON room.id = o.room_id
    JOIN people AS coach ON coach.id = request.coach_id
    LEFT JOIN people AS claimer ON claimer.id = request.claimed_by
    WHERE request.studio_id = ${studio.id} AND ${where} ORDER BY o.starts_at LIMIT ${limit}`)
}

const toRequest = (row: Row): SubRequest => ({ ...row, claimsStand: row.claimsStand === 1 })

/** One request; null for another studio's id. */
export async function findRequest(
  ctx: StudioContext,
  requestId: string,
): Promise<SubRequest | null> {
  const { rows } = await batch(ctx.db, {
    rows: requestsStatement(ctx, sql`request.id = ${requestId}`, 1),
  })
  return rows[0] ? toRequest(rows[0]) : null
}

/** A request `request` of occurrence `o` that can still lead to someone: `isOpen` in SQL. */
export const openRequestSql = (now: string): SQL =>
  sql`request.state IN ('requested','offered','claimed') AND o.state = 'scheduled'
    AND o.starts_at > ${now} AND o.coach_id = request.coach_id`

/** Classes that one person may take, and has not answered. */
export const offeredToStatement = (ctx: StudioContext, personId: string): Statement<Row[]> =>
  requestsStatement(
    ctx,
    sql`${openRequestSql(ctx.now)} AND request.state = 'offered' AND request.id IN (
      SELECT offer.request_id FROM sub_offers AS offer
      WHERE offer.studio_id = ${ctx.studio.id} AND offer.coach_id = ${personId}
        AND offer.state = 'offered')`,
  )

/** Further ahead nobody looks for someone yet. */
const coverDays = 28

export type Uncovered = {
  id: string
  kind: OfferingKind
  seriesId: string
  title: string
  localStart: LocalDateTime
  coachName: string
  why: keyof typeof uncoveredWords
}

/**
 * Classes of the next four weeks whose coach does not work here any more or is suspended, is out
 * then, or may not teach them, and for which nobody has been asked.
 */
const uncoveredStatement = (ctx: StudioContext): Statement<Uncovered[]> => {
  const { db, studio, now } = ctx
  const gone = sql`(coach.is_staff <> 1 OR coach.archived_at IS NOT NULL)`
  const away = sql`EXISTS (SELECT 1 FROM blocks AS block WHERE block.studio_id = o.studio_id
    AND block.coach_id = o.coach_id AND block.ends_at > o.starts_at
    AND block.starts_at < o.ends_at)`
  const unfit = sql`NOT ${mayTeachSql(ctx, {
    personId: sql`o.coach_id`,
    typeId: sql`o.class_type_id`,
    date: sql`substr(o.local_start, 1, 10)`,
  })}`
  return db.all<Uncovered>(sql`
    SELECT o.id, o.kind, o.series_id AS seriesId, CASE o.topic WHEN '' THEN class_type.name
        ELSE class_type.name || ': ' || o.topic END AS title, o.local_start AS localStart,
      coach.name AS coachName, CASE WHEN ${gone} THEN 'gone' WHEN ${away} THEN 'away'
        ELSE 'unfit' END AS why
    FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN people AS coach ON coach.id = o.coach_id
    WHERE o.studio_id = ${studio.id} AND o.starts_at > ${now}
      AND o.starts_at < ${addMinutes(now, coverDays * 1_440)} AND o.state = 'scheduled'
      AND (${gone} OR ${away} OR ${unfit})
      AND NOT EXISTS (SELECT 1 FROM sub_requests AS request
        WHERE request.studio_id = o.studio_id AND request.occurrence_id = o.id
          AND ${openRequestSql(now)})
    ORDER BY o.starts_at LIMIT 100`)
}

/** What is needed, what is offered to one person, and what was settled lately. */
export async function substitutionsPage(ctx: StudioContext, personId: string) {
  const { needed, mine, settled, uncovered } = await batch(ctx.db, {
    uncovered: uncoveredStatement(ctx),
    needed: requestsStatement(ctx, openRequestSql(ctx.now)),
    mine: offeredToStatement(ctx, personId),
    settled: requestsStatement(
      ctx,
      sql`request.state = 'approved' AND request.decided_at > ${addMinutes(ctx.now, -30 * 1_440)}`,
      50,
    ),
  })
  return {
    uncovered,
    needed: needed.map(toRequest),
    mine: mine.map(toRequest),
    settled: settled.map(toRequest).reverse(),
  }
}

type FitRow = Omit<FitCoach, 'free' | 'qualified' | 'barred'> & {
  free: number
  qualified: number
  barred: number
}

/** Names of what `coach` does not hold and the class `here` asks for; empty for nothing. */
const lackedSql = (ctx: StudioContext): SQL => sql`(
  SELECT coalesce(group_concat(kind.name, ', '), '') FROM qualification_kinds AS kind
  JOIN class_types AS type ON type.id = here.class_type_id
  WHERE ${kindsInForceSql(ctx, 'warn')} AND ${neededSql(sql`type.id`, sql`type.discipline_id`)}
    AND NOT ${heldOnSql(sql`coach.id`, sql`substr(here.local_start, 1, 10)`)})`

/** Everyone who works here beside the coach who cannot, with how they fit; best first. */
export async function fitList(ctx: StudioContext, request: SubRequest): Promise<FitCoach[]> {
  const { db, studio, now } = ctx
  const span = { startsAt: request.startsAt, endsAt: request.endsAt }
  const rung = (alias: string) =>
    sql`coalesce((SELECT level.rung FROM levels AS level
      WHERE level.id = ${sql.raw(alias)}.minimum_level_id), 0)`
  const rows = await db.all<FitRow>(sql`
    WITH here AS (
      SELECT o.id, o.starts_at, o.local_start, o.class_type_id, class_type.discipline_id,
        ${rung('class_type')} AS rung
      FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${request.occurrenceId}
    ), year AS (
      SELECT past_class.coach_id, sum(past_class.class_type_id = here.class_type_id) AS taught,
        max(past_class.class_type_id = here.class_type_id
          OR (past_type.discipline_id = here.discipline_id
            AND ${rung('past_type')} >= here.rung)) AS qualified
      FROM here CROSS JOIN occurrences AS past_class
      JOIN class_types AS past_type ON past_type.id = past_class.class_type_id
      WHERE past_class.studio_id = ${studio.id}
        AND past_class.starts_at > ${addMinutes(now, -365 * 1_440)}
        AND past_class.starts_at < ${now}
        AND past_class.state IN ('scheduled','reconciled') GROUP BY past_class.coach_id
    ), before AS (
      SELECT past_class.coach_id, max(past_class.ends_at) AS ended FROM here
      CROSS JOIN occurrences AS past_class
      WHERE past_class.studio_id = ${studio.id}
        AND past_class.starts_at > ${addMinutes(request.startsAt, -2 * 1_440)}
        AND past_class.ends_at <= here.starts_at AND past_class.state IN ('scheduled','reconciled')
        AND substr(past_class.local_start, 1, 10) < substr(here.local_start, 1, 10)
      GROUP BY past_class.coach_id
    )
    SELECT coach.id, coach.name, coach.preferred_name AS preferredName, coach.email,
      (${coachFreeSql(ctx, sql`coach.id`, span, { ids: [request.occurrenceId] })}) AS free,
      ${lackedSql(ctx)} AS lacks,
      NOT ${mayTeachSql(ctx, {
        personId: sql`coach.id`,
        typeId: sql`here.class_type_id`,
        date: sql`substr(here.local_start, 1, 10)`,
      })} AS barred, coalesce(year.qualified, 0) AS qualified, coalesce(year.taught, 0) AS taught,
      CAST((julianday(here.starts_at) - julianday(before.ended)) * 24 AS INTEGER) AS restedHours,
      offer.state AS offer
    FROM here CROSS JOIN people AS coach LEFT JOIN year ON year.coach_id = coach.id
    LEFT JOIN before ON before.coach_id = coach.id
    LEFT JOIN sub_offers AS offer ON offer.studio_id = coach.studio_id
      AND offer.request_id = ${request.id} AND offer.coach_id = coach.id
    WHERE coach.studio_id = ${studio.id} AND coach.is_staff = 1 AND coach.archived_at IS NULL
      AND coach.id <> ${request.regularId}
    ORDER BY coach.name LIMIT 100`)
  return byFit(
    rows.map((row) => ({
      ...row,
      free: row.free === 1,
      barred: row.barred === 1,
      qualified: row.qualified === 1,
    })),
  )
}
