import { Link } from '@remix-run/react'
import type { ClashWords } from '#app/domain/timetable/desk-calendar/calendar-items.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { count } from '#app/values/wording.ts'

const marks = [
  ['', 'class'],
  ['course', 'course or workshop'],
  ['event', 'event'],
  ['appointment', 'appointment'],
  ['out', 'out or closed'],
  ['draft', 'draft'],
  ['seeks', 'needs cover'],
  ['clash', 'clash'],
] as const

/** What the looks of the calendar mean; each thing says it in words too. */
export function CalendarLegend() {
  return (
    <ul className="legend not-phone" aria-label="Key">
      {marks.map(([look, name]) => (
        <li key={name}>
          <i className={look || undefined} /> {name}
        </li>
      ))}
    </ul>
  )
}

/** Coaches in two places and rooms taken twice, each with one thing to do. */
export function ClashNotices(props: {
  studio: { slug: string }
  clashes: readonly ClashWords[]
  more: number
}) {
  const { studio, clashes, more } = props
  if (clashes.length === 0) return null
  return (
    <div className="notices">
      {clashes.map(({ key, lead, rest, move }) => (
        <div key={key} className="notice bad">
          <Icon name="warning" />
          <p>
            <b>{lead}</b> {rest}
          </p>
          {move && (
            <div className="do">
              <Link className="button small" to={paths.manageMove(studio, move.id)}>
                Move {move.title}
              </Link>
            </div>
          )}
        </div>
      ))}
      {more > 0 && (
        <p className="muted">And {count(more, 'more clash', 'more clashes')}, marked below.</p>
      )}
    </div>
  )
}
