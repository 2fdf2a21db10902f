import type { WeeksInARow } from '#app/domain/bookings/availability/weeks-in-a-row.ts'
import { count, dayMonth } from '#app/values/wording.ts'

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']

/** Marks a week has at least; a fuller week makes all columns taller. */
const leastMarks = 3
const mostMarks = 7
const column = 34
const row = 11

/** Classes of the last eight weeks as columns of marks; the words say the same. Styles: `home`. */
export function WeeksChart({
  weeks: { weeks, streak, classes, since },
  locale,
}: {
  weeks: WeeksInARow
  locale: string
}) {
  const tall = Math.min(mostMarks, Math.max(leastMarks, ...weeks))
  const label =
    `Classes a week, oldest first: ${weeks.slice(0, -1).join(', ')}, and ${weeks.at(-1)} so ` +
    'far this week'
  return (
    <section className="stack" aria-labelledby="weeks">
      <div className="between">
        <h2 id="weeks">{streakWords(streak)}</h2>
        <span className="over">
          {count(classes, 'class', 'classes')} since {dayMonth(since, locale)}
        </span>
      </div>
      <svg
        className="weeks8"
        viewBox={`0 0 ${weeks.length * column - 6} ${tall * row + 1}`}
        role="img"
        aria-label={label}
      >
        {weeks.map((classesThen, i) => (
          <Week
            key={i}
            x={i * column}
            classes={classesThen}
            tall={tall}
            now={i === weeks.length - 1}
          />
        ))}
      </svg>
    </section>
  )
}

function Week({
  x,
  classes,
  tall,
  now,
}: {
  x: number
  classes: number
  tall: number
  now: boolean
}) {
  // This week's empty marks are not missed yet: one dashed mark stands for the next class.
  const empty = now ? 'n' : 'e'
  const marks = now ? Math.min(tall, classes + 1) : tall
  return (
    <>
      {Array.from({ length: marks }, (_, i) => (
        <rect
          key={i}
          className={i < classes ? undefined : empty}
          x={now && i >= classes ? x + 0.5 : x}
          y={(tall - 1 - i) * row + 2}
          width={now && i >= classes ? 27 : 28}
          height="8"
          rx="3"
        />
      ))}
    </>
  )
}

function streakWords(streak: number): string {
  if (streak === 0) return 'Your last eight weeks'
  return streak === 1 ? 'One week so far' : `${numbers[streak] ?? streak} weeks in a row`
}
