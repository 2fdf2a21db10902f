/** The inbox of a studio: conversations, one of them open, and who it is with. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type {
  ConversationState,
  MessageChannel,
  MessageWay,
} from '#app/db/studio/conversations/conversations-words.ts'
import {
  entitlementsStatements,
  toHeld,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { creditsLeft, membershipsHeld } from '#app/domain/entitlements/holdings.ts'
import { minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Instant } from '#app/values/instant.ts'
import { localDate } from '#app/values/zone.ts'
import type { InboxFilters } from './inbox-filters.ts'
import { savedRepliesStatement } from './saved-replies.server.ts'

/** Conversations of a list, and messages of one, that are shown. */
const listed = 40
const shownMessages = 80

export type ListedConversation = {
  id: string
  kind: 'person' | 'group'
  who: string
  state: ConversationState
  snoozedUntil: Instant | null
  waitingSince: Instant | null
  lastAt: Instant
  lastText: string
  lastWay: MessageWay
  lastChannel: MessageChannel
  labels: string
}

export type OpenConversation = ListedConversation & {
  personId: string | null
  address: string
  assigneeId: string | null
  firstReplyMinutes: number | null
  subjectKind: string
  subjectId: string
}

export type MessageRow = {
  seq: number
  id: string
  way: MessageWay
  channel: MessageChannel
  byName: string
  text: string
  quoted: string
  about: string
  aboutPath: string
  at: Instant
  /** What became of its letter; null where it has none, or nobody knows any more. */
  delivery: 'queued' | 'sending' | 'sent' | 'kept' | 'failed' | null
  error: string | null
  readAt: Instant | null
}

/** What a role sees: a coach the groups, and what was given to them. */
const visibleSql = (viewer: { role: Role; personId: string }): SQL =>
  viewer.role === 'coach'
    ? sql`(conversation.kind = 'group' OR conversation.assignee_id = ${viewer.personId})`
    : sql`1`

const columns = sql`conversation.id, conversation.kind, conversation.state,
  coalesce(person.name, nullif(conversation.name, ''), nullif(conversation.address, ''),
    'Someone') AS who,
  conversation.snoozed_until AS snoozedUntil, conversation.waiting_since AS waitingSince,
  conversation.last_at AS lastAt, conversation.last_text AS lastText,
  conversation.last_way AS lastWay, conversation.last_channel AS lastChannel, conversation.labels`

const source = sql`conversations AS conversation
  LEFT JOIN people AS person ON person.id = conversation.person_id`

function narrowedSql(
  { studio }: StudioContext,
  { view, q, label }: InboxFilters,
  viewer: { role: Role; personId: string },
): SQL {
  const views: Record<InboxFilters['view'], SQL> = {
    open: sql`conversation.state = 'open'`,
    mine: sql`conversation.assignee_id = ${viewer.personId}
      AND conversation.state IN ('open', 'pending')`,
    pending: sql`conversation.state = 'pending'`,
    snoozed: sql`conversation.state = 'snoozed'`,
    resolved: sql`conversation.state = 'resolved'`,
    all: sql`1`,
  }
  const parts = [
    sql`conversation.studio_id = ${studio.id} AND conversation.merged_into IS NULL`,
    views[view],
    visibleSql(viewer),
    ...(q
      ? [
          sql`(instr(lower(coalesce(person.name, conversation.name)), lower(${q})) > 0
            OR instr(lower(conversation.last_text), lower(${q})) > 0)`,
        ]
      : []),
    ...(label ? [sql`instr(', ' || conversation.labels || ',', ${`, ${label},`}) > 0`] : []),
  ]
  return sql.join(parts, sql` AND `)
}

export type InboxViewer = { role: Role; personId: string }

/** The list and, where `id` names one, that conversation; null where it is not there to see. */
export async function inboxPage(
  ctx: StudioContext,
  viewer: InboxViewer,
  filters: InboxFilters,
  id: string | null,
) {
  const { db, studio } = ctx
  const mine = sql`conversation.studio_id = ${studio.id} AND conversation.id = ${id ?? ''}
    AND conversation.merged_into IS NULL AND ${visibleSql(viewer)}`
  const whose = sql`(SELECT conversation.person_id FROM conversations AS conversation WHERE ${mine})`
  const answer = await batch(db, {
    list: db.all<ListedConversation>(sql`
      SELECT ${columns} FROM ${source} WHERE ${narrowedSql(ctx, filters, viewer)}
      ORDER BY conversation.last_at DESC, conversation.id LIMIT ${listed}`),
    counts: db.all<{ open: number; mine: number; snoozed: number }>(sql`
      SELECT ${countSql(ctx, sql`conversation.state = 'open'`, viewer)} AS open,
        ${countSql(
          ctx,
          sql`conversation.assignee_id = ${viewer.personId}
          AND conversation.state IN ('open', 'pending')`,
          viewer,
        )} AS mine,
        ${countSql(ctx, sql`conversation.state = 'snoozed'`, viewer)} AS snoozed`),
    answered: db.all<{ minutes: number | null; n: number }>(sql`
      SELECT round(avg(minutes)) AS minutes, count(*) AS n FROM (
        SELECT first_reply_minutes AS minutes FROM conversations
        WHERE studio_id = ${studio.id} AND merged_into IS NULL
        ORDER BY last_at DESC LIMIT 100) WHERE minutes IS NOT NULL`),
    staff: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM people
      WHERE studio_id = ${studio.id} AND is_staff = 1 AND archived_at IS NULL ORDER BY name LIMIT 60`),
    replies: savedRepliesStatement(ctx),
    open: id
      ? db.all<OpenConversation>(sql`
          SELECT ${columns}, conversation.person_id AS personId, conversation.address,
            conversation.assignee_id AS assigneeId,
            conversation.first_reply_minutes AS firstReplyMinutes,
            conversation.subject_kind AS subjectKind, conversation.subject_id AS subjectId
          FROM ${source} WHERE ${mine}`)
      : null,
    messages: id
      ? db.all<MessageRow>(sql`
          SELECT * FROM (
            SELECT message.seq, message.id, message.way, message.channel,
              message.by_name AS byName, message.text, message.quoted, message.about,
              message.about_path AS aboutPath, message.at, letter.state AS delivery,
              letter.last_error AS error,
              (SELECT read_at FROM conversation_reads AS reading
                WHERE reading.studio_id = message.studio_id
                  AND reading.conversation_id = message.conversation_id
                  AND reading.person_id = ${whose} AND reading.read_at >= message.at) AS readAt
            FROM conversation_messages AS message
            LEFT JOIN outbox AS letter ON letter.dedupe_key = message.letter_key
              AND message.letter_key <> ''
            WHERE message.studio_id = ${studio.id} AND message.conversation_id = ${id}
              AND EXISTS (SELECT 1 FROM conversations AS conversation WHERE ${mine})
            ORDER BY message.seq DESC LIMIT ${shownMessages}) ORDER BY seq`)
      : null,
    others: id
      ? db.all<{ id: string; who: string; lastText: string }>(sql`
          SELECT conversation.id, coalesce(person.name, nullif(conversation.name, ''),
            conversation.address) AS who, conversation.last_text AS lastText
          FROM ${source}
          WHERE conversation.studio_id = ${studio.id} AND conversation.merged_into IS NULL
            AND conversation.kind = 'person' AND conversation.id <> ${id}
            AND (conversation.person_id = ${whose} OR ${whose} IS NULL
              OR conversation.person_id IS NULL)
          ORDER BY conversation.last_at DESC LIMIT 20`)
      : null,
  })
  const [open] = answer.open ?? []
  if (id && !open) return null
  return {
    list: answer.list,
    counts: answer.counts[0] ?? { open: 0, mine: 0, snoozed: 0 },
    answered: answer.answered[0] ?? { minutes: null, n: 0 },
    staff: answer.staff,
    replies: answer.replies,
    open: open ?? null,
    messages: answer.messages ?? [],
    others: answer.others ?? [],
  }
}

const countSql = ({ studio }: StudioContext, where: SQL, viewer: InboxViewer): SQL => sql`(
  SELECT count(*) FROM (SELECT 1 FROM conversations AS conversation
    WHERE conversation.studio_id = ${studio.id} AND conversation.merged_into IS NULL
      AND ${where} AND ${visibleSql(viewer)} LIMIT 1001))`

/** Facts of the person beside a conversation, in one batch; null for groups and strangers. */
export async function conversationPerson(ctx: StudioContext, personId: string | null) {
  if (personId === null) return null
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const answer = await batch(db, {
    person: db.all<{
      id: string
      name: string
      pronouns: string
      email: string
      phone: string
      joinedOn: string
      minor: number
      injury: number
      lastVisitAt: string | null
    }>(sql`
      SELECT person.id, person.name, person.pronouns, person.email, person.phone,
        person.joined_on AS joinedOn, ${minorSql(ctx)} AS minor,
        EXISTS (SELECT 1 FROM person_notes AS note WHERE note.studio_id = person.studio_id
          AND note.person_id = person.id AND note.kind = 'injury'
          AND note.removed_at IS NULL) AS injury, person.last_visit_at AS lastVisitAt
      FROM people AS person WHERE person.studio_id = ${studio.id} AND person.id = ${personId}`),
    ...entitlementsStatements(ctx, personId),
    next: db.all<{ occurrenceId: string; title: string; localStart: string }>(sql`
      SELECT o.id AS occurrenceId, class_type.name AS title, o.local_start AS localStart
      FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE b.studio_id = ${studio.id} AND b.person_id = ${personId} AND b.state = 'booked'
        AND o.starts_at > ${now} AND o.state = 'scheduled' ORDER BY o.starts_at LIMIT 2`),
    fees: db.all<{ id: string; kind: string; amountMinor: number; dueAt: string }>(sql`
      SELECT id, kind, amount_minor AS amountMinor, due_at AS dueAt FROM fees
      WHERE studio_id = ${studio.id} AND person_id = ${personId} AND state = 'pending'
      ORDER BY due_at LIMIT 3`),
    guardians: db.all<{ id: string; name: string }>(sql`
      SELECT guardian.id, guardian.name FROM guardians AS link
      JOIN people AS guardian ON guardian.id = link.guardian_id
      WHERE link.studio_id = ${studio.id} AND link.dependant_id = ${personId} LIMIT 4`),
  })
  const [person] = answer.person
  if (!person) return null
  const held = toHeld(personId, { ...answer, uses: [] } as never)
  return {
    person,
    credits: creditsLeft(held, today),
    memberships: membershipsHeld(held.memberships, today),
    next: answer.next,
    fees: answer.fees,
    guardians: answer.guardians,
  }
}

/** Whether a conversation is there for somebody of staff to see. */
export async function mayOpen(
  { db, studio }: StudioContext,
  viewer: InboxViewer,
  id: string,
): Promise<boolean> {
  const [found] = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM conversations AS conversation
    WHERE conversation.studio_id = ${studio.id} AND conversation.id = ${id}
      AND conversation.merged_into IS NULL AND ${visibleSql(viewer)}`)
  return (found?.n ?? 0) > 0
}

/** How many wait for an answer, and the instant of the last message, for pages that are open. */
export async function waitingNow({ db, studio }: StudioContext, viewer: InboxViewer) {
  const [row] = await db.all<{ n: number; lastAt: string | null }>(sql`
    SELECT (SELECT count(*) FROM (SELECT 1 FROM conversations AS conversation
        WHERE conversation.studio_id = ${studio.id} AND conversation.waiting_since IS NOT NULL
          AND conversation.merged_into IS NULL AND ${visibleSql(viewer)} LIMIT 100)) AS n,
      (SELECT max(seq) FROM conversation_messages
        WHERE studio_id = ${studio.id} AND seq = (SELECT max(seq) FROM conversation_messages))
        AS lastAt`)
  return { waiting: row?.n ?? 0, last: String(row?.lastAt ?? '') }
}

/** A person's conversation, if there is one; null where the studio has no such person. */
export async function findConversationOf(
  { db, studio }: StudioContext,
  personId: string,
): Promise<{ conversationId: string | null } | null> {
  const [found] = await db.all<{ conversationId: string | null }>(sql`
    SELECT (SELECT own.id FROM conversations AS own
      WHERE own.studio_id = person.studio_id AND own.person_id = person.id
        AND own.merged_into IS NULL ORDER BY own.last_at DESC, own.id LIMIT 1) AS conversationId
    FROM people AS person WHERE person.studio_id = ${studio.id} AND person.id = ${personId}`)
  return found ?? null
}
