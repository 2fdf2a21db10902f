import type { DayOfMonth } from '#app/domain/training-log/history/calendar-month.ts'
import { paths } from '#app/paths.ts'
import { dayMonth, weekday, weekdayShort } from '#app/values/wording.ts'

type Month = { month: string; name: string }

/** A month: workouts, classes and what is booked, distinguished by shape. Style: `log`. */
export function MonthTable({
  studio,
  month,
  today,
}: {
  studio: { slug: string }
  month: { title: string; name: string; weeks: DayOfMonth[][]; before: Month; after: Month | null }
  today: string
}) {
  return (
    <section className="stack" aria-labelledby="month">
      <div className="between">
        <h2 id="month">{month.title}</h2>
        <span className="between">
          <a className="quiet" href={paths.workouts(studio, { month: month.before.month })}>
            {month.before.name}
          </a>
          {month.after && (
            <a className="quiet" href={paths.workouts(studio, { month: month.after.month })}>
              {month.after.name}
            </a>
          )}
        </span>
      </div>
      <table className="month">
        <caption className="vh">{month.name}</caption>
        <thead>
          <tr>
            {month.weeks[0]?.map(({ date }) => (
              <th key={date} scope="col">
                <abbr title={weekday(date, 'en-GB')}>
                  {weekdayShort(date, 'en-GB').slice(0, 1)}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {month.weeks.map((week) => (
            <tr key={week[0]?.date}>
              {week.map((day) => (
                <td
                  key={day.date}
                  className={day.outside ? undefined : marksOf(day, today)}
                  aria-current={day.date === today ? 'date' : undefined}
                >
                  {!day.outside && <DayMark studio={studio} day={day} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="key3">
        <span>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <circle cx="5" cy="5" r="5" />
          </svg>
          workout
        </span>
        <span>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <circle className="ring" cx="5" cy="5" r="4" />
          </svg>
          class
        </span>
        <span>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <circle className="dashed" cx="5" cy="5" r="4.2" />
          </svg>
          booked
        </span>
      </p>
    </section>
  )
}

const marksOf = (day: DayOfMonth, today: string) =>
  [
    day.attended && 'c',
    day.workout && 'w',
    day.booked && !day.attended && !day.workout && 'b',
    day.date === today && 't',
  ]
    .filter(Boolean)
    .join(' ') || undefined

function DayMark({ studio, day }: { studio: { slug: string }; day: DayOfMonth }) {
  const what = [
    day.workout && 'workout',
    day.attended && 'class',
    day.booked && 'booked class',
  ].filter(Boolean)
  if (what.length === 0) return <span>{day.day}</span>
  const to = day.log
    ? paths.workout(studio, day.log)
    : paths.occurrence(studio, day.occurrence ?? '')
  return (
    <a href={to}>
      {day.day}
      <span className="vh">
        {` ${dayMonth(day.date, 'en-GB').split(' ').slice(1).join(' ')}, ${what.join(' and ')}`}
      </span>
    </a>
  )
}
