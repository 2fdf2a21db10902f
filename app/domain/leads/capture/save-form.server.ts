import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { keepConsentText } from '#app/domain/people/consents/consent-texts.server.ts'
import { firstConsentText } from '#app/domain/people/consents/consent-words.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { beginStatements } from '../pipelines/pipeline-queries.server.ts'
import { firstPipeline } from '../stages.ts'
import type { FormDefinition } from './form-definition.ts'
import { consentFields, type LeadFormForm } from './form-forms.ts'

export type SaveFormResult =
  | { ok: true; formId: string }
  | { ok: false; reason: 'not_found' | 'changed' }

/**
 * Saves a form over the version its page showed, as the next version; without a version it makes
 * one, under the form's key. What it asked before stays, so that everything it was sent can be
 * read. The words of its consents are kept as versions of theirs.
 */
export async function saveForm(
  ctx: StaffContext,
  formId: string | null,
  form: LeadFormForm,
): Promise<SaveFormResult> {
  const { db, studio, now, actor } = ctx
  const id = formId ?? form.key
  const from = formId ? (form.version ?? 0) : 0
  const definition = JSON.stringify(await definitionOf(ctx, form))
  // Ids must be the studio's own.
  const own = (table: string, of: string | null) =>
    sql`(SELECT id FROM ${sql.raw(table)} WHERE studio_id = ${studio.id} AND id = ${of})`
  const pipelineId = sql`coalesce(${own('lead_pipelines', form.pipelineId)}, ${firstPipeline.id})`
  const sourceId = sql`coalesce(${own('lead_sources', form.sourceId)}, '')`
  const ownerId = sql`(SELECT id FROM people WHERE studio_id = ${studio.id}
    AND id = ${form.ownerId ?? null} AND is_staff = 1)`
  const state = form.closed ? 'closed' : 'open'
  const { insert, update, found } = await batch(db, {
    ...beginStatements(ctx),
    insert: formId
      ? null
      : db.run(sql`
          INSERT INTO lead_forms (id, studio_id, name, version, state, pipeline_id, source_id,
            owner_id, created_at)
          VALUES (${id}, ${studio.id}, ${form.name}, 1, ${state}, ${pipelineId}, ${sourceId},
            ${ownerId}, ${now})
          ON CONFLICT (id) DO NOTHING`),
    update: formId
      ? db.run(sql`
          UPDATE lead_forms SET name = ${form.name}, version = version + 1, state = ${state},
            pipeline_id = ${pipelineId}, source_id = ${sourceId}, owner_id = ${ownerId}
          WHERE studio_id = ${studio.id} AND id = ${id} AND version = ${from}`)
      : null,
    audit: auditStatement(
      ctx,
      {
        action: formId ? 'lead_form.changed' : 'lead_form.added',
        subjectKind: 'lead_form',
        subjectId: id,
        detail: { version: from + 1 },
      },
      rightAfterChange,
    ),
    asked: db.run(sql`
      INSERT INTO lead_form_versions (studio_id, form_id, version, definition, created_at,
        created_by)
      SELECT studio_id, id, version, ${definition}, ${now}, ${actor.name} FROM lead_forms
      WHERE studio_id = ${studio.id} AND id = ${id} AND version = ${from + 1} AND changes() > 0
      ON CONFLICT DO NOTHING`),
    found: db.all<{ version: number }>(
      sql`SELECT version FROM lead_forms WHERE studio_id = ${studio.id} AND id = ${id}`,
    ),
  })
  if (!found[0]) return { ok: false, reason: 'not_found' }
  if (formId ? changed(update) === 0 : changed(insert) === 0 && found[0].version !== 1)
    return { ok: false, reason: 'changed' }
  return { ok: true, formId: id }
}

async function definitionOf(ctx: StaffContext, form: LeadFormForm): Promise<FormDefinition> {
  const said = form as unknown as Record<string, string | undefined>
  const consents: FormDefinition['consents'] = []
  for (const { kind, asked, text } of consentFields) {
    if (!said[asked]) continue
    const words = said[text] || firstConsentText(kind, ctx.studio.name)
    const kept = await keepConsentText(ctx, kind, words)
    if (kept?.id) {
      const { channel, purpose } = kind
      consents.push({ channel, purpose, textId: kept.id, text: words, version: kept.version })
    }
  }
  const { title, intro, phone, interests, questions, thanks, replySubject, replyText } = form
  return {
    title,
    intro,
    phone,
    interests,
    questions,
    consents,
    thanks,
    times: form.times === 'on',
    message: form.message === 'on',
    reply: replySubject ? { subject: replySubject, text: replyText } : null,
    trialTypes: await ownTypes(ctx, form.trialTypes),
  }
}

const ownTypes = async ({ db, studio }: StaffContext, ids: readonly string[]) =>
  (
    await db.all<{ id: string }>(sql`
      SELECT id FROM class_types WHERE studio_id = ${studio.id}
        AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) ORDER BY name`)
  ).map(({ id }) => id)
