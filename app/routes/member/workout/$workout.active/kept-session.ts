/**
 * A workout as the browser keeps it: written with each tap, before anything is sent, so that a reload,
 * a crash or a day without network loses none of it.
 */
import type { ActiveWorkout } from '#app/domain/training-log/session/active-workout.ts'
import { isOpen, type LogAct, type LogState } from '#app/domain/training-log/session/log-state.ts'
import { type LoggedSet, newer } from '#app/domain/training-log/session/logged-set.ts'
import type { SaidOfWorkout } from '#app/domain/training-log/session/said-of-workout.ts'
import type { SessionPlan } from '#app/domain/training-log/session/session-plan.ts'
import type { SyncAnswer } from '#app/domain/training-log/session/sync-answer.ts'

export type Kept = {
  sets: LoggedSet[]
  /** Ids of sets the server has not answered for yet. */
  unsent: string[]
  plan: SessionPlan
  planMs: number
  planSent: boolean
  rest: { until: string | null; seconds: number }
  restSent: boolean
  /** The clock of a block: which, and when it began. */
  clock: { block: number; startedMs: number; stoppedMs: number | null; rounds: number } | null
  score: number | null
  scoreSent: boolean
  /** What is to be done with the workout, once everything before it is sent. */
  act: { is: LogAct; at: string } | null
  /** The last moment that was given away: a clock that is set back makes none before it. */
  lastMs: number
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** So many sets in one sending, as the server takes. */
const atOnce = 250

/** How the name of a kept workout begins, at any studio. */
export const keptPrefix = 'cadence-workout:'

export const keptName = (slug: string, logId: string) => `${keptPrefix}${slug}:${logId}`

/** What the server said, as a page without anything of its own begins. */
export const freshSession = (from: ActiveWorkout): Kept => ({
  sets: from.sets,
  unsent: [],
  plan: from.plan,
  planMs: from.planMs,
  planSent: true,
  rest: from.rest,
  restSent: true,
  clock: null,
  score: null,
  scoreSent: true,
  act: null,
  lastMs: 0,
})

/** What the browser has kept; null for nothing, or what it cannot read. */
export function readKept(store: Store, name: string): Kept | null {
  try {
    const kept = JSON.parse(store.getItem(name) ?? 'null') as Kept | null
    return kept && Array.isArray(kept.sets) && Array.isArray(kept.unsent) ? kept : null
  } catch {
    return null
  }
}

export function writeKept(store: Store, name: string, kept: Kept): boolean {
  try {
    store.setItem(name, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

function mergedSets(mine: readonly LoggedSet[], theirs: readonly LoggedSet[]): LoggedSet[] {
  const all = new Map<string, LoggedSet>()
  for (const set of [...theirs, ...mine]) all.set(set.id, newer(all.get(set.id), set))
  return [...all.values()]
}

/** What the browser has kept and what the server says, together: the later writer of each stands. */
export function merged(
  kept: Kept,
  theirs: { sets: readonly LoggedSet[]; plan: SessionPlan; planMs: number; rest: Kept['rest'] },
): Kept {
  const newerPlan = theirs.planMs > kept.planMs
  const next = {
    ...kept,
    sets: mergedSets(kept.sets, theirs.sets),
    rest: kept.restSent ? theirs.rest : kept.rest,
  }
  return newerPlan ? { ...next, plan: theirs.plan, planMs: theirs.planMs, planSent: true } : next
}

/** A moment for the next thing that is said: now, but never before the last one. */
const nextMs = ({ lastMs }: Kept, nowMs: number): number => Math.max(nowMs, lastMs + 1)

/** Logs a set, says it again, or takes it away. */
export function withSet(kept: Kept, set: Omit<LoggedSet, 'changedMs'>, nowMs: number): Kept {
  const changedMs = nextMs(kept, nowMs)
  return {
    ...kept,
    sets: mergedSets([{ ...set, changedMs }], kept.sets),
    unsent: [...new Set([...kept.unsent, set.id])],
    lastMs: changedMs,
  }
}

/** Rearranges the plan: an exercise swapped, added, moved, with more or fewer sets. */
export function withPlan(kept: Kept, plan: SessionPlan, nowMs: number): Kept {
  const planMs = nextMs(kept, nowMs)
  return { ...kept, plan, planMs, planSent: false, lastMs: planMs }
}

/** How many things are here that the server does not have: each set, and what else was said. */
export const waitingIn = ({ unsent, planSent, restSent, scoreSent, act }: Kept): number =>
  unsent.length + [!planSent, !restSent, !scoreSent, act !== null].filter(Boolean).length

/** Whether the page of a workout that is over has nothing to do: all of it is on the server. */
export const nothingLeft = (kept: Kept | null, state: LogState): boolean =>
  !isOpen(state) && !(kept && waits(kept))

/** Whether anything is here that the server does not have. */
export const waits = (kept: Kept): boolean => waitingIn(kept) > 0

/** What is sent next, and which sets it has; the act goes with the last of them. */
export function toSend(
  kept: Kept,
  device: string,
): { body: Partial<SaidOfWorkout>; ids: string[] } {
  const ids = kept.unsent.slice(0, atOnce)
  const last = ids.length === kept.unsent.length
  const asked = new Set(ids)
  return {
    ids,
    body: {
      device,
      sets: kept.sets.filter(({ id }) => asked.has(id)),
      ...(kept.planSent ? {} : { plan: { ms: kept.planMs, is: kept.plan } }),
      ...(kept.restSent ? {} : { rest: kept.rest }),
      ...(kept.scoreSent ? {} : { score: kept.score }),
      ...(last && kept.act ? { act: kept.act.is, at: kept.act.at } : {}),
    },
  }
}

/**
 * What stands once the server has answered what was sent as `sent`: what was said again meanwhile
 * still waits.
 */
export function answered(
  kept: Kept,
  sent: Kept,
  ids: readonly string[],
  answer: Extract<SyncAnswer, { ok: true }>,
): Kept {
  const then = new Map(sent.sets.map((set) => [set.id, set.changedMs]))
  const now = new Map(kept.sets.map((set) => [set.id, set.changedMs]))
  const settled = new Set(ids.filter((id) => then.get(id) === now.get(id)))
  const refused = new Set(answer.refused.map(({ id }) => id))
  const whole = ids.length === sent.unsent.length
  return merged(
    {
      ...kept,
      sets: kept.sets.filter(({ id }) => !refused.has(id)),
      unsent: kept.unsent.filter((id) => !settled.has(id)),
      planSent: kept.planSent || kept.planMs === sent.planMs,
      restSent: kept.restSent || kept.rest.until === sent.rest.until,
      scoreSent: kept.scoreSent || kept.score === sent.score,
      act: whole && kept.act?.at === sent.act?.at ? null : kept.act,
    },
    answer,
  )
}
