/** What somebody had on a day that is over, worked out from what is kept of it. Pure. */
import type { LocalDate } from '#app/values/zone.ts'

/** A membership with its freezes; dates are local and inclusive, an open end is null. */
export type HeldThen = {
  name: string
  state: string
  startsOn: LocalDate
  endsOn: LocalDate | null
  freezes: readonly { from: LocalDate; until: LocalDate | null }[]
}

/**
 * Whether a membership entitled on that day, and whether it was frozen. One that was never paid for
 * (`pending_payment`) did not. What is past due today says nothing of then, so it is left out.
 */
export function heldOn(
  { state, startsOn, endsOn, freezes }: HeldThen,
  day: LocalDate,
): 'not' | 'held' | 'frozen' {
  if (state === 'pending_payment' || startsOn > day || (endsOn !== null && endsOn < day))
    return 'not'
  return freezes.some(({ from, until }) => from <= day && (until === null || until >= day))
    ? 'frozen'
    : 'held'
}

type Rung = { levelId: string; since: LocalDate } | null

/** A change of a level in one discipline, newest first; `on` is the day it was made. */
export type LevelChange = { before: Rung; after: Rung; on: LocalDate }

/**
 * The level of a discipline on a day: by the day it was reached (`since`), not the day it was typed;
 * one that was taken away, by the day that was done. `now` is what is held today.
 */
export function levelOn(now: Rung, changes: readonly LevelChange[], day: LocalDate): string | null {
  for (const { after, on } of changes) {
    if ((after?.since ?? on) <= day) return after?.levelId ?? null
  }
  const first = changes.length > 0 ? changes.at(-1)!.before : now
  return first && first.since <= day ? first.levelId : null
}
