import { Link } from '@remix-run/react'
import type { MonthDay } from '#app/domain/timetable/desk-calendar/calendar-month.ts'
import { itemPath } from '#app/ui/schedule/item-path.ts'
import { flagsOf, lookOf } from './calendar-week.tsx'

/** The weeks of a month. On a phone only the days and their figures: each leads to its day. */
export function CalendarMonth(props: {
  studio: { slug: string }
  weekdays: readonly string[]
  days: readonly MonthDay[]
  dayPath: (date: string) => string
}) {
  const { studio, weekdays, days, dayPath } = props
  return (
    <ol className="month">
      {weekdays.map((name) => (
        <li key={name} className="name" aria-hidden="true">
          {name}
        </li>
      ))}
      {days.map((day) => (
        <Day key={day.date} day={day} studio={studio} path={dayPath(day.date)} />
      ))}
    </ol>
  )
}

function Day({ day, studio, path }: { day: MonthDay; studio: { slug: string }; path: string }) {
  const {
    number,
    long,
    monthName,
    inMonth,
    today,
    past,
    closed,
    count,
    booked,
    places,
    clashes,
    items,
    more,
  } = day
  const look = [inMonth ? '' : 'outside', today ? 'today' : '', past ? 'past' : '']
    .filter(Boolean)
    .join(' ')
  return (
    <li className={look || undefined}>
      <h2>
        <Link to={path} aria-label={long}>
          {number}
        </Link>
        <span className="weekday">{long.split(' ')[0]}</span>
        {monthName} {today && 'today'}
        {count > 0 && (
          <span className="taken">
            <span className="vh">{count} on, </span>
            <span title={`${count} on, ${booked} of ${places} places booked`}>
              {booked}
              <span className="vh"> of</span>
              <span aria-hidden="true">/</span>
              {places}
            </span>
            {clashes > 0 && <span className="vh">, {clashes} clash</span>}
          </span>
        )}
      </h2>
      {closed && <span className="shut-on">Closed: {closed}</span>}
      <ol>
        {items.map((item) => (
          <li key={item.id}>
            <Link
              to={itemPath(studio, item)}
              className={lookOf(item)}
              title={`${item.title}, ${item.room}`}
            >
              <time>{item.time}</time> {item.short}{' '}
              <span className="vh">{flagsOf(item).join(', ')}</span>
            </Link>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Link to={path} className="rest">
              + {more} more<span className="vh"> on {long}</span>
            </Link>
          </li>
        )}
      </ol>
    </li>
  )
}
