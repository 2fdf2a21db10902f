/** What staff write: an answer by the app, by email or by text, a note, or the first word. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { textNumberSql } from '#app/domain/people/consents/unreachable-sql.server.ts'
import { minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import {
  conversationReply,
  conversationText,
} from '#app/messages/conversations/conversation-reply.ts'
import { paths } from '#app/paths.ts'
import { replyKeyOf } from '#app/values/mail/reply-address.ts'
import type { ReplyChannel } from './conversation-words.ts'
import { calledBy, fillIn } from './merge-fields.ts'
import { beginStatement, messageStatements, writtenSql } from './message-statements.server.ts'

/** A group is told in one batch up to so many people. */
const groupAtMost = 200

export type Answer = {
  key: string
  text: string
  channel: ReplyChannel
  /** The last message that the person who answers has seen. */
  seen: number
  act: 'send' | 'note' | 'send_resolve'
}

export type AnswerRefusal = 'not_found' | 'answered_meanwhile' | 'no_address' | 'no_phone'
export type Answered = { ok: true } | { ok: false; reason: AnswerRefusal; by?: string }

type Conversation = {
  id: string
  kind: 'person' | 'group'
  personId: string | null
  name: string
  address: string
  subjectKind: string
  subjectId: string
  token: string
}

/** Somebody whom an answer is for: the person, or a guardian of a child. */
type Reader = {
  personId: string | null
  userId: string | null
  name: string
  preferredName: string
  email: string
  phone: string
  guardian: number
}

/**
 * Sends an answer. One that somebody else has given since `seen` refuses it (`answered_meanwhile`),
 * so that two who answer at once do not both do so unread. A child's guardians are copied. The
 * form's key makes it one message however often it is sent.
 */
export async function answer(
  ctx: StaffContext,
  conversationId: string,
  { key, text, channel, seen, act }: Answer,
): Promise<Answered> {
  const { db, studio, actor } = ctx
  const found = await batch(db, {
    conversation: conversationStatement(ctx, conversationId),
    readers: readersStatement(ctx, conversationId),
    there: db.all<{ n: number }>(sql`SELECT ${writtenSql(key)} AS n`),
  })
  const [conversation] = found.conversation
  if (!conversation) return { ok: false, reason: 'not_found' }
  if (found.there[0]?.n) return { ok: true }
  const byUs = { id: key, conversationId, byId: actor.userId, byName: actor.name }
  if (act === 'note') {
    await batch(db, messageStatements(ctx, { ...byUs, way: 'note', channel: 'app', text }))
    return { ok: true }
  }
  const readers = found.readers.length > 0 ? found.readers : [strangerOf(conversation)]
  const [first] = readers
  const reached = readers.filter(({ email }) => email !== '')
  if (channel === 'email' && conversation.kind === 'person' && reached.length === 0)
    return { ok: false, reason: 'no_address' }
  if (channel === 'sms' && !first?.phone) return { ok: false, reason: 'no_phone' }
  const words = fillIn(text, {
    'first name': first && conversation.kind === 'person' ? calledBy(first) : '',
    name: first && conversation.kind === 'person' ? first.name : '',
    studio: studio.name,
    staff: actor.name,
  })
  const unseen = sql`NOT EXISTS (SELECT 1 FROM conversation_messages AS later
    WHERE later.studio_id = ${studio.id} AND later.conversation_id = ${conversationId}
      AND later.way = 'out' AND later.seq > ${seen} AND later.by_id <> ${actor.userId})`
  const written = writtenSql(key)
  const letters = lettersOf(ctx, { key, words, channel, conversation, readers })
  const { meanwhile } = await batch(db, {
    ...messageStatements(
      ctx,
      {
        ...byUs,
        way: 'out',
        channel,
        text: words,
        letterKey: letters.key,
        delivery: channel === 'sms' ? 'watch' : '',
      },
      unseen,
    ),
    ...letters.statements(written),
    ...(act === 'send_resolve'
      ? {
          resolved: db.run(sql`UPDATE conversations SET state = 'resolved'
            WHERE studio_id = ${studio.id} AND id = ${conversationId} AND ${written}`),
        }
      : {}),
    assigned: db.run(sql`UPDATE conversations SET assignee_id = (SELECT person.id
        FROM people AS person WHERE person.studio_id = ${studio.id}
          AND person.user_id = ${actor.userId} AND person.is_staff = 1)
      WHERE studio_id = ${studio.id} AND id = ${conversationId} AND assignee_id IS NULL
        AND kind = 'person' AND ${written}`),
    meanwhile: db.all<{ written: number; by: string | null }>(sql`
      SELECT ${written} AS written, (SELECT later.by_name FROM conversation_messages AS later
        WHERE later.studio_id = ${studio.id} AND later.conversation_id = ${conversationId}
          AND later.way = 'out' ORDER BY later.seq DESC LIMIT 1) AS by`),
  })
  if (meanwhile[0]?.written) return { ok: true }
  return { ok: false, reason: 'answered_meanwhile', by: meanwhile[0]?.by ?? '' }
}

/** Begins a conversation with somebody, or goes on with the one they have. Null for a strange id. */
export async function writeFirst(
  ctx: StaffContext,
  personId: string,
  { key, text, channel }: Pick<Answer, 'key' | 'text' | 'channel'>,
): Promise<(Answered & { conversationId?: string }) | null> {
  const { db, studio } = ctx
  const { own } = await batch(db, {
    begun: beginStatement(ctx, { id: `c${key.slice(1)}`, personId }),
    line: auditStatement(
      ctx,
      { action: 'conversation.begun', subjectKind: 'person', subjectId: personId },
      sql`changes() > 0`,
    ),
    own: db.all<{ id: string; seen: number }>(sql`
      SELECT own.id, (SELECT coalesce(max(message.seq), 0) FROM conversation_messages AS message
        WHERE message.studio_id = own.studio_id AND message.conversation_id = own.id) AS seen
      FROM conversations AS own
      WHERE own.studio_id = ${studio.id} AND own.person_id = ${personId}
        AND own.merged_into IS NULL ORDER BY own.last_at DESC, own.id LIMIT 1`),
  })
  const [conversation] = own
  if (!conversation) return null
  const { id, seen } = conversation
  const answered = await answer(ctx, id, { key, text, channel, seen, act: 'send' })
  return { ...answered, conversationId: id }
}

const conversationStatement = ({ db, studio }: StudioContext, id: string) =>
  db.all<Conversation>(sql`
    SELECT id, kind, person_id AS personId, name, address, subject_kind AS subjectKind,
      subject_id AS subjectId, token
    FROM conversations AS conversation
    WHERE studio_id = ${studio.id} AND id = ${id} AND merged_into IS NULL`)

/** The person and, of a child, the guardians; of a group everyone, the first 200. */
function readersStatement(ctx: StudioContext, id: string): Statement<Reader[]> {
  const { db, studio } = ctx
  const columns = (alias: string, guardian: number): SQL => {
    const of = sql.raw(alias)
    return sql`${of}.id AS personId, ${of}.user_id AS userId, ${of}.name,
      ${of}.preferred_name AS preferredName, ${of}.email,
      coalesce(nullif(${textNumberSql(ctx, sql`${of}.phone`)}, ''), ${of}.phone) AS phone,
      ${guardian} AS guardian`
  }
  return db.all<Reader>(sql`
    SELECT * FROM (
      SELECT ${columns('person', 0)} FROM conversations AS conversation
      CROSS JOIN people AS person ON person.id = conversation.person_id
      WHERE conversation.studio_id = ${studio.id} AND conversation.id = ${id}
      UNION ALL
      SELECT ${columns('guardian', 1)} FROM conversations AS conversation
      CROSS JOIN people AS person ON person.id = conversation.person_id
      CROSS JOIN guardians AS link ON link.studio_id = person.studio_id
        AND link.dependant_id = person.id
      CROSS JOIN people AS guardian ON guardian.id = link.guardian_id
        AND guardian.archived_at IS NULL
      WHERE conversation.studio_id = ${studio.id} AND conversation.id = ${id}
        AND (${minorSql(ctx)} OR person.email = '')
      UNION ALL
      SELECT ${columns('person', 0)} FROM conversations AS conversation
      CROSS JOIN enrolments AS enrolment ON enrolment.studio_id = conversation.studio_id
        AND enrolment.course_id = conversation.subject_id
        AND enrolment.state IN ('enrolled', 'completed')
      CROSS JOIN people AS person ON person.id = enrolment.person_id
      WHERE conversation.studio_id = ${studio.id} AND conversation.id = ${id}
        AND conversation.subject_kind = 'course'
      UNION
      SELECT ${columns('person', 0)} FROM conversations AS conversation
      CROSS JOIN occurrences AS o ON o.studio_id = conversation.studio_id
        AND o.series_id = conversation.subject_id AND unixepoch(o.starts_at) > unixepoch(${ctx.now}) - 2592000
      CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
        AND b.state IN ('booked', 'checked_in', 'attended')
      CROSS JOIN people AS person ON person.id = b.person_id
      WHERE conversation.studio_id = ${studio.id} AND conversation.id = ${id}
        AND conversation.subject_kind = 'series')
    LIMIT ${groupAtMost}`)
}

const strangerOf = ({ name, address }: Conversation): Reader => ({
  personId: null,
  userId: null,
  name,
  preferredName: '',
  guardian: 0,
  email: address.includes('@') ? address : '',
  phone: address.includes('@') ? '' : address,
})

/** The letters and notices of an answer: of a group only notices, so that a chat is no flood. */
function lettersOf(
  ctx: StaffContext,
  answer: {
    key: string
    words: string
    channel: ReplyChannel
    conversation: Conversation
    readers: Reader[]
  },
) {
  const { db, studio, nowMs, origin, actor } = ctx
  const { key, words, channel, conversation, readers } = answer
  const baseKey = `conversation:${studio.id}:${key}`
  const group = conversation.kind === 'group'
  const whose = readers[0]
  const mailed = channel === 'sms' || group ? [] : readers.filter(({ email }) => email !== '')
  const statements = (onlyIf: SQL): Record<string, Statement<D1Result>> => {
    const all: Record<string, Statement<D1Result>> = {}
    for (const [i, reader] of mailed.entries())
      all[`letter${i}`] = queueStatement(
        db,
        {
          studioId: studio.id,
          dedupeKey: i === 0 ? baseKey : `${baseKey}:${i}`,
          to: reader.email,
          kind: 'conversation-reply',
          letter: conversationReply({
            studio,
            origin,
            text: words,
            from: actor.name,
            name: calledBy(reader),
            about: reader.guardian && whose ? calledBy(whose) : '',
            answerable: true,
            account: reader.userId !== null,
          }),
          replyTo: replyKeyOf(studio.id, conversation.token),
        },
        nowMs,
        onlyIf,
      )
    if (channel === 'sms' && whose)
      all.text = queueStatement(
        db,
        {
          studioId: studio.id,
          dedupeKey: baseKey,
          channel: 'sms',
          to: whose.phone,
          kind: 'conversation-text',
          letter: { subject: '', html: '', text: conversationText({ studio, text: words }) },
        },
        nowMs,
        onlyIf,
      )
    for (const { personId } of readers)
      if (personId)
        all[`notice ${personId}`] = noticeStatement(
          ctx,
          {
            personId,
            dedupeKey: `${baseKey}:${personId}`,
            kind: 'conversation',
            text: group
              ? `${actor.name} wrote in ${conversation.name}.`
              : `${actor.name} answered you.`,
            path: group ? paths.groupMessages(studio, conversation.id) : paths.messages(studio),
          },
          onlyIf,
        )
    return all
  }
  return { key: mailed.length > 0 || channel === 'sms' ? baseKey : '', statements }
}
