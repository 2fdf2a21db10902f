import { weekdayShort } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'

export type StripDay = { date: LocalDate; empty: boolean; mine: number; shown: boolean }

/** The days of the week at the thumb; each leads to its day by anchor alone. Style: `day-strip`. */
export function DayStrip({
  days,
  today,
  locale,
}: {
  days: readonly StripDay[]
  today: LocalDate
  locale: string
}) {
  return (
    <nav className="strip" aria-label="Days">
      {days.map(({ date, empty, mine, shown }, i) => (
        <a
          key={date}
          href={`#d${i + 1}`}
          className={
            [date === today && 'today', shown && 'on', mine > 0 && 'has', empty && 'none']
              .filter(Boolean)
              .join(' ') || undefined
          }
          aria-current={date === today ? 'date' : undefined}
        >
          {date === today ? 'Today' : weekdayShort(date, locale)}
          <b>{Number(date.slice(8))}</b>
          {mine > 0 && <span className="vh">{mine} booked</span>}
        </a>
      ))}
    </nav>
  )
}
