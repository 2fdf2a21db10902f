import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { noticeEachStatement } from '#app/domain/messaging/notices.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { ownPath } from '#app/paths/own-path.ts'
import { paths } from '#app/paths.ts'
import { groupMemberSql } from './group-sql.server.ts'
import {
  beginStatement,
  conversationOfSql,
  messageStatements,
  writtenSql,
} from './message-statements.server.ts'

/** So many a person may write within a minute; more are a program's. */
const mostAMinute = 10

export type MemberMessage = { key: string; text: string; about: string; aboutPath: string }

/**
 * What a member writes to the studio, in the conversation they have or a new one. The form's key
 * makes it one message however often it is sent. A link that leads to nothing of the studio is left
 * out. Refused (`too_many`) above ten a minute.
 */
export async function writeToStudio(
  ctx: MemberContext,
  { key, text, about, aboutPath }: MemberMessage,
): Promise<{ ok: true } | { ok: false; reason: 'too_many' }> {
  const { db, person, actor } = ctx
  const conversationId = conversationOfSql(ctx, person.id)
  const sent = await batch(db, {
    begun: beginStatement(ctx, { id: `c${key.slice(1)}`, personId: person.id }),
    ...messageStatements(
      ctx,
      {
        id: key,
        conversationId,
        way: 'in',
        channel: 'app',
        text,
        personId: person.id,
        byName: actor.name,
        about,
        aboutPath: aboutPathSql(ctx, aboutPath),
      },
      notTooMany(ctx, person.id),
    ),
    told: tellAssignee(ctx, key, `${actor.name} wrote to you.`),
    there: db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM conversation_messages WHERE id = ${key}`,
    ),
  })
  return (sent.there[0]?.n ?? 0) > 0 ? { ok: true } : { ok: false, reason: 'too_many' }
}

/** The page of a class or an exercise that the studio has; empty for any other link. */
function aboutPathSql({ studio }: StudioContext, given: string): SQL | string {
  const path = ownPath(given) ?? ''
  const id = path.split('/').at(-1) ?? ''
  const there = (table: string) =>
    sql`coalesce((SELECT ${path} FROM ${sql.identifier(table)}
      WHERE studio_id = ${studio.id} AND id = ${id}), '')`
  if (path === paths.occurrence(studio, id)) return there('occurrences')
  return path === paths.exercise(studio, id) ? there('exercises') : ''
}

/** The same in a class's or course's group; false where they are not of it. */
export async function writeToGroup(
  ctx: MemberContext,
  conversationId: string,
  { key, text }: Pick<MemberMessage, 'key' | 'text'>,
): Promise<boolean> {
  const { db, person, actor } = ctx
  const { message, there } = await batch(db, {
    ...messageStatements(
      ctx,
      {
        id: key,
        conversationId,
        way: 'in',
        channel: 'app',
        text,
        personId: person.id,
        byName: actor.name,
      },
      sql`conversation.kind = 'group' AND ${groupMemberSql(ctx, sql`${person.id}`)}
        AND ${notTooMany(ctx, person.id)}`,
    ),
    told: tellAssignee(ctx, key, `${actor.name} wrote in a group you answer.`),
    there: db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM conversation_messages WHERE id = ${key}`,
    ),
  })
  return changed(message) > 0 || (there[0]?.n ?? 0) > 0
}

const notTooMany = ({ studio, now }: StudioContext, personId: string) => sql`
  (SELECT count(*) FROM conversation_messages AS lately
    WHERE lately.studio_id = ${studio.id} AND lately.person_id = ${personId}
      AND unixepoch(lately.at) > unixepoch(${now}) - 60) < ${mostAMinute}`

/** A notice to the person who answers the conversation. */
export const tellAssignee = (ctx: StudioContext, messageId: string, text: string) =>
  noticeEachStatement(
    ctx,
    sql`SELECT conversation.assignee_id AS person_id, conversation.id AS conversation_id
      FROM conversations AS conversation
      JOIN conversation_messages AS message ON message.conversation_id = conversation.id
      WHERE message.id = ${messageId} AND message.studio_id = ${ctx.studio.id}
        AND conversation.assignee_id IS NOT NULL AND ${writtenSql(messageId)}`,
    {
      idSql: sql`${`n${messageId}`}`,
      keySql: sql`${`conversation:${messageId}:`} || recipient.person_id`,
      kind: 'conversation',
      text,
      path: paths.manageMessenger(ctx.studio),
    },
  )

/** Notes how far somebody has read a conversation of theirs, and their notices of it. */
export async function markRead(ctx: MemberContext, conversationId: string): Promise<void> {
  const { db, studio, now, person } = ctx
  await batch(db, {
    read: db.run(sql`
      INSERT INTO conversation_reads (studio_id, conversation_id, person_id, read_at)
      SELECT ${studio.id}, conversation.id, ${person.id}, ${now}
      FROM conversations AS conversation
      WHERE conversation.studio_id = ${studio.id} AND conversation.id = ${conversationId}
        AND (conversation.person_id = ${person.id}
          OR conversation.kind = 'group' AND ${groupMemberSql(ctx, sql`${person.id}`)})
      ON CONFLICT (studio_id, conversation_id, person_id) DO UPDATE SET read_at = excluded.read_at
        WHERE excluded.read_at > read_at`),
  })
}
