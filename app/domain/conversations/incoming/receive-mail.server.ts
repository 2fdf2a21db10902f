import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { StudioDb } from '#app/db/connection.server.ts'
import { suppressAddressStatement } from '#app/domain/people/consents/consent-statements.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { derivedId } from '#app/values/id.ts'
import { count } from '#app/values/wording.ts'
import { messageStatements } from '../message-statements.server.ts'
import { tellAssignee } from '../write-to-studio.server.ts'
import type { IncomingMail } from './read-mail.server.ts'

type Answer = Extract<IncomingMail, { is: 'answer' }>

/** A mail program's letters come again; more than this a minute to one conversation is a loop. */
const mostAMinute = 10

/**
 * Puts an answer by email into its conversation, once however often it comes in. Answers what became
 * of it: `written`, `again`, `unknown` (the conversation is not there), `too_many`.
 */
export async function receiveAnswer(
  ctx: StudioContext,
  mail: Answer,
): Promise<'written' | 'again' | 'unknown' | 'too_many'> {
  const { db, studio, now } = ctx
  const [found] = await db.all<Found>(sql`
    SELECT coalesce(conversation.merged_into, conversation.id) AS id,
      person.id AS personId, person.name AS personName, lower(person.email) AS email,
      (SELECT guardian.name FROM guardians AS link
        JOIN people AS guardian ON guardian.id = link.guardian_id
        WHERE link.studio_id = conversation.studio_id AND link.dependant_id = conversation.person_id
          AND lower(guardian.email) = ${mail.from}) AS guardianName,
      (SELECT count(*) FROM conversation_messages AS lately
        WHERE lately.studio_id = conversation.studio_id
          AND lately.conversation_id = conversation.id AND lately.way = 'in'
          AND unixepoch(lately.at) > unixepoch(${now}) - 60) AS lately
    FROM conversations AS conversation
    LEFT JOIN people AS person ON person.id = conversation.person_id
    WHERE conversation.studio_id = ${studio.id} AND conversation.token = ${mail.token}`)
  if (!found) return 'unknown'
  if (found.lately >= mostAMinute) return 'too_many'
  const theirs = found.email === mail.from
  const byName = theirs
    ? (found.personName ?? '')
    : (found.guardianName ?? [mail.fromName, `(${mail.from})`].filter(Boolean).join(' '))
  const id = await derivedId(studio.id, 'mail', mail.messageId)
  const more = mail.attachments > 0 ? `\n\n${count(mail.attachments, 'attachment')} left out.` : ''
  const { message } = await batch(db, {
    ...messageStatements(ctx, {
      id,
      conversationId: found.id,
      way: 'in',
      channel: 'email',
      byName,
      personId: theirs ? found.personId : null,
      text: `${mail.text}${more}`.trim(),
      quoted: mail.quoted,
      sourceRef: `mail:${mail.messageId}`,
    }),
    told: tellAssignee(ctx, id, `${byName} answered by email.`),
  })
  return changed(message) > 0 ? 'written' : 'again'
}

type Found = {
  id: string
  personId: string | null
  personName: string | null
  email: string | null
  guardianName: string | null
  lately: number
}

/** The studio of a letter of ours in one shard; null where it is not of this one. */
export async function studioOfLetter(db: StudioDb, letterId: string): Promise<string | null> {
  const [letter] = await db.all<{ studioId: string | null }>(
    sql`SELECT studio_id AS studioId FROM outbox WHERE id = ${letterId}`,
  )
  return letter?.studioId ?? null
}

/** An address that mail does not reach: nothing but what its holder needs is sent there any more. */
export async function noteBounce(ctx: StudioContext, address: string): Promise<void> {
  await batch(ctx.db, {
    off: suppressAddressStatement(ctx, { channel: 'email', address, why: 'bounced' }),
  })
}
