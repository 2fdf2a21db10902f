/** What a person takes away of what they said: messages, and how likely they are to recommend. */
import { sql } from 'drizzle-orm'
import { mine, type PersonFile } from './person-file.ts'

export const wordFiles: readonly PersonFile[] = [
  {
    file: 'scores',
    tables: ['score_asks'],
    columns: ['asked_at', 'score', 'comment', 'answered_at'],
    select: sql`ask.asked_at, ask.score, ask.comment, ask.answered_at`,
    from: (whose) => sql`
      FROM score_asks AS ask WHERE ${mine('ask', whose)} ORDER BY ask.asked_at, ask.id`,
  },
  {
    file: 'messages',
    tables: ['conversations', 'conversation_messages'],
    columns: ['from', 'text', 'how', 'at'],
    select: sql`message.by_name AS "from", message.text, message.channel AS how, message.at`,
    from: ({ studioId, personId }) => sql`
      FROM conversation_messages AS message
      JOIN conversations AS conversation ON conversation.id = message.conversation_id
      WHERE message.studio_id = ${studioId} AND message.way IN ('in', 'out')
        AND (conversation.person_id = ${personId} OR message.person_id = ${personId})
      ORDER BY message.seq`,
  },
]
