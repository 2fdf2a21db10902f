import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { SubmissionState } from '#app/db/studio/leads-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'

export type Submission = {
  id: string
  formId: string
  formVersion: number
  contentType: string
  raw: string
  page: string
  state: SubmissionState
  why: string
  leadId: string | null
  attempts: number
  receivedAt: Instant
}

export const submissionColumns = sql`sent.id, sent.form_id AS formId,
  sent.form_version AS formVersion, sent.content_type AS contentType, sent.raw, sent.page,
  sent.state, sent.why, sent.lead_id AS leadId, sent.attempts, sent.received_at AS receivedAt`

/** A submission of the studio. */
function submissionStatement({ db, studio }: StudioContext, id: string): Statement<Submission[]> {
  return db.all<Submission>(sql`
    SELECT ${submissionColumns} FROM lead_submissions AS sent
    WHERE sent.studio_id = ${studio.id} AND sent.id = ${id}`)
}

export async function findSubmission(ctx: StudioContext, id: string): Promise<Submission | null> {
  return (await batch(ctx.db, { sent: submissionStatement(ctx, id) })).sent[0] ?? null
}

/** The newest submissions of a state, for those who look after spam. */
export function submissionsStatement(
  { db, studio }: StudioContext,
  state: SubmissionState,
  most = 50,
): Statement<Submission[]> {
  return db.all<Submission>(sql`
    SELECT ${submissionColumns} FROM lead_submissions AS sent
    WHERE sent.studio_id = ${studio.id} AND sent.state = ${state}
    ORDER BY sent.received_at DESC LIMIT ${most}`)
}
