/** A message and what it does to its conversation, for the batch that writes it. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type {
  MessageChannel,
  MessageWay,
} from '#app/db/studio/conversations/conversations-words.ts'
import { rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newReplyToken } from '#app/values/mail/reply-address.ts'
import { excerpt } from './conversation-words.ts'

export type NewMessage = {
  id: string
  /** An id, or an expression that answers it when the batch runs. */
  conversationId: string | SQL
  way: MessageWay
  channel: MessageChannel
  personId?: string | null
  byId?: string
  byName: string
  text: string
  quoted?: string
  about?: string
  /** A path, or an expression that answers one. */
  aboutPath?: string | SQL
  sourceRef?: string
  letterKey?: string
  delivery?: '' | 'watch'
}

/** Whether this message is there: for what hangs on it further down the batch. */
export const writtenSql = (messageId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM conversation_messages AS written WHERE written.id = ${messageId})`

/**
 * Writes a message once, by its id and by where it came from, and moves its conversation: what they
 * write opens it again whatever its state (SM-CONV) and begins their waiting, an answer ends it, a
 * note does neither. `onlyIf` must hold when the batch runs.
 */
export function messageStatements(
  { db, studio, now }: StudioContext,
  message: NewMessage,
  onlyIf: SQL = sql`1`,
): { message: Statement<D1Result>; moved: Statement<D1Result> } {
  const { id, conversationId, way, channel, personId = null, byId = '', byName, text } = message
  const { quoted = '', about = '', aboutPath = '', sourceRef = '', letterKey = '' } = message
  const said = sql`last_at = ${now}, last_text = ${excerpt(text)}, last_way = ${way},
    last_channel = ${channel}`
  const moves: Record<MessageWay, SQL> = {
    in: sql`${said}, state = 'open', snoozed_until = NULL,
      waiting_since = coalesce(waiting_since, iif(kind = 'person', ${now}, NULL))`,
    out: sql`${said}, state = iif(state IN ('snoozed', 'resolved'), 'open', state),
      snoozed_until = NULL, waiting_since = NULL,
      first_reply_minutes = coalesce(first_reply_minutes,
        iif(waiting_since IS NULL, NULL, max(0, (unixepoch(${now}) - unixepoch(waiting_since)) / 60)))`,
    note: sql`last_at = last_at`,
    system: sql`last_at = last_at`,
  }
  return {
    message: db.run(sql`
      INSERT INTO conversation_messages (id, studio_id, conversation_id, way, channel, person_id,
        by_id, by_name, text, quoted, about, about_path, source_ref, letter_key, delivery, at)
      SELECT ${id}, conversation.studio_id, conversation.id, ${way}, ${channel}, ${personId}, ${byId},
        ${byName}, ${text}, ${quoted}, ${about}, ${aboutPath}, ${sourceRef}, ${letterKey},
        ${message.delivery ?? ''}, ${now}
      FROM conversations AS conversation
      WHERE conversation.studio_id = ${studio.id} AND conversation.id = ${conversationId}
        AND conversation.merged_into IS NULL AND ${onlyIf}
      ON CONFLICT DO NOTHING`),
    moved: db.run(sql`
      UPDATE conversations SET ${moves[way]}
      WHERE studio_id = ${studio.id} AND ${rightAfterChange}
        AND id = (SELECT conversation_id FROM conversation_messages WHERE id = ${id})`),
  }
}

/** The newest conversation of a person; an expression. */
export const conversationOfSql = ({ studio }: StudioContext, personId: string): SQL => sql`(
  SELECT own.id FROM conversations AS own
  WHERE own.studio_id = ${studio.id} AND own.person_id = ${personId} AND own.merged_into IS NULL
  ORDER BY own.last_at DESC, own.id LIMIT 1)`

/** Makes a person's conversation where they have none, under `id`. */
export const beginStatement = (
  ctx: StudioContext,
  { id, personId }: { id: string; personId: string },
): Statement<D1Result> =>
  ctx.db.run(sql`
    INSERT INTO conversations (id, studio_id, kind, person_id, token, last_at, created_at)
    SELECT ${id}, ${ctx.studio.id}, 'person', person.id, ${newReplyToken()}, ${ctx.now}, ${ctx.now}
    FROM people AS person
    WHERE person.studio_id = ${ctx.studio.id} AND person.id = ${personId}
      AND person.erased_at IS NULL AND ${conversationOfSql(ctx, personId)} IS NULL
    ON CONFLICT DO NOTHING`)
