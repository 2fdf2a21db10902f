import type { BatchItem } from 'drizzle-orm/batch'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import {
  personCalendar,
  studioCalendar,
} from '#app/domain/timetable/desk-calendar/calendar-queries.server.ts'
import { beforeEvent, eventDraft, givenEvent, ticketsOf } from '../../../tests/support/events.ts'
import { plansOf, remembering } from '../../../tests/support/query-plans.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { cancelEvent } from './change-event.server.ts'
import { checkInTicket } from './check-in-ticket.server.ts'
import { confirmOrder, lapseOrders } from './confirm-order.server.ts'
import {
  eventDeskPage,
  eventsListPage,
  eventViews,
  ticketDeskPage,
} from './event-desk-pages.server.ts'
import { myTicketsStatement, orderFormPage, ticketPage, ticketsPage } from './event-page.server.ts'
import { giveBackTicket } from './give-back-ticket.server.ts'
import { holdTickets } from './hold-tickets.server.ts'
import { markPaid, orderAtDesk } from './order-at-desk.server.ts'
import { releaseHeldOrder } from './release-held-order.server.ts'
import { saveEvent } from './save-event.server.ts'
import { transferTicket } from './transfer-ticket.server.ts'

test('no statement of events, orders, tickets or their job scans a table that grows', async () => {
  const w = await world()
  const { sent, remember } = remembering(w)
  const event = await givenEvent(w, { types: [{}, { name: 'Child', priceMinor: 500 }] })
  const ctx = remember(w.at(beforeEvent))
  const staff = remember(w.asDesk(beforeEvent))
  const viewer = { personId: w.ana.id, name: 'Ana', email: w.ana.email }
  const lines = event.typeIds.map((typeId, i) => ({
    typeId,
    count: 2,
    priceMinor: i === 0 ? 1_200 : 500,
  }))
  const who = { name: 'Ana', email: w.ana.email, ownAddress: false }
  const wish = { ...who, personId: w.ana.id, lines }
  const held = await holdTickets(ctx, event.id, { ...wish, key: 'firstkey0001' })
  const token = (held.ok && held.token) || ''
  await confirmOrder(ctx, token, { pays: 'account', personId: w.ana.id })
  const [first, second, third] = await ticketsOf(w, event.id)
  await transferTicket(ctx, token, first!.id, { name: 'Nina', email: 'nina@example.test' })
  await giveBackTicket(ctx, token, second!.id, { expects: 50 })
  await checkInTicket(staff, event.id, third!.code)
  await markPaid(staff, event.id, third!.orderId, 'card')
  const walkIn = { name: 'Walk In', email: '', personId: null, reason: '', how: 'paid' } as const
  await orderAtDesk(staff, event.id, {
    ...walkIn,
    key: 'deskkey00001',
    typeId: event.typeId,
    count: 1,
  })
  await ticketsPage(ctx, viewer, token)
  await ticketPage(ctx, viewer, token, third!.id)
  await orderFormPage(ctx, viewer, event.id, token)
  await eventDeskPage(ctx, event.id, { q: 'ana 2x', view: 'unpaid' })
  await ticketDeskPage(ctx, event.id, third!.id)
  for (const view of eventViews) await eventsListPage(ctx, view, { page: 1, perPage: 50 })
  const page: Record<string, BatchItem<'sqlite'>> = { mine: myTicketsStatement(ctx, w.ana.id) }
  await batch(ctx.db, page)
  await studioCalendar(ctx)
  await personCalendar(ctx, 'nothing')
  const kept = await holdTickets(ctx, event.id, { ...wish, key: 'secondkey001' })
  await holdTickets(ctx, event.id, { ...wish, personId: null, key: 'strangerkey1' })
  await releaseHeldOrder(staff, event.id, third!.orderId)
  await holdTickets(ctx, event.id, {
    ...wish,
    key: 'thirdkey0001',
    instead: (kept.ok && kept.token) || '',
  })
  await lapseOrders(ctx)
  await saveEvent(staff, event.id, eventDraft(w, { localStart: '2026-12-12T18:00' }), 2)
  await cancelEvent(staff, event.id, { reason: 'Flood' })

  expect(sent.size).toBeGreaterThan(40)
  expect(await plansOf(w, sent)).toEqual([])
  expect(await byStudioAlone(w, sent)).toEqual([])
  for (const params of sent.values()) expect(params.length).toBeLessThanOrEqual(100)
})

/** Statements that would read all tickets or orders a studio has ever had. */
async function byStudioAlone(w: World, sent: Map<string, unknown[]>) {
  const found: string[] = []
  for (const [query, params] of sent) {
    const plan = w.db.$client.prepare(`EXPLAIN QUERY PLAN ${query}`).bind(...params)
    const { results } = await plan.all<{ detail: string }>()
    const wide = results.filter(({ detail }) =>
      /^SEARCH (ticket|ticket_order|held_order|own|asked) .*\(studio_id=\?\)$/.test(detail.trim()),
    )
    if (wide.length > 0) found.push(query)
  }
  return found
}
