import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { FormDefinition } from './form-definition.ts'

export type LeadForm = {
  id: string
  name: string
  version: number
  state: 'open' | 'closed'
  pipelineId: string
  sourceId: string
  ownerId: string | null
  definition: FormDefinition
}

type Row = Omit<LeadForm, 'definition'> & { definition: string }

const columns = sql`form.id, form.name, form.version, form.state, form.pipeline_id AS pipelineId,
  form.source_id AS sourceId, form.owner_id AS ownerId`

/** A form as it asks now, or as it asked at `version` where there was such a one. */
function formStatement(
  { db, studio }: StudioContext,
  formId: string,
  version = 0,
): Statement<Row[]> {
  return db.all<Row>(sql`
    SELECT ${columns}, asked.definition FROM lead_forms AS form
    JOIN lead_form_versions AS asked ON asked.studio_id = form.studio_id
      AND asked.form_id = form.id AND asked.version IN (form.version, ${version})
    WHERE form.studio_id = ${studio.id} AND form.id = ${formId}
    ORDER BY asked.version = ${version} DESC LIMIT 1`)
}

const toForm = (row: Row | undefined): LeadForm | null =>
  row ? { ...row, definition: JSON.parse(row.definition) as FormDefinition } : null

/** A form of the studio; null where there is none. One trip. */
export async function findForm(
  ctx: StudioContext,
  formId: string,
  version = 0,
): Promise<LeadForm | null> {
  return toForm((await batch(ctx.db, { form: formStatement(ctx, formId, version) })).form[0])
}

export type ListedForm = Omit<LeadForm, 'definition'> & {
  /** What it was sent in the last 30 days, each counted no further than 1,000. */
  received: number
  spam: number
}

/** The studio's forms with what came in by each since an instant. */
export function formsStatement(
  { db, studio }: StudioContext,
  since: string,
): Statement<ListedForm[]> {
  const sent = (states: string) => sql`(SELECT count(*) FROM (SELECT 1 FROM lead_submissions AS sent
    WHERE sent.studio_id = form.studio_id AND sent.form_id = form.id
      AND sent.received_at >= ${since} AND ${sql.raw(states)} LIMIT 1001))`
  return db.all<ListedForm>(sql`
    SELECT ${columns}, ${sent(`sent.state <> 'spam'`)} AS received,
      ${sent(`sent.state = 'spam'`)} AS spam
    FROM lead_forms AS form WHERE form.studio_id = ${studio.id}
    ORDER BY form.state DESC, form.name LIMIT 100`)
}
