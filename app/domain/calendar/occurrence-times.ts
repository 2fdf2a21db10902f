/** From a class's wall time and its policy to the instants everything is decided by (R3, R5). */
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { addDays, instantOf, type LocalDateTime, localDateTime } from '#app/values/zone.ts'

/**
 * The parts of a policy that are about time. Minutes are elapsed minutes; local times are `22:00`.
 */
export type PolicyTimes = {
  /** Booking opens this many days before, at the class's own wall time; 0 is at once. */
  opensDays: number
  closesMinutes: number
  cancelMinutes: number
  /**
   * Where the fee has a limit of its own: it begins this many minutes before; null or left out:
   * with the credit's.
   */
  feeMinutes?: number | null
  waitlistClosesMinutes: number
  /** Both empty is no blackout. */
  blackoutFrom: string
  blackoutUntil: string
}

export type OccurrenceTimes = {
  startsAt: Instant
  endsAt: Instant
  /** The wall time at `startsAt`: in a spring gap it is later than the one asked for. */
  localStart: LocalDateTime
  /** Cancel is free at or before this instant: the earlier of the two limits. */
  cutoffAt: Instant
  /** The limits of credit and fee where they differ; else null. */
  creditCutoffAt: Instant | null
  feeCutoffAt: Instant | null
  opensAt: Instant
  /** Booking is possible at or before this instant. */
  closesAt: Instant
  /** Automatic promotion happens at or before this instant. */
  waitlistClosesAt: Instant
}

/** `opensAt` of a class that opens at once. */
export const alwaysOpen: Instant = '1970-01-01T00:00:00Z'

/**
 * The instants of one class of `minutes` minutes that starts at `localStart` in `timeZone`. Windows
 * are counted back from the start in elapsed minutes, so a clock change moves their local clock
 * time and not their length (R3).
 */
export function occurrenceTimes({
  localStart,
  minutes,
  timeZone,
  policy,
}: {
  localStart: LocalDateTime
  minutes: number
  timeZone: string
  policy: PolicyTimes
}): OccurrenceTimes {
  const startsAt = instantOf(localStart, timeZone)
  const actualStart = localDateTime(startsAt, timeZone)
  const [date, time] = [actualStart.slice(0, 10), actualStart.slice(11)]
  return {
    startsAt,
    endsAt: addMinutes(startsAt, minutes),
    localStart: actualStart,
    ...cutoffsOf(startsAt, timeZone, policy),
    opensAt:
      policy.opensDays === 0
        ? alwaysOpen
        : instantOf(`${addDays(date, -policy.opensDays)}T${time}`, timeZone),
    closesAt: addMinutes(startsAt, -policy.closesMinutes),
    // A place given in the night helps nobody: the list closes with the evening.
    waitlistClosesAt: beforeTheNight(
      addMinutes(startsAt, -policy.waitlistClosesMinutes),
      timeZone,
      policy,
    ),
  }
}

/**
 * Until when a cancel costs nothing at all, no credit and no fee (two separate limits where the
 * policy has two).
 */
function cutoffsOf(startsAt: Instant, timeZone: string, policy: PolicyTimes) {
  const limit = (minutes: number) =>
    beforeTheNight(addMinutes(startsAt, -minutes), timeZone, policy)
  const credit = limit(policy.cancelMinutes)
  const fee = limit(policy.feeMinutes ?? policy.cancelMinutes)
  if (fee === credit) return { cutoffAt: credit, creditCutoffAt: null, feeCutoffAt: null }
  return { cutoffAt: fee < credit ? fee : credit, creditCutoffAt: credit, feeCutoffAt: fee }
}

type Blackout = Pick<PolicyTimes, 'blackoutFrom' | 'blackoutUntil'>

/** The night that holds `instant`, as its first and last instant; null when there is none. */
function nightOf(instant: Instant, zone: string, { blackoutFrom, blackoutUntil }: Blackout) {
  if (!blackoutFrom || !blackoutUntil || blackoutFrom === blackoutUntil) return null
  const local = localDateTime(instant, zone)
  const [date, time] = [local.slice(0, 10), local.slice(11)]
  const overMidnight = blackoutFrom > blackoutUntil
  const inside = overMidnight
    ? time >= blackoutFrom || time < blackoutUntil
    : time >= blackoutFrom && time < blackoutUntil
  if (!inside) return null
  const evening = overMidnight && time < blackoutUntil ? addDays(date, -1) : date
  const morning = overMidnight ? addDays(evening, 1) : evening
  return {
    from: instantOf(`${evening}T${blackoutFrom}`, zone),
    until: instantOf(`${morning}T${blackoutUntil}`, zone),
  }
}

/**
 * A deadline that would fall in the night ends with the evening before it, as TeamUp's nightly
 * blackout does.
 */
export function beforeTheNight(instant: Instant, zone: string, blackout: Blackout): Instant {
  const evening = nightOf(instant, zone, blackout)?.from ?? instant
  return evening < instant ? evening : instant
}

/** Whether it is night at `instant`: people are not written to unless they have to be. */
export function atNight(instant: Instant, zone: string, blackout: Blackout): boolean {
  return nightOf(instant, zone, blackout) !== null
}

/**
 * Until when a place that is offered at `now` for `offerMinutes` stands: over the night until the
 * morning, and never past the start. It may outlast the list's close: that ends the making of
 * offers, not one somebody has.
 */
export function offerUntil({
  now,
  startsAt,
  timeZone,
  policy,
}: {
  now: Instant
  startsAt: Instant
  timeZone: string
  policy: Blackout & { offerMinutes: number }
}): Instant {
  const deadline = addMinutes(now, policy.offerMinutes)
  const awake = nightOf(deadline, timeZone, policy)?.until ?? deadline
  return awake < startsAt ? awake : startsAt
}

/**
 * Until when a person promoted at `now` may decline free; null when the class can still be
 * cancelled free anyway. In the night it lasts until the morning, so that nobody has to wake for
 * it; never past the start (R4).
 */
export function declineUntil({
  now,
  startsAt,
  cutoffAt,
  timeZone,
  policy,
}: {
  now: Instant
  startsAt: Instant
  cutoffAt: Instant
  timeZone: string
  policy: Blackout & { declineMinutes: number }
}): Instant | null {
  if (now <= cutoffAt || policy.declineMinutes === 0) return null
  const deadline = addMinutes(now, policy.declineMinutes)
  const awake = nightOf(deadline, timeZone, policy)?.until ?? deadline
  return awake < startsAt ? awake : startsAt
}
