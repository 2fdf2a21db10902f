import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { beforeEvent, givenEvent, hold, ticketsOf } from '../../../tests/support/events.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { confirmOrder } from './confirm-order.server.ts'
import { ticketPage, ticketsPage } from './event-page.server.ts'
import { giveBackTicket } from './give-back-ticket.server.ts'
import { sealOrderLinks } from './order-links.server.ts'
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
