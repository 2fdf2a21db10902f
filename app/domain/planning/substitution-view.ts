/** A request for a substitute, as pages and rules see it. Pure. */
import type { OfferingKind } from '#app/db/studio/scheduling.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

export type SubState = 'requested' | 'offered' | 'claimed' | 'approved' | 'withdrawn'

export type SubRequest = {
  id: string
  state: SubState
  reason: string
  claimsStand: boolean
  payMinor: number | null
  currency: string
  createdAt: Instant
  decidedAt: Instant | null
  /** The coach who cannot. */
  regularId: string
  regularName: string
  claimedBy: string | null
  claimedName: string | null
  /** How many coaches were asked. */
  offers: number
  occurrenceId: string
  kind: OfferingKind
  title: string
  startsAt: Instant
  endsAt: Instant
  localStart: LocalDateTime
  roomName: string
  coachId: string
  seriesId: string
  sequence: number
  /** Of the class. */
  classState: string
}

/**
 * A request that can still lead to someone: the class is to come, and still with the coach who
 * cannot.
 */
export const isOpen = (
  { state, classState, startsAt, coachId, regularId }: SubRequest,
  now: Instant,
): boolean =>
  ['requested', 'offered', 'claimed'].includes(state) &&
  classState === 'scheduled' &&
  startsAt > now &&
  coachId === regularId

export const subStateWords: Record<
  SubState,
  { text: string; tone: 'good' | 'warn' | 'bad' | 'line' | null }
> = {
  requested: { text: 'Asked for', tone: 'bad' },
  offered: { text: 'Offered', tone: 'warn' },
  claimed: { text: 'Accepted', tone: 'warn' },
  approved: { text: 'Approved', tone: 'good' },
  withdrawn: { text: 'Withdrawn', tone: null },
}

/** Why a class needs somebody whom nobody has asked yet. */
export const uncoveredWords = {
  gone: 'doesn’t work here any more, or is suspended',
  away: 'is out then',
  unfit: 'doesn’t hold what it asks for',
} as const

/** A coach who could take the class. */
export type FitCoach = {
  id: string
  name: string
  email: string
  preferredName: string
  /** Nothing else binds them then. */
  free: boolean
  /** What they do not hold and the class asks for, by name; empty for nothing. */
  lacks: string
  /** They may not teach it without. */
  barred: boolean
  /** Has taught this class, or its discipline at this level or above. */
  qualified: boolean
  /** Times they taught this very class in the last year. */
  taught: number
  /** Whole hours since the end of what they taught the day before; null for nothing. */
  restedHours: number | null
  /** What they answered to an offer; null where they were not asked. */
  offer: 'offered' | 'claimed' | 'declined' | null
}

/** Less than this between two days is told. */
const restHours = 10

/** Who fits best comes first: free, with what it asks for, practised, rested, and by how often. */
export function byFit(coaches: readonly FitCoach[]): FitCoach[] {
  const rested = ({ restedHours }: FitCoach) => restedHours === null || restedHours >= restHours
  const rank = (coach: FitCoach) =>
    [coach.free, !coach.barred, coach.lacks === '', coach.qualified, rested(coach)].map(Number)
  return [...coaches].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)]
    const differs = x.findIndex((value, i) => value !== y[i])
    if (differs >= 0) return (y[differs] ?? 0) - (x[differs] ?? 0)
    return b.taught - a.taught || a.name.localeCompare(b.name)
  })
}

/** `free`, `has taught it 12 times`, `only 8 hours of rest`. */
export function fitWords(coach: FitCoach): string[] {
  const { free, lacks, barred, qualified, taught, restedHours } = coach
  const ofLevel = qualified ? 'has taught this level' : 'has not taught this level yet'
  const times = taught === 1 ? 'once' : `${taught} times`
  return [
    free ? 'free' : 'is teaching or away then',
    lacks && `${barred ? 'may not teach it: no' : 'has no'} ${lacks} for that date`,
    taught > 0 ? `has taught it ${times} in a year` : ofLevel,
    restedHours !== null && restedHours < restHours ? `only ${restedHours} hours of rest` : '',
  ].filter(Boolean)
}
