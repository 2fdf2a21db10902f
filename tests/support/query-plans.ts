/** Remembers what is asked of a world's shard, to look at how SQLite would find it. */
import { studioDb } from '#app/db/connection.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { World } from './world.ts'

/** The world's shard behind a database that remembers every statement and its parameters. */
export function remembering(w: World): {
  sent: Map<string, unknown[]>
  remember: <C extends StudioContext>(ctx: C) => C
} {
  const sent = new Map<string, unknown[]>()
  const shard = w.env[`STUDIOS_${w.shard}`]
  const spy = {
    batch: (statements: D1PreparedStatement[]) => shard.batch(statements),
    prepare: (query: string) => ({
      bind: (...params: unknown[]) => {
        sent.set(query, params)
        return shard.prepare(query).bind(...params)
      },
    }),
  } as unknown as D1Database
  const db = studioDb({ ...w.env, [`STUDIOS_${w.shard}`]: spy }, w.studio, w.meter)
  return { sent, remember: (ctx) => ({ ...ctx, db }) }
}

const grows =
  /\b(appointments|audit_entries|bookings|enrolments|entries|happenings|lots|make_ups|notices|occurrences|open_items|outbox|people|tasks|ticket_orders|tickets)(?: AS ([a-z_]+))?/g

/** Names by which a statement's plan calls the tables that grow. */
const growing = (query: string) =>
  new Set([...query.matchAll(grows)].map(([, table, alias]) => alias ?? table))

/**
 * Lines of the plans of what was sent that scan a table which grows; empty is what a test wants.
 */
export async function plansOf(w: World, sent: Map<string, unknown[]>) {
  const offences: string[] = []
  for (const [query, params] of sent) {
    const names = growing(query)
    const { results } = await w.db.$client
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .bind(...params)
      .all<{ detail: string }>()
    for (const { detail } of results) {
      // A subquery in FROM is scanned as a whole; what it reads has lines of its own.
      const [, scanned] = /^SCAN (\w+)/.exec(detail) ?? []
      if (scanned && names.has(scanned) && !/USING (COVERING )?INDEX/.test(detail))
        offences.push(`${detail}\n${query}`)
    }
  }
  return offences
}
