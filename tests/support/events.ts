/** Events with tickets for tests, made by the same use cases as the product's. */
import { sql } from 'drizzle-orm'
import { publishEvent } from '#app/domain/events/change-event.server.ts'
import { holdTickets } from '#app/domain/events/hold-tickets.server.ts'
import { type EventDraft, saveEvent } from '#app/domain/events/save-event.server.ts'
import { saveTicketType, type TicketTypeDraft } from '#app/domain/events/save-ticket-type.server.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import type { Person, World } from './world.ts'

/** A Tuesday ten days before the showcase. */
export const beforeEvent: Instant = '2026-12-01T10:00:00Z'

export const eventDraft = (w: World, more: Partial<EventDraft> = {}): EventDraft => ({
  name: 'Winter showcase',
  description: 'Two hours of what we have learned.',
  disciplineId: w.ids.pole,
  icon: '',
  colour: '',
  localStart: '2026-12-12T19:00',
  minutes: 120,
  roomId: w.ids.roomId,
  coachId: w.coach.id,
  capacity: 40,
  notes: '',
  refundHours: 48,
  refundPercent: 50,
  holdMinutes: 15,
  transferable: true,
  ...more,
})

export const typeDraft: TicketTypeDraft = {
  name: 'Adult',
  priceMinor: 1_200,
  capacity: null,
  salesFrom: null,
  salesUntil: null,
  membersOnly: false,
  perOrder: 6,
  sort: 0,
}

/** A published event with one ticket type (£12.00), or those given. */
export async function givenEvent(
  w: World,
  { types = [{}], ...more }: Partial<EventDraft> & { types?: Partial<TicketTypeDraft>[] } = {},
) {
  const id = newId()
  const staff = w.asDesk(beforeEvent)
  const saved = await saveEvent(staff, id, eventDraft(w, more), null)
  if (!saved.ok) throw new Error(`The event was refused: ${saved.reason}`)
  const typeIds: string[] = []
  for (const [i, type] of types.entries()) {
    const typeId = newId()
    await saveTicketType(staff, id, typeId, { ...typeDraft, sort: i, ...type }, null)
    typeIds.push(typeId)
  }
  const published = await publishEvent(staff, id)
  if (!published.ok) throw new Error(`It was not published: ${published.reason}`)
  return { id, typeIds, typeId: typeIds[0]! }
}

type Event = Awaited<ReturnType<typeof givenEvent>>

/**
 * Holds tickets of the first type for someone who is not of the studio, or for `person`.
 */
export function hold(
  w: World,
  event: Event,
  {
    count = 1,
    name = 'Vera Guest',
    key = newId(),
    now = beforeEvent,
    person,
    priceMinor = 1_200,
    typeId = event.typeId,
    ownAddress = true,
    instead = '',
  }: {
    count?: number
    name?: string
    key?: string
    now?: Instant
    person?: Person
    priceMinor?: number
    typeId?: string
    /** Signed in with the address that is typed; false is a stranger. */
    ownAddress?: boolean
    instead?: string
  } = {},
) {
  const email = person?.email ?? `${name.toLowerCase().replace(/\W+/g, '.')}@example.test`
  return holdTickets(w.at(now), event.id, {
    key,
    personId: person?.id ?? null,
    name: person?.name ?? name,
    email,
    ownAddress,
    instead,
    lines: [{ typeId, count, priceMinor }],
  })
}

/** Tickets of an event, oldest order first. */
export const ticketsOf = ({ db, studio }: World, eventId: string) =>
  db.all<{
    id: string
    code: string
    state: string
    holderName: string
    refundMinor: number
    orderId: string
  }>(sql`
    SELECT id, code, state, holder_name AS holderName, refund_minor AS refundMinor, order_id AS orderId FROM tickets
    WHERE studio_id = ${studio.id} AND event_id = ${eventId} ORDER BY rowid`)

/** `{ held: 2, valid: 4 }`. */
export async function statesOf(w: World, eventId: string): Promise<Record<string, number>> {
  const states: Record<string, number> = {}
  for (const { state } of await ticketsOf(w, eventId)) states[state] = (states[state] ?? 0) + 1
  return states
}
