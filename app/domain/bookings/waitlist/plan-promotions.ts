/** Who on a waitlist gets the free places (R4), decided without a database. */
import {
  chooseEntitlement,
  type Entitlement,
  type Held,
} from '#app/domain/entitlements/choose-entitlement.ts'
import type { Refused } from '#app/domain/places/refusals.ts'
import type { Instant } from '#app/values/instant.ts'
import { localDate } from '#app/values/zone.ts'
import { overlap } from '../availability/availability.ts'
import type { BookableOccurrence, OtherBooking } from '../availability/bookable-occurrence.ts'
import { type LimitFacts, limitRefusals } from '../availability/policy-limits.ts'

export type Waiting = {
  id: string
  personId: string
  /** Why an earlier promotion passed by, so that it is told once. */
  skippedReason: string | null
  held: Held
  /** The studio keeps them out. */
  banned?: boolean
  /** What the policy of the class says of this person; left out where it has no limits. */
  limits?: LimitFacts | undefined
  /** The person's other live rows at the same time. */
  others: readonly OtherBooking[]
}

export type PromotionPlan<Person extends Waiting> = {
  promote: { person: Person; pays: Entitlement }[]
  /** Passed by: they keep their place in the list and are told. Only those whose reason is new. */
  skip: { person: Person; why: Refused }[]
}

/**
 * First in, first out, for as many as there are places; `waiting` is in the order of joining. Who
 * cannot pay now, is banned, holds a place in another class at the same time or has come to a limit
 * of the policy, is skipped. Nothing after the list's close or the start.
 */
export function planPromotions<Person extends Waiting>(
  occurrence: BookableOccurrence,
  waiting: readonly Person[],
  now: Instant,
): PromotionPlan<Person> {
  const plan: PromotionPlan<Person> = { promote: [], skip: [] }
  const {
    state,
    startsAt,
    waitlistClosesAt,
    capacity,
    booked,
    localStart,
    disciplineId,
    timeZone,
  } = occurrence
  if (state !== 'scheduled' || now >= startsAt || now > waitlistClosesAt) return plan
  for (const person of waiting) {
    if (booked + plan.promote.length >= capacity) break
    const other = person.others.find((o) => o.state !== 'waitlisted' && overlap(o, occurrence))
    const choice = chooseEntitlement(person.held, {
      localStart,
      locationId: occurrence.locationId,
      disciplineId,
      today: localDate(now, timeZone),
    })
    const why = refusalOf(person, other, choice.why ?? limitRefusals(person.limits)[0])
    if (choice.pays && why === null) plan.promote.push({ person, pays: choice.pays })
    else if (why && why.reason !== person.skippedReason) plan.skip.push({ person, why })
  }
  return plan
}

function refusalOf(
  { banned }: Waiting,
  other: OtherBooking | undefined,
  unpaid: Refused | undefined,
): Refused | null {
  if (banned) return { reason: 'banned', facts: {} }
  if (!other) return unpaid ?? null
  const { bookingId, title, localStart } = other
  return { reason: 'overlaps', facts: { bookingId, title, localStart } }
}
