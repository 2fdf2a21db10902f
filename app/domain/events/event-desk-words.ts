/** What the desk reads of events and tickets, in words. Pure. */
import type { PlainFormats } from '#app/values/formats.ts'
import { clockTimeAt, count, dayTime, money } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'
import {
  leftOf,
  priceWords,
  saleOf,
  saleWords,
  type TicketState,
  type TicketType,
  ticketStage,
} from './event-view.ts'

/** A ticket type as the event's page tells it. */
export function typeLine(
  type: TicketType,
  event: { capacity: number; taken: number },
  now: string,
  formats: PlainFormats,
): { id: string; name: string; price: string; sold: string; rule: string; archived: boolean } {
  const sale = saleOf(type, event, { now, known: true })
  const rules = [
    type.archived ? 'Off sale' : saleWords(sale, formats),
    type.membersOnly ? 'members only' : '',
    `at most ${type.perOrder} an order`,
  ]
  return {
    id: type.id,
    name: type.name,
    price: priceWords(type.priceMinor, formats),
    sold: type.capacity === null ? String(type.taken) : `${type.taken} of ${type.capacity}`,
    rule: rules.filter(Boolean).join(', '),
    archived: type.archived,
  }
}

/** The money of an event as rows, each with its definition. */
export function eventMoneyRows(
  m: { soldMinor: number; paidMinor: number; refundMinor: number; byHandMinor: number },
  { currency, locale }: Pick<PlainFormats, 'currency' | 'locale'>,
): { name: string; amount: string }[] {
  const amount = (minor: number) => money(minor, currency, locale)
  return [
    { name: 'Tickets sold', amount: amount(m.soldMinor) },
    { name: 'Of which paid', amount: amount(m.paidMinor) },
    { name: 'Still to come', amount: amount(m.soldMinor - m.paidMinor) },
    ...(m.refundMinor > 0 ? [{ name: 'Returned', amount: amount(m.refundMinor) }] : []),
    ...(m.byHandMinor > 0
      ? [{ name: 'Of which to refund by hand', amount: amount(m.byHandMinor) }]
      : []),
  ]
}

const acts: Record<string, string> = {
  'ticket.checked_in': 'Admitted',
  'ticket.check_in_undone': 'Admission undone',
  'ticket.refunded': 'Returned',
  'ticket.passed_on': 'Passed on',
  'ticket.link_replaced': 'Link and codes replaced',
  'ticket.money_given_back': 'Refunded by hand',
}

export const ticketActWords = (action: string) => acts[action] ?? action

/** `12 of 40 tickets, 28 left`. */
export const soldWords = (event: { capacity: number; taken: number }) =>
  `${event.taken} of ${count(event.capacity, 'ticket')}, ` +
  `${Math.max(0, event.capacity - event.taken)} left`

/** Types the desk can still sell. */
export const sellable = (
  types: readonly TicketType[],
  event: { capacity: number; taken: number },
) => types.filter((type) => !type.archived && leftOf(type, event) > 0)

type Guest = {
  id: string
  code: string
  holderName: string
  buyerName: string
  typeName: string
  priceMinor: number
  state: TicketState
  paid: number
  checkedInAt: string | null
  checkedInBy: string | null
  transferredAt: string | null
}

/** When they came; before that who ordered the ticket for them or passed it on. */
function noteOn(guest: Guest, { timeZone, locale }: PlainFormats): string {
  const { state, holderName, buyerName, transferredAt, checkedInAt } = guest
  if (state === 'checked_in') return `since ${clockTimeAt(checkedInAt ?? '', timeZone, locale)}`
  if (transferredAt) return `passed on by ${buyerName}`
  return buyerName === holderName ? '' : `ordered by ${buyerName}`
}

/** A guest as a row; what a ticket costs is told to who handles money. */
export function guestWords(guest: Guest, formats: PlainFormats & { money: boolean }) {
  const { state } = guest
  return {
    id: guest.id,
    code: guest.code,
    name: guest.holderName,
    ticket: guest.typeName,
    label: ticketStage(state, guest.paid === 1),
    message: noteOn(guest, formats),
    money: formats.money ? priceWords(guest.priceMinor, formats) : '',
    admits: state === 'valid',
  }
}

/** `Inside since 19:04, admitted by Hana`. */
export function admittedWords(
  { checkedInAt, checkedInBy }: { checkedInAt: string | null; checkedInBy: string | null },
  { timeZone, locale }: Pick<PlainFormats, 'timeZone' | 'locale'>,
): string {
  return checkedInAt
    ? `Inside since ${clockTimeAt(checkedInAt, timeZone, locale)}, admitted by ${checkedInBy}`
    : ''
}

/** A moment of a ticket's story. */
export const momentWords = (
  instant: string,
  { timeZone, locale }: Pick<PlainFormats, 'timeZone' | 'locale'>,
) => dayTime(wallTime(instant, timeZone), locale)
