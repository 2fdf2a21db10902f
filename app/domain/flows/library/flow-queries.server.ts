import { type SQL, sql } from 'drizzle-orm'
import { pageStatements } from '#app/db/page.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { FlowPlan } from '../plan/flow-plan.ts'
import { mostComing } from './flow-filter-words.ts'
import type { FlowFilters } from './flow-filters.ts'

export type FlowState = 'draft' | 'shared' | 'archived'

export type FlowRow = {
  id: string
  title: string
  discipline: string | null
  level: string
  focus: string
  minutes: number
  seconds: number
  items: number
  state: FlowState
  authorName: string
  version: number
  updatedAt: Instant
  /** Classes from now on that are taught from it, counted up to `mostComing`. */
  coming: number
}

/**
 * Flows of the alias `flow` that the account may open: those shared with coaches, its own drafts,
 * and every draft for owners and managers, who fill in for who is away.
 */
export const opensFlowSql = ({ userId, role }: Pick<Actor, 'userId' | 'role'>): SQL =>
  role === 'owner' || role === 'manager'
    ? sql`1`
    : sql`(flow.state <> 'draft' OR flow.author_id = ${userId})`

const comingSql = (now: Instant) => sql`(SELECT count(*) FROM (SELECT 1 FROM class_flows AS planned
  JOIN occurrences AS o ON o.id = planned.occurrence_id AND o.studio_id = planned.studio_id
    AND o.state IN ('scheduled', 'draft')
  WHERE planned.studio_id = flow.studio_id AND planned.flow_id = flow.id
    AND planned.starts_at > ${now} LIMIT ${mostComing}))`

const columns = (now: Instant) => sql`flow.id, flow.title, discipline.name AS discipline,
  flow.level, flow.focus, flow.minutes, flow.seconds, flow.items, flow.state,
  flow.author_name AS authorName, flow.version, flow.updated_at AS updatedAt,
  ${comingSql(now)} AS coming`

const from = sql`flows AS flow LEFT JOIN disciplines AS discipline
  ON discipline.studio_id = flow.studio_id AND discipline.id = flow.discipline_id`

const lengths: Record<string, SQL> = {
  short: sql`flow.minutes <= 45`,
  hour: sql`flow.minutes BETWEEN 46 AND 75`,
  long: sql`flow.minutes > 75`,
}

/** One page of the flows that an account may open, by title. Archived ones where asked for. */
export function flowsStatements(
  { db, studio, now }: StudioContext,
  actor: Pick<Actor, 'userId' | 'role'>,
  { q, discipline, level, length, state }: FlowFilters,
  at: { page: number; perPage: number },
) {
  const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return pageStatements<FlowRow>(
    db,
    {
      select: columns(now),
      from,
      where: sql`flow.studio_id = ${studio.id} AND ${opensFlowSql(actor)}
        AND ${state ? sql`flow.state = ${state}` : sql`flow.state <> 'archived'`}
        AND ${discipline ? sql`flow.discipline_id = ${discipline}` : sql`1`}
        AND ${level ? sql`flow.level = ${level}` : sql`1`}
        AND ${lengths[length] ?? sql`1`}
        AND ${q ? sql`(flow.title LIKE ${like} ESCAPE '\\' OR flow.focus LIKE ${like} ESCAPE '\\')` : sql`1`}`,
      orderBy: sql`flow.title, flow.id`,
    },
    at,
  )
}

export type FoundFlow = {
  id: string
  title: string
  state: FlowState
  authorId: string
  authorName: string
  version: number
  /** The version that `plan` is of. */
  shown: number
  plan: string
  savedBy: string
  savedAt: Instant
  what: string
}

/**
 * A flow with its newest version, or with `version`; no row for a foreign id, and for a draft that
 * is not one of the account's.
 */
export const flowStatement = (
  { db, studio }: StudioContext,
  actor: Pick<Actor, 'userId' | 'role'>,
  flowId: string | SQL,
  version: number | SQL | null = null,
) =>
  db.all<FoundFlow>(sql`
    SELECT flow.id, flow.title, flow.state, flow.author_id AS authorId,
      flow.author_name AS authorName, flow.version, said.version AS shown, said.plan,
      said.saved_by AS savedBy, said.created_at AS savedAt, said.what
    FROM flows AS flow JOIN flow_versions AS said ON said.studio_id = flow.studio_id
      AND said.flow_id = flow.id AND said.version = coalesce(${version}, flow.version)
    WHERE flow.studio_id = ${studio.id} AND flow.id = ${flowId} AND ${opensFlowSql(actor)}`)

/** Whether the account may open the flow: false for a foreign id and for another's draft. */
export async function hasFlow(
  { db, studio }: StudioContext,
  actor: Pick<Actor, 'userId' | 'role'>,
  flowId: string,
): Promise<boolean> {
  const found = await db.all(sql`SELECT 1 FROM flows AS flow
    WHERE flow.studio_id = ${studio.id} AND flow.id = ${flowId} AND ${opensFlowSql(actor)}`)
  return found.length > 0
}

/** Whether a discipline or a level that was chosen is one of the studio's; none chosen is fine. */
export async function choosesOwn(
  { db, studio }: StudioContext,
  of: 'disciplines' | 'levels',
  id: string,
): Promise<boolean> {
  if (id === '') return true
  const found = await db.all(
    sql`SELECT 1 FROM ${sql.identifier(of)} WHERE studio_id = ${studio.id} AND id = ${id}`,
  )
  return found.length > 0
}

export type FlowVersion = {
  version: number
  what: string
  savedBy: string
  createdAt: Instant
  /** Classes that were taught from it. */
  taught: number
}

/** The versions that are kept, the newest first. */
export const versionsStatement = ({ db, studio }: StudioContext, flowId: string) =>
  db.all<FlowVersion>(sql`
    SELECT said.version, said.what, said.saved_by AS savedBy, said.created_at AS createdAt,
      said.taught
    FROM flow_versions AS said
    WHERE said.studio_id = ${studio.id} AND said.flow_id = ${flowId}
    ORDER BY said.version DESC LIMIT 100`)

export type FlowComment = {
  id: string
  itemId: string
  text: string
  authorName: string
  createdAt: Instant
  settledAt: Instant | null
}

/** What was said about a flow, the newest first. */
export const commentsStatement = ({ db, studio }: StudioContext, flowId: string) =>
  db.all<FlowComment>(sql`
    SELECT id, item_id AS itemId, text, author_name AS authorName, created_at AS createdAt,
      settled_at AS settledAt
    FROM flow_comments WHERE studio_id = ${studio.id} AND flow_id = ${flowId}
    ORDER BY settled_at IS NOT NULL, created_at DESC, id DESC LIMIT 100`)

export type FlowUse = {
  occurrenceId: string
  title: string
  coachName: string
  localStart: string
  endsAt: Instant
  version: number | null
}

/**
 * The `most` classes nearest to now that are taught from a flow, those to come first. Read from both
 * sides of now, so that years of classes are not sorted to show a few.
 */
export function usesStatement({ db, studio, now }: StudioContext, flowId: string, most = 8) {
  const nearest = (side: SQL, order: SQL) => sql`SELECT * FROM (
    SELECT planned.occurrence_id, planned.version FROM class_flows AS planned
    CROSS JOIN occurrences AS at ON at.id = planned.occurrence_id
      AND at.studio_id = planned.studio_id AND at.state <> 'cancelled'
    WHERE planned.studio_id = ${studio.id} AND planned.flow_id = ${flowId}
      AND planned.starts_at ${side} ${now} ORDER BY planned.starts_at ${order} LIMIT ${most})`
  return db.all<FlowUse>(sql`
    SELECT o.id AS occurrenceId, type.name AS title, coach.name AS coachName,
      o.local_start AS localStart, o.ends_at AS endsAt, planned.version
    FROM (${nearest(sql`>`, sql`ASC`)} UNION ALL ${nearest(sql`<=`, sql`DESC`)}) AS planned
    JOIN occurrences AS o ON o.id = planned.occurrence_id
    JOIN class_types AS type ON type.id = o.class_type_id
    JOIN people AS coach ON coach.id = o.coach_id
    ORDER BY o.ends_at <= ${now}, abs(julianday(o.starts_at) - julianday(${now})) LIMIT ${most}`)
}

/** True where a flow of the studio, archived or not, uses the exercise. */
export const usedByFlowSql = ({ studio }: Pick<StudioContext, 'studio'>, exerciseId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM flow_exercises AS used
    WHERE used.studio_id = ${studio.id} AND used.exercise_id = ${exerciseId})`

export const planOf = ({ plan }: Pick<FoundFlow, 'plan'>): FlowPlan => JSON.parse(plan) as FlowPlan
