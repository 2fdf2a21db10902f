/** Another exercise in the place of one, for the sets that are left of it. Pure: it works offline. */
import type { LogType } from '#app/domain/training/log-type.ts'
import type { LoggedSet } from './logged-set.ts'
import { nextN } from './next-set.ts'
import { type Entry, mostEntries, newEntryId, type SessionPlan } from './session-plan.ts'

/**
 * The plan with `entry` swapped, and the new exercise in it. Sets that are logged stay with the
 * exercise they were done of, which keeps its place with as many sets; the new one follows it with
 * those that are left, at least one. Its loads are not the other's.
 */
export function swappedPlan(
  plan: SessionPlan,
  sets: readonly LoggedSet[],
  entry: Entry,
  instead: { id: string; name: string; logType: LogType; why: string },
): { plan: SessionPlan; id: string } {
  const done = sets.filter((set) => !set.removed && set.entry === entry.id).length
  const { grams: _, ...asked } = entry.target
  const next: Entry = {
    ...entry,
    id: newEntryId(plan),
    exerciseId: instead.id,
    name: instead.name,
    logType: instead.logType,
    sets: done > 0 ? Math.max(1, entry.sets - done) : entry.sets,
    target: instead.logType === entry.logType ? asked : {},
    swapped: { from: entry.name, why: instead.why },
  }
  const stays = done > 0 && plan.entries.length < mostEntries
  const both = stays ? [{ ...entry, sets: nextN(sets, entry) - 1 }, next] : [next]
  const entries = plan.entries.flatMap((one) => (one.id === entry.id ? both : [one]))
  return { plan: { ...plan, entries }, id: next.id }
}
