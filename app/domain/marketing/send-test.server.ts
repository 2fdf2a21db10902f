import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { textNumberSql } from '#app/domain/people/consents/unreachable-sql.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Campaign } from './campaign-queries.server.ts'
import { letterOf } from './letter-of.ts'

/**
 * Sends a campaign's letter to who writes it, with their own name in its fields: to `to`, or of a
 * text to the number of their own profile. The form's key makes it one however often it is sent.
 * Answers where it went; null where a text has no number to go to.
 */
export async function sendTest(
  ctx: StaffContext,
  campaign: Campaign,
  { key, to: address }: { key: string; to: string },
): Promise<string | null> {
  const { db, studio, nowMs, actor } = ctx
  let to = address
  const sms = campaign.channel === 'sms'
  if (sms) {
    const [own] = await db.all<{ phone: string }>(sql`
      SELECT ${textNumberSql(ctx)} AS phone FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.user_id = ${actor.userId}
        AND person.is_staff = 1`)
    if (!own?.phone) return null
    to = own.phone
  }
  const letter = letterOf(ctx, campaign, { name: actor.name, preferredName: '' }, { test: true })
  await batch(db, {
    letter: queueStatement(
      db,
      {
        studioId: studio.id,
        dedupeKey: `campaign-test:${studio.id}:${campaign.id}:${key}`,
        ...(sms ? { kind: 'campaign-text', channel: 'sms' } : { kind: 'campaign-letter' }),
        to,
        letter: { ...letter, subject: sms ? '' : `Test: ${letter.subject}` },
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
  return to
}
