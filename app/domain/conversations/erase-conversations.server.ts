import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * What was written with someone, for the batch that erases them: that there was something stays, its
 * words go; what they wrote as staff has no name. Before the conversations lose their person.
 */
export const eraseConversationsStatements = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  { personId, userId, name }: { personId: string; userId: string | null; name: string },
  onlyIf: SQL,
) => ({
  words: db.run(sql`
    UPDATE conversation_messages SET text = '', quoted = '', about = '', about_path = '',
      by_name = iif(way = 'in', ${name}, by_name)
    WHERE studio_id = ${studio.id} AND ${onlyIf} AND (person_id = ${personId}
      OR conversation_id IN (SELECT own.id FROM conversations AS own
        WHERE own.studio_id = ${studio.id} AND own.person_id = ${personId}))`),
  byThem: db.run(sql`
    UPDATE conversation_messages SET by_name = ${name}
    WHERE studio_id = ${studio.id} AND by_id = ${userId} AND ${onlyIf}`),
})
