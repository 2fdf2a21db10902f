import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refundInvoice } from '#app/domain/billing/invoices/refund-invoice.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { closeDays } from '#app/domain/planning/close-days.server.ts'
import { timetablePage } from '#app/domain/timetable/timetable-page.server.ts'
import { tellPeople } from '#app/http/tell-people.server.ts'
import { newId } from '#app/values/id.ts'
import { itemsOf } from '../../../tests/support/courses.ts'
import {
  beforeEvent,
  eventDraft,
  givenEvent,
  hold,
  statesOf,
  ticketsOf,
  typeDraft,
} from '../../../tests/support/events.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { cancelEvent, publishEvent } from './change-event.server.ts'
import { addAct, moveAct, removeAct, runOrderPage } from './change-run-order.server.ts'
import { checkInTicket, undoTicketCheckIn } from './check-in-ticket.server.ts'
import { confirmOrder, lapseOrders, releaseOrder } from './confirm-order.server.ts'
import { ticketTypeForm } from './event-fields.ts'
import { exportGuests } from './export-guests.server.ts'
import { giveBackTicket, markGivenBack, refundTicket } from './give-back-ticket.server.ts'
import { holdTickets } from './hold-tickets.server.ts'
import { markPaid, orderAtDesk } from './order-at-desk.server.ts'
import { saveEvent } from './save-event.server.ts'
import { saveTicketType, type TicketTypeDraft } from './save-ticket-type.server.ts'
import { transferTicket } from './transfer-ticket.server.ts'

const mails = ({ db, studio }: World, to: string) =>
  db.all<{ kind: string; text: string }>(
    sql`SELECT kind, text FROM outbox WHERE studio_id = ${studio.id} AND recipient = ${to}
      ORDER BY rowid`,
  )
const tokenOf = async (held: ReturnType<typeof hold>) => {
  const result = await held
  if (!result.ok) throw new Error(`Not held: ${result.reason}`)
  return result.token ?? ''
}
const guest = { pays: 'door', personId: null } as const

test('200 orders at once for 12 tickets sell exactly 12, of a type no more than it has', async () => {
  for (let round = 0; round < 3; round += 1) {
    const w = await world()
    const event = await givenEvent(w, {
      capacity: 12,
      types: [{ capacity: 8 }, { name: 'Child', priceMinor: 500 }],
    })
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        i % 2 === 0
          ? hold(w, event, { name: `Guest ${i}`, count: 1 + (i % 4 === 0 ? 1 : 0) })
          : hold(w, event, { name: `Guest ${i}`, typeId: event.typeIds[1]!, priceMinor: 500 }),
      ),
    )
    expect(
      results.filter(({ ok }) => !ok).every((one) => !one.ok && one.reason === 'sold_out'),
    ).toBe(true)
    const sold = await w.db.all<{ typeId: string; n: number }>(sql`
      SELECT ticket_type_id AS typeId, count(*) AS n FROM tickets WHERE event_id = ${event.id}
      GROUP BY ticket_type_id`)
    expect(sold.reduce((sum, { n }) => sum + n, 0)).toBe(12)
    expect(sold.find(({ typeId }) => typeId === event.typeId)?.n ?? 0).toBeLessThanOrEqual(8)
  }
}, 400_000)

test('the same form twenty times at once is one order, and its mail goes out once', async () => {
  const w = await world()
  const event = await givenEvent(w)
  const held = await Promise.all(
    Array.from({ length: 20 }, () => hold(w, event, { key: 'sameformkey1', count: 2 })),
  )
  const tokens = new Set(held.map((one) => one.ok && one.token))
  expect(tokens.size).toBe(1)
  const token = [...tokens][0] as string
  const confirmed = await Promise.all(
    Array.from({ length: 5 }, () => confirmOrder(w.at(beforeEvent), token, guest)),
  )
  expect(confirmed.every(({ ok }) => ok)).toBe(true)
  expect(await statesOf(w, event.id)).toEqual({ valid: 2 })
  expect((await mails(w, 'vera.guest@example.test')).map(({ kind }) => kind)).toEqual([
    'tickets-ordered',
  ])
  // Someone else who has the key learns nothing of the order.
  expect(await hold(w, event, { key: 'sameformkey1', name: 'Other Guest' })).toMatchObject({
    ok: false,
  })
})

test('a hold lapses by the clock: its places are free before any job runs, which ends it once', async () => {
  const w = await world()
  const event = await givenEvent(w, { capacity: 1 })
  const token = await tokenOf(hold(w, event))
  expect(await hold(w, event, { name: 'Late Guest', now: '2026-12-01T10:14:59Z' })).toEqual({
    ok: false,
    reason: 'sold_out',
    typeId: event.typeId,
  })
  const after = '2026-12-01T10:15:00Z'
  expect(await hold(w, event, { name: 'Late Guest', now: after })).toMatchObject({ ok: true })
  expect(await confirmOrder(w.at(after), token, guest)).toEqual({ ok: false, reason: 'lapsed' })
  expect(await lapseOrders(w.at(after))).toBe(1)
  expect(await lapseOrders(w.at(after))).toBe(0)
  expect(await statesOf(w, event.id)).toEqual({ lapsed: 1, held: 1 })
})

test('a confirm that was on its way when its minutes ended does not sell what others got meanwhile', async () => {
  const w = await world()
  const whole = await givenEvent(w, { capacity: 1 })
  const typed = await givenEvent(w, { localStart: '2026-12-13T19:00', types: [{ capacity: 1 }] })
  for (const event of [whole, typed]) {
    const token = await tokenOf(hold(w, event))
    expect(await hold(w, event, { name: 'Next Guest', now: '2026-12-01T10:15:00Z' })).toMatchObject(
      { ok: true },
    )
    // Its clock was read a second before the other's, and it is written after it.
    expect(await confirmOrder(w.at('2026-12-01T10:14:59Z'), token, guest)).toEqual({
      ok: false,
      reason: 'lapsed',
    })
  }
})

test('an order that is changed gives its places back first, and a released one is over', async () => {
  const w = await world()
  const event = await givenEvent(w, { capacity: 2 })
  const token = await tokenOf(hold(w, event, { count: 2 }))
  const again = await holdTickets(w.at(beforeEvent), event.id, {
    key: 'anotherkey01',
    personId: null,
    ownAddress: true,
    name: 'Vera Guest',
    email: 'vera.guest@example.test',
    instead: token,
    lines: [{ typeId: event.typeId, count: 1, priceMinor: 1_200 }],
  })
  expect(again).toMatchObject({ ok: true })
  expect(await statesOf(w, event.id)).toEqual({ lapsed: 2, held: 1 })
  // Refused, it goes on holding what it held.
  const more = await holdTickets(w.at(beforeEvent), event.id, {
    key: 'anotherkey02',
    personId: null,
    ownAddress: true,
    name: 'Vera Guest',
    email: 'vera.guest@example.test',
    instead: (again.ok && again.token) || '',
    lines: [{ typeId: event.typeId, count: 3, priceMinor: 1_200 }],
  })
  expect(more).toMatchObject({ ok: false, reason: 'sold_out' })
  expect(await statesOf(w, event.id)).toEqual({ lapsed: 2, held: 1 })
  await releaseOrder(w.at(beforeEvent), (again.ok && again.token) || '')
  expect(await statesOf(w, event.id)).toEqual({ lapsed: 3 })
})

test('early birds, members only, the number of an order and the price on the page are kept', async () => {
  const w = await world()
  const event = await givenEvent(w, {
    types: [
      { salesUntil: '2026-12-01T10:00:00Z' },
      { name: 'Member', membersOnly: true, priceMinor: 800 },
      { name: 'Later', salesFrom: '2026-12-02T00:00:00Z' },
      { name: 'Two at most', perOrder: 2 },
    ],
  })
  const [bird, member, later, two] = event.typeIds as [string, string, string, string]
  expect(await hold(w, event, { typeId: bird, now: '2026-12-01T09:59:59Z' })).toMatchObject({
    ok: true,
  })
  expect(await hold(w, event, { typeId: bird })).toMatchObject({ reason: 'not_sold_now' })
  expect(await hold(w, event, { typeId: later })).toMatchObject({ reason: 'not_sold_now' })
  expect(await hold(w, event, { typeId: member, priceMinor: 800 })).toMatchObject({
    reason: 'members_only',
  })
  expect(await hold(w, event, { typeId: member, priceMinor: 800, person: w.ana })).toMatchObject({
    ok: true,
  })
  expect(await hold(w, event, { typeId: two, count: 3 })).toMatchObject({ reason: 'too_many' })
  expect(await hold(w, event, { typeId: two, priceMinor: 1 })).toMatchObject({
    reason: 'price_changed',
  })
  expect(await hold(w, event, { typeId: two, count: 0 })).toMatchObject({ reason: 'none_chosen' })
  expect(await hold(w, event, { typeId: two, now: '2026-12-12T19:00:00Z' })).toMatchObject({
    reason: 'started',
  })
  const other = await world()
  expect(await hold(other, event, { typeId: two })).toMatchObject({ reason: 'not_found' })
})

test('a known person can pay by account: one open item a ticket, and only into their own account', async () => {
  const w = await world()
  const event = await givenEvent(w)
  const anas = await tokenOf(hold(w, event, { person: w.ana, count: 2 }))
  expect(
    await confirmOrder(w.at(beforeEvent), anas, { pays: 'account', personId: w.ana.id }),
  ).toEqual({ ok: true })
  expect(
    await confirmOrder(w.at(beforeEvent), anas, { pays: 'account', personId: w.ana.id }),
  ).toMatchObject({
    again: true,
  })
  expect(await itemsOf(w, w.ana)).toEqual(['ticket 1200 open', 'ticket 1200 open'])
  const bens = await tokenOf(hold(w, event, { person: w.ben }))
  await confirmOrder(w.at(beforeEvent), bens, { pays: 'account', personId: w.ana.id })
  expect(await itemsOf(w, w.ben)).toEqual([])
  expect(await itemsOf(w, w.ana)).toHaveLength(2)
})

test('one code admits once: of ten doors at once one lets in, the others are told when and by whom; undone, it admits again', async () => {
  const w = await world()
  const event = await givenEvent(w)
  await confirmOrder(w.at(beforeEvent), await tokenOf(hold(w, event)), guest)
  const [ticket] = await ticketsOf(w, event.id)
  const night = '2026-12-12T18:40:00Z'
  const doors = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      checkInTicket(w.asDesk(night, `Door ${i}`), event.id, ticket!.code),
    ),
  )
  const let1 = doors.filter(({ ok }) => ok)
  expect(let1).toHaveLength(1)
  const notified = doors.find(({ ok }) => !ok)
  expect(notified).toMatchObject({
    reason: 'already',
    ticket: { checkedInAt: night, checkedInBy: expect.stringMatching(/^Door \d$/) },
  })
  const undone = await undoTicketCheckIn(w.asDesk(night), event.id, ticket!.id, {
    reason: 'Wrong guest',
  })
  expect(undone).toEqual({ ok: true })
  expect(await undoTicketCheckIn(w.asDesk(night), event.id, ticket!.id, { reason: 'x' })).toEqual({
    ok: true,
    again: true,
  })
  const typed = `${ticket!.code.slice(0, 4).toLowerCase()}-${ticket!.code.slice(4)}`
  expect(await checkInTicket(w.asDesk(night), event.id, typed)).toMatchObject({ ok: true })
  const lines = await w.db.all<{ action: string; reason: string }>(sql`
    SELECT action, reason FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND subject_kind = 'ticket' ORDER BY rowid`)
  expect(lines.map(({ action, reason }) => `${action} ${reason}`.trim())).toEqual([
    'ticket.checked_in',
    'ticket.check_in_undone Wrong guest',
    'ticket.checked_in',
  ])
  expect(await checkInTicket(w.asDesk(night), event.id, 'no code at all')).toEqual({
    ok: false,
    reason: 'unknown',
  })
})

test('a ticket that is passed on has a new code and the old one admits nobody; the buyer has no hand in it any more', async () => {
  const w = await world()
  const event = await givenEvent(w)
  const token = await tokenOf(hold(w, event))
  await confirmOrder(w.at(beforeEvent), token, guest)
  const [before] = await ticketsOf(w, event.id)
  const nina = { name: 'Nina New', email: 'nina@example.test' }
  const raced = await Promise.all(
    [1, 2, 3].map(() => transferTicket(w.at(beforeEvent), token, before!.id, nina)),
  )
  const passed = raced.filter(({ ok }) => ok)
  expect(passed).toHaveLength(1)
  const [after] = await ticketsOf(w, event.id)
  expect(after).toMatchObject({ holderName: 'Nina New', state: 'valid' })
  expect(after!.code).not.toBe(before!.code)
  const [letter] = await mails(w, nina.email)
  const link = /\/tickets\/(\w+)/.exec(letter!.text)?.[1] ?? ''
  expect(link).toHaveLength(24)
  expect(await checkInTicket(w.asDesk(beforeEvent), event.id, before!.code)).toEqual({
    ok: false,
    reason: 'unknown',
  })
  expect(await transferTicket(w.at(beforeEvent), token, before!.id, nina)).toEqual({
    ok: false,
    reason: 'passed_on',
  })
  expect(await giveBackTicket(w.at(beforeEvent), token, before!.id, { expects: 50 })).toEqual({
    ok: false,
    reason: 'passed_on',
  })
  const omar = { name: 'Omar Next', email: '' }
  // Anybody may see a code at the door: it opens nothing.
  expect(await transferTicket(w.at(beforeEvent), after!.code, before!.id, omar)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  const on = await transferTicket(w.at(beforeEvent), link, before!.id, omar)
  expect(on).toMatchObject({ ok: true })
  expect(await transferTicket(w.at(beforeEvent), link, before!.id, nina)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await checkInTicket(w.asDesk(beforeEvent), event.id, after!.code)).toMatchObject({
    reason: 'unknown',
  })
  expect(await checkInTicket(w.asDesk(beforeEvent), event.id, on.ok ? on.code : '')).toMatchObject({
    ok: true,
  })

  const fixed = await givenEvent(w, { transferable: false, localStart: '2026-12-13T19:00' })
  const bound = await tokenOf(hold(w, fixed))
  await confirmOrder(w.at(beforeEvent), bound, guest)
  const [stays] = await ticketsOf(w, fixed.id)
  expect(await transferTicket(w.at(beforeEvent), bound, stays!.id, nina)).toEqual({
    ok: false,
    reason: 'not_transferable',
  })
})

test('a ticket that is given back, passed on and used at the same moment is one of the three', async () => {
  for (let round = 0; round < 6; round += 1) {
    const w = await world()
    const event = await givenEvent(w)
    const token = await tokenOf(hold(w, event))
    await confirmOrder(w.at(beforeEvent), token, guest)
    const [ticket] = await ticketsOf(w, event.id)
    const results = await Promise.all([
      giveBackTicket(w.at(beforeEvent), token, ticket!.id, { expects: 50 }),
      transferTicket(w.at(beforeEvent), token, ticket!.id, {
        name: 'Nina New',
        email: 'nina@example.test',
      }),
      checkInTicket(w.asDesk(beforeEvent), event.id, ticket!.code),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  }
})

test('a ticket given back by the rule brings its share at the limit and nothing a second later', async () => {
  const w = await world()
  const event = await givenEvent(w, { types: [{ priceMinor: 1_225 }] })
  const token = await tokenOf(hold(w, event, { person: w.ana, count: 2, priceMinor: 1_225 }))
  await confirmOrder(w.at(beforeEvent), token, { pays: 'account', personId: w.ana.id })
  const [first, second] = await ticketsOf(w, event.id)
  await markPaid(w.asDesk(beforeEvent), event.id, first!.orderId, 'card')
  expect(await itemsOf(w, w.ana)).toEqual(['ticket 1225 settled', 'ticket 1225 settled'])
  const limit = '2026-12-10T19:00:00Z'
  expect(
    await giveBackTicket(w.at('2026-12-10T19:00:01Z'), token, first!.id, { expects: 50 }),
  ).toEqual({
    ok: false,
    reason: 'quote_changed',
  })
  // Half of £12.25, half-up.
  const back = await Promise.all(
    [1, 2, 3].map(() => giveBackTicket(w.at(limit), token, first!.id, { expects: 50 })),
  )
  expect(back.every((one) => one.ok && one.refundMinor === 613)).toBe(true)
  expect(await itemsOf(w, w.ana)).toEqual([
    'ticket 1225 settled',
    'ticket 1225 settled',
    'refund -613 open',
  ])
  expect(
    await giveBackTicket(w.at('2026-12-10T19:00:01Z'), token, second!.id, { expects: 0 }),
  ).toMatchObject({
    ok: true,
    refundMinor: 0,
  })
  expect(await itemsOf(w, w.ana)).toHaveLength(3)
  expect(await statesOf(w, event.id)).toEqual({ refunded: 2 })
})

test('an unpaid ticket is void when all of it would be refunded, and partly owed when half of it would be', async () => {
  const w = await world()
  const whole = await givenEvent(w, { refundPercent: 100 })
  const token = await tokenOf(hold(w, whole, { person: w.ben }))
  await confirmOrder(w.at(beforeEvent), token, { pays: 'account', personId: w.ben.id })
  const [ticket] = await ticketsOf(w, whole.id)
  expect(
    await giveBackTicket(w.at(beforeEvent), token, ticket!.id, { expects: 100 }),
  ).toMatchObject({ refundMinor: 0 })
  expect(await itemsOf(w, w.ben)).toEqual(['ticket 1200 void'])

  const half = await givenEvent(w, { localStart: '2026-12-13T19:00' })
  const other = await tokenOf(hold(w, half, { person: w.cleo }))
  await confirmOrder(w.at(beforeEvent), other, { pays: 'account', personId: w.cleo.id })
  const [hers] = await ticketsOf(w, half.id)
  await giveBackTicket(w.at(beforeEvent), other, hers!.id, { expects: 50 })
  expect(await itemsOf(w, w.cleo)).toEqual(['ticket 1200 open', 'refund -600 open'])
  // Nothing was paid, so no refund is promised: half of the price is still owed.
  const [mail] = await w.db.all<{ text: string }>(sql`
    SELECT text FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'ticket-given-back'
    ORDER BY rowid DESC LIMIT 1`)
  expect(mail!.text).toContain('Nothing had been paid: you still owe £6.00.')
})

test('the desk sells at the door, gives away, gives back by hand to guests, and the front desk has its limit', async () => {
  const w = await world()
  const event = await givenEvent(w, {
    capacity: 4,
    types: [{ priceMinor: 3_000, membersOnly: true, perOrder: 1 }],
  })
  const desk = w.asDesk(beforeEvent)
  const wish = {
    typeId: event.typeId,
    count: 2,
    name: 'Walk In',
    email: '',
    personId: null,
    reason: '',
  }
  expect(
    await orderAtDesk(desk, event.id, { ...wish, key: 'deskkey00001', how: 'paid' }),
  ).toMatchObject({ ok: true })
  expect(
    await orderAtDesk(desk, event.id, { ...wish, key: 'deskkey00001', how: 'paid' }),
  ).toMatchObject({
    again: true,
  })
  expect(
    await orderAtDesk(desk, event.id, { ...wish, key: 'deskkey00002', how: 'comp', count: 1 }),
  ).toMatchObject({
    ok: true,
  })
  expect(await orderAtDesk(desk, event.id, { ...wish, key: 'deskkey00003', how: 'paid' })).toEqual({
    ok: false,
    reason: 'sold_out',
  })
  expect(
    await orderAtDesk(desk, event.id, { ...wish, key: 'deskkey00004', how: 'account', count: 1 }),
  ).toEqual({
    ok: false,
    reason: 'no_account',
  })
  const [sold] = await ticketsOf(w, event.id)
  expect(await refundTicket(desk, event.id, sold!.id, { whole: true, reason: 'Ill' })).toEqual({
    ok: false,
    reason: 'over_limit',
  })
  const manager = { ...desk, actor: { ...desk.actor, role: 'manager' as const } }
  // The studio's own limits hold, of the front desk as of managers.
  await w.db.run(sql`
    INSERT INTO billing_settings (studio_id, version, legal_name, address, registration, tax_number, tax_name,
      prefix, first_number, due_days, desk_refund_minor, manager_refund_minor, classes_tax_bp,
      memberships_tax_bp, events_tax_bp, fees_tax_bp)
    VALUES (${w.studio.id}, 1, '', '', '', '', 'VAT', '', 1, 0, 2999, 2999, 0, 0, 0, 0)`)
  for (const staff of [desk, manager])
    expect(await refundTicket(staff, event.id, sold!.id, { whole: true, reason: 'Ill' })).toEqual({
      ok: false,
      reason: 'over_limit',
    })
  await w.db.run(sql`UPDATE billing_settings SET manager_refund_minor = 3000`)
  expect(
    await refundTicket(manager, event.id, sold!.id, { whole: true, reason: 'Ill' }),
  ).toMatchObject({
    ok: true,
    refundMinor: 3_000,
    byHand: true,
  })
  expect(await markGivenBack(desk, event.id, sold!.id)).toBe('over_limit')
  expect(await markGivenBack(manager, event.id, sold!.id)).toBe('done')
  expect(await markGivenBack(desk, event.id, sold!.id)).toBe('done')
  expect(await markGivenBack(manager, event.id, 'nobody')).toBe('not_found')
  expect(await statesOf(w, event.id)).toEqual({ refunded: 1, valid: 2 })
})

test('a role’s refund limit covers all tickets of one order together', async () => {
  const w = await world()
  const event = await givenEvent(w)
  const desk = w.asDesk(beforeEvent)
  const manager = { ...desk, actor: { ...desk.actor, role: 'manager' as const } }
  const back = (staff: typeof desk, ticketId: string) =>
    refundTicket(staff, event.id, ticketId, { whole: true, reason: 'Ill' })
  // A guest’s three tickets at £12.00: the desk’s £20.00 are enough for one, also of two at once.
  const wish = { typeId: event.typeId, count: 3, name: 'Walk In', email: '', personId: null }
  await orderAtDesk(desk, event.id, { ...wish, reason: '', key: 'deskkey00001', how: 'paid' })
  const guests = (await ticketsOf(w, event.id)).map(({ id }) => id)
  const both = await Promise.all([back(desk, guests[0]!), back(desk, guests[1]!)])
  expect(both.filter(({ ok }) => ok)).toMatchObject([{ refundMinor: 1_200, byHand: true }])
  expect(both.filter(({ ok }) => !ok)).toEqual([{ ok: false, reason: 'over_limit' }])
  const left = (await ticketsOf(w, event.id)).filter(({ state }) => state === 'valid')
  expect(await back(desk, left[0]!.id)).toEqual({ ok: false, reason: 'over_limit' })
  expect(await back(manager, left[0]!.id)).toMatchObject({ ok: true, refundMinor: 1_200 })
  // Cash is handed out within the limit too.
  const returned = (await ticketsOf(w, event.id)).filter(({ state }) => state === 'refunded')
  const given = await Promise.all(returned.map(({ id }) => markGivenBack(desk, event.id, id)))
  expect(given.toSorted()).toEqual(['done', 'over_limit'])

  // Ana’s two on account: £10.00 by hand off one leave £10.00, which is less than the other.
  const token = await tokenOf(hold(w, event, { person: w.ana, count: 2 }))
  await confirmOrder(w.at(beforeEvent), token, { pays: 'account', personId: w.ana.id })
  const anas = (await ticketsOf(w, event.id)).slice(3)
  await markPaid(desk, event.id, anas[0]!.orderId, 'card')
  const [line] = await w.db.all<{ id: string; invoiceId: string }>(sql`
    SELECT id, invoice_id AS invoiceId FROM open_items WHERE subject_id = ${anas[0]!.id}`)
  const { id: itemId, invoiceId } = line!
  const byHand = { key: newId(), invoiceId, itemId, amountMinor: 1_000, reason: 'Cold' } as const
  expect(await refundInvoice(desk, { ...byHand, method: 'cash' })).toMatchObject({ ok: true })
  expect(await back(desk, anas[1]!.id)).toEqual({ ok: false, reason: 'over_limit' })
  expect(await back(desk, anas[0]!.id)).toMatchObject({ ok: true, refundMinor: 200 })
})

test('a cancelled event ends every ticket, gives back what was paid, tells each buyer once and raises SEQUENCE', async () => {
  const w = await world()
  const event = await givenEvent(w)
  const paid = await tokenOf(hold(w, event, { person: w.ana }))
  await confirmOrder(w.at(beforeEvent), paid, { pays: 'account', personId: w.ana.id })
  const [anas] = await ticketsOf(w, event.id)
  await markPaid(w.asDesk(beforeEvent), event.id, anas!.orderId, 'card')
  await confirmOrder(w.at(beforeEvent), await tokenOf(hold(w, event, { person: w.ben })), {
    pays: 'account',
    personId: w.ben.id,
  })
  await confirmOrder(w.at(beforeEvent), await tokenOf(hold(w, event)), guest)
  const held = await tokenOf(hold(w, event, { name: 'Holding Guest' }))
  const cancel = () =>
    cancelEvent(w.asDesk(beforeEvent), event.id, { reason: 'The heating is out' })
  expect(await cancel()).toMatchObject({ ok: true, notified: 4, refundMinor: 1_200 })
  expect(await cancel()).toMatchObject({ ok: true, again: true })
  expect(await statesOf(w, event.id)).toEqual({ cancelled: 4 })
  expect(await itemsOf(w, w.ana)).toEqual(['ticket 1200 settled', 'refund -1200 open'])
  expect(await itemsOf(w, w.ben)).toEqual(['ticket 1200 void'])
  expect((await mails(w, 'vera.guest@example.test')).map(({ kind }) => kind)).toEqual([
    'tickets-ordered',
    'event-cancelled',
  ])
  const [row] = await w.db.all(sql`SELECT state, sequence FROM occurrences WHERE id = ${event.id}`)
  expect(row).toEqual({ state: 'cancelled', sequence: 1 })
  expect(await confirmOrder(w.at(beforeEvent), held, guest)).toEqual({
    ok: false,
    reason: 'not_on_sale',
  })
  expect(await hold(w, event, { name: 'Too Late' })).toMatchObject({ reason: 'not_on_sale' })
})

test('room and coach are asked at the moment of writing, and a second editor is told', async () => {
  const w = await world()
  const staff = w.asDesk(beforeEvent)
  await w.givenClass({ localStart: '2026-12-12T20:00', at: '2026-11-20T10:00:00Z' })
  const clash = await saveEvent(staff, 'eventclash01', eventDraft(w), null)
  expect(clash).toMatchObject({ ok: false, reason: 'taken' })
  expect(clash).toMatchObject({
    clashes: [
      expect.stringContaining('pole studio is taken'),
      expect.stringContaining('Dee Coach teaches Pole 2: spins'),
    ],
  })
  // A draft binds nobody: two may be at one time, and one of them can be published.
  const draft = eventDraft(w, { localStart: '2026-12-13T19:00' })
  for (const id of ['eventdraft01', 'eventdraft02']) {
    expect(await saveEvent(staff, id, draft, null)).toMatchObject({ ok: true })
    expect(await publishEvent(staff, id)).toEqual({ ok: false, reason: 'no_types' })
    const type = {
      name: 'Adult',
      priceMinor: 0,
      capacity: null,
      salesFrom: null,
      salesUntil: null,
      membersOnly: false,
    }
    await saveTicketType(staff, id, `type${id.slice(4)}`, { ...type, perOrder: 4, sort: 0 }, null)
  }
  const both = await Promise.all(
    ['eventdraft01', 'eventdraft02'].map((id) => publishEvent(staff, id)),
  )
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({
    reason: 'taken',
    clashes: expect.arrayContaining([expect.stringContaining('Winter showcase')]),
  })

  const published = both[0]!.ok ? 'eventdraft01' : 'eventdraft02'
  expect(await saveEvent(staff, published, { ...draft, name: 'First' }, 2)).toMatchObject({
    ok: true,
  })
  expect(await saveEvent(staff, published, { ...draft, name: 'Second' }, 2)).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await saveEvent(staff, published, { ...draft, capacity: 301 }, 3)).toEqual({
    ok: false,
    reason: 'over_room',
  })
})

test('moving a published event tells everyone with a ticket, and a limit below the tickets sold is refused', async () => {
  const w = await world()
  const event = await givenEvent(w, { capacity: 3 })
  await confirmOrder(w.at(beforeEvent), await tokenOf(hold(w, event, { count: 3 })), guest)
  const staff = w.asDesk(beforeEvent)
  expect(await saveEvent(staff, event.id, eventDraft(w, { capacity: 2 }), 2)).toEqual({
    ok: false,
    reason: 'below_sold',
  })
  const moved = eventDraft(w, { capacity: 3, localStart: '2026-12-12T17:00' })
  expect(await saveEvent(staff, event.id, moved, 2)).toMatchObject({ ok: true, notified: 1 })
  expect((await mails(w, 'vera.guest@example.test')).at(-1)).toMatchObject({
    kind: 'event-moved',
    text: expect.stringContaining('17:00'),
  })
  const [row] = await w.db.all(
    sql`SELECT sequence, local_start AS localStart FROM occurrences WHERE id = ${event.id}`,
  )
  expect(row).toEqual({ sequence: 1, localStart: '2026-12-12T17:00' })
})

test('acts are added once, change places with their neighbours, and no place is given twice by two who move at once', async () => {
  const w = await world()
  const event = await givenEvent(w)
  const staff = w.asDesk(beforeEvent)
  const act = (id: string) => ({
    id,
    title: id,
    performers: 'Ana',
    apparatus: '',
    music: '',
    minutes: 4,
  })
  for (const id of ['act1', 'act1', 'act2', 'act3'])
    expect(await addAct(staff, event.id, act(id))).toMatchObject({ ok: true })
  const order = async () => (await runOrderPage(staff, event.id))!.acts.map(({ id }) => id)
  expect(await order()).toEqual(['act1', 'act2', 'act3'])
  expect(await moveAct(staff, event.id, 'act3', 'up')).toEqual({ ok: true })
  expect(await moveAct(staff, event.id, 'act1', 'up')).toMatchObject({ again: true })
  // The press of a page that showed it in the third place, and another of one that is older still.
  expect(await moveAct(staff, event.id, 'act3', 'up', 2)).toEqual({ ok: true, again: true })
  expect(await moveAct(staff, event.id, 'act3', 'down', 2)).toMatchObject({ ok: false })
  expect(await order()).toEqual(['act1', 'act3', 'act2'])
  await Promise.all([
    moveAct(staff, event.id, 'act1', 'down'),
    moveAct(staff, event.id, 'act3', 'down'),
  ])
  const sorts = await w.db.all<{ sort: number }>(
    sql`SELECT sort FROM run_order_items WHERE event_id = ${event.id} ORDER BY sort`,
  )
  expect(sorts.map(({ sort }) => sort)).toEqual([1, 2, 3])
  expect(await removeAct(staff, event.id, 'act2')).toEqual({ ok: true })
  expect(await removeAct(staff, event.id, 'act2')).toEqual({ ok: true, again: true })
  expect(await order()).toHaveLength(2)
})

test('nobody books an event, and its row shows tickets instead of bookings', async () => {
  const w = await world()
  const event = await givenEvent(w, {
    capacity: 5,
    types: [{}, { name: 'Child', priceMinor: 500 }],
  })
  await hold(w, event, { count: 3 })
  expect(await bookClass(w.asMember(w.ana, beforeEvent), event.id)).toMatchObject({ ok: false })
  expect(await cancelOccurrence(w.asDesk(beforeEvent), event.id, { reason: '' })).toMatchObject({
    ok: false,
  })
  const page = await timetablePage(
    w.at(beforeEvent),
    null,
    new URLSearchParams({ from: '2026-12-12' }),
  )
  const [row] = page.days[0]!.classes
  expect(row).toMatchObject({
    placesLeft: 2,
    availability: { kind: 'tickets', left: 2, fromMinor: 500 },
  })
  // The moment the hold is over its places are offered again, whether or not a job has run.
  const later = await timetablePage(
    w.at('2026-12-01T10:15:00Z'),
    null,
    new URLSearchParams({ from: '2026-12-12' }),
  )
  expect(later.days[0]!.classes[0]).toMatchObject({ placesLeft: 5 })
})

test('another room of a published event is told by its own name and place', async () => {
  const w = await world()
  const event = await givenEvent(w)
  await confirmOrder(w.at(beforeEvent), await tokenOf(hold(w, event)), guest)
  await w.db.run(
    sql`INSERT INTO locations (id, studio_id, name)
      VALUES (${`north-${w.studio.id}`}, ${w.studio.id}, 'Northgate')`,
  )
  const roomId = `hall-${w.studio.id}`
  await w.db.run(sql`
    INSERT INTO rooms (id, studio_id, location_id, name, capacity)
    VALUES (${roomId}, ${w.studio.id}, ${`north-${w.studio.id}`}, 'Long hall', 80)`)
  expect(
    await saveEvent(w.asDesk(beforeEvent), event.id, eventDraft(w, { roomId }), 2),
  ).toMatchObject({ notified: 1 })
  expect((await mails(w, 'vera.guest@example.test')).at(-1)).toMatchObject({
    kind: 'event-moved',
    text: expect.stringContaining('Long hall, Northgate'),
  })
})

test('hours of sale that are no moment are refused by the form, whatever is between date and time', () => {
  const form = ticketTypeForm({ currency: 'GBP', timeZone: 'Europe/London' })
  const typed = { key: 'formkey00001', name: 'Adult', price: '12.00', perOrder: '4' }
  expect(form.safeParse({ ...typed, salesFrom: '2026-12-01T10:00' }).success).toBe(true)
  for (const salesFrom of [
    '2026-12-01X10:00',
    '2026-12-01-10:00',
    '2026-12-01T10:0',
    '2026-02-30T10:00',
  ])
    expect(form.safeParse({ ...typed, salesFrom }).success).toBe(false)
})

test('an event is not added under the id of something else', async () => {
  const w = await world()
  const staff = w.asDesk(beforeEvent)
  expect(await saveEvent(staff, w.ids.poleType, eventDraft(w), null)).toMatchObject({ ok: false })
  expect(await w.db.all(sql`SELECT id FROM occurrences WHERE id = ${w.ids.poleType}`)).toEqual([])
})

test('on days that are closed no event is put, moved or published', async () => {
  const w = await world()
  const staff = w.asDesk(beforeEvent)
  const draftId = newId()
  const draft = await saveEvent(
    staff,
    draftId,
    eventDraft(w, { localStart: '2026-12-24T19:00' }),
    null,
  )
  expect(draft).toMatchObject({ ok: true })
  const type = {
    name: 'Adult',
    priceMinor: 0,
    capacity: null,
    salesFrom: null,
    salesUntil: null,
    membersOnly: false,
  }
  await saveTicketType(staff, draftId, newId(), { ...type, perOrder: 4, sort: 0 }, null)
  const event = await givenEvent(w)
  const closure = {
    key: newId(),
    name: 'Winter break',
    message: '',
    extendsPacks: false,
    locationId: null,
  }
  expect(await closeDays(staff, { ...closure, from: '2026-12-23', until: '2026-12-26' })).toEqual({
    ok: true,
  })

  const refused = { ok: false, reason: 'taken', clashes: ['It is closed then: Winter break'] }
  const onClosed = eventDraft(w, { localStart: '2026-12-25T19:00' })
  expect(await saveEvent(staff, newId(), onClosed, null)).toEqual(refused)
  expect(await saveEvent(staff, event.id, onClosed, 2)).toEqual(refused)
  expect(await publishEvent(staff, draftId)).toEqual(refused)
  // A draft binds nobody: its words can be changed where it stands, and it can be moved away.
  expect(
    await saveEvent(
      staff,
      draftId,
      eventDraft(w, { localStart: '2026-12-24T19:00', name: 'Eve' }),
      1,
    ),
  ).toMatchObject({ ok: true })
  expect(
    await saveEvent(staff, draftId, eventDraft(w, { localStart: '2026-12-27T19:00' }), 2),
  ).toMatchObject({
    ok: true,
  })
  expect(await publishEvent(staff, draftId)).toEqual({ ok: true })
})

test('of a large event everyone is in the file and everyone is notified, once', async () => {
  const w = await world()
  const event = await givenEvent(w)
  const { id: studioId } = w.studio
  await w.db.run(sql`
    INSERT INTO ticket_orders (id, studio_id, event_id, buyer_name, buyer_email, state, total_minor,
      currency, pays, dedupe_key, token, created_at)
    SELECT ${event.id} || value, ${studioId}, ${event.id}, 'Guest',
      'guest' || value || '@example.test', 'confirmed', 1200, 'GBP',
      'door', ${event.id} || value, ${event.id} || value, ${beforeEvent}
    FROM json_each(${JSON.stringify([...Array(1_300).keys()])})`)
  await w.db.run(sql`
    INSERT INTO tickets (id, studio_id, event_id, order_id, ticket_type_id, holder_name,
      price_minor, state, code)
    SELECT ticket_order.id, ticket_order.studio_id, ticket_order.event_id, ticket_order.id,
      ${event.typeId}, ticket_order.buyer_name, 1200, 'valid', ticket_order.id
    FROM ticket_orders AS ticket_order
    WHERE ticket_order.studio_id = ${studioId} AND ticket_order.event_id = ${event.id}`)
  const staff = w.asDesk(beforeEvent)
  expect((await exportGuests(staff, event.id))!.rows).toHaveLength(1 + 1_300)
  const notified = async (kind: string) =>
    (
      await w.db.all<{ n: number }>(
        sql`SELECT count(DISTINCT recipient) AS n FROM outbox
          WHERE studio_id = ${studioId} AND kind = ${kind}`,
      )
    )[0]!.n
  const moved = eventDraft(w, { capacity: 1_500, localStart: '2026-12-12T17:00' })
  await w.db.run(sql`UPDATE rooms SET capacity = 2000 WHERE id = ${w.ids.roomId}`)
  expect(await saveEvent(staff, event.id, moved, 2)).toMatchObject({ ok: true, notified: 1_300 })
  await tellPeople(w.at(beforeEvent), { clock: () => 0, untilMs: 1 })
  expect(await notified('event-moved')).toBe(1_300)
  expect(await cancelEvent(staff, event.id, { reason: 'Flood' })).toMatchObject({
    ok: true,
    notified: 1_300,
  })
  await tellPeople(w.at(beforeEvent), { clock: () => 0, untilMs: 1 })
  expect(await notified('event-cancelled')).toBe(1_300)
})

test('of two who change a ticket type at once one is refused; the same twice is one change', async () => {
  const w = await world()
  const staff = w.asDesk(beforeEvent)
  const event = await givenEvent(w)
  const save = (more: Partial<TicketTypeDraft>) =>
    saveTicketType(staff, event.id, event.typeId, { ...typeDraft, ...more }, 1)
  const both = await Promise.all([save({ priceMinor: 2_000 }), save({ capacity: 5 })])
  expect(both).toEqual([{ ok: true }, { ok: false, reason: 'changed' }])
  expect(await save({ priceMinor: 2_000 })).toEqual({ ok: true })
  expect(
    await w.db.all(sql`SELECT price_minor AS price, capacity, version FROM ticket_types
      WHERE studio_id = ${w.studio.id} AND id = ${event.typeId}`),
  ).toEqual([{ price: 2_000, capacity: typeDraft.capacity, version: 2 }])
})
