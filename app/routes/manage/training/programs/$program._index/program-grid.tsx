import { Link } from '@remix-run/react'
import { placeKey } from '#app/domain/programs/program-plan.ts'
import type { ShownWeek } from '#app/domain/programs/shown-week.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'

const days = ['Day 1', 'Day 2', 'Day 3', 'Day 4', 'Day 5', 'Day 6', 'Day 7']

/** Weeks down, days across: each session in its place, its load as a bar in the row's head. */
export function ProgramGrid(props: {
  studio: { slug: string }
  id: string
  weeks: ShownWeek[]
  canWrite: boolean
}) {
  const { studio, id, weeks, canWrite } = props
  const highest = Math.max(1, ...weeks.map(({ sets }) => sets))
  return (
    <table className="program-grid">
      <caption className="vh">The program, week by week</caption>
      <thead>
        <tr>
          <th scope="col">Week and hard sets</th>
          {days.map((day) => (
            <th key={day} scope="col">
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, w) => (
          <tr key={week.name} className={week.lighter ? 'lighter' : undefined}>
            <th scope="row">
              {week.name}
              <small>
                {week.lighter ? 'Lighter. ' : ''}
                {week.note}
              </small>
              <svg
                className="load-bar"
                viewBox="0 0 100 8"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect className="e" width="100" height="8" />
                <rect width={(week.sets / highest) * 100} height="8" />
              </svg>
              <small>{week.sets} sets</small>
            </th>
            {week.days.map((sessions, day) => (
              <td key={days[day]}>
                {sessions.map((session, slot) => (
                  <Link
                    key={`${session.name} ${slot}`}
                    className="cell"
                    to={paths.manageProgramSession(studio, id, placeKey({ week: w, day, slot }))}
                  >
                    <b>{session.name}</b>
                    <br />
                    {session.lines.join(', ')}
                  </Link>
                ))}
                {canWrite && sessions.length < 2 && (
                  <Link
                    className="cell-add"
                    to={paths.manageProgramSession(
                      studio,
                      id,
                      placeKey({ week: w, day, slot: sessions.length }),
                    )}
                  >
                    <Icon name="plus" />
                    <span className="vh">{`Add a session to ${week.name}, ${days[day]}`}</span>
                  </Link>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
