/** What a week's flows ask of one part of the body, day by day. */

/** So many exercises of a class's flow, beyond beginner, load a part of the body. */
export type LoadRow = {
  occurrenceId: string
  date: string
  title: string
  flowId: string
  bodyPart: string
  items: number
}

/** A class is heavy on a part of the body from this many exercises on. */
const heavyFrom = 3
/** Heavy days of one part in a week from which the page warns. */
const heavyDays = 3

export type Load = {
  bodyPart: string
  days: { date: string; items: number; heavy: boolean }[]
  warns: boolean
}

/** The parts of the body that a week loads, the heaviest first. */
export function loadOf(rows: readonly LoadRow[]): Load[] {
  const parts = new Map<string, Map<string, { items: number; heavy: boolean }>>()
  for (const { bodyPart, date, items } of rows) {
    const days = parts.get(bodyPart) ?? new Map<string, { items: number; heavy: boolean }>()
    const day = days.get(date) ?? { items: 0, heavy: false }
    days.set(date, { items: day.items + items, heavy: day.heavy || items >= heavyFrom })
    parts.set(bodyPart, days)
  }
  return [...parts]
    .map(([bodyPart, days]): Load => {
      const listed = [...days]
        .map(([date, day]) => ({ date, ...day }))
        .sort((a, b) => (a.date < b.date ? -1 : 1))
      return {
        bodyPart,
        days: listed,
        warns: listed.filter(({ heavy }) => heavy).length >= heavyDays,
      }
    })
    .sort((a, b) => sum(b) - sum(a))
}

const sum = ({ days }: Load) => days.reduce((all, { items }) => all + items, 0)
