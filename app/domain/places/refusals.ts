/**
 * Why a class cannot be booked: one closed list. When several hold, the first of this order that
 * the person can do something about is told, else the first.
 */
import type { Instant } from '#app/values/instant.ts'
import type { LocalDate, LocalDateTime } from '#app/values/zone.ts'

export const refusals = [
  'not_found',
  'cancelled',
  'started',
  'not_open_yet',
  'closed',
  'class_full',
  'waitlist_full',
  'already_booked',
  'overlaps',
  'no_entitlement',
  'entitlement_ends_before',
  'weekly_limit',
  'daily_limit',
  'frozen',
  'past_due',
  'strikes',
  'waiver_missing',
  'level_locked',
  'skill_locked',
  'age',
  'guest_limit',
  'banned',
] as const

export type Refusal = (typeof refusals)[number]

type NoFacts = Record<string, never>

/** What the sentence of each refusal needs to know. */
export type RefusalFacts = {
  not_found: NoFacts
  /** The studio's own words, or empty. */
  cancelled: { why: string }
  started: { startsAt: Instant }
  not_open_yet: { opensAt: Instant }
  closed: { closesAt: Instant }
  /** With when its waitlist closed, where it had one. */
  class_full: { capacity: number; waitlistClosedAt?: Instant }
  waitlist_full: { limit: number }
  already_booked: { bookingId: string; title: string; localStart: LocalDateTime }
  overlaps: { bookingId: string; title: string; localStart: LocalDateTime }
  /**
   * `usedUp` names an empty package; `startsOn` with `name` is something that begins after the
   * class.
   */
  no_entitlement: {
    usedUp?: string
    /** A pack whose money went back. */
    refunded?: string
    /** A pack that is to be paid at the desk first. */
    unpaid?: string
    name?: string
    startsOn?: LocalDate
    /** A plan that is for off-peak alone: the studio's peak hours, as they are kept. */
    peak?: string
    /** A plan that does not pay at the location of the class. */
    elsewhere?: true
    /** A session whose places are sold with its course. */
    course?: { id: string; name: string; places: number | null }
  }
  entitlement_ends_before: { name: string; endsOn: LocalDate }
  /**
   * The allowance `per` week, month or four weeks starts `again` on a day; `name` is empty where the
   * studio's rules set it.
   */
  weekly_limit: {
    name: string
    limit: number
    per: 'week' | 'month' | 'four_weeks'
    again: LocalDate
  }
  daily_limit: { limit: number }
  /** Last frozen day; null while open-ended. */
  frozen: { name: string; until: LocalDate | null }
  past_due: { name: string }
  strikes: { blockedUntil: Instant }
  /** The studio keeps this person out; why stays with its staff. */
  banned: NoFacts
  /** The first document to sign; `guardian` where somebody else than the reader signs it. */
  waiver_missing: {
    documentId: string
    name: string
    guardian: boolean
    /** The child the reader signs for. */
    child?: string
    /** An adult for whom the reader books: they sign themselves. */
    themselves?: true
  }
  /** Names of levels; `holds` is null for a person without one. */
  /** `lapsed`: it is high enough, but has run out by the day of the class. */
  level_locked: { needs: string; holds: string | null; lapsed?: boolean }
  /** The first skill that is missing, days of it that counted, and how many others are missing. */
  skill_locked: {
    skillId: string
    name: string
    days: number
    need: number
    lapsed: boolean
    others: number
    /** Said of a guest, of whom nobody knows what they can do. */
    guest?: true
  }
  age: { minimumAge: number }
  guest_limit: NoFacts
}

/** A refusal with its facts. */
export type Refused<Reason extends Refusal = Refusal> = {
  [R in Reason]: { reason: R; facts: RefusalFacts[R] }
}[Reason]

/**
 * These hold for everyone: putting one's own reason right would not open the class, so they are
 * told first.
 */
const heldByTheClass: ReadonlySet<Refusal> = new Set([
  'not_found',
  'cancelled',
  'started',
  'closed',
  'class_full',
  'waitlist_full',
])

/** What a person can put right before the class. */
const canBePutRight: ReadonlySet<Refusal> = new Set([
  'already_booked',
  'overlaps',
  'no_entitlement',
  'entitlement_ends_before',
  'past_due',
  'waiver_missing',
  'skill_locked',
  'guest_limit',
])

/** The refusal to tell when several hold (rules.md); null when none does. A ban hides the others. */
export function refusalToTell(held: readonly Refused[]): Refused | null {
  const banned = held.find(({ reason }) => reason === 'banned')
  if (banned) return banned
  const inOrder = [...held].sort((a, b) => refusals.indexOf(a.reason) - refusals.indexOf(b.reason))
  return (
    inOrder.find((refused) => heldByTheClass.has(refused.reason)) ??
    inOrder.find((refused) => canBePutRight.has(refused.reason)) ??
    inOrder[0] ??
    null
  )
}
