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
  kind: 'sign' | 'offer' | 'decline' | 'payment' | 'credits' | 'notices' | 'details'
  title: string
  note: string
  /** The booking a decline is about. */
  bookingId?: string
  /** The document that is to be signed. */
  documentId?: string
  /** For which child it is signed. */
  childId?: string
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
  unread: number
  /** Someone to call is known. */
  emergencyContact: boolean
  today: LocalDate
  now: Instant
  timeZone: string
  locale: string
}

/** The list; empty when there is nothing to do. */
export function toDos(facts: ToDoFacts): ToDo[] {
  return [
    ...documents(facts),
    ...declines(facts),
    ...payments(facts),
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

function payments({ held, today }: ToDoFacts): ToDo[] {
  return membershipsHeld(held.memberships, today)
    .filter(({ state }) => state === 'past_due' || state === 'suspended')
    .map(({ name }) => ({
      kind: 'payment',
      title: `A payment for your ${name} is overdue`,
      note: 'You can’t book with it until you pay. Ask us.',
    }))
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
