/** An event and its tickets as pages and rules see them. Pure. */
import type { PlainFormats } from '#app/values/formats.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { percentOf } from '#app/values/money.ts'
import { count, deadline, money, percent } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

export type EventState = 'draft' | 'on_sale' | 'cancelled'

export type EventView = {
  id: string
  name: string
  description: string
  icon: string
  colour: string
  classTypeId: string
  disciplineId: string
  state: EventState
  localStart: LocalDateTime
  startsAt: Instant
  endsAt: Instant
  /** Days after the end for which admissions may be edited. */
  editableDays: number
  minutes: number
  roomId: string
  roomName: string
  location: string
  coachId: string
  coachName: string
  /** Total tickets. */
  capacity: number
  holdMinutes: number
  refundHours: number
  refundPercent: number
  transferable: boolean
  notes: string
  version: number
  cancelReason: string
  /** Tickets someone has or holds for some minutes, and of those who is inside. */
  taken: number
  admitted: number
}

export type TicketType = {
  id: string
  name: string
  /** In minor units; 0 if it’s free */
  priceMinor: number
  /** Tickets of this type; null is as many as the event has. */
  capacity: number | null
  salesFrom: Instant | null
  salesUntil: Instant | null
  membersOnly: boolean
  perOrder: number
  archived: boolean
  taken: number
  version: number
}

/** What the page of an event offers. */
export type EventOffer = {
  event: EventView
  /** Those that are not taken off sale. */
  types: TicketType[]
  /** Confirmed orders of the person who looks, by their secrets. */
  mine: { token: string; tickets: number }[]
}

/** An order has at most this many tickets, whatever its types allow. */
export const mostTickets = 20

/** An order to an address that nobody has confirmed yet is kept at most this long. */
export const strangerMinutes = 10

/** How a type is sold to one viewer at one moment. */
export type Sale =
  | { kind: 'open'; left: number; most: number }
  | { kind: 'later'; from: Instant }
  | { kind: 'ended'; until: Instant }
  | { kind: 'members' }
  | { kind: 'sold_out' }

type Selling = Pick<EventView, 'capacity' | 'taken'>

/** Tickets of a type that nobody has or holds. */
export const leftOf = (type: TicketType, event: Selling) =>
  Math.max(
    0,
    Math.min(
      event.capacity - event.taken,
      (type.capacity ?? Number.POSITIVE_INFINITY) - type.taken,
    ),
  )

/**
 * Whether and how many of a type someone can order now; the guard of the order asks the same
 * again.
 */
export function saleOf(
  type: TicketType,
  event: Selling,
  { now, known }: { now: Instant; known: boolean },
): Sale {
  if (type.salesFrom && now < type.salesFrom) return { kind: 'later', from: type.salesFrom }
  if (type.salesUntil && now >= type.salesUntil) return { kind: 'ended', until: type.salesUntil }
  const left = leftOf(type, event)
  if (left === 0) return { kind: 'sold_out' }
  if (type.membersOnly && !known) return { kind: 'members' }
  return { kind: 'open', left, most: Math.min(left, type.perOrder) }
}

/** `6 left`, `From 1 December, 10:00`: what is beside a type's price. */
export function saleWords(sale: Sale, { timeZone, locale }: PlainFormats): string {
  switch (sale.kind) {
    case 'open':
      return `${sale.left} left`
    case 'later':
      return `Sold from ${deadline(sale.from, timeZone, locale)}`
    case 'ended':
      return `Sold until ${deadline(sale.until, timeZone, locale)}`
    case 'members':
      return 'For members: sign in first'
    case 'sold_out':
      return 'Sold out'
  }
}

export const priceWords = (
  minor: number,
  { currency, locale }: Pick<PlainFormats, 'currency' | 'locale'>,
) => (minor === 0 ? 'Free' : money(minor, currency, locale))

/**
 * The last instant at which a ticket is given back with money: elapsed hours before the start (R3).
 */
export const refundUntil = ({
  startsAt,
  refundHours,
}: Pick<EventView, 'startsAt' | 'refundHours'>): Instant => addMinutes(startsAt, -refundHours * 60)

type RefundRule = Pick<EventView, 'startsAt' | 'refundHours' | 'refundPercent'>

/** Percent of the price that goes back to who gives a ticket back at `now`. */
export const refundPercentAt = (event: RefundRule, now: Instant) =>
  now <= refundUntil(event) ? event.refundPercent : 0

/** Refund for a ticket; the same sum as the statement that writes it. */
export const refundOf = (
  ticket: { priceMinor: number; leftPriceMinor: number; backMinor: number },
  percent: number,
) => Math.min(percentOf(ticket.leftPriceMinor, percent), ticket.priceMinor - ticket.backMinor)

/** The rule of giving back, before anyone orders. */
export function refundRule(event: RefundRule, { timeZone, locale }: PlainFormats): string {
  if (event.refundPercent === 0) return 'Tickets can’t be refunded.'
  const share =
    event.refundPercent === 100 ? 'Full refund' : `${percent(event.refundPercent)} refund`
  return (
    `${share} if you return a ticket by ${deadline(refundUntil(event), timeZone, locale)}. ` +
    'No refund after that.'
  )
}

/** Where an event stands, as lists say it. */
export function eventStage(
  event: Pick<EventView, 'state' | 'startsAt' | 'endsAt' | 'capacity' | 'taken'>,
  now: Instant,
): { text: string; tone: 'good' | 'warn' | 'bad' | 'line' | null } {
  if (event.state === 'cancelled') return { text: 'Cancelled', tone: 'bad' }
  if (event.endsAt <= now)
    return { text: event.state === 'draft' ? 'Never published' : 'Over', tone: null }
  if (event.state === 'draft') return { text: 'Draft', tone: 'line' }
  if (event.startsAt <= now) return { text: 'Under way', tone: 'good' }
  return event.taken >= event.capacity
    ? { text: 'Sold out', tone: 'warn' }
    : { text: 'On sale', tone: 'good' }
}

export type TicketState = 'held' | 'valid' | 'checked_in' | 'refunded' | 'lapsed' | 'cancelled'

/** A ticket's state as the desk reads it. */
export function ticketStage(
  state: TicketState,
  paid: boolean,
): { text: string; tone: 'good' | 'warn' | 'bad' | 'line' | null } {
  switch (state) {
    case 'held':
      return { text: 'Held', tone: 'line' }
    case 'valid':
      return paid ? { text: 'Expected', tone: null } : { text: 'To pay', tone: 'warn' }
    case 'checked_in':
      return { text: 'Inside', tone: 'good' }
    case 'refunded':
      return { text: 'Returned', tone: 'line' }
    case 'lapsed':
      return { text: 'Lapsed', tone: 'line' }
    case 'cancelled':
      return { text: 'Cancelled', tone: 'bad' }
  }
}

/** `2 × Adult, 1 × Child`. */
export function ticketsWords(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, n]) => (names.length === 1 ? name : `${n} × ${name}`)).join(', ')
}

export const ticketCount = (n: number) => count(n, 'ticket')
