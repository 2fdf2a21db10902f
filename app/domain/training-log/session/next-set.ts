/** Where somebody is in a workout, and what the next set is filled in with. Pure. */
import type { LogType } from '#app/domain/training/log-type.ts'
import type { Unit } from '#app/domain/workouts/plan/tokens.ts'
import { plateStep, toPlates } from '../bests/epley.ts'
import { type Done, type LoggedSet, nothingDone } from './logged-set.ts'
import { type Entry, type SessionPlan, usualRest } from './session-plan.ts'

export type Earlier = Done & { n: number }
/** Of one exercise: the sets of last time with their day, and the best estimated maximum. */
export type Known = { day: string; sets: Earlier[]; e1rm: number | null }

const ofEntry = (sets: readonly LoggedSet[], { id }: Entry) =>
  sets.filter((set) => !set.removed && set.entry === id)

/** The number of the set that comes next: the lowest that is not logged. */
export function nextN(sets: readonly LoggedSet[], entry: Entry): number {
  const logged = new Set(ofEntry(sets, entry).map(({ n }) => n))
  let n = 1
  while (logged.has(n)) n += 1
  return n
}

const isDone = (sets: readonly LoggedSet[], entry: Entry) => nextN(sets, entry) > entry.sets

/** The exercise of the set that was done last. */
function latestEntry({ entries }: SessionPlan, sets: readonly LoggedSet[]): Entry | undefined {
  const done = sets.filter(({ removed }) => !removed)
  const latest = done.reduce<LoggedSet | undefined>(
    (last, one) => (last && last.doneAt > one.doneAt ? last : one),
    undefined,
  )
  return entries.find(({ id }) => id === latest?.entry)
}

/**
 * Which exercise is next: the one of the last set, while it has sets left, whatever its place in the
 * plan; then the first that has some. Where exercises of a block go in turn (superset, circuit) it is
 * the one with the fewest sets. Null when all that was asked is done.
 */
export function currentEntry(plan: SessionPlan, sets: readonly LoggedSet[]): Entry | null {
  const open = plan.entries.filter((entry) => !isDone(sets, entry))
  const latest = latestEntry(plan, sets)
  const first =
    open.find(({ id }) => id === latest?.id) ??
    open.find(({ block }) => block === latest?.block) ??
    open[0]
  if (!first) return null
  const kind = plan.blocks[first.block]?.kind
  if (kind !== 'superset' && kind !== 'circuit') return first
  const together = open.filter(({ block }) => block === first.block)
  const fewest = Math.min(...together.map((entry) => nextN(sets, entry)))
  return together.find((entry) => nextN(sets, entry) === fewest) ?? first
}

/**
 * Seconds of rest behind a set of an exercise: as planned, else the usual; between exercises that
 * are done in turn none.
 */
export function restAfter(plan: SessionPlan, sets: readonly LoggedSet[], entry: Entry): number {
  const kind = plan.blocks[entry.block]?.kind
  if (kind && kind !== 'straight' && kind !== 'superset') return 0
  const next = currentEntry(plan, sets)
  if (!next) return 0
  if (kind === 'superset' && next.block === entry.block && next.id !== entry.id) {
    const round = Math.min(nextN(sets, entry), nextN(sets, next))
    if (nextN(sets, next) <= round && nextN(sets, entry) > nextN(sets, next)) return 0
  }
  return entry.rest ?? (entry.logType === 'weight_reps' ? usualRest : 60)
}

/** The weight that a set asks for, loaded in whole plates; null where nothing says one. */
export function askedGrams({ target }: Entry, known: Known | undefined, unit: Unit): number | null {
  if (target.grams !== undefined) return target.grams
  if (target.percent === undefined || !known?.e1rm) return null
  return toPlates((known.e1rm * target.percent) / 100, plateStep(unit))
}

/**
 * What the next set is filled in with: what the plan asks, else the set before it in this workout,
 * else the same set of last time.
 */
export function suggested(
  entry: Entry,
  sets: readonly LoggedSet[],
  known: Known | undefined,
  unit: Unit,
): Done {
  const n = nextN(sets, entry)
  const before = ofEntry(sets, entry).toSorted((a, b) => b.n - a.n)[0]
  const last = known?.sets.find((set) => set.n === n) ?? known?.sets.at(-1)
  const { target } = entry
  const parts = logged[entry.logType]
  const pick = (part: keyof Done, asked: number | null | undefined): number | null =>
    parts.includes(part) ? (asked ?? before?.[part] ?? last?.[part] ?? null) : null
  const reps = target.max ? undefined : target.reps
  return {
    ...nothingDone,
    grams: pick('grams', before?.grams ?? askedGrams(entry, known, unit)),
    reps: pick('reps', reps),
    seconds: pick('seconds', target.seconds),
    metres: pick('metres', target.metres),
  }
}

/** What is logged of each kind of exercise. */
export const logged: Record<LogType, readonly (keyof Done)[]> = {
  weight_reps: ['grams', 'reps'],
  weight: ['grams'],
  reps: ['reps'],
  time: ['seconds'],
  hold: ['seconds'],
  distance: ['metres'],
  distance_time: ['metres', 'seconds'],
  pass: [],
}

/** How a set compares with the same of last time, in a few words; empty where nothing is to say. */
export function comparedWords(done: Done, last: Done | undefined): string {
  if (!last) return ''
  const heavier = (done.grams ?? 0) - (last.grams ?? 0)
  if (done.grams !== null && heavier !== 0) return heavier > 0 ? 'heavier than last time' : ''
  const by =
    done.reps !== null && last.reps !== null
      ? done.reps - last.reps
      : (done.seconds ?? 0) - (last.seconds ?? 0)
  if (by <= 0) return ''
  if (done.reps !== null) return by === 1 ? 'beats it by one' : `beats it by ${by}`
  return `${by} s longer`
}
