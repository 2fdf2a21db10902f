import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Campaign } from './campaign-queries.server.ts'
import { letterOf } from './letter-of.ts'

/**
 * Sends a campaign's letter to who writes it, with their own name in its fields. The form's key
 * makes it one however often it is sent.
 */
export async function sendTest(
  ctx: StaffContext,
  campaign: Campaign,
  { key, to }: { key: string; to: string },
): Promise<void> {
  const { db, studio, nowMs, actor } = ctx
  const letter = letterOf(ctx, campaign, { name: actor.name, preferredName: '' }, { test: true })
  await batch(db, {
    letter: queueStatement(
      db,
      {
        studioId: studio.id,
        dedupeKey: `campaign-test:${studio.id}:${campaign.id}:${key}`,
        ...{ to, kind: 'campaign-letter' },
        letter: { ...letter, subject: `Test: ${letter.subject}` },
      },
      nowMs,
      sql`1`,
    ),
    line: auditStatement(ctx, {
      id: `campaign-test-${key}`,
      action: 'campaign.tested',
      subjectKind: 'campaign',
      subjectId: campaign.id,
    }),
  })
}
