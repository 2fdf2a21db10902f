/**
 * Plays what people wanted in the order of time, by the rules of the product: places, waitlist,
 * promotion, what pays, cut-offs, fees and the ledger. So the past that the demo shows is one that
 * could have happened.
 */

import { seatedStates } from '#app/db/studio/bookings.ts'
import { type Cancellation, cancellationOf } from '#app/domain/bookings/cancelling/cancellation.ts'
import { declineUntil } from '#app/domain/calendar/occurrence-times.ts'
import { chooseEntitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { compareTexts } from '#app/values/text-order.ts'
import { endOfDay, localDate } from '#app/values/zone.ts'
import type { Lot, Person } from './build-people.ts'
import type { Occurrence } from './build-timetable.ts'
import type { Chance } from './random.ts'
import type { Wish } from './want-bookings.ts'

export type PlayedBooking = {
  id: string
  occurrence: Occurrence
  person: Person
  state: string
  lot: Lot | null
  membershipId: string | null
  createdAt: Instant
  promotedAt: Instant | null
  declineUntil: Instant | null
  endedAt: Instant | null
  endedBy: string | null
}

export type PlayedEntry = {
  person: Person
  lot: Lot
  kind: 'grant' | 'book' | 'return' | 'forfeit' | 'expire'
  amount: number
  bookingId: string | null
  at: Instant
}

export type PlayedFee = {
  booking: PlayedBooking
  kind: 'late_cancel' | 'no_show'
  amountMinor: number
  at: Instant
}

export type History = {
  bookings: PlayedBooking[]
  entries: PlayedEntry[]
  fees: PlayedFee[]
  /** Of people with an account: what the shell would have told them. */
  promoted: PlayedBooking[]
  dropped: PlayedBooking[]
}

type Event = { at: Instant; happens: () => void }

const seated: ReadonlySet<string> = new Set(seatedStates)

export class Player {
  readonly history: History = { bookings: [], entries: [], fees: [], promoted: [], dropped: [] }
  private readonly events: Event[] = []
  private readonly byOccurrence = new Map<Occurrence, PlayedBooking[]>()

  constructor(
    private readonly now: Instant,
    private readonly timeZone: string,
    /** The account at the front desk. */
    private readonly deskId: string,
    private readonly chance: Chance,
  ) {}

  play(
    people: readonly Person[],
    occurrences: readonly Occurrence[],
    wishes: readonly Wish[],
  ): History {
    for (const person of people) for (const lot of person.lots) this.scheduleLot(person, lot)
    for (const wish of wishes) {
      this.at(wish.at, () => (wish.kind === 'book' ? this.book(wish) : this.cancel(wish)))
    }
    for (const occurrence of occurrences) {
      this.at(occurrence.startsAt, () => this.start(occurrence))
      this.at(addMinutes(occurrence.endsAt, occurrence.type.rules.reconcileMinutes), () =>
        this.reconcile(occurrence),
      )
    }
    this.events.sort((a, b) => compareTexts(a.at, b.at))
    for (const event of this.events) event.happens()
    return this.history
  }

  /** The studio cancels a class: every credit goes back. */
  scheduleStudioCancel(occurrence: Occurrence, reason: string, at: Instant): void {
    this.at(at, () => {
      occurrence.state = 'cancelled'
      occurrence.cancelReason = reason
      occurrence.cancelledAt = at
      for (const booking of this.of(occurrence)) {
        if (booking.state !== 'booked' && booking.state !== 'waitlisted') continue
        this.giveBack(booking, at)
        this.end(
          booking,
          booking.state === 'booked' ? 'studio_cancelled' : 'not_promoted',
          at,
          this.deskId,
        )
        this.history.dropped.push(booking)
      }
    })
  }

  private at(at: Instant, happens: () => void): void {
    if (at <= this.now) this.events.push({ at, happens })
  }

  private of(occurrence: Occurrence): PlayedBooking[] {
    const list = this.byOccurrence.get(occurrence) ?? []
    this.byOccurrence.set(occurrence, list)
    return list
  }

  private scheduleLot(person: Person, lot: Lot): void {
    const entry = (kind: PlayedEntry['kind'], amount: number, at: Instant) => {
      lot.left += amount
      this.history.entries.push({ person, lot, kind, amount, bookingId: null, at })
    }
    this.at(lot.purchasedAt, () =>
      entry('grant', lot.name === '10-class pack' ? 10 : 5, lot.purchasedAt),
    )
    const over = endOfDay(lot.expiresOn, this.timeZone)
    this.at(over, () => {
      if (lot.left > 0) entry('expire', -lot.left, over)
    })
  }

  private choose(person: Person, occurrence: Occurrence, at: Instant) {
    return chooseEntitlement(
      { memberships: person.memberships, lots: person.lots.filter((lot) => lot.purchasedAt <= at) },
      {
        classDate: occurrence.localStart.slice(0, 10),
        disciplineId: occurrence.type.disciplineId,
        today: localDate(at, this.timeZone),
      },
    ).pays
  }

  private book({ person, occurrence, at }: Wish): void {
    const { opensAt, closesAt, waitlistClosesAt, type } = occurrence
    if (at < opensAt || at > closesAt || occurrence.state !== 'scheduled') return
    if (!this.choose(person, occurrence, at)) return
    const bookings = this.of(occurrence)
    const waiting = bookings.filter(({ state }) => state === 'waitlisted').length
    const taken = bookings.filter(({ state }) => seated.has(state)).length
    const place = taken + waiting < type.places
    if (!place && (waiting >= type.rules.waitlistLimit || at > waitlistClosesAt)) return
    const booking: PlayedBooking = {
      id: this.chance.id(),
      occurrence,
      person,
      state: 'waitlisted',
      lot: null,
      membershipId: null,
      createdAt: at,
      promotedAt: null,
      declineUntil: null,
      endedAt: null,
      endedBy: null,
    }
    if (place) this.pay(booking, at)
    bookings.push(booking)
    this.history.bookings.push(booking)
  }

  /** Gives the place and takes what pays for it; false when nothing does. */
  private pay(booking: PlayedBooking, at: Instant): boolean {
    const { person, occurrence } = booking
    const pays = this.choose(person, occurrence, at)
    if (!pays) return false
    booking.state = 'booked'
    if (pays.kind === 'lot') {
      booking.lot = person.lots.find(({ id }) => id === pays.id)!
      this.enter(booking, 'book', -1, at)
    } else {
      booking.membershipId = pays.id
      person.memberships
        .find(({ id }) => id === pays.id)!
        .usedOn.push(occurrence.localStart.slice(0, 10))
    }
    return true
  }

  private enter(
    booking: PlayedBooking,
    kind: PlayedEntry['kind'],
    amount: number,
    at: Instant,
  ): void {
    const { person, lot, id } = booking
    if (!lot) return
    lot.left += amount
    this.history.entries.push({ person, lot, kind, amount, bookingId: id, at })
  }

  private giveBack(booking: PlayedBooking, at: Instant): void {
    if (booking.state !== 'booked') return
    this.enter(booking, 'return', 1, at)
    const used = booking.person.memberships.find(({ id }) => id === booking.membershipId)?.usedOn
    used?.splice(used.indexOf(booking.occurrence.localStart.slice(0, 10)), 1)
  }

  private end(booking: PlayedBooking, state: string, at: Instant, by: string): void {
    booking.state = state
    booking.endedAt = at
    booking.endedBy = by
  }

  private cancel({ person, occurrence, at }: Wish): void {
    const booking = this.of(occurrence).find((row) => row.person === person && row.endedAt === null)
    if (!booking) return
    const { rules } = occurrence.type
    const cancellation = cancellationOf(
      { ...occurrence, ...rules, ...booking, lotId: booking.lot?.id ?? null },
      at,
    )
    if (!cancellation) return
    const { kind } = cancellation
    // Members of the crowd have no account: the desk took their call.
    const by = person.userId ?? this.deskId
    if (kind === 'leave') this.end(booking, 'left', at, by)
    else if (kind === 'late') this.cancelLate(booking, cancellation, at, by)
    else {
      this.giveBack(booking, at)
      this.end(booking, kind === 'decline' ? 'declined' : 'cancelled_on_time', at, by)
    }
    this.promote(occurrence, at)
  }

  private cancelLate(booking: PlayedBooking, effect: Cancellation, at: Instant, by: string): void {
    if (effect.credit === 'stays_used') this.enter(booking, 'forfeit', 0, at)
    else this.giveBack(booking, at)
    if (effect.feeMinor > 0)
      this.history.fees.push({ booking, kind: 'late_cancel', amountMinor: effect.feeMinor, at })
    this.end(booking, 'late_cancelled', at, by)
  }

  /** First in, first out, past those who cannot pay now (R4). */
  private promote(occurrence: Occurrence, at: Instant): void {
    if (at > occurrence.waitlistClosesAt) return
    const bookings = this.of(occurrence)
    if (bookings.filter(({ state }) => seated.has(state)).length >= occurrence.type.places) return
    const next = bookings.find((booking) => booking.state === 'waitlisted' && this.pay(booking, at))
    if (!next) return
    next.promotedAt = at
    next.declineUntil = declineUntil({
      ...occurrence,
      now: at,
      timeZone: this.timeZone,
      policy: occurrence.type.rules,
    })
    this.history.promoted.push(next)
  }

  /**
   * The list closes and whoever is there is checked in; the rest are decided at reconcile (never at
   * the start minute).
   */
  private start(occurrence: Occurrence): void {
    for (const booking of this.of(occurrence)) {
      if (booking.state === 'waitlisted')
        this.end(booking, 'not_promoted', occurrence.startsAt, 'system')
      else if (
        booking.state === 'booked' &&
        (booking.person.userId || this.chance.happens(0.955))
      ) {
        booking.state = 'checked_in'
      }
    }
  }

  private reconcile(occurrence: Occurrence): void {
    if (occurrence.state === 'cancelled') return
    occurrence.state = 'reconciled'
    const at = addMinutes(occurrence.endsAt, occurrence.type.rules.reconcileMinutes)
    for (const booking of this.of(occurrence)) {
      if (booking.state === 'checked_in') booking.state = 'attended'
      else if (booking.state === 'booked') {
        booking.state = 'no_show'
        const { rules } = occurrence.type
        // A pack loses the credit, a membership pays the fee (stories, set-up).
        if (booking.lot)
          this.enter(
            booking,
            rules.lateLosesCredit ? 'forfeit' : 'return',
            rules.lateLosesCredit ? 0 : 1,
            at,
          )
        else if (rules.noShowFeeMinor > 0) {
          this.history.fees.push({
            booking,
            kind: 'no_show',
            amountMinor: rules.noShowFeeMinor,
            at,
          })
        }
      }
    }
  }
}
