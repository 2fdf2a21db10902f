import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { signedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { bannedSql } from '#app/domain/people/banned-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { clockTimeAt } from '#app/values/wording.ts'
import { ticketMail } from './event-mail.server.ts'
import { eventStatement, toEvent, toType, typesStatement } from './event-queries.server.ts'
import { type EventView, mostTickets, saleOf, strangerMinutes, ticketsWords } from './event-view.ts'
import { isOrderLinkSql, type KeptLink, newOrderLink, openOrderLink } from './order-links.server.ts'
import type { OrderRefusal } from './order-refusals.ts'
import { type OrderLine, orderStatements, releaseStatements } from './order-statements.server.ts'

export type HoldWish = {
  /** Travels with the form: sent twice, it is one order. */
  key: string
  /** Anyone who is signed in and of this studio. */
  personId: string | null
  /** A child of the buyer who comes: what has to be signed is theirs. */
  comesId?: string | null
  name: string
  email: string
  /** How many of each type, by its id, and the price that was on the page. */
  lines: readonly OrderLine[]
  /** Anyone who orders is signed in with this address. */
  ownAddress: boolean
  /** The secret of an order that this one takes the place of: what it holds counts as free. */
  instead?: string
}

/**
 * `token` is null until the buyer has confirmed their address: only the email contains the link to the
 * order.
 */
export type HoldTicketsResult =
  | { ok: true; token: string | null; again?: true }
  | { ok: false; reason: OrderRefusal; typeId?: string }

type Known = KeptLink & { email: string; eventId: string; proven: number }

/**
 * Keeps the places of an order for the event's minutes, in which it is confirmed. Room in the event
 * and in each type, the hours of sale, members only, how many at once and the price all are in
 * the INSERT, so that of any number who press at once nobody gets a place that is not there. Guests
 * without an account may order: until they come by the link that is mailed to them, ten minutes,
 * and all of them at once no more than half of what is left. The same key and address twice is
 * once. Two trips.
 */
export async function holdTickets(
  ctx: StudioContext,
  eventId: string,
  wish: HoldWish,
): Promise<HoldTicketsResult> {
  const { db, now } = ctx
  const { key, personId, name, email, instead = '', comesId = personId } = wish
  const lines = wish.lines.filter(({ count }) => count > 0)
  const total = lines.reduce((sum, { count }) => sum + count, 0)
  const read = await batch(db, {
    event: eventStatement(ctx, sql`event.id = ${eventId} AND event.state <> 'draft'`),
    types: typesStatement(ctx, eventId),
    unsigned: db.all<{ id: string }>(sql`SELECT buyer.id FROM people AS buyer
      WHERE buyer.studio_id = ${ctx.studio.id} AND buyer.id = ${comesId}
        AND NOT ${signedSql(ctx, comesId ?? '')}`),
    banned: db.all<{ banned: number }>(sql`
      SELECT ${bannedSql(sql`${personId}`)} OR ${bannedSql(sql`${comesId}`)} AS banned`),
    already: ordersStatement(ctx, sql`dedupe_key = ${key}`),
    before: ordersStatement(
      ctx,
      sql`${isOrderLinkSql(instead)} AND state = 'held' AND held_until > ${now}`,
    ),
  })
  if (!read.event[0]) return { ok: false, reason: 'not_found' }
  const [already] = read.already
  if (already && already.email === email && already.eventId === eventId)
    return { ok: true, token: toldToken(ctx, already), again: true }
  if (total === 0) return { ok: false, reason: 'none_chosen' }
  if (total > mostTickets) return { ok: false, reason: 'too_many' }
  if (read.banned[0]?.banned === 1) return { ok: false, reason: 'banned' }
  if (read.unsigned.length > 0) return { ok: false, reason: 'waiver_missing' }

  // Anyone who has the secret of an order to this address had it from us: on its page or by email.
  const byLink = read.before.some((one) => one.email.toLowerCase() === email.toLowerCase())
  const proven = personId !== null || wish.ownAddress || byLink
  const event = toEvent(read.event[0])
  const holdMinutes = proven ? event.holdMinutes : Math.min(event.holdMinutes, strangerMinutes)
  const id = newId()
  const link = newOrderLink(ctx)
  const { token } = link
  const made = sql`EXISTS (SELECT 1 FROM ticket_orders AS made WHERE made.id = ${id})`
  const nameOf = (typeId: string) => read.types.find((type) => type.id === typeId)?.name ?? ''
  const result = await batch(db, {
    ...orderStatements(ctx, {
      id,
      eventId,
      personId,
      name,
      email,
      lines,
      instead,
      link,
      proven,
      holdMinutes,
      dedupeKey: key,
      state: 'held',
    }),
    // Refused, the order that was to be changed goes on holding what it holds.
    ...(instead === '' ? {} : releaseStatements(ctx, instead, made)),
    mail: proven
      ? null
      : confirmMail(ctx, {
          event,
          id,
          token,
          name,
          made,
          to: email,
          until: addMinutes(now, holdMinutes),
          tickets: ticketsWords(lines.flatMap((one) => Array(one.count).fill(nameOf(one.typeId)))),
        }),
    mine: ordersStatement(ctx, sql`dedupe_key = ${key}`),
    event: eventStatement(ctx, sql`event.id = ${eventId}`),
    types: typesStatement(ctx, eventId),
  })
  const [mine] = result.mine
  if (mine && mine.email === email && mine.eventId === eventId) {
    return changed(result.order) > 0
      ? { ok: true, token: toldToken(ctx, mine) }
      : { ok: true, token: toldToken(ctx, mine), again: true }
  }
  return { ok: false, ...refusalOf(result, lines, { now, known: personId !== null, proven }) }
}

const ordersStatement = ({ db, studio }: StudioContext, where: SQL) =>
  db.all<Known>(sql`
    SELECT token, sealed, buyer_email AS email, event_id AS eventId, proven
    FROM ticket_orders AS ticket_order
    WHERE studio_id = ${studio.id} AND ${where}`)

const toldToken = (ctx: StudioContext, { proven, ...link }: Known) =>
  proven === 1 ? openOrderLink(ctx, link) : null

type HeldOrder = {
  event: EventView
  id: string
  token: string
  to: string
  name: string
  made: SQL
  until: Instant
  tickets: string
}

/** The letter whose link confirms an order, and shows that the address is its reader's. */
function confirmMail(ctx: StudioContext, order: HeldOrder) {
  const { event, id, token, to, name, made, until, tickets } = order
  const { timeZone, locale } = ctx.studio
  return ticketMail(
    ctx,
    {
      to,
      name,
      event,
      kind: 'tickets-held',
      cause: id,
      letter: {
        subject: `Confirm your tickets: ${event.name}`,
        opening: `Confirm your order and the tickets are yours. We keep them for you until ${clockTimeAt(until, timeZone, locale)}.`,
        tickets,
        more: ['If you did not order them, do nothing: the order ends by itself.'],
      },
      action: { label: 'Confirm your tickets', path: paths.tickets(ctx.studio, token) },
    },
    made,
  )
}

/** Why nothing was held, told from the moment behind the write. */
function refusalOf(
  read: { event: Parameters<typeof toEvent>[0][]; types: Parameters<typeof toType>[0][] },
  lines: readonly OrderLine[],
  viewer: { now: string; known: boolean; proven: boolean },
): { reason: OrderRefusal; typeId?: string } {
  const event = read.event[0] && toEvent(read.event[0])
  if (!event) return { reason: 'not_found' }
  if (event.state !== 'on_sale') return { reason: 'not_on_sale' }
  if (event.startsAt <= viewer.now) return { reason: 'started' }
  for (const { typeId, count, priceMinor } of lines) {
    const row = read.types.find(({ id, archived }) => id === typeId && archived === 0)
    if (!row) return { reason: 'not_sold_now', typeId }
    const type = toType(row)
    const sale = saleOf(type, event, viewer)
    if (sale.kind === 'members') return { reason: 'members_only', typeId }
    if (sale.kind === 'later' || sale.kind === 'ended') return { reason: 'not_sold_now', typeId }
    if (count > type.perOrder) return { reason: 'too_many', typeId }
    if (sale.kind === 'sold_out' || count > sale.left) return { reason: 'sold_out', typeId }
    if (type.priceMinor !== priceMinor) return { reason: 'price_changed', typeId }
  }
  return { reason: viewer.proven ? 'sold_out' : 'others_confirming' }
}
