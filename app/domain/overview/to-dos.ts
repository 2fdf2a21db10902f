import { placesWords } from '#app/domain/bookings/availability/availability-words.ts'
import type { Unsigned } from '#app/domain/documents/unsigned.ts'
import type { Held } from '#app/domain/entitlements/choose-entitlement.ts'
import { endsByWords } from '#app/domain/entitlements/holding-words.ts'
import { creditsLeft, membershipsHeld } from '#app/domain/entitlements/holdings.ts'
import { isFree } from '#app/domain/places/cancellation-terms.ts'
import { freeUntilWords } from '#app/domain/places/cancellation-words.ts'
import type { ClassListing } from '#app/domain/timetable/class-listing.ts'
import type { Instant } from '#app/values/instant.ts'
import { count, dayTime, deadlineNear, weekdayTime } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'

export type ToDo = {
  kind: 'sign' | 'offer' | 'decline' | 'payment' | 'card' | 'credits' | 'notices' | 'details'
  title: string
  note: string
  /** The booking a decline is about. */
  bookingId?: string
  /** The document that is to be signed. */
  documentId?: string
  /** For which child it is signed. */
  childId?: string
  /** The invoice that is paid; without it the studio is asked. */
  invoiceId?: string
}

export type ToDoFacts = {
  held: Held
  /** What is booked or waited for. */
  ahead: readonly ClassListing[]
  /** Classes of the coming days, as they stand to the person. */
  coming: readonly ClassListing[]
  /** What is to be signed before they book. */
  unsigned: Unsigned | null
  /** What is to be signed for children they look after. */
  family?: readonly { called: string; unsigned: Unsigned }[]
  /** How what they owe is paid; left out where the studio takes nothing online. */
  paying?: PayingFacts | null
  unread: number
  /** Someone to call is known. */
  emergencyContact: boolean
  today: LocalDate
  now: Instant
  timeZone: string
  locale: string
}

/** What a studio that takes payments online knows of a payer. */
export type PayingFacts = {
  /** The newest invoice whose charge failed and that is still open. */
  failedInvoiceId: string | null
  /** The card that is charged; null where none is kept. */
  last4: string | null
  /** Month and year it ends; 0 for what does not. */
  endMonth: number
  endYear: number
  /** 1 where a membership of theirs is billed again. */
  billed: number
}

/** The list; empty when there is nothing to do. */
export function toDos(facts: ToDoFacts): ToDo[] {
  const unpaid = payments(facts)
  return [
    // What stops them from booking comes first.
    ...unpaid,
    ...documents(facts),
    ...declines(facts),
    ...(unpaid.length > 0 ? [] : cards(facts)),
    ...endingCredits(facts),
    ...notices(facts),
    ...details(facts),
  ]
}

/** A place that is offered, or was given late and can be declined free for some minutes (R4). */
function declines({ ahead, today, timeZone, locale }: ToDoFacts): ToDo[] {
  return ahead.flatMap(({ availability, title, localStart }) => {
    if (availability.kind === 'offered' && availability.stands) {
      return {
        kind: 'offer',
        title: `A place in ${title} is offered to you, ${dayTime(localStart, locale)}`,
        note: `Take or decline it until ${deadlineNear(availability.until, timeZone, locale, today)}.`,
        bookingId: availability.bookingId,
      }
    }
    if (availability.kind !== 'booked') return []
    const { terms } = availability
    if (!isFree(terms) || terms.freeBy !== 'grace') return []
    const free = freeUntilWords(terms, { near: today }, { timeZone, locale })
    return {
      kind: 'decline',
      title: `You have a place in ${title}, ${dayTime(localStart, locale)}`,
      note: `${free}, or keep it.`,
      bookingId: availability.bookingId,
    }
  })
}

/** First of all, since it stops them from booking. */
function documents({ unsigned, family = [] }: ToDoFacts): ToDo[] {
  return [
    ...(unsigned ? ownDocument(unsigned) : []),
    ...family.map(
      ({ called, unsigned: { name, documentId, child } }): ToDo => ({
        kind: 'sign',
        title: `Read and sign “${name}” for ${called}`,
        note: `You can’t book for ${called} until you have.`,
        documentId,
        ...(child ? { childId: child } : {}),
      }),
    ),
  ]
}

function ownDocument(unsigned: Unsigned): ToDo[] {
  const { name, guardian, documentId } = unsigned
  if (guardian)
    return [
      {
        kind: 'sign',
        title: `A parent or guardian has to sign “${name}” for you`,
        note: 'You can’t book until they have. They sign in their own account, or at the desk.',
        documentId,
      },
    ]
  return [
    {
      kind: 'sign',
      title: `Read and sign “${name}”`,
      note: 'You can’t book until you have.',
      documentId,
    },
  ]
}

function payments({ held, today, paying }: ToDoFacts): ToDo[] {
  const invoiceId = paying?.failedInvoiceId ?? null
  return membershipsHeld(held.memberships, today)
    .filter(({ state }) => state === 'past_due' || state === 'suspended')
    .map(({ name }) => ({
      kind: 'payment',
      title: `A payment for your ${name} is overdue`,
      note: invoiceId
        ? 'Pay it now or add another card, and you can book with it at once.'
        : 'You can’t book with it until you pay. Ask us.',
      ...(invoiceId ? { invoiceId } : {}),
    }))
}

/** The card that their membership is charged to is missing or over. */
function cards({ paying, today }: ToDoFacts): ToDo[] {
  if (!paying || paying.billed === 0) return []
  const { last4, endMonth, endYear } = paying
  if (last4 === null)
    return [
      {
        kind: 'card',
        title: 'Add a card for your membership',
        note: 'It’s then paid by itself on the day it’s due.',
      },
    ]
  const ends = `${String(endYear).padStart(4, '0')}-${String(endMonth).padStart(2, '0')}`
  if (endYear === 0 || ends >= today.slice(0, 7)) return []
  return [
    {
      kind: 'card',
      title: `Your card ending ${last4} is out of date`,
      note: 'Add another one before your next payment.',
    },
  ]
}

function endingCredits({ held, coming, today, locale }: ToDoFacts): ToDo[] {
  return creditsLeft(held, today).flatMap(({ covers, soon, appointments }) => {
    if (!soon) return []
    const pays = coming.find(
      ({ availability, disciplineId, localStart }) =>
        !appointments &&
        availability.kind === 'bookable' &&
        (covers.length === 0 || covers.includes(disciplineId)) &&
        localStart.slice(0, 10) <= soon.on,
    )
    return {
      kind: 'credits',
      title: endsByWords(soon.credits, soon.on, locale),
      note: pays ? suggestion(pays, locale) : 'They expire at the end of that day.',
    }
  })
}

/** `Hoop on Saturday 10:00, 4 left` */
function suggestion({ title, localStart, availability }: ClassListing, locale: string): string {
  const places =
    availability.kind === 'bookable' ? placesWords(availability.placesLeft).replace(/\.$/, '') : ''
  const when = weekdayTime(localStart, locale)
  return `${title} on ${when}, ${places.replace(/^L/, 'l')}`
}

function notices({ unread }: ToDoFacts): ToDo[] {
  if (unread === 0) return []
  return [
    {
      kind: 'notices',
      title: `Read ${count(unread, 'new notice')}`,
      note: 'See what changed in your bookings.',
    },
  ]
}

function details({ emergencyContact }: ToDoFacts): ToDo[] {
  if (emergencyContact) return []
  return [
    {
      kind: 'details',
      title: 'Tell us who to call in an emergency',
      note: 'A name and a number, in your details.',
    },
  ]
}
