/**
 * Which entitlement pays for a class (R13): decided here, deterministically, and shown before the
 * button. Pure, so that the timetable, the confirm page, the booking and the waitlist's promotion
 * cannot disagree.
 */

import { type Refused, refusals } from '#app/domain/places/refusals.ts'
import { isPeak } from '#app/domain/scope/peak-hours.ts'
import type { BillingInterval } from '#app/values/billing/billing-period.ts'
import { compareTexts } from '#app/values/text-order.ts'
import { addDays, type LocalDate, type LocalDateTime } from '#app/values/zone.ts'
import { type ClassLimit, limitOn, type PeriodTerms, usedIn } from './class-limit.ts'
import type { PackageKind } from './offers/package-kinds.ts'

/** A membership with the plan version it was sold on. Dates are local and inclusive. */
export type HeldMembership = {
  id: string
  name: string
  state: string
  startsOn: LocalDate
  endsOn: LocalDate | null
  frozenFrom: LocalDate | null
  /** Null with `frozenFrom` set is an open-ended freeze. */
  frozenUntil: LocalDate | null
  purchasedAt: string
  /** Past due, it still entitles until the end of this day. */
  graceUntil?: LocalDate | null
  /** Discipline ids; empty covers all. */
  covers: readonly string[]
  /** Ids of the locations it pays at; empty is all. */
  locations: readonly string[]
  /** The studio's peak hours, in which it does not pay; empty where it pays at any time. */
  notIn: string
  /** Classes a week by class date; null where no week is limited. */
  weeklyLimit: number | null
  /** The day the studio's weeks begin on. */
  weekStart: number
  /** Unused classes that carry over into the next week or period, at most. */
  rollover: number
  /** Guests a billing period that it pays for, and what its billing periods are. */
  guestPlaces: number
  interval: BillingInterval
  anchorOn: LocalDate | null
  /** What the limit of a billing period is worked out from; null where none is. */
  period: PeriodTerms | null
  /**
   * Local dates of the classes it has paid for, one entry a class. Only needed where there is a
   * limit.
   */
  usedOn: readonly LocalDate[]
}

/** One purchase of credits. Dates are local and inclusive; `left` is the sum of its entries. */
export type HeldLot = {
  id: string
  name: string
  startsOn: LocalDate
  expiresOn: LocalDate
  refunded: boolean
  purchasedAt: string
  covers: readonly string[]
  left: number
  /** What its credits pay for; left out is classes. */
  packKind?: PackageKind
  /** A guardian's, who shares it with the person. */
  shared?: boolean
  /** Bought to be paid at the desk by somebody unknown: it pays for nothing more until it is. */
  unpaid?: boolean
  /** Frozen with a membership, open-ended without an end. */
  frozenFrom?: LocalDate | null
  frozenUntil?: LocalDate | null
}

/** The right to one session of a course of a discipline, for one that was given up. */
export type HeldMakeUp = { id: string; name: string; disciplineId: string; validUntil: LocalDate }

/** What a person holds at a studio; make-ups left out are none. */
export type Held = {
  memberships: readonly HeldMembership[]
  lots: readonly HeldLot[]
  makeUps?: readonly HeldMakeUp[]
}

/** Something that can pay for one class. */
export type Entitlement =
  | {
      kind: 'membership'
      id: string
      name: string
      /** What limits it on the day of the class, and what of that is used; null is unlimited. */
      limit: ClassLimit | null
      used: number
      /** It does not pay at every time or location: the guard asks again when and where it is. */
      bound?: true
    }
  | {
      kind: 'lot'
      id: string
      name: string
      left: number
      expiresOn: LocalDate
      /** A guardian's, who shares it. */
      shared?: true
    }
  | { kind: 'make_up'; id: string; name: string; validUntil: LocalDate }

type EntitlementRefusal =
  | 'no_entitlement'
  | 'entitlement_ends_before'
  | 'weekly_limit'
  | 'frozen'
  | 'past_due'

export type EntitlementChoice =
  | { pays: Entitlement; alternatives: Entitlement[]; why: null }
  | { pays: null; alternatives: []; why: Refused<EntitlementRefusal> }

/** Once its grace is over, what is unpaid entitles to nothing new until it is paid (R10). */
const entitlingStates: ReadonlySet<string> = new Set([
  'scheduled',
  'trialing',
  'active',
  'cancel_scheduled',
])
const unpaidStates: ReadonlySet<string> = new Set(['past_due', 'suspended'])

/**
 * Chooses what pays for a class at `localStart` of `disciplineId`: memberships first, by purchase,
 * then credits by soonest expiry. Each must be valid on the class date, not only today, and cover
 * the discipline, the time and the location; a limit counts class dates in the studio's weeks or in
 * billing periods. `today` is the studio's date now: what has ended by then is no longer held. When
 * nothing pays, `why` names the problem with what the person holds, such as a used-up pack, and is
 * `no_entitlement` when nothing they hold explains it. `session` is what the course of a session allows: memberships and credits where it
 * sells places singly, and, between the two, make-ups of its discipline where it takes them.
 */
export function chooseEntitlement(
  held: Held,
  {
    localStart,
    locationId,
    disciplineId,
    today,
    session = null,
  }: {
    localStart: LocalDateTime
    locationId: string
    disciplineId: string
    today: LocalDate
    session?: { dropIns: boolean; takesMakeUps: boolean } | null
  },
): EntitlementChoice {
  const classDate = localStart.slice(0, 10)
  const singly = session === null || session.dropIns
  const covers = (item: { covers: readonly string[] }) =>
    item.covers.length === 0 || item.covers.includes(disciplineId)
  const judged = [
    ...(singly ? [...held.memberships] : [])
      .filter(covers)
      .sort((a, b) => compareTexts(a.purchasedAt, b.purchasedAt) || compareTexts(a.id, b.id))
      .map((membership) => judgeMembership(membership, { localStart, locationId, today })),
    ...(session?.takesMakeUps ? [...(held.makeUps ?? [])] : [])
      .filter((makeUp) => makeUp.disciplineId === disciplineId)
      .sort((a, b) => compareTexts(a.validUntil, b.validUntil) || compareTexts(a.id, b.id))
      .map((makeUp) => judgeMakeUp(makeUp, classDate)),
    ...(singly ? [...held.lots] : [])
      .filter(({ packKind }) => packKind !== 'appointments')
      .filter(covers)
      .sort(
        (a, b) =>
          compareTexts(a.expiresOn, b.expiresOn) ||
          compareTexts(a.purchasedAt, b.purchasedAt) ||
          compareTexts(a.id, b.id),
      )
      .map((lot) => judgeLot(lot, classDate, today)),
  ]
  const [pays, ...alternatives] = judged.flatMap((item) =>
    item && 'pays' in item ? [item.pays] : [],
  )
  if (pays) return { pays, alternatives, why: null }
  const reasons = judged.flatMap((item) => (item && 'why' in item ? [item.why] : []))
  const message = reasons
    .filter((why) => why.reason !== 'no_entitlement')
    .sort((a, b) => refusals.indexOf(a.reason) - refusals.indexOf(b.reason))
  return {
    pays: null,
    alternatives: [],
    why: message[0] ??
      reasons.find(isAboutPlan) ??
      reasons.at(-1) ?? { reason: 'no_entitlement', facts: {} },
  }
}

type Judged = { pays: Entitlement } | { why: Refused<EntitlementRefusal> } | null

/** Whether it says of a plan that is held why it does not pay: that goes before an empty pack. */
const isAboutPlan = (why: Refused<EntitlementRefusal>): boolean =>
  why.reason === 'no_entitlement' && (why.facts.peak ?? why.facts.elsewhere) !== undefined

/** Why a membership does not pay at a time and place, whatever the day; null where it does. */
export function notHere(
  { name, locations, notIn }: Pick<HeldMembership, 'name' | 'locations' | 'notIn'>,
  { localStart, locationId }: { localStart: LocalDateTime; locationId: string },
): Refused<'no_entitlement'> | null {
  if (locations.length > 0 && !locations.includes(locationId))
    return { reason: 'no_entitlement', facts: { name, elsewhere: true } }
  if (isPeak(notIn, localStart)) return { reason: 'no_entitlement', facts: { name, peak: notIn } }
  return null
}

/** Whether a membership pays for a class; null when it is no longer held. */
function judgeMembership(
  membership: HeldMembership,
  { today, ...here }: { localStart: LocalDateTime; locationId: string; today: LocalDate },
): Judged {
  const date = here.localStart.slice(0, 10)
  const { id, name, state, startsOn, endsOn } = membership
  const inGrace = state === 'past_due' && (membership.graceUntil ?? '') >= today
  const unpaid = unpaidStates.has(state) && !inGrace
  if (!unpaid && !inGrace && !entitlingStates.has(state)) return null
  if (endsOn !== null && endsOn < today) return null
  if (date < startsOn) return { why: { reason: 'no_entitlement', facts: { name, startsOn } } }
  if (endsOn !== null && date > endsOn)
    return { why: { reason: 'entitlement_ends_before', facts: { name, endsOn } } }
  if (isFrozen(membership, date))
    return { why: { reason: 'frozen', facts: { name, until: membership.frozenUntil } } }
  if (unpaid) return { why: { reason: 'past_due', facts: { name } } }
  const elsewhere = notHere(membership, here)
  if (elsewhere) return { why: elsewhere }
  const limit = limitOn(membership, date, today)
  const used = limit ? usedIn(membership, limit) : 0
  if (limit && used >= limit.classes) {
    const { classes, per, until } = limit
    return {
      why: {
        reason: 'weekly_limit',
        facts: { name, limit: classes, per, again: addDays(until, 1) },
      },
    }
  }
  const bound = membership.locations.length > 0 || membership.notIn !== ''
  return {
    pays: { kind: 'membership', id, name, limit, used, ...(bound ? { bound: true } : {}) },
  }
}

function isFrozen(
  { frozenFrom = null, frozenUntil = null }: Pick<HeldLot, 'frozenFrom' | 'frozenUntil'>,
  date: LocalDate,
): boolean {
  return frozenFrom !== null && date >= frozenFrom && (frozenUntil === null || date <= frozenUntil)
}

/** Whether a lot pays for a class on `date`; null when it is no longer held. */
function judgeLot(lot: HeldLot, date: LocalDate, today: LocalDate): Judged {
  const { id, name, left, startsOn, expiresOn } = lot
  if (expiresOn < today) return null
  if (lot.refunded) return { why: { reason: 'no_entitlement', facts: { refunded: name } } }
  if (left < 1) return { why: { reason: 'no_entitlement', facts: { usedUp: name } } }
  if (lot.unpaid) return { why: { reason: 'no_entitlement', facts: { unpaid: name } } }
  if (date < startsOn) return { why: { reason: 'no_entitlement', facts: { name, startsOn } } }
  if (isFrozen(lot, date))
    return { why: { reason: 'frozen', facts: { name, until: lot.frozenUntil ?? null } } }
  if (date > expiresOn)
    return { why: { reason: 'entitlement_ends_before', facts: { name, endsOn: expiresOn } } }
  return {
    pays: { kind: 'lot', id, name, left, expiresOn, ...(lot.shared ? { shared: true } : {}) },
  }
}

/** Whether a make-up pays for a session on `date`. */
function judgeMakeUp({ id, name, validUntil }: HeldMakeUp, date: LocalDate): Judged {
  if (date > validUntil) {
    return {
      why: {
        reason: 'entitlement_ends_before',
        facts: { name: `make-up from ${name}`, endsOn: validUntil },
      },
    }
  }
  return { pays: { kind: 'make_up', id, name: `Make-up from ${name}`, validUntil } }
}
