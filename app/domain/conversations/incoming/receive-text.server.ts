/** A text message that comes in: what it asks for, and the conversation it belongs to. */
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { StudioDb } from '#app/db/connection.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import {
  consentStatement,
  liftNumberStatement,
  suppressAddressStatement,
} from '#app/domain/people/consents/consent-statements.server.ts'
import { hasNumberSql } from '#app/domain/people/consents/unreachable-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { derivedId } from '#app/values/id.ts'
import { newReplyToken } from '#app/values/mail/reply-address.ts'
import { tidyStart } from '#app/values/text/tidy-text.ts'
import { messageStatements, writtenSql } from '../message-statements.server.ts'
import { tellAssignee } from '../write-to-studio.server.ts'

export type IncomingText = { id: string; from: string; text: string }

/** Words that networks want obeyed, no matter who sends them. */
const stops = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit'])
const helps = new Set(['help', 'info'])
const starts = new Set(['start', 'unstop', 'yes'])

const wordOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '')

/** What a text asks for. */
export function askOf(text: string): 'stop' | 'help' | 'start' | null {
  const word = wordOf(text)
  if (stops.has(word)) return 'stop'
  if (helps.has(word)) return 'help'
  return starts.has(word) ? 'start' : null
}

/** Studios of one shard that have texted a number, the last one first. */
export async function studiosThatTexted(db: StudioDb, phone: string): Promise<string[]> {
  const rows = await db.all<{ studioId: string }>(sql`
    SELECT studio_id AS studioId FROM outbox
    WHERE recipient IN (${phone}, ${phone.replace(/^\+/, '')}) AND channel = 'sms'
      AND studio_id IS NOT NULL
    GROUP BY studio_id ORDER BY max(created_at_ms) DESC LIMIT 20`)
  return rows.map(({ studioId }) => studioId)
}

/**
 * Obeys STOP, HELP and START, and puts anything else into the conversation of the person who has the
 * number, or of a stranger. A text comes in once however often it is told of (`id` is its own).
 */
export async function receiveText(
  ctx: StudioContext,
  { id: ref, from, text }: IncomingText,
): Promise<'stopped' | 'helped' | 'started' | 'written' | 'again'> {
  const ask = askOf(text)
  if (ask === 'stop') return stop(ctx, from, ref)
  if (ask === 'start') {
    await batch(ctx.db, { on: liftNumberStatement(ctx, from) })
    return 'started'
  }
  if (ask === 'help') return help(ctx, from, ref)
  const { db, studio, now } = ctx
  const id = await derivedId(studio.id, 'text', ref)
  const conversationId = sql`(SELECT known.id FROM conversations AS known
    WHERE known.studio_id = ${studio.id} AND known.merged_into IS NULL AND (known.address = ${from}
      OR known.person_id IN (SELECT person.id FROM people AS person
        WHERE person.studio_id = ${studio.id} AND ${hasNumberSql(ctx, from)}
          AND person.archived_at IS NULL))
    ORDER BY known.last_at DESC, known.id LIMIT 1)`
  const { message } = await batch(db, {
    begun: db.run(sql`
      INSERT INTO conversations (id, studio_id, kind, person_id, address, token, last_at, created_at)
      SELECT ${`t${id.slice(1)}`}, ${studio.id}, 'person', who.id, iif(who.id IS NULL, ${from}, ''),
        ${newReplyToken()}, ${now}, ${now}
      FROM (SELECT (SELECT person.id FROM people AS person
          WHERE person.studio_id = ${studio.id} AND ${hasNumberSql(ctx, from)}
            AND person.archived_at IS NULL ORDER BY person.created_at LIMIT 1) AS id) AS who
      WHERE ${conversationId} IS NULL AND NOT ${writtenSql(id)}
      ON CONFLICT DO NOTHING`),
    ...messageStatements(ctx, {
      id,
      conversationId,
      way: 'in',
      channel: 'sms',
      text: tidyStart(text, 2_000),
      byName: from,
      sourceRef: `text:${ref}`,
    }),
    told: tellAssignee(ctx, id, `${from} answered by text.`),
  })
  return changed(message) > 0 ? 'written' : 'again'
}

/** No text but what was asked for goes to this number any more. */
async function stop(ctx: StudioContext, from: string, ref: string): Promise<'stopped'> {
  const { db, studio } = ctx
  const people = await db.all<{ id: string }>(sql`
    SELECT person.id FROM people AS person
    WHERE person.studio_id = ${studio.id} AND ${hasNumberSql(ctx, from)} LIMIT 10`)
  await batch(db, {
    off: suppressAddressStatement(ctx, { channel: 'sms', address: from, why: 'unsubscribed' }),
    ...Object.fromEntries(
      people.map(({ id }) => [
        `no ${id}`,
        consentStatement(ctx, {
          channel: 'sms',
          purpose: 'marketing',
          personId: id,
          given: false,
          textId: null,
          source: 'unsubscribe',
          byName: '',
        }),
      ]),
    ),
    said: say(
      ctx,
      from,
      ref,
      `${studio.name}: you get no more texts from us. Reply START to undo.`,
    ),
  })
  return 'stopped'
}

async function help(ctx: StudioContext, from: string, ref: string): Promise<'helped'> {
  const { studio } = ctx
  const reach = [studio.contactEmail, studio.contactPhone].filter(Boolean).join(', ')
  const words = `${studio.name}${reach ? `, ${reach}` : ''}. Reply STOP to get no more texts.`
  await batch(ctx.db, { said: say(ctx, from, ref, words) })
  return 'helped'
}

const say = ({ db, studio, nowMs }: StudioContext, to: string, ref: string, text: string) =>
  queueStatement(
    db,
    {
      studioId: studio.id,
      dedupeKey: `text-answer:${studio.id}:${ref}`,
      channel: 'sms',
      to,
      kind: 'text-answer',
      letter: { subject: '', html: '', text },
    },
    nowMs,
  )
