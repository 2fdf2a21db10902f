import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { beforeEvent, givenEvent, hold, ticketsOf } from '../../../tests/support/events.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { confirmOrder } from './confirm-order.server.ts'
import { ticketPage, ticketsPage } from './event-page.server.ts'
import { giveBackTicket } from './give-back-ticket.server.ts'
import { sealOrderLinks } from './order-links.server.ts'
import { replaceTicketLink } from './replace-link.server.ts'
import { transferTicket } from './transfer-ticket.server.ts'

const nobody = null
const nina = { name: 'Nina New', email: 'nina@example.test' }

/** An order of one ticket that is confirmed, and what the database keeps of both. */
async function ordered() {
  const w = await world()
  const event = await givenEvent(w)
  const held = await hold(w, event)
  if (!held.ok || held.token === null) throw new Error('It was refused')
  await confirmOrder(w.at(beforeEvent), held.token, { pays: 'door', personId: null })
  const [ticket] = await ticketsOf(w, event.id)
  return { w, event, token: held.token, ticket: ticket! }
}

/** Every word of the rows of tickets and orders, as a reader of the database finds them. */
async function wordsIn(w: World): Promise<string[]> {
  const rows = [
    ...(await w.db.all<Record<string, unknown>>(sql`SELECT * FROM ticket_orders`)),
    ...(await w.db.all<Record<string, unknown>>(sql`SELECT * FROM tickets`)),
  ]
  const values = rows.flatMap((row) => Object.values(row))
  return [
    ...new Set(values.filter((value) => typeof value === 'string' && value !== '')),
  ] as string[]
}

test('nothing in the rows of an order opens it, gives it back or passes it on', async () => {
  const { w, token, ticket } = await ordered()
  const passed = await transferTicket(w.at(beforeEvent), token, ticket.id, nina)
  if (!passed.ok) throw new Error(passed.reason)
  const words = await wordsIn(w)
  expect(words.length).toBeGreaterThan(15)
  for (const word of words) {
    expect(word).not.toContain(token)
    expect(word).not.toContain(passed.token)
    expect(await ticketsPage(w.at(beforeEvent), nobody, word)).toBeNull()
    expect(await ticketPage(w.at(beforeEvent), nobody, word, ticket.id)).toBeNull()
    for (const refused of [
      await transferTicket(w.at(beforeEvent), word, ticket.id, nina),
      await giveBackTicket(w.at(beforeEvent), word, ticket.id, { expects: 50 }),
    ])
      expect(refused).toEqual({ ok: false, reason: 'not_found' })
  }
})

test('the code that is shown at the door opens no page, before the ticket is passed on and after', async () => {
  const { w, event, token, ticket } = await ordered()
  expect(await ticketsPage(w.at(beforeEvent), nobody, ticket.code)).toBeNull()
  const passed = await transferTicket(w.at(beforeEvent), token, ticket.id, nina)
  if (!passed.ok) throw new Error(passed.reason)
  const [after] = await ticketsOf(w, event.id)
  expect(await ticketsPage(w.at(beforeEvent), nobody, after!.code)).toBeNull()
  expect(await ticketPage(w.at(beforeEvent), nobody, after!.code, ticket.id)).toBeNull()
  expect(await ticketsPage(w.at(beforeEvent), nobody, passed.token)).toMatchObject({
    tickets: [{ holderName: 'Nina New', code: after!.code, passedOn: false }],
  })
})

test('links from before go on while they are in clear and once they are sealed', async () => {
  const { w, token, ticket } = await ordered()
  await w.db.run(sql`UPDATE ticket_orders SET token = ${token}, token_hash = NULL, sealed = ''
    WHERE studio_id = ${w.studio.id}`)
  expect(await ticketsPage(w.at(beforeEvent), nobody, token)).not.toBeNull()
  expect(await sealOrderLinks(w.db, w.at(beforeEvent))).toBe(1)
  expect(await sealOrderLinks(w.db, w.at(beforeEvent))).toBe(0)
  expect(await wordsIn(w)).not.toContain(token)
  expect(await ticketsPage(w.at(beforeEvent), nobody, token)).not.toBeNull()

  // A ticket that was passed on then was mailed with its code as the link.
  const passed = await transferTicket(w.at(beforeEvent), token, ticket.id, nina)
  if (!passed.ok) throw new Error(passed.reason)
  await w.db.run(sql`UPDATE tickets SET link_hash = NULL, link_sealed = ''`)
  expect(await ticketsPage(w.at(beforeEvent), nobody, passed.code)).not.toBeNull()
})

test('under another secret of the installation a link goes on, and letters lead to the event', async () => {
  const { w, event, token, ticket } = await ordered()
  const elsewhere = { ...w.at(beforeEvent), secret: 'another' }
  expect(await ticketsPage(elsewhere, nobody, token)).not.toBeNull()
  expect(await giveBackTicket(elsewhere, token, ticket.id, { expects: 50 })).toMatchObject({
    ok: true,
  })
  const [letter] = await w.db.all<{ text: string }>(
    sql`SELECT text FROM outbox WHERE kind = 'ticket-given-back'`,
  )
  expect(letter!.text).toContain(`/home/timetable/${event.id}`)
})

/** The link in the newest letter of a kind. */
async function mailedLink(w: World, kind: string): Promise<{ to: string; token: string }> {
  const [letter] = await w.db.all<{ text: string; to: string }>(
    sql`SELECT text, recipient AS "to" FROM outbox WHERE kind = ${kind} ORDER BY rowid DESC LIMIT 1`,
  )
  return { to: letter!.to, token: /tickets\/(\w+)/.exec(letter!.text)![1]! }
}

test('a link that somebody else has is replaced: the new one goes to the buyer, the old one and its codes stop', async () => {
  const { w, event, token, ticket } = await ordered()
  // Someone it leaked to may press first: they learn nothing by it.
  const pressed = await Promise.all(
    [1, 2, 3].map(() => replaceTicketLink(w.at(beforeEvent), token, { personId: null })),
  )
  expect(pressed.filter(({ ok }) => ok)).toEqual([{ ok: true, token: null }])
  expect(await ticketsPage(w.at(beforeEvent), nobody, token)).toBeNull()
  const [after] = await ticketsOf(w, event.id)
  expect(after!.code).not.toBe(ticket.code)
  const mailed = await mailedLink(w, 'tickets-new-link')
  expect(mailed.to).toBe('vera.guest@example.test')
  expect(await ticketsPage(w.at(beforeEvent), nobody, mailed.token)).toMatchObject({
    tickets: [{ code: after!.code }],
  })
  expect(await wordsIn(w)).not.toContain(mailed.token)
  const lines = await w.db.all(
    sql`SELECT action FROM audit_entries WHERE action = 'ticket.link_replaced'`,
  )
  expect(lines).toHaveLength(1)
})

test('a member sees the new link at once, and nobody else', async () => {
  const w = await world()
  const event = await givenEvent(w)
  const [ana, ben] = [w.ana, w.ben]
  const held = await hold(w, event, { person: ana })
  if (!held.ok || held.token === null) throw new Error('It was refused')
  await confirmOrder(w.at(beforeEvent), held.token, { pays: 'door', personId: ana.id })
  const byBen = await replaceTicketLink(w.at(beforeEvent), held.token, { personId: ben.id })
  expect(byBen).toEqual({ ok: true, token: null })
  const { token } = await mailedLink(w, 'tickets-new-link')
  const byAna = await replaceTicketLink(w.at(beforeEvent), token, { personId: ana.id })
  expect(byAna).toMatchObject({ ok: true, token: expect.any(String) })
})

test('the link of a ticket that was passed on is replaced by its holder, without the buyer’s', async () => {
  const { w, event, token, ticket } = await ordered()
  const passed = await transferTicket(w.at(beforeEvent), token, ticket.id, nina)
  if (!passed.ok) throw new Error(passed.reason)
  // Nothing that the order shows is left to replace.
  expect(await replaceTicketLink(w.at(beforeEvent), token, { personId: null })).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await replaceTicketLink(w.at(beforeEvent), passed.token, { personId: null })).toEqual({
    ok: true,
    token: null,
  })
  expect(await ticketsPage(w.at(beforeEvent), nobody, passed.token)).toBeNull()
  const mailed = await mailedLink(w, 'tickets-new-link')
  expect(mailed.to).toBe(nina.email)
  const [after] = await ticketsOf(w, event.id)
  expect(await ticketsPage(w.at(beforeEvent), nobody, mailed.token)).toMatchObject({
    tickets: [{ holderName: 'Nina New', code: after!.code }],
  })
  expect(after!.code).not.toBe(passed.code)
})

test('a link that is held, used or unknown is not replaced', async () => {
  const w = await world()
  const event = await givenEvent(w)
  const held = await hold(w, event)
  if (!held.ok || held.token === null) throw new Error('It was refused')
  for (const secret of [held.token, 'nothing', ''])
    expect(await replaceTicketLink(w.at(beforeEvent), secret, { personId: null })).toEqual({
      ok: false,
      reason: 'not_found',
    })
})
