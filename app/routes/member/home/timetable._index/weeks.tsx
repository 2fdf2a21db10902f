import { type TimetableFilters, timetableQuery } from '#app/domain/timetable/timetable-filters.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { dayMonth, dayRange } from '#app/values/wording.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'

type Props = {
  first: LocalDate
  today: LocalDate
  studio: { slug: string }
  filters: TimetableFilters
  locale: string
}

/** Which seven days these are, and the way to the seven before and after. Style: `filter`. */
export function Weeks({ first, today, studio, filters, locale }: Props) {
  const to = (date: LocalDate) =>
    paths.timetable(studio, timetableQuery(filters, { from: date === today ? null : date }))
  return (
    <nav className="weeks" aria-label="Weeks">
      <span>{dayRange(first, addDays(first, 6), locale)}</span>
      <a className="tool" href={to(addDays(first, -7))}>
        <Icon name="back" />
        <span className="vh">Seven days before {dayMonth(first, locale)}</span>
      </a>
      <a className="tool" href={to(addDays(first, 7))}>
        <Icon name="next" />
        <span className="vh">Next seven days</span>
      </a>
    </nav>
  )
}
