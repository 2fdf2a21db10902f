import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { TouchKind } from '#app/db/studio/leads-words.ts'
import { consentsStatement } from '#app/domain/people/consents/consent-statements.server.ts'
import { standingOf } from '#app/domain/people/consents/record-consent.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { type LeadRow, leadColumnsSql, leadSourceSql } from './list/lead-rows.server.ts'
import { pipelineStatements, toSetting } from './pipelines/pipeline-queries.server.ts'

export type TouchRow = {
  id: string
  kind: TouchKind
  text: string
  detail: Record<string, string>
  byName: string
  at: Instant
}

/** Statements of a lead's page, for the batch of the page that shows it; `toLeadPage` reads their answers. */
export function leadPageStatements(ctx: StudioContext, leadId: string) {
  const { db, studio } = ctx
  const person = sql`(SELECT whose.person_id FROM leads AS whose
    WHERE whose.studio_id = ${studio.id} AND whose.id = ${leadId})`
  return {
    ...pipelineStatements(ctx),
    lead: db.all<LeadRow & { prospect: number }>(sql`
      SELECT ${leadColumnsSql}, person.prospect FROM ${leadSourceSql}
      WHERE lead.studio_id = ${studio.id} AND lead.id = ${leadId}`),
    touches: db.all<Omit<TouchRow, 'detail'> & { detail: string }>(sql`
      SELECT id, kind, text, detail, by_name AS byName, at FROM lead_touches
      WHERE studio_id = ${studio.id} AND lead_id = ${leadId} ORDER BY seq DESC LIMIT 100`),
    consents: consentsStatement(ctx, person),
    others: db.all<{ id: string; state: string; createdAt: Instant }>(sql`
      SELECT id, state, created_at AS createdAt FROM leads
      WHERE studio_id = ${studio.id} AND person_id = ${person} AND id <> ${leadId}
      ORDER BY created_at DESC LIMIT 20`),
  }
}

type Answers<Statements> = {
  [Name in keyof Statements]: Statements[Name] extends Statement<infer Rows> ? Rows : never
}

/**
 * A lead with its story, what its person consented to, and their other opportunities. Null where
 * there is none.
 */
export function toLeadPage({
  lead,
  touches,
  consents,
  others,
  ...rows
}: Answers<ReturnType<typeof leadPageStatements>>) {
  const [found] = lead
  if (!found) return null
  return {
    lead: found,
    touches: touches.map((row) => ({ ...row, detail: JSON.parse(row.detail) }) as TouchRow),
    setting: toSetting(rows),
    consents: standingOf(consents),
    others,
  }
}

export type LeadPage = NonNullable<ReturnType<typeof toLeadPage>>
