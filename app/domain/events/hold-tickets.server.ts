import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { eventStatement, toEvent, toType, typesStatement } from './event-queries.server.ts'
import { mostTickets, saleOf } from './event-view.ts'
import type { OrderRefusal } from './order-refusals.ts'
import { type OrderLine, orderStatements, releaseStatements } from './order-statements.server.ts'

export type HoldWish = {
  /** Travels with the form: sent twice, it is one order. */
  key: string
  /** Whoever is signed in and of this studio. */
  personId: string | null
  name: string
  email: string
  /** How many of each type, by its id, and the price that was on the page. */
  lines: readonly OrderLine[]
  /** The secret of an order that this one takes the place of: what it holds counts as free. */
  instead?: string
}

export type HoldTicketsResult =
  | { ok: true; token: string; again?: true }
  | { ok: false; reason: OrderRefusal; typeId?: string }

/**
 * Keeps the places of an order for the event's minutes, in which it is confirmed. Room in the event
 * and in each type, the hours of sale, members only, how many at once and the price all stand in
 * the INSERT, so that of any number who press at once nobody gets a place that is not there. Guests
 * without an account may order. The same key and address twice is once. Two trips.
 */
export async function holdTickets(
  ctx: StudioContext,
  eventId: string,
  wish: HoldWish,
): Promise<HoldTicketsResult> {
  const { db, studio, now } = ctx
  const { key, personId, name, email, instead = '' } = wish
  const lines = wish.lines.filter(({ count }) => count > 0)
  const total = lines.reduce((sum, { count }) => sum + count, 0)
  const read = await batch(db, {
    event: eventStatement(ctx, sql`event.id = ${eventId} AND event.state <> 'draft'`),
    already: findByKey(ctx, key),
  })
  if (!read.event[0]) return { ok: false, reason: 'not_found' }
  const [already] = read.already
  if (already && already.email === email && already.eventId === eventId)
    return { ok: true, token: already.token, again: true }
  if (total === 0) return { ok: false, reason: 'none_chosen' }
  if (total > mostTickets) return { ok: false, reason: 'too_many' }

  const { holdMinutes } = toEvent(read.event[0])
  const id = newId()
  const made = sql`EXISTS (SELECT 1 FROM ticket_orders AS made WHERE made.id = ${id})`
  const result = await batch(db, {
    ...orderStatements(ctx, {
      id,
      eventId,
      personId,
      name,
      email,
      lines,
      dedupeKey: key,
      instead,
      state: 'held',
      holdMinutes,
    }),
    // Refused, the order that was to be changed goes on holding what it holds.
    ...(instead === '' ? {} : releaseStatements(ctx, instead, made)),
    mine: findByKey(ctx, key),
    event: eventStatement(ctx, sql`event.id = ${eventId}`),
    types: typesStatement(ctx, eventId),
  })
  const [mine] = result.mine
  if (mine && mine.email === email && mine.eventId === eventId) {
    return changed(result.order) > 0
      ? { ok: true, token: mine.token }
      : { ok: true, token: mine.token, again: true }
  }
  return { ok: false, ...refusalOf(result, lines, { now, known: personId !== null }) }

  function findByKey({ db }: StudioContext, dedupeKey: string) {
    return db.all<{ token: string; email: string; eventId: string }>(sql`
      SELECT token, buyer_email AS email, event_id AS eventId FROM ticket_orders
      WHERE studio_id = ${studio.id} AND dedupe_key = ${dedupeKey}`)
  }
}

/** Why nothing was held, told from the moment behind the write. */
function refusalOf(
  read: { event: Parameters<typeof toEvent>[0][]; types: Parameters<typeof toType>[0][] },
  lines: readonly OrderLine[],
  viewer: { now: string; known: boolean },
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
  return { reason: 'sold_out' }
}
