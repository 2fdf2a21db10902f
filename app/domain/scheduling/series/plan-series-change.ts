/**
 * What a change of a series does to each of its classes, decided before anything is written. A
 * class keeps its identity by its date: on a date that the new rule has, it is changed in place;
 * what was set for it alone (another time, a stand-in, more places) stays (R6).
 */

import {
  type OccurrenceTimes,
  occurrenceTimes,
  type PolicyTimes,
} from '#app/domain/calendar/occurrence-times.ts'
import { addMinutes, type Instant, minutesBetween } from '#app/values/instant.ts'
import { instantOf, type LocalDate, type LocalDateTime } from '#app/values/zone.ts'

export type SeriesNow = {
  id: string
  firstStart: LocalDateTime
  timeZone: string
  minutes: number
  roomId: string
  coachId: string
  capacity: number
  policyId: string
}

export type UpcomingClass = {
  id: string
  recurrenceKey: LocalDateTime
  localStart: LocalDateTime
  startsAt: Instant
  endsAt: Instant
  roomId: string
  coachId: string
  substitutedCoachId: string | null
  capacity: number
  policyId: string
  state: string
  /** Booked, waiting or checked in. */
  live: number
}

export type WantedClass = {
  minutes: number
  roomId: string
  coachId: string
  capacity: number
  policyId: string
}

/** A class as it shall be; `times` is null where its time stays. */
export type ClassUpdate = {
  id: string
  recurrenceKey: LocalDateTime
  times: OccurrenceTimes | null
  roomId: string
  coachId: string
  substitutedCoachId: string | null
  capacity: number
  policyId: string
  /** Something that anyone who booked must know: time, room or coach. */
  tells: boolean
}

export type SeriesPlan = {
  updates: ClassUpdate[]
  /** On dates that the new rule does not have and nobody holds: they go. */
  dropped: UpcomingClass[]
  /** On such dates too, but with people: they stay, and must be cancelled by hand. */
  kept: UpcomingClass[]
  /** Of today, where the new time has passed: they keep their own. */
  stays: UpcomingClass[]
}

/** What the changed classes are to have, and by id what some have of their own, which they keep. */
export type Policies = { wanted: PolicyTimes; own: ReadonlyMap<string, PolicyTimes> }

/**
 * `starts` are the wall times that the new rule gives, by date. A class that would begin in the past
 * keeps its time: the person who holds a place in it could not come.
 */
export function planSeriesChange(
  was: SeriesNow,
  classes: readonly UpcomingClass[],
  wanted: WantedClass,
  starts: ReadonlyMap<LocalDate, LocalDateTime>,
  policies: Policies,
  now: Instant,
): SeriesPlan {
  const plan: SeriesPlan = { updates: [], dropped: [], kept: [], stays: [] }
  for (const one of classes) {
    const key = starts.get(one.recurrenceKey.slice(0, 10))
    if (key !== undefined) {
      const past = instantOf(key, was.timeZone) <= now
      plan.updates.push(isChanged(was, one, wanted, { key, past }, policies))
      if (past && takesPlace(one) && isAsPlanned(was, one)) plan.stays.push(one)
    } else if (!takesPlace(one)) continue
    else if (one.live > 0) plan.kept.push(one)
    else plan.dropped.push(one)
  }
  return plan
}

/** A draft is changed like a class on the timetable; nobody is in it who would be told. */
const takesPlace = ({ state }: UpcomingClass) => state === 'scheduled' || state === 'draft'

/** At the time and of the length that its series says. */
const isAsPlanned = (was: SeriesNow, one: UpcomingClass) =>
  one.localStart === one.recurrenceKey && addMinutes(one.startsAt, was.minutes) === one.endsAt

function isChanged(
  was: SeriesNow,
  one: UpcomingClass,
  wanted: WantedClass,
  { key: recurrenceKey, past }: { key: LocalDateTime; past: boolean },
  policies: Policies,
): ClassUpdate {
  const samePolicy = one.policyId === was.policyId
  const policy = (!samePolicy && policies.own.get(one.policyId)) || policies.wanted
  const roomId = one.roomId === was.roomId ? wanted.roomId : one.roomId
  const stoodIn = one.substitutedCoachId !== null
  const coachId = !stoodIn && one.coachId === was.coachId ? wanted.coachId : one.coachId
  const [localStart, minutes] =
    isAsPlanned(was, one) && !past
      ? [recurrenceKey, wanted.minutes]
      : [one.localStart, minutesBetween(one.startsAt, one.endsAt)]
  // One that was moved on its own keeps its time, and has the limits of its policy there.
  const times = takesPlace(one)
    ? occurrenceTimes({ localStart, minutes, timeZone: was.timeZone, policy })
    : null
  const moved = times !== null && (times.startsAt !== one.startsAt || times.endsAt !== one.endsAt)
  return {
    id: one.id,
    recurrenceKey,
    times:
      moved || (times !== null && samePolicy && wanted.policyId !== was.policyId) ? times : null,
    roomId,
    coachId,
    substitutedCoachId:
      stoodIn && one.substitutedCoachId === was.coachId ? wanted.coachId : one.substitutedCoachId,
    capacity: one.capacity === was.capacity ? wanted.capacity : one.capacity,
    policyId: samePolicy ? wanted.policyId : one.policyId,
    tells: one.state === 'scheduled' && (moved || roomId !== one.roomId || coachId !== one.coachId),
  }
}

/** The one class as the desk wants it, whatever its series says; `policy` is the wanted one. */
export function planOneChange(
  one: UpcomingClass,
  wanted: WantedClass & { localStart: LocalDateTime },
  timeZone: string,
  policy: PolicyTimes,
): ClassUpdate {
  const sameTime =
    wanted.localStart === one.localStart &&
    wanted.minutes === minutesBetween(one.startsAt, one.endsAt)
  const { localStart, minutes, roomId, coachId, capacity, policyId } = wanted
  const stays = sameTime && policyId === one.policyId
  const regular = one.substitutedCoachId ?? one.coachId
  return {
    id: one.id,
    recurrenceKey: one.recurrenceKey,
    times: stays ? null : occurrenceTimes({ localStart, minutes, timeZone, policy }),
    roomId,
    coachId,
    substitutedCoachId: coachId === regular ? null : regular,
    capacity,
    policyId,
    tells:
      one.state === 'scheduled' && (!sameTime || roomId !== one.roomId || coachId !== one.coachId),
  }
}
