import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { countLimit, type Page, pageStatements, toPage } from '#app/db/page.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, endOfDay, localDate } from '#app/values/zone.ts'
import { answerMinutesStatement, funnelStatement } from '../funnel.server.ts'
import type { Funnel } from '../funnel.ts'
import {
  type LeadSetting,
  pipelineStatements,
  toSetting,
} from '../pipelines/pipeline-queries.server.ts'
import { type LeadFilters, type LeadView, leadFilters, leadViews } from './lead-filters.ts'
import {
  type LeadRow,
  leadColumnsSql,
  leadSourceSql,
  leadsOrder,
  leadsWhere,
} from './lead-rows.server.ts'

/** Cards of a column that are read; the rest is in the table. */
const cardsShown = 12

export type Counted = { n: number; more: boolean }
const countedOf = (n: number): Counted => ({ n: Math.min(n, countLimit), more: n > countLimit })

/** What stands above the leads, whichever way they are shown. */
export type LeadsHead = {
  setting: LeadSetting
  counts: Record<LeadView, Counted>
  /** Of the leads of this month so far. */
  funnel: Funnel
  answerMinutes: number | null
  /** People that one post pointed to both of. */
  pairs: number
}

/** Statements of the head, for the batch of the page; counts go no further than 1,000. */
export function headStatements(ctx: StudioContext, viewerId: string | null) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  // The month begins where the last day of the one before ends.
  const from = endOfDay(addDays(`${today.slice(0, 7)}-01`, -1), studio.timeZone)
  const none = leadFilters.parse({})
  const views = leadViews.map(
    (view) => sql`(SELECT count(*) FROM (SELECT 1 FROM leads AS lead
      WHERE ${leadsWhere(ctx, { ...none, view }, viewerId)} LIMIT ${countLimit + 1}))
      AS ${sql.raw(view)}`,
  )
  return {
    ...pipelineStatements(ctx),
    counts: db.all<Record<LeadView, number>>(sql`SELECT ${sql.join(views, sql`, `)}`),
    funnel: funnelStatement(ctx, { from, to: '9999-01-01T00:00:00Z' }),
    answer: answerMinutesStatement(ctx),
    pairs: db.all<{ n: number }>(sql`SELECT count(*) AS n FROM (SELECT 1 FROM lead_pairs
      WHERE studio_id = ${studio.id} AND decided_at IS NULL LIMIT 100)`),
  }
}

type Answers<Statements> = {
  [Name in keyof Statements]: Statements[Name] extends Statement<infer Rows> ? Rows : never
}

/** What the statements of the head found. */
export function toHead(rows: Answers<ReturnType<typeof headStatements>>): LeadsHead {
  const { found: _, ...funnel } = rows.funnel[0]!
  return {
    setting: toSetting(rows),
    counts: Object.fromEntries(
      leadViews.map((view) => [view, countedOf(rows.counts[0]?.[view] ?? 0)]),
    ) as LeadsHead['counts'],
    funnel,
    answerMinutes: rows.answer[0]?.median ?? null,
    pairs: rows.pairs[0]?.n ?? 0,
  }
}

/** The newest leads of each stage that is a column of a pipeline. */
export function cardsStatement(
  { db, studio }: StudioContext,
  pipelineId: string,
): Statement<LeadRow[]> {
  return db.all<LeadRow>(sql`
    SELECT ${leadColumnsSql} FROM lead_stages AS stage CROSS JOIN ${leadSourceSql}
    WHERE stage.studio_id = ${studio.id} AND stage.pipeline_id = ${pipelineId}
      AND stage.kind NOT IN ('won','lost','nurture')
      AND lead.id IN (SELECT newest.id FROM leads AS newest
        WHERE newest.studio_id = stage.studio_id AND newest.stage_id = stage.id
        ORDER BY newest.last_touch_at DESC LIMIT ${cardsShown})`)
}

/** How many stand in each stage of a pipeline, no further than 1,000. */
export function stageCountsStatement(
  { db, studio }: StudioContext,
  pipelineId: string,
): Statement<{ id: string; n: number }[]> {
  return db.all<{ id: string; n: number }>(sql`
    SELECT stage.id, (SELECT count(*) FROM (SELECT 1 FROM leads
      WHERE leads.studio_id = stage.studio_id AND leads.stage_id = stage.id
      LIMIT ${countLimit + 1})) AS n
    FROM lead_stages AS stage
    WHERE stage.studio_id = ${studio.id} AND stage.pipeline_id = ${pipelineId}
      AND stage.kind NOT IN ('won','lost','nurture')`)
}

/** One page of leads as a table. One trip. */
export async function leadsListPage(
  ctx: StudioContext,
  filters: LeadFilters,
  viewerId: string | null,
  at: { page: number; perPage: number },
): Promise<LeadsHead & { leads: Page<LeadRow> }> {
  const query = {
    select: leadColumnsSql,
    from: leadSourceSql,
    where: leadsWhere(ctx, filters, viewerId),
    orderBy: leadsOrder(filters),
  }
  const { items, count, ...head } = await batch(ctx.db, {
    ...headStatements(ctx, viewerId),
    ...pageStatements<LeadRow>(ctx.db, query, at),
  })
  return { ...toHead(head), leads: toPage({ items, count }, at, (row) => row) }
}
