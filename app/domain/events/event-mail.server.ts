/** Letters about tickets, for the batch of what they tell of. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { Happening } from '#app/domain/happenings/happening-kinds.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { Teller } from '#app/domain/messaging/tell-people.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { eventLetter } from '#app/messages/event-letter.ts'
import type { Letter } from '#app/messages/letter.ts'
import { dayLongTime } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import { eventStatement, toEvent } from './event-queries.server.ts'
import type { EventView } from './event-view.ts'
import { type KeptLink, ticketsPath } from './order-links.server.ts'

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
  const { to, kind, cause } = mail
  if (!to) return null
  return queueStatement(
    ctx.db,
    {
      studioId: ctx.studio.id,
      dedupeKey: `${kind}:${cause}`,
      to,
      kind,
      letter: letterOf(ctx, mail),
    },
    ctx.nowMs,
    onlyIf,
  )
}

function letterOf(
  { studio, origin }: StudioContext,
  { name, event, letter, action }: Pick<Mail, 'name' | 'event' | 'letter' | 'action'>,
): Letter {
  const { timeZone, locale } = studio
  return eventLetter({
    ...letter,
    studio: { name: studio.name, timeZone, locale },
    origin,
    name: name.split(' ')[0] || name,
    event,
    action,
  })
}

type Buyer = KeptLink & { id: string; name: string; email: string }

/**
 * Those with tickets of an event, once an address: buyers by their order, later holders by their
 * ticket. `off`: whose tickets ended with it. To are in a FROM.
 */
const buyersSql = ({ studio }: StudioContext, eventId: string, { off }: { off: boolean }): SQL => {
  const states = off ? sql`ticket.state = 'cancelled'` : sql`ticket.state IN ('valid','checked_in')`
  return sql`(
    SELECT ticket_order.id, ticket_order.buyer_name AS name,
      lower(ticket_order.buyer_email) AS email, ticket_order.token, ticket_order.sealed
    FROM ticket_orders AS ticket_order
    WHERE ticket_order.studio_id = ${studio.id} AND ticket_order.event_id = ${eventId}
      AND ticket_order.buyer_email <> '' AND EXISTS (
        SELECT 1 FROM tickets AS ticket
        WHERE ticket.studio_id = ticket_order.studio_id AND ticket.order_id = ticket_order.id
          AND ${states})
    UNION ALL
    SELECT ticket.id, ticket.holder_name, lower(ticket.holder_email),
      iif(ticket.link_hash IS NULL, ticket.code, ''), ticket.link_sealed
    FROM tickets AS ticket
    WHERE ticket.studio_id = ${studio.id} AND ticket.event_id = ${eventId} AND ${states}
      AND ticket.transferred_at IS NOT NULL AND ticket.holder_email <> '')`
}

/** How many addresses a change of the event, or its cancellation, is told to. */
export const buyersToTellStatement = (
  ctx: StudioContext,
  eventId: string,
  what: { off: boolean },
): Statement<{ n: number }[]> =>
  ctx.db.all<{ n: number }>(
    sql`SELECT count(DISTINCT email) AS n FROM ${buyersSql(ctx, eventId, what)}`,
  )

const listBuyers = (
  ctx: StudioContext,
  eventId: string,
  { off, after, limit }: { off: boolean; after: string; limit: number },
): Promise<Buyer[]> =>
  ctx.db.all<Buyer>(sql`
    SELECT min(id) AS id, name, email, token, sealed FROM ${buyersSql(ctx, eventId, { off })}
    WHERE email > ${after} GROUP BY email ORDER BY email LIMIT ${limit}`)

type EventNews = { subject: string; opening: string; more: string[] }

/** Tells everyone with tickets of an event, once an address, by email. */
const tellBuyers = <Kind extends 'event.moved' | 'event.cancelled'>(
  message: 'event-moved' | 'event-cancelled',
  newsOf: (ctx: StudioContext, event: EventView, happening: Happening<Kind>) => EventNews,
): Teller<Kind> => ({
  message,
  async listReaders(ctx, happening, after, limit) {
    const eventId = happening.subjectId
    const { found } = await batch(ctx.db, {
      found: eventStatement(ctx, sql`event.id = ${eventId}`),
    })
    if (!found[0]) return []
    const event = toEvent(found[0])
    const letter = newsOf(ctx, event, happening)
    const off = message === 'event-cancelled'
    const buyers = await listBuyers(ctx, eventId, { off, after, limit })
    return buyers.map(({ id, name, email, ...link }) => ({
      position: email,
      key: id,
      personId: null,
      email,
      letter: letterOf(ctx, {
        name,
        event,
        letter,
        action: { label: 'See your tickets', path: ticketsPath(ctx, eventId, link) },
      }),
      notice: null,
    }))
  },
})

/** The event is at another time or place: told as it stands when it is told. */
export const tellMoved = tellBuyers<'event.moved'>('event-moved', ({ studio }, event) => ({
  subject: `Changed: ${event.name}`,
  opening: `It’s now on ${dayLongTime(event.localStart, studio.locale)}. Check the place too.`,
  more: ['Your tickets are still valid.'],
}))

/** The event is off. */
export const tellOff = tellBuyers<'event.cancelled'>(
  'event-cancelled',
  ({ studio }, event, { detail: { why } }) => ({
    subject: `Cancelled: ${event.name}`,
    opening: `${studio.name} has cancelled it.${why ? ` ${why.replace(/[.!?]*$/, '.')}` : ''}`,
    more: [
      'Your tickets are no longer valid. If they were paid, the person who paid gets a ' +
        'refund; if not, you owe nothing.',
    ],
  }),
)
