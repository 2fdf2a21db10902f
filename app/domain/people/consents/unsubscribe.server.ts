import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { consentStatement, suppressStatement } from './consent-statements.server.ts'

/** Long enough that nobody guesses one. */
const tokenLength = 24

/**
 * Gives a person the secret of their unsubscribe link, once; for the batch of the caller that
 * writes to them.
 */
export const unsubscribeLinkStatement = (ctx: StudioContext, personId: string) =>
  unsubscribeLinksStatement(ctx, [personId])

/** The same for many at once. */
export const unsubscribeLinksStatement = (
  { db, studio }: StudioContext,
  personIds: readonly string[],
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO unsubscribe_links (studio_id, person_id, token)
    SELECT ${studio.id}, id, lower(hex(randomblob(${tokenLength / 2}))) FROM people
    WHERE studio_id = ${studio.id}
      AND id IN (SELECT value FROM json_each(${JSON.stringify(personIds)}))
    ON CONFLICT DO NOTHING`)

/** The secret of a person's link, made where there is none. Null where there is no such person. */
export async function unsubscribeToken(
  ctx: StudioContext,
  personId: string,
): Promise<string | null> {
  const { link } = await batch(ctx.db, {
    make: unsubscribeLinkStatement(ctx, personId),
    link: ctx.db.all<{ token: string }>(sql`
      SELECT token FROM unsubscribe_links
      WHERE studio_id = ${ctx.studio.id} AND person_id = ${personId}`),
  })
  return link[0]?.token ?? null
}

/**
 * Who a link is of, and whether they are written to; null for a link that is none. That of a record
 * that was merged is of the one that is kept.
 */
export async function findUnsubscriber(
  { db, studio }: StudioContext,
  token: string,
): Promise<{ personId: string; email: string; done: boolean } | null> {
  const { found } = await batch(db, {
    found: db.all<{ personId: string; email: string; done: number }>(sql`
      SELECT person.id AS personId, person.email,
        EXISTS (SELECT 1 FROM suppressions AS suppression
          WHERE suppression.studio_id = person.studio_id AND suppression.channel = 'email'
            AND suppression.address = person.email) AS done
      FROM unsubscribe_links AS link
      JOIN people AS owner ON owner.id = link.person_id
      JOIN people AS person ON person.id = coalesce(owner.merged_into, owner.id)
      WHERE link.studio_id = ${studio.id} AND link.token = ${token} AND link.token <> ''`),
  })
  const [row] = found
  return row ? { ...row, done: row.done === 1 } : null
}

/**
 * Ends news and offers to anyone who has the link: the consents for email and text are withdrawn
 * and the addresses suppressed. What they need, such as receipts, goes on (R16). Twice is once;
 * false for a link that is none.
 */
export async function unsubscribe(ctx: StudioContext, token: string): Promise<boolean> {
  const who = await findUnsubscriber(ctx, token)
  if (!who) return false
  await batch(ctx.db, unsubscribeStatements(ctx, who.personId))
  return true
}

/** The same of a person who is known, for the batch that notes what they unsubscribed from. */
export function unsubscribeStatements(ctx: StudioContext, personId: string) {
  const no = (channel: 'email' | 'sms') =>
    consentStatement(ctx, {
      channel,
      purpose: 'marketing',
      personId,
      given: false,
      textId: null,
      source: 'unsubscribe',
      byName: '',
    })
  return {
    email: no('email'),
    sms: no('sms'),
    emailOff: suppressStatement(ctx, personId, { channel: 'email', why: 'unsubscribed' }),
    smsOff: suppressStatement(ctx, personId, { channel: 'sms', why: 'unsubscribed' }),
  }
}
