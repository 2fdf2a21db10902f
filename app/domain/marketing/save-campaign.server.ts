import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Audience } from './audiences.ts'
import type { CampaignForm } from './campaign-fields.ts'
import type { ForWhom } from './left-out-sql.server.ts'

export type CampaignWords = Pick<CampaignForm, 'name' | 'subject' | 'text' | 'button' | 'page'> & {
  subjectB?: string
}

/**
 * Begins a draft, of an email unless `channel` says otherwise; its key makes it one however often it
 * is sent.
 */
export async function beginCampaign(
  ctx: StaffContext,
  key: string,
  words: CampaignWords,
  audience: Audience,
  { occurrenceId = null, channel = 'email' }: Partial<ForWhom> = {},
): Promise<void> {
  const { db, studio, now, actor } = ctx
  await batch(db, {
    begun: db.run(sql`
      INSERT INTO campaigns (id, studio_id, name, state, channel, subject, subject_b, text, button, page,
        params, audience, occurrence_id, by_name, created_at, changed_at)
      VALUES (${key}, ${studio.id}, ${words.name}, 'draft', ${channel}, ${words.subject},
        ${words.subjectB ?? ''}, ${words.text}, ${words.button}, ${words.page}, ${audience.params},
        ${audience.name}, ${occurrenceId}, ${actor.name}, ${now}, ${now}) ON CONFLICT DO NOTHING`),
    line: auditStatement(
      ctx,
      {
        action: 'campaign.begun',
        subjectKind: 'campaign',
        subjectId: key,
        detail: { name: words.name },
      },
      rightAfterChange,
    ),
  })
}

/**
 * Saves an edit of a draft; `audience` is null where it stays whom it was for. False where somebody
 * saved another meanwhile, or where it is no draft any more.
 */
export async function saveCampaign(
  ctx: StaffContext,
  id: string,
  version: number,
  words: CampaignWords,
  audience: Audience | null,
): Promise<boolean> {
  const { db, studio, now } = ctx
  const whom = audience
    ? sql`, params = ${audience.params}, audience = ${audience.name}, occurrence_id = NULL`
    : sql``
  const { saved } = await batch(db, {
    saved: db.run(sql`
      UPDATE campaigns SET name = ${words.name}, subject = ${words.subject},
        subject_b = ${words.subjectB ?? ''}, text = ${words.text},
        button = ${words.button}, page = ${words.page}, changed_at = ${now},
        version = version + 1${whom}
      WHERE studio_id = ${studio.id} AND id = ${id} AND version = ${version} AND state = 'draft'`),
    line: auditStatement(
      ctx,
      {
        action: 'campaign.changed',
        subjectKind: 'campaign',
        subjectId: id,
        detail: { name: words.name },
      },
      rightAfterChange,
    ),
  })
  return changed(saved) > 0
}
