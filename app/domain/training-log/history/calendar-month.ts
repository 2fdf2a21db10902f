/** A month of workouts and classes as a table of weeks. Pure. */
import { addDays, firstOfWeek, type LocalDate } from '#app/values/zone.ts'

export type DayOfMonth = {
  date: LocalDate
  day: number
  /** None of it lies in the month. */
  outside: boolean
  workout: boolean
  attended: boolean
  booked: boolean
  /** Where the day leads: the workout, else the class. */
  log: string | null
  occurrence: string | null
}

type Trained = { id: string; localStart: string }
type Class = { id: string; localStart: string; over: boolean }

/** `2026-10` of a date or of what an address says; today's where that is none. */
export function monthOf(said: string | null, today: LocalDate): string {
  const month = said && /^\d{4}-(0[1-9]|1[0-2])$/.test(said) ? said : today.slice(0, 7)
  return month > '1999' && month <= today.slice(0, 7) ? month : today.slice(0, 7)
}

export function monthBefore(month: string): string {
  return addDays(`${month}-01`, -1).slice(0, 7)
}

export function monthAfter(month: string): string {
  return addDays(`${month}-01`, 31).slice(0, 7)
}

/** The weeks of a month with what was done and what is booked on each day. */
export function calendarMonth(
  month: string,
  { logs, classes }: { logs: readonly Trained[]; classes: readonly Class[] },
  studio: { weekStart: number },
): DayOfMonth[][] {
  const first = `${month}-01`
  const weeks: DayOfMonth[][] = []
  for (let from = firstOfWeek(first, studio); from.slice(0, 7) <= month; from = addDays(from, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, i): DayOfMonth => {
        const date = addDays(from, i)
        const log = logs.find(({ localStart }) => localStart.startsWith(date))
        const of = classes.filter(({ localStart }) => localStart.startsWith(date))
        const outside = date.slice(0, 7) !== month
        return {
          date,
          day: Number(date.slice(8)),
          outside,
          workout: log !== undefined,
          attended: of.some(({ over }) => over),
          booked: of.some(({ over }) => !over),
          log: log?.id ?? null,
          occurrence: of[0]?.id ?? null,
        }
      }),
    )
  return weeks
}
