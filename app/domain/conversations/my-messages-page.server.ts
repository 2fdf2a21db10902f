/** What somebody and the studio wrote to one another, as the member reads it. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import type { Instant } from '#app/values/instant.ts'
import { groupMemberSql } from './group-sql.server.ts'

const shown = 60

export type MyMessage = {
  id: string
  way: 'in' | 'out'
  byName: string
  text: string
  about: string
  aboutPath: string
  at: Instant
  mine: number
}

export type MyGroup = {
  id: string
  name: string
  lastText: string
  lastAt: Instant
  unread: number
}

type Viewer = { personId: string; self?: string; name: string; email: string }

const messagesOf = ({ db, studio, person }: MemberContext, conversation: ReturnType<typeof sql>) =>
  db.all<MyMessage>(sql`
    SELECT * FROM (
      SELECT message.seq, message.id, message.way, message.by_name AS byName, message.text,
        message.about, message.about_path AS aboutPath, message.at,
        coalesce(message.person_id = ${person.id}, 0) AS mine
      FROM conversation_messages AS message
      WHERE message.studio_id = ${studio.id} AND message.conversation_id = ${conversation}
        AND message.way IN ('in', 'out')
      ORDER BY message.seq DESC LIMIT ${shown}) ORDER BY seq`)

/** Groups of classes and courses that somebody reads. */
const groupsOf = (ctx: MemberContext) => {
  const { db, studio, person } = ctx
  return db.all<MyGroup>(sql`
    SELECT conversation.id, conversation.name, conversation.last_text AS lastText,
      conversation.last_at AS lastAt,
      NOT EXISTS (SELECT 1 FROM conversation_reads AS reading
        WHERE reading.studio_id = conversation.studio_id
          AND reading.conversation_id = conversation.id AND reading.person_id = ${person.id}
          AND reading.read_at >= conversation.last_at) AS unread
    FROM conversations AS conversation
    WHERE conversation.studio_id = ${studio.id} AND conversation.subject_kind IN ('series', 'course')
      AND ${groupMemberSql(ctx, sql`${person.id}`)}
    ORDER BY conversation.last_at DESC LIMIT 20`)
}

/** A person's own conversation and their groups, in one batch. */
export async function myMessagesPage(ctx: MemberContext, viewer: Viewer) {
  const { db, studio, person } = ctx
  const own = sql`(SELECT own.id FROM conversations AS own
    WHERE own.studio_id = ${studio.id} AND own.person_id = ${person.id}
      AND own.merged_into IS NULL ORDER BY own.last_at DESC, own.id LIMIT 1)`
  const answer = await batch(db, {
    ...shellStatements(ctx, viewer),
    messages: messagesOf(ctx, own),
    groups: groupsOf(ctx),
    answered: db.all<{ minutes: number | null; n: number }>(sql`
      SELECT round(avg(minutes)) AS minutes, count(*) AS n FROM (
        SELECT first_reply_minutes AS minutes FROM conversations
        WHERE studio_id = ${studio.id} AND merged_into IS NULL
        ORDER BY last_at DESC LIMIT 50) WHERE minutes IS NOT NULL`),
  })
  return {
    shell: toShell(answer, viewer),
    messages: answer.messages,
    groups: answer.groups,
    answered: answer.answered[0] ?? { minutes: null, n: 0 },
  }
}

/** One group's messages; null where the person is not of it. */
export async function groupMessagesPage(ctx: MemberContext, viewer: Viewer, id: string) {
  const { db, studio, person } = ctx
  const mine = sql`(SELECT conversation.id FROM conversations AS conversation
    WHERE conversation.studio_id = ${studio.id} AND conversation.id = ${id}
      AND conversation.kind = 'group' AND ${groupMemberSql(ctx, sql`${person.id}`)})`
  const answer = await batch(db, {
    ...shellStatements(ctx, viewer),
    group: db.all<{ id: string; name: string }>(
      sql`SELECT id, name FROM conversations WHERE id = ${mine}`,
    ),
    messages: messagesOf(ctx, mine),
  })
  const [group] = answer.group
  return group ? { shell: toShell(answer, viewer), group, messages: answer.messages } : null
}
