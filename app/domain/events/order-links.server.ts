/**
 * The secrets of links to tickets: of an order, for its buyer, and of a ticket that was passed on,
 * for its holder. Kept as a hash, by which they are found, and sealed, from which letters and pages
 * show them again (decision 45).
 */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioDb } from '#app/db/connection.server.ts'
import {
  hashSecretToken,
  openAtRest,
  sealAtRest,
} from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { paths } from '#app/paths.ts'
import { randomCharacters } from '#app/values/id.ts'

/** What is kept of a link; `token` is the secret of an order from before links were sealed. */
export type KeptLink = { token: string; sealed: string }

type Sealing = Pick<StudioContext, 'secret'>

/** A new secret, and what is kept of it. */
export function newOrderLink(sealing: Sealing): { token: string; hash: string; sealed: string } {
  const token = randomCharacters(24)
  return { token, hash: hashSecretToken(token), sealed: sealAtRest(sealing, token) }
}

/** The secret of a link; null where it was sealed with a secret that is gone. */
export function openOrderLink(sealing: Sealing, { token, sealed }: KeptLink): string | null {
  if (sealed === '') return token || null
  try {
    return openAtRest(sealing, sealed)
  } catch {
    return null
  }
}

/** Where a letter or page leads: to the tickets, or to the event where the link cannot be read. */
export function ticketsPath(ctx: StudioContext, eventId: string, link: KeptLink): string {
  const token = openOrderLink(ctx, link)
  return token === null ? paths.occurrence(ctx.studio, eventId) : paths.tickets(ctx.studio, token)
}

/** A condition over `ticket_orders AS ticket_order`: it is the order that `secret` opens. */
export const isOrderLinkSql = (secret: string): SQL =>
  sql`(ticket_order.token_hash = ${hashSecretToken(secret)}
    OR (ticket_order.token_hash IS NULL AND ticket_order.token = ${secret}))`

/**
 * A condition over `tickets AS ticket`: it is the one whose own link has this `secret`. A code is
 * for the door and opens nothing, but of a ticket passed on before links were.
 */
export const isTicketLinkSql = (secret: string): SQL =>
  sql`(ticket.link_hash = ${hashSecretToken(secret)}
    OR (ticket.link_hash IS NULL AND ticket.transferred_at IS NOT NULL AND ticket.code = ${secret}))`

/** Whether a row of `tickets` is the one that `isTicketLinkSql` finds. */
export const isOwnLink = (
  ticket: { linkHash: string | null; transferredAt: string | null; code: string },
  secret: string,
): boolean =>
  ticket.linkHash === null
    ? ticket.transferredAt !== null && ticket.code === secret
    : ticket.linkHash === hashSecretToken(secret)

/** Links of one run; the next takes more. */
const atOnce = 200

/**
 * Seals links of orders of a shard that were made before links were sealed: they go on working. May
 * run any number of times. Answers how many.
 */
export async function sealOrderLinks(db: StudioDb, sealing: Sealing): Promise<number> {
  const links = await db.all<{ id: string; token: string }>(
    sql`SELECT id, token FROM ticket_orders WHERE token_hash IS NULL LIMIT ${atOnce}`,
  )
  if (links.length === 0) return 0
  const sealed = links.map(({ id, token }) => ({
    id,
    hash: hashSecretToken(token),
    sealed: sealAtRest(sealing, token),
  }))
  await db.run(sql`
    UPDATE ticket_orders SET token = '', token_hash = input.value ->> 'hash',
      sealed = input.value ->> 'sealed'
    FROM json_each(${JSON.stringify(sealed)}) AS input
    WHERE ticket_orders.id = input.value ->> 'id' AND token_hash IS NULL`)
  return links.length
}
