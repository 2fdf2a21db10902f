import { sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { entitlementsStatements } from '#app/domain/entitlements/entitlement-queries.server.ts'
import { expireLots } from '#app/domain/entitlements/expire-lots.server.ts'
import { expandSeries } from '#app/domain/scheduling/series/expand-series.server.ts'
import { systemActor } from '#app/domain/scope/contexts.ts'
import { bookingOf } from '../../../tests/support/bookings.ts'
import { plansOf, remembering } from '../../../tests/support/query-plans.ts'
import { type World, world } from '../../../tests/support/world.ts'
import {
  occurrenceColumnsSql,
  occurrenceSourceSql,
} from './availability/bookable-occurrences.server.ts'
import { bookClass } from './booking/book-class.server.ts'
import {
  daysAround,
  membershipUsesStatement,
  myBookingsBetweenStatement,
  pastBookingsStatements,
} from './booking-queries.server.ts'
import { cancelBooking } from './cancelling/cancel-booking.server.ts'
import { cancelOccurrence } from './cancelling/cancel-occurrence.server.ts'
import { reconcileClasses } from './roster/reconcile-classes.server.ts'
import { changeCapacity } from './waitlist/change-capacity.server.ts'
import { closeWaitlists } from './waitlist/close-waitlists.server.ts'
import { promoteOpenPlaces } from './waitlist/promote-open-places.server.ts'

const now = '2026-10-12T09:00:00Z'

test('no statement of booking, promotion, cancel or jobs scans a table that grows', async () => {
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
  for (const job of [
    closeWaitlists,
    promoteOpenPlaces,
    reconcileClasses,
    expandSeries,
    expireLots,
  ]) {
    await job(remember(w.at('2026-10-15T23:30:00Z')))
  }
  const ctx = remember(w.at(now))
  const week = { from: '2026-10-12T00:00', until: '2026-10-19T00:00' }
  const page: Record<string, BatchItem<'sqlite'>> = {
    timetable: ctx.db.all(sql`
      SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql}
      WHERE o.studio_id = ${ctx.studio.id} AND o.local_start >= ${week.from}
        AND o.local_start < ${week.until}`),
    mine: myBookingsBetweenStatement(ctx, w.ana.id, week),
    ...pastBookingsStatements(ctx, w.ana.id, { page: 1, perPage: 20 }),
    uses: membershipUsesStatement(ctx, sql`(${eve.id})`, daysAround('2026-10-12', '2026-10-18')),
    ...entitlementsStatements(ctx, w.ana.id),
  }
  await batch(ctx.db, page)

  expect(sent.size).toBeGreaterThan(30)
  expect(await plansOf(w, sent)).toEqual([])
  for (const params of sent.values()) expect(params.length).toBeLessThanOrEqual(100)
})
