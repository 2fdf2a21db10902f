import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { consentFields } from '#app/domain/leads/capture/form-forms.ts'
import type { LeadForm } from '#app/domain/leads/capture/form-queries.server.ts'
import {
  pipelineStatements,
  toSetting,
} from '#app/domain/leads/pipelines/pipeline-queries.server.ts'
import { consentTextsStatement, textsOf } from '#app/domain/people/consents/consent-texts.server.ts'
import { consentName, consentTitle } from '#app/domain/people/consents/consent-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** What the form of a lead form offers, and the words of its consents as they stand. One trip. */
export async function formChoices(ctx: StudioContext) {
  const { db, studio } = ctx
  const { texts, types, ...rows } = await batch(db, {
    ...pipelineStatements(ctx),
    texts: consentTextsStatement(ctx),
    types: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM class_types WHERE studio_id = ${studio.id} AND kind = 'class'
        AND archived_at IS NULL AND minimum_level_id IS NULL ORDER BY name LIMIT 40`),
  })
  const { pipelines, sources, staff } = toSetting(rows)
  const words = textsOf(studio.name, texts)
  return {
    types,
    pipelines: pipelines.map(({ id, name }) => ({ value: id, label: name })),
    sources: sources.map(({ id, name }) => ({ value: id, label: name })),
    staff: staff.map(({ id, name }) => ({ value: id, label: name })),
    consents: consentFields.map(({ kind, asked, text }) => ({
      asked,
      field: text,
      title: consentTitle(kind),
      text: words.find((one) => consentName(one) === consentName(kind))?.text ?? '',
    })),
  }
}

/** A form as the fields of its form; of one that is new what is suggested. */
export function formValues(
  form: LeadForm | null,
  consents: readonly { asked: string; field: string; text: string }[],
): Record<string, string> {
  const made = form?.definition
  const asks = (asked: string) =>
    made?.consents.find(({ channel, purpose }) => asked === `ask_${channel}_${purpose}`)
  return {
    name: form?.name ?? 'Website',
    title: made?.title ?? 'Try a class',
    intro: made?.intro ?? '',
    phone: made?.phone ?? 'optional',
    interests: made?.interests.join('\n') ?? '',
    times: (made?.times ?? true) ? 'on' : '',
    message: (made?.message ?? true) ? 'on' : '',
    questions: made?.questions.join('\n') ?? '',
    thanks: made?.thanks ?? 'Thank you. We’ll be in touch soon.',
    replySubject: made?.reply?.subject ?? '',
    replyText: made?.reply?.text ?? '',
    pipelineId: form?.pipelineId ?? '',
    sourceId: form?.sourceId ?? 'website',
    ownerId: form?.ownerId ?? '',
    closed: form?.state === 'closed' ? 'on' : '',
    ...Object.fromEntries(
      consents.flatMap(({ asked, field, text }) => [
        [asked, asks(asked) ? 'on' : ''],
        [field, asks(asked)?.text ?? text],
      ]),
    ),
  }
}
