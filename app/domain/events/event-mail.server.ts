/** Letters about tickets, for the batch of what they tell of. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { eventLetter } from '#app/messages/event-letter.ts'
import { paths } from '#app/paths.ts'
import { clockTime, dayLong } from '#app/values/wording.ts'
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

/** Those with tickets of an event, once an address: buyers by their order, later holders by their ticket. */
async function listReaders(
  ctx: StudioContext,
  eventId: string,
  off: boolean,
  from: number,
): Promise<Reader[]> {
  const { db, studio } = ctx
  const states = off ? sql`k.state = 'cancelled'` : sql`k.state IN ('valid','checked_in')`
  const rows = await db.all<{ id: string; name: string; email: string; secret: string }>(sql`
    SELECT min(id) AS id, name, email, secret FROM (
      SELECT x.id, x.buyer_name AS name, lower(x.buyer_email) AS email, x.token AS secret FROM ticket_orders AS x
      WHERE x.studio_id = ${studio.id} AND x.event_id = ${eventId} AND x.buyer_email <> '' AND EXISTS (
        SELECT 1 FROM tickets AS k WHERE k.studio_id = x.studio_id AND k.order_id = x.id AND ${states})
      UNION ALL
      SELECT k.id, k.holder_name, lower(k.holder_email), k.code FROM tickets AS k
      WHERE k.studio_id = ${studio.id} AND k.event_id = ${eventId} AND ${states}
        AND k.transferred_at IS NOT NULL AND k.holder_email <> ''
    ) GROUP BY email ORDER BY email LIMIT ${readersAtOnce} OFFSET ${from}`)
  return rows.map(({ secret, ...row }) => ({ ...row, path: paths.tickets(studio, secret) }))
}

/**
 * Tells everybody with tickets that the event is at another time or place, or off; once a cause and reader. They are
 * those behind the first `from` of them, `readersAtOnce` at most: where there are as many, more may follow.
 */
export async function tellBuyersStatements(
  ctx: StudioContext,
  eventId: string,
  told: {
    kind: 'event-moved' | 'event-cancelled'
    cause: string
    event: EventNamed & { roomId?: string }
    why?: string
  },
  onlyIf: SQL = sql`1`,
  from = 0,
): Promise<Record<string, Statement<D1Result>>> {
  const { locale } = ctx.studio
  const { kind, cause, event, why = '' } = told
  const when = `${dayLong(event.localStart.slice(0, 10), locale)}, ${clockTime(event.localStart, locale)}`
  const letter =
    kind === 'event-moved'
      ? {
          subject: `Changed: ${event.name}`,
          opening: `It is on ${when} now. Look at the place, too.`,
          more: ['Your tickets go on and admit you as before.'],
        }
      : {
          subject: `Not taking place: ${event.name}`,
          opening: `${ctx.studio.name} has cancelled it.${why ? ` ${why.replace(/[.!?]*$/, '.')}` : ''}`,
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

/** Tells the rest, batch by batch, of whom the first `from` are told; answers how many were told in all. */
export async function tellRest(
  ctx: StudioContext,
  eventId: string,
  told: Parameters<typeof tellBuyersStatements>[2],
  from: number,
): Promise<number> {
  if (from % readersAtOnce !== 0) return from
  const more = await tellBuyersStatements(ctx, eventId, told, undefined, from)
  const count = Object.keys(more).length
  await batch(ctx.db, more)
  return count === 0 ? from : tellRest(ctx, eventId, told, from + count)
}
