import { sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { studioDb } from '#app/db/connection.server.ts'
import { entitlementsStatements } from '#app/domain/entitlements/entitlement-queries.server.ts'
import { expireLots } from '#app/domain/entitlements/expire-lots.server.ts'
import { listLedger } from '#app/domain/entitlements/ledger-queries.server.ts'
import { expandSeries } from '#app/domain/scheduling/expand-series.server.ts'
import { type StudioContext, systemActor } from '#app/domain/studios/contexts.ts'
import { bookingOf } from '../../../tests/support/bookings.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { bookClass } from './book-class.server.ts'
import { occurrenceColumnsSql, occurrenceSourceSql } from './bookable-occurrences.server.ts'
import {
  listPastBookings,
  membershipUsesStatement,
  myBookingsBetweenStatement,
  upcomingBookingsStatement,
  weeksAround,
} from './booking-queries.server.ts'
import { cancelBooking } from './cancel-booking.server.ts'
import { cancelOccurrence } from './cancel-occurrence.server.ts'
import { changeCapacity } from './change-capacity.server.ts'
import { closeWaitlists } from './close-waitlists.server.ts'
import { promoteOpenPlaces } from './promote-open-places.server.ts'
import { reconcileClasses } from './reconcile-classes.server.ts'

const now = '2026-10-12T09:00:00Z'

/** The world's shard behind a database that remembers every statement and its parameters. */
function remembering(w: World): { sent: Map<string, unknown[]>; remember: <C extends StudioContext>(ctx: C) => C } {
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

const grows = /^SCAN (bookings|b|c|w|q|u|y|d|a|s|entries|e|i|occurrences|o|x|uo|outbox|notices|lots|l|people|h)\b/

async function plansOf(w: World, sent: Map<string, unknown[]>) {
  const offences: string[] = []
  for (const [query, params] of sent) {
    const { results } = await w.db.$client
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .bind(...params)
      .all<{ detail: string }>()
    for (const { detail } of results) {
      // A subquery in FROM is scanned as a whole; what it reads has lines of its own.
      if (grows.test(detail) && !/USING (COVERING )?INDEX/.test(detail)) offences.push(`${detail}\n${query}`)
    }
  }
  return offences
}

test('no statement of booking, promotion, cancel, ledger or jobs scans a table that grows', async () => {
  const w = await world()
  const { sent, remember } = remembering(w)
  const occurrence = await w.givenClass({ capacity: 1 })
  const later = await w.givenClass({ localStart: '2026-10-16T18:30' })
  const eve = await w.givenPerson('Eve Weekly')
  await w.giveMembership(eve, { weekly: true })

  const member = (person: World['ana']) => remember(w.asMember(person, now))
  await bookClass(member(w.ben), occurrence)
  await bookClass(member(eve), occurrence)
  await bookClass(member(w.ana), occurrence)
  await cancelBooking(member(w.ben), (await bookingOf(w, occurrence, w.ben))!.id)
  await bookClass(member(w.ben), later)
  await changeCapacity(remember(w.asDesk(now)), occurrence, 3)
  await cancelOccurrence({ ...remember(w.at(now)), actor: systemActor }, later, { reason: 'Flood' })
  for (const job of [closeWaitlists, promoteOpenPlaces, reconcileClasses, expandSeries, expireLots]) {
    await job(remember(w.at('2026-10-15T23:30:00Z')))
  }
  await listPastBookings(remember(w.at(now)), w.ana.id, { page: 1, perPage: 20 })
  await listLedger(remember(w.at(now)), w.ben.id, { page: 1, perPage: 20 })
  const ctx = remember(w.at(now))
  const week = { from: '2026-10-12T00:00', until: '2026-10-19T00:00' }
  const page: Record<string, BatchItem<'sqlite'>> = {
    timetable: ctx.db.all(sql`
      SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql}
      WHERE o.studio_id = ${ctx.studio.id} AND o.local_start >= ${week.from} AND o.local_start < ${week.until}`),
    mine: myBookingsBetweenStatement(ctx, w.ana.id, week),
    upcoming: upcomingBookingsStatement(ctx, w.ana.id),
    uses: membershipUsesStatement(ctx, sql`(${eve.id})`, weeksAround('2026-10-12', '2026-10-18')),
    ...entitlementsStatements(ctx, w.ana.id),
  }
  await batch(ctx.db, page)

  expect(sent.size).toBeGreaterThan(30)
  expect(await plansOf(w, sent)).toEqual([])
  for (const params of sent.values()) expect(params.length).toBeLessThanOrEqual(100)
})
