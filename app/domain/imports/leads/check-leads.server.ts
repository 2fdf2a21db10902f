import { leadSetting } from '#app/domain/leads/pipelines/pipeline-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Table } from '#app/values/table/read-table.ts'
import type { CheckedRows } from '../prepared-row.ts'
import type { ReadOptions } from '../read-row.ts'
import { type MatchedLead, matchLeads } from './match-leads.server.ts'
import { prepareLeads } from './prepare-leads.ts'

/** What importing a file of leads would do, without doing any of it. */
export async function checkLeads(
  ctx: StudioContext,
  table: Table,
  read: ReadOptions,
): Promise<CheckedRows> {
  const { pipelines } = await leadSetting(ctx)
  const options = { ...read, currency: ctx.studio.currency, pipelines }
  const { rows, refused } = prepareLeads(table, options)
  const matched = await matchLeads(ctx, rows)
  const n = (is: (row: MatchedLead) => boolean) => matched.filter(is).length
  return {
    rows,
    refused,
    findings: {
      ready: n(({ kind }) => kind === 'ready'),
      noEmail: n(({ kind }) => kind === 'no_email'),
      formula: n(({ kind }) => kind === 'formula'),
      added: n(({ outcome }) => outcome === 'added'),
      filled: n(({ outcome }) => outcome === 'filled'),
      unchanged: n(({ outcome }) => outcome === 'unchanged'),
      known: n(({ outcome, newPerson }) => outcome === 'added' && newPerson === 0),
      otherStage: n(({ outcome, otherStage }) => outcome === 'added' && otherStage),
    },
  }
}
