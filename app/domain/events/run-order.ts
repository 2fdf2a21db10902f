/**
 * The acts of an event in their order: when each begins, and what in the order makes haste. Pure.
 */
import { tidyText } from '#app/values/text/tidy-text.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

export type Act = {
  id: string
  title: string
  /** Names, separated by commas. */
  performers: string
  apparatus: string
  music: string
  minutes: number
}

export type PlannedAct = Act & {
  /** On the studio's wall, `19:24`. */
  at: string
  /** What makes haste between the act before and this one. */
  warnings: string[]
}

const namesOf = (performers: string) =>
  performers
    .split(/[,;&\n]|\band\b/)
    .map((name) => tidyText(name))
    .filter(Boolean)

/**
 * The acts with their times from the event's start, and a warning where a performer or the
 * apparatus has no pause.
 */
export function planActs(acts: readonly Act[], localStart: LocalDateTime): PlannedAct[] {
  const [hours = 0, minutes = 0] = localStart.slice(11, 16).split(':').map(Number)
  let from = hours * 60 + minutes
  return acts.map((act, i) => {
    const before = acts[i - 1]
    const at = from % 1_440
    from += act.minutes
    return {
      ...act,
      at: `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`,
      warnings: before ? hasteOf(before, act) : [],
    }
  })
}

function hasteOf(before: Act, act: Act): string[] {
  const last = new Set(namesOf(before.performers).map((name) => name.toLowerCase()))
  const both = namesOf(act.performers).filter((name) => last.has(name.toLowerCase()))
  const changes =
    before.apparatus !== '' &&
    act.apparatus !== '' &&
    before.apparatus.toLowerCase() !== act.apparatus.toLowerCase()
  return [
    ...both.map((name) => `${name} is in the act before, too.`),
    ...(changes ? [`${before.apparatus} has to be swapped for ${act.apparatus}.`] : []),
  ]
}
