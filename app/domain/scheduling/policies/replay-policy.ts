/**
 * What the last weeks would have been under a draft of a policy, over what really happened: nobody
 * knows who would have waited.
 */

import {
  declineUntil,
  type OccurrenceTimes,
  occurrenceTimes,
} from '#app/domain/calendar/occurrence-times.ts'
import type { PolicyFacts } from '#app/domain/calendar/policy-words.ts'
import { cancellationTerms, isFree } from '#app/domain/places/cancellation-terms.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/** A booking that was given up, missed or given out by a waitlist. */
export type ReplayRow = {
  personId: string
  name: string
  state: string
  /** When it was given up; null for who did not come. */
  endedAt: Instant | null
  /** 1 where a credit paid, 0 where a membership did. */
  byCredit: number
  /** 1 where the credit stayed used. */
  lostCredit: number
  promotedAt: Instant | null
  localStart: LocalDateTime
  timeZone: string
  /** The fee as it stands: charged or waiting, and what was waived; minor units. */
  feeMinor: number
  waivedMinor: number
}

export type ReplaySide = {
  lateCancels: number
  creditsLost: number
  feesMinor: number
  people: number
  twiceOrMore: number
  placesFilled: number
}

export type Replay = {
  cancellations: number
  was: ReplaySide
  draft: ReplaySide
  /** Whose fees would differ, the largest difference first; minor units. */
  concerned: { personId: string; name: string; wasMinor: number; draftMinor: number }[]
}

type Cost = { late: boolean; credit: boolean; feeMinor: number; filled: boolean }

/**
 * The rows under the rules they had and under the draft, people cancelling when they did. A fee
 * that was waived stays waived. Who is forgiven a first time is counted within these rows alone.
 */
export function replayPolicy(rows: readonly ReplayRow[], draft: PolicyFacts): Replay {
  const times = new Map<string, OccurrenceTimes>()
  const timesOf = ({ localStart, timeZone }: ReplayRow) => {
    const key = `${localStart} ${timeZone}`
    const known =
      times.get(key) ?? occurrenceTimes({ localStart, minutes: 60, timeZone, policy: draft })
    times.set(key, known)
    return known
  }
  const was = rows.map(
    (row): Cost => ({
      late: row.state === 'late_cancelled',
      credit: row.lostCredit === 1,
      feeMinor: row.feeMinor,
      filled: row.promotedAt !== null,
    }),
  )
  const forgiven = new Set<string>()
  const inOrder = rows
    .map((row, i) => ({ row, i }))
    .sort((a, b) => (whenOf(a.row) < whenOf(b.row) ? -1 : 1))
  const would: Cost[] = []
  for (const { row, i } of inOrder) {
    const cost = costUnder(draft, row, timesOf(row))
    if (cost.feeMinor > 0 && draft.forgiveMonths > 0 && !forgiven.has(row.personId)) {
      forgiven.add(row.personId)
      cost.feeMinor = 0
    }
    if (row.waivedMinor > 0) cost.feeMinor = 0
    would[i] = cost
  }
  return {
    cancellations: rows.filter(({ state }) => state !== 'no_show' && isGivenUp(state)).length,
    was: sideOf(rows, was),
    draft: sideOf(rows, would),
    concerned: concernedOf(rows, was, would),
  }
}

const isGivenUp = (state: string) =>
  state === 'cancelled_on_time' || state === 'late_cancelled' || state === 'declined'

const whenOf = (row: ReplayRow) => row.endedAt ?? `${row.localStart}:00Z`

/** Until when someone moved off the waitlist could have declined under the draft. */
function graceOf(draft: PolicyFacts, row: ReplayRow, times: OccurrenceTimes) {
  if (row.promotedAt === null) return null
  const { startsAt, cutoffAt } = times
  return declineUntil({
    now: row.promotedAt,
    startsAt,
    cutoffAt,
    timeZone: row.timeZone,
    policy: draft,
  })
}

function costUnder(draft: PolicyFacts, row: ReplayRow, times: OccurrenceTimes): Cost {
  const filled = row.promotedAt !== null && row.promotedAt <= times.waitlistClosesAt
  const free: Cost = { late: false, credit: false, feeMinor: 0, filled }
  const paidByCredit = row.byCredit === 1
  const holder = {
    paidBy: paidByCredit ? ('lot' as const) : ('membership' as const),
    declineUntil: graceOf(draft, row, times),
  }
  const place = { ...times, ...draft }
  if (row.state === 'no_show') {
    const { noShow } = cancellationTerms(place, holder, times.startsAt)
    return { late: false, credit: noShow.losesCredit, feeMinor: noShow.feeMinor, filled }
  }
  if (!isGivenUp(row.state) || row.endedAt === null) return free
  const terms = cancellationTerms(place, holder, row.endedAt)
  if (isFree(terms)) return free
  return { late: true, credit: terms.now.losesCredit, feeMinor: terms.now.feeMinor, filled }
}

/** Fees by person, in minor units. */
function feesByPerson(rows: readonly ReplayRow[], costs: readonly Cost[]) {
  const fees = new Map<string, { times: number; minor: number }>()
  rows.forEach(({ personId }, i) => {
    const { feeMinor } = costs[i]!
    if (feeMinor === 0) return
    const { times = 0, minor = 0 } = fees.get(personId) ?? {}
    fees.set(personId, { times: times + 1, minor: minor + feeMinor })
  })
  return fees
}

function sideOf(rows: readonly ReplayRow[], costs: readonly Cost[]): ReplaySide {
  const fees = [...feesByPerson(rows, costs).values()]
  return {
    lateCancels: costs.filter(({ late }) => late).length,
    creditsLost: costs.filter(({ credit }) => credit).length,
    feesMinor: fees.reduce((sum, { minor }) => sum + minor, 0),
    people: fees.length,
    twiceOrMore: fees.filter(({ times }) => times > 1).length,
    placesFilled: costs.filter(({ filled }) => filled).length,
  }
}

function concernedOf(
  rows: readonly ReplayRow[],
  was: readonly Cost[],
  would: readonly Cost[],
): Replay['concerned'] {
  const [before, after] = [feesByPerson(rows, was), feesByPerson(rows, would)]
  const names = new Map(rows.map(({ personId, name }) => [personId, name]))
  return [...names]
    .map(([personId, name]) => ({
      personId,
      name,
      wasMinor: before.get(personId)?.minor ?? 0,
      draftMinor: after.get(personId)?.minor ?? 0,
    }))
    .filter(({ wasMinor, draftMinor }) => wasMinor !== draftMinor)
    .sort((a, b) => Math.abs(b.draftMinor - b.wasMinor) - Math.abs(a.draftMinor - a.wasMinor))
}
