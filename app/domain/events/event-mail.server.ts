/** Letters about tickets, for the batch of what they tell of. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { eventLetter } from '#app/messages/event-letter.ts'
import { paths } from '#app/paths.ts'
import { dayLongTime } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

export type EventNamed = {
  name: string
  localStart: LocalDateTime
  roomName: string
  location: string
  notes: string
}

type Mail = {
  to: string
  name: string
  event: EventNamed
  kind: string
  /** With `kind` it makes the letter single. */
  cause: string
  letter: { subject: string; opening: string; tickets?: string; more?: string[] }
  action: { label: string; path: string }
}

/** One letter, where there is an address for it. */
export function ticketMail(
  ctx: StudioContext,
  mail: Mail,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> | null {
  const { to, name, event, kind, cause, letter, action } = mail
  if (!to) return null
  const { studio, origin } = ctx
  const { timeZone, locale } = studio
  return queueStatement(
    ctx.db,
    {
      studioId: studio.id,
      dedupeKey: `${kind}:${cause}`,
      to,
      kind,
      letter: eventLetter({
        ...letter,
        studio: { name: studio.name, timeZone, locale },
        origin,
        name: name.split(' ')[0] || name,
        event,
        action,
      }),
    },
    ctx.nowMs,
    onlyIf,
  )
}

type Reader = { id: string; name: string; email: string; path: string }

/** Letters of one batch. */
export const readersAtOnce = 600

/**
 * Those with tickets of an event, once an address: buyers by their order, later holders by their
 * ticket.
 */
async function listReaders(
  ctx: StudioContext,
  eventId: string,
  off: boolean,
  from: number,
): Promise<Reader[]> {
  const { db, studio } = ctx
  const states = off ? sql`ticket.state = 'cancelled'` : sql`ticket.state IN ('valid','checked_in')`
  const rows = await db.all<{ id: string; name: string; email: string; secret: string }>(sql`
    SELECT min(id) AS id, name, email, secret FROM (
      SELECT ticket_order.id, ticket_order.buyer_name AS name,
        lower(ticket_order.buyer_email) AS email, ticket_order.token AS secret
      FROM ticket_orders AS ticket_order
      WHERE ticket_order.studio_id = ${studio.id} AND ticket_order.event_id = ${eventId}
        AND ticket_order.buyer_email <> '' AND EXISTS (
          SELECT 1 FROM tickets AS ticket
          WHERE ticket.studio_id = ticket_order.studio_id AND ticket.order_id = ticket_order.id
            AND ${states})
      UNION ALL
      SELECT ticket.id, ticket.holder_name, lower(ticket.holder_email), ticket.code
      FROM tickets AS ticket
      WHERE ticket.studio_id = ${studio.id} AND ticket.event_id = ${eventId} AND ${states}
        AND ticket.transferred_at IS NOT NULL AND ticket.holder_email <> ''
    ) GROUP BY email ORDER BY email LIMIT ${readersAtOnce} OFFSET ${from}`)
  return rows.map(({ secret, ...row }) => ({ ...row, path: paths.tickets(studio, secret) }))
}

/**
 * Tells everybody with tickets that the event is at another time or place, or off; once a cause and
 * reader. They are those behind the first `from` of them, `readersAtOnce` at most: where there are
 * as many, more may follow.
 */
export async function notifyBuyersStatements(
  ctx: StudioContext,
  eventId: string,
  news: {
    kind: 'event-moved' | 'event-cancelled'
    cause: string
    event: EventNamed & { roomId?: string }
    why?: string
  },
  onlyIf: SQL = sql`1`,
  from = 0,
): Promise<Record<string, Statement<D1Result>>> {
  const { locale } = ctx.studio
  const { kind, cause, event, why = '' } = news
  const when = dayLongTime(event.localStart, locale)
  const because = why ? ` ${why.replace(/[.!?]*$/, '.')}` : ''
  const letter =
    kind === 'event-moved'
      ? {
          subject: `Changed: ${event.name}`,
          opening: `It is on ${when} now. Look at the place, too.`,
          more: ['Your tickets go on and admit you as before.'],
        }
      : {
          subject: `Not taking place: ${event.name}`,
          opening: `${ctx.studio.name} has cancelled it.${because}`,
          more: ['Your tickets admit nobody any more. What you paid for them goes back to you.'],
        }
  const readers = await listReaders(ctx, eventId, kind === 'event-cancelled', from)
  return Object.fromEntries(
    readers.flatMap((reader, i) => {
      const mail = ticketMail(
        ctx,
        {
          to: reader.email,
          name: reader.name,
          event,
          kind,
          cause: `${cause}:${reader.id}`,
          letter,
          action: { label: 'See your tickets', path: reader.path },
        },
        onlyIf,
      )
      return mail ? [[`told${i}`, mail] as const] : []
    }),
  )
}

/**
 * Tells the rest, batch by batch, of whom the first `from` are told; answers how many were told in
 * all.
 */
export async function notifyRest(
  ctx: StudioContext,
  eventId: string,
  news: Parameters<typeof notifyBuyersStatements>[2],
  from: number,
): Promise<number> {
  if (from % readersAtOnce !== 0) return from
  const more = await notifyBuyersStatements(ctx, eventId, news, undefined, from)
  const count = Object.keys(more).length
  await batch(ctx.db, more)
  return count === 0 ? from : notifyRest(ctx, eventId, news, from + count)
}
