/** What is done with a conversation: settled, snoozed, assigned, labelled, merged. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { paths } from '#app/paths.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { addDays, instantOf, isoWeekday, localDate } from '#app/values/zone.ts'
import type { SnoozeChoice } from './conversation-words.ts'

export type ConversationAct =
  | { act: 'resolve' | 'reopen' | 'pending' }
  | { act: 'snooze'; until: SnoozeChoice }
  | { act: 'assign'; personId: string | null }
  | { act: 'label'; labels: string }

/** Mornings begin at nine where a conversation comes back. */
const morning = 'T09:00'

/** Until when a snooze lasts, in the studio's zone. */
export function snoozedUntil(
  choice: SnoozeChoice,
  { now, studio }: Pick<StudioContext, 'now' | 'studio'>,
): Instant {
  const today = localDate(now, studio.timeZone)
  const days = { tomorrow: 1, monday: 8 - isoWeekday(today), week: 7, hour: 0 }[choice]
  return choice === 'hour'
    ? addMinutes(now, 60)
    : instantOf(`${addDays(today, days)}${morning}`, studio.timeZone)
}

/** What an act writes, by column. */
function columnsOf(ctx: StaffContext, act: ConversationAct): Record<string, string | null> {
  switch (act.act) {
    case 'resolve':
      return { state: 'resolved', snoozed_until: null, waiting_since: null }
    case 'reopen':
      return { state: 'open', snoozed_until: null }
    case 'pending':
      return { state: 'pending', snoozed_until: null, waiting_since: null }
    case 'snooze':
      return { state: 'snoozed', snoozed_until: snoozedUntil(act.until, ctx) }
    case 'assign':
      return { assignee_id: act.personId }
    case 'label':
      return { labels: act.labels }
  }
}

/**
 * Changes a conversation; false for a strange id, or somebody who does not work here. Sent twice it
 * is one change, one line and one notice.
 */
export async function changeConversation(
  ctx: StaffContext,
  conversationId: string,
  act: ConversationAct,
): Promise<boolean> {
  const { db, studio } = ctx
  const columns = Object.entries(columnsOf(ctx, act))
  const each = (between: string, is: SQL) =>
    sql.join(
      columns.map(([column, value]) => sql`${sql.raw(column)} ${is} ${value}`),
      sql.raw(between),
    )
  const personId = act.act === 'assign' ? act.personId : null
  const mine = sql`studio_id = ${studio.id} AND id = ${conversationId} AND merged_into IS NULL
    AND ${
      personId
        ? sql`EXISTS (SELECT 1 FROM people AS person WHERE person.studio_id = ${studio.id}
          AND person.id = ${personId} AND person.is_staff = 1 AND person.archived_at IS NULL)`
        : sql`1`
    }`
  const { there } = await batch(db, {
    done: db.run(sql`
      UPDATE conversations SET ${each(', ', sql`=`)}
      WHERE ${mine} AND (${each(' OR ', sql`IS NOT`)})`),
    line: auditStatement(
      ctx,
      {
        action: `conversation.${act.act}`,
        subjectKind: 'conversation',
        subjectId: conversationId,
      },
      rightAfterChange,
    ),
    told: personId
      ? noticeStatement(
          ctx,
          {
            personId,
            dedupeKey: `assigned:${conversationId}:${personId}:${ctx.now}`,
            kind: 'conversation',
            text: `${ctx.actor.name} gave you a conversation.`,
            path: paths.manageConversation(studio, conversationId),
          },
          rightAfterChange,
        )
      : null,
    there: db.all(sql`SELECT 1 FROM conversations WHERE ${mine}`),
  })
  return there.length > 0
}

/**
 * Makes two conversations one: what was written in the other is of this one from now on, and a
 * stranger's becomes that of the person. False where either is not there, or both are groups.
 */
export async function mergeConversations(
  ctx: StaffContext,
  fromId: string,
  intoId: string,
): Promise<boolean> {
  const { db, studio } = ctx
  const both = sql`${fromId} <> ${intoId} AND 2 = (SELECT count(*) FROM conversations AS one
    WHERE one.studio_id = ${studio.id} AND one.id IN (${fromId}, ${intoId})
      AND one.merged_into IS NULL AND one.kind = 'person')`
  const merged = sql`EXISTS (SELECT 1 FROM conversations AS gone
    WHERE gone.studio_id = ${studio.id} AND gone.id = ${fromId} AND gone.merged_into = ${intoId})`
  const { done } = await batch(db, {
    done: db.run(sql`
      UPDATE conversations SET merged_into = ${intoId}, state = 'resolved', waiting_since = NULL
      WHERE studio_id = ${studio.id} AND id = ${fromId} AND ${both}`),
    line: auditStatement(
      ctx,
      {
        action: 'conversation.merged',
        subjectKind: 'conversation',
        subjectId: intoId,
        detail: { from: fromId },
      },
      rightAfterChange,
    ),
    messages: db.run(sql`
      UPDATE conversation_messages SET conversation_id = ${intoId}
      WHERE studio_id = ${studio.id} AND conversation_id = ${fromId} AND ${merged}`),
    newest: db.run(sql`
      UPDATE conversations SET (last_at, last_text, last_way, last_channel, state) = (
        SELECT max(gone.last_at, conversations.last_at),
          iif(gone.last_at > conversations.last_at, gone.last_text, conversations.last_text),
          iif(gone.last_at > conversations.last_at, gone.last_way, conversations.last_way),
          iif(gone.last_at > conversations.last_at, gone.last_channel, conversations.last_channel),
          'open'
        FROM conversations AS gone WHERE gone.id = ${fromId})
      WHERE studio_id = ${studio.id} AND id = ${intoId} AND ${merged}`),
  })
  return changed(done) > 0
}

/** Whether a studio has conversations whose snooze is over. */
export const wakeSnoozedDue = ({ studio, now }: Look) =>
  sql`EXISTS (SELECT 1 FROM conversations AS asleep WHERE asleep.studio_id = ${studio}
    AND asleep.state = 'snoozed' AND asleep.snoozed_until <= ${now})`

/** Opens conversations whose snooze is over. Answers how many. */
export async function wakeSnoozed({ db, studio, now }: StudioContext): Promise<number> {
  const { woken } = await batch(db, {
    woken: db.run(sql`
      UPDATE conversations SET state = 'open', snoozed_until = NULL
      WHERE studio_id = ${studio.id} AND state = 'snoozed' AND snoozed_until <= ${now}`),
  })
  return changed(woken)
}

/** Whether a studio has texts that may still fail. */
export const followTextsDue = ({ studio }: Look) =>
  sql`EXISTS (SELECT 1 FROM conversation_messages AS watched
    CROSS JOIN outbox AS letter ON letter.dedupe_key = watched.letter_key
    WHERE watched.studio_id = ${studio} AND watched.delivery = 'watch'
      AND letter.state IN ('sent', 'kept', 'failed'))`

/**
 * What became of texts: one that failed is emailed instead, where there is an address, and the
 * conversation says so. Answers how many were followed.
 */
export async function followTexts(ctx: StudioContext): Promise<number> {
  const { db, studio, nowMs, now } = ctx
  const failed = sql`FROM conversation_messages AS watched
    CROSS JOIN outbox AS letter ON letter.dedupe_key = watched.letter_key
    WHERE watched.studio_id = ${studio.id} AND watched.delivery = 'watch'`
  const { followed } = await batch(db, {
    emailed: db.run(sql`
      INSERT INTO outbox (id, studio_id, dedupe_key, channel, recipient, kind, subject, text, html,
        state, next_attempt_at_ms, created_at_ms)
      SELECT lower(hex(randomblob(8))), ${studio.id}, watched.letter_key || ':instead', 'email',
        person.email, 'conversation-reply', ${`A message from ${studio.name}`}, watched.text,
        '<p>' || replace(replace(replace(watched.text, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')
          || '</p>', 'queued', ${nowMs}, ${nowMs}
      FROM conversation_messages AS watched
      CROSS JOIN outbox AS letter ON letter.dedupe_key = watched.letter_key
      CROSS JOIN conversations AS conversation ON conversation.id = watched.conversation_id
      CROSS JOIN people AS person ON person.id = conversation.person_id AND person.email <> ''
      WHERE watched.studio_id = ${studio.id} AND watched.delivery = 'watch'
        AND letter.state = 'failed'
      ON CONFLICT (dedupe_key) DO NOTHING`),
    noted: db.run(sql`
      INSERT INTO conversation_messages (id, studio_id, conversation_id, way, channel, by_name, text,
        at)
      SELECT watched.id || '-x', watched.studio_id, watched.conversation_id, 'system', 'sms', '',
        iif(EXISTS (SELECT 1 FROM outbox WHERE dedupe_key = watched.letter_key || ':instead'),
          'The text could not be delivered. It was emailed instead.',
          'The text could not be delivered, and there is no email address.'), ${now}
      ${failed} AND letter.state = 'failed' ON CONFLICT DO NOTHING`),
    followed: db.run(sql`
      UPDATE conversation_messages SET delivery = '' WHERE seq IN (
        SELECT watched.seq ${failed} AND letter.state IN ('sent', 'kept', 'failed'))`),
  })
  return changed(followed)
}
