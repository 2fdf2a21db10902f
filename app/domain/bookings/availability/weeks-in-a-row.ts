import { addDays, firstOfWeek, type LocalDate } from '#app/values/zone.ts'

const weeksShown = 8

export type WeeksInARow = {
  /** Classes in each of the last eight weeks, oldest first; the last is this week. */
  weeks: number[]
  /**
   * Weeks with a class without a gap; this week counts once it has one and breaks nothing before.
   */
  streak: number
  classes: number
  /** The first day of the first week. */
  since: LocalDate
}

type Weeks = { weekStart: number }

/** The day from which visits are needed. */
export const firstDayShown = (today: LocalDate, studio: Weeks) =>
  addDays(firstOfWeek(today, studio), -7 * (weeksShown - 1))

/** Counts visited classes by week, from the local dates of the classes. */
export function weeksInARow(
  visits: readonly LocalDate[],
  today: LocalDate,
  studio: Weeks,
): WeeksInARow {
  const since = firstDayShown(today, studio)
  const weeks = Array.from({ length: weeksShown }, (_, i) => {
    const [from, until] = [addDays(since, 7 * i), addDays(since, 7 * (i + 1))]
    return visits.filter((date) => date >= from && date < until).length
  })
  const over = weeks.slice(0, -1)
  const gap = over.lastIndexOf(0)
  const streak = over.length - 1 - gap + (weeks.at(-1) ? 1 : 0)
  return { weeks, streak, classes: weeks.reduce((sum, n) => sum + n, 0), since }
}
