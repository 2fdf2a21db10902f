import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import { typedMinor } from '#app/values/money.ts'
import { stampAt } from '#app/values/wording.ts'
import { timesWords } from '../capture/form-definition.ts'
import { leadSetting } from '../pipelines/pipeline-queries.server.ts'
import type { LeadFilters } from './lead-filters.ts'
import {
  type LeadRow,
  leadColumnsSql,
  leadSourceSql,
  leadsOrder,
  leadsWhere,
} from './lead-rows.server.ts'

const head = [
  ...['Name', 'Email', 'Phone', 'Pipeline', 'Stage', 'Source', 'Campaign', 'Interest', 'Times'],
  ...['Value', 'Tags', 'Owner', 'Touches', 'First touch', 'Last touch', 'Minutes to answer'],
  ...['Referred by', 'Lost because'],
]

const atOnce = 500

/** Rows a file holds at most. */
const mostRows = 20_000

/** The leads that the filters leave as rows of a file, some at a time; that it was taken is audited. */
export async function exportLeads(
  ctx: StaffContext,
  filters: LeadFilters,
  viewerId: string | null,
): Promise<AsyncIterable<CsvCell[][]>> {
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      action: 'leads.exported',
      subjectKind: 'studio',
      subjectId: ctx.studio.id,
      detail: { view: filters.view },
    }),
  })
  return rowsOfFile(ctx, filters, viewerId)
}

async function* rowsOfFile(ctx: StaffContext, filters: LeadFilters, viewerId: string | null) {
  yield [head]
  const { pipelines, sources } = await leadSetting(ctx)
  const { currency, timeZone } = ctx.studio
  for (let offset = 0; offset < mostRows; offset += atOnce) {
    const rows = await ctx.db.all<LeadRow>(sql`
      SELECT ${leadColumnsSql} FROM ${leadSourceSql}
      WHERE ${leadsWhere(ctx, filters, viewerId)} ORDER BY ${leadsOrder(filters)}
      LIMIT ${atOnce} OFFSET ${offset}`)
    yield rows.map((row): CsvCell[] => {
      const pipeline = pipelines.find(({ id }) => id === row.pipelineId)
      return [
        ...[row.name, row.email, row.phone, pipeline?.name ?? ''],
        pipeline?.stages.find(({ id }) => id === row.stageId)?.name ?? '',
        sources.find(({ id }) => id === row.sourceId)?.name ?? '',
        ...[row.campaign, row.interest, timesWords(row.preferredTimes)],
        row.valueMinor === null ? '' : typedMinor(row.valueMinor, currency),
        ...[row.tags, row.owner ?? ''],
        ...[row.touches, stampAt(row.createdAt, timeZone), stampAt(row.lastTouchAt, timeZone)],
        ...[row.answerMinutes ?? '', row.referredBy, row.lostReason],
      ]
    })
    if (rows.length < atOnce) return
  }
}
