/**
 * The plan that a log carries: blocks and exercises with what each set asks for. It is a copy, so a
 * template that is edited meanwhile changes nothing. Pure: the active page works with it offline.
 */
import type { LogType } from '#app/domain/training/log-type.ts'
import {
  type Block,
  type BlockKind,
  type Plan,
  setsOf,
  type Target,
} from '#app/domain/workouts/plan/plan.ts'

export type SessionBlock = {
  kind: BlockKind
  rounds: number
  /** How long it lasts, or its cap. */
  seconds: number | null
  work: number | null
  pause: number | null
}

export type Entry = {
  /** `e1`, `e2` …: its sets name it, so it stays through moves, and another exercise gets another. */
  id: string
  /** The block it lies in, by its place in `blocks`. */
  block: number
  /** An exercise of the studio, or `~` and a name that it does not have. */
  exerciseId: string
  name: string
  logType: LogType
  /** Sets to do. */
  sets: number
  target: Target
  eachSide: boolean
  warmup: boolean
  /** Seconds between sets; null where nothing was said. */
  rest: number | null
  /** What it was before it was swapped, with the reason. */
  swapped?: { from: string; why: string }
}

export type SessionPlan = { blocks: SessionBlock[]; entries: Entry[] }

/** A log holds at most so many exercises, and so many sets of each. */
export const mostEntries = 60
export const mostSetsOfEntry = 60

/** What is rested where the plan says nothing, after an exercise with weight. */
export const usualRest = 90

export const emptyPlan: SessionPlan = { blocks: [], entries: [] }

/** An exercise that the studio does not have, by the name somebody typed. */
export const unlisted = (name: string) => `~${name}`

const sessionBlock = ({ kind, rounds, seconds, work, pause }: Block): SessionBlock => ({
  kind,
  rounds,
  seconds,
  work,
  pause,
})

/**
 * What a person is asked to do of a workout as it was understood. `logTypes` says by exercise what
 * is logged of it; an exercise that is not in it is logged by weight and repetitions, or by time
 * where the plan says a time.
 */
export function toSessionPlan(plan: Plan, logTypes: ReadonlyMap<string, LogType>): SessionPlan {
  let n = 0
  const entries = plan.blocks.flatMap((block, b) =>
    block.exercises.map((one): Entry => {
      n += 1
      const known = logTypes.get(one.exerciseId)
      const guessed = one.target.seconds !== undefined ? 'time' : 'weight_reps'
      const { target, eachSide, warmup, rest } = one
      return {
        id: `e${n}`,
        block: b,
        target,
        eachSide,
        warmup,
        rest,
        exerciseId: one.exerciseId || unlisted(one.name),
        name: one.name,
        logType: known ?? guessed,
        sets: Math.min(mostSetsOfEntry, setsOf(block, one)),
      }
    }),
  )
  return { blocks: plan.blocks.map(sessionBlock), entries: entries.slice(0, mostEntries) }
}

/** How many sets the whole plan asks for. */
export const setsAsked = ({ entries }: SessionPlan): number =>
  entries.reduce((n, { sets }) => n + sets, 0)

/**
 * Seconds a plan takes about: what is timed by its time, else forty seconds a set and the rest
 * behind it.
 */
function secondsOfPlan(plan: SessionPlan): number {
  const timed = plan.blocks.map((block) => {
    if (block.kind === 'intervals') return block.rounds * ((block.work ?? 0) + (block.pause ?? 0))
    return block.kind === 'amrap' || block.kind === 'emom' || block.kind === 'for_time'
      ? (block.seconds ?? null)
      : null
  })
  const ofSets = plan.entries
    .filter(({ block }) => timed[block] == null)
    .reduce((n, { sets, target, rest, eachSide }) => {
      const one = (target.seconds ?? 40) * (eachSide ? 2 : 1)
      return n + sets * (one + (rest ?? usualRest))
    }, 0)
  return ofSets + timed.reduce<number>((n, seconds) => n + (seconds ?? 0), 0)
}

/** Minutes of the same, to the next five. */
export const minutesOfPlan = (plan: SessionPlan): number =>
  Math.max(5, Math.ceil(secondsOfPlan(plan) / 300) * 5)

/** A block that runs by a clock. */
export const isTimed = ({ kind }: SessionBlock): boolean =>
  kind === 'amrap' || kind === 'emom' || kind === 'for_time' || kind === 'intervals'

/** A name in a plan that no exercise of it has yet. */
export function newEntryId({ entries }: SessionPlan): string {
  const taken = entries.map(({ id }) => Number(id.slice(1)) || 0)
  return `e${Math.max(0, ...taken) + 1}`
}

/** The plan with one exercise more at its end, for three sets of whatever is done. */
export function withExercise(
  plan: SessionPlan,
  { id: exerciseId, name, logType }: { id: string; name: string; logType: LogType },
): SessionPlan {
  const blocks = [
    ...plan.blocks,
    { kind: 'straight' as const, rounds: 1, seconds: null, work: null, pause: null },
  ]
  const made: Entry = {
    id: newEntryId(plan),
    block: blocks.length - 1,
    exerciseId,
    name,
    logType,
    sets: 3,
    target: {},
    eachSide: false,
    warmup: false,
    rest: null,
  }
  return { blocks, entries: [...plan.entries, made] }
}
