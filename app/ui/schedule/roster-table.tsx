import { Link } from '@remix-run/react'
import type { RosterWords } from '#app/domain/bookings/roster/roster-words.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '../icon/icon.tsx'
import { Avatar } from '../image/avatar.tsx'
import { CheckInButton } from './check-in-button.tsx'

type StudioRef = { slug: string }

/**
 * Who holds a place, in the order of names: here or not, what to look out for, what paid, and the
 * way to more.
 */
export function RosterTable(props: {
  studio: StudioRef
  occurrenceId: string
  rows: readonly RosterWords[]
  /** Whether a button to check in is shown: on the class's day, until it is settled. */
  canCheckIn: boolean
}) {
  const { studio, occurrenceId, rows, canCheckIn } = props
  return (
    <table className="table roster" role="table">
      <caption className="vh">Roster, by name</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader" className="desk">
            No.
          </th>
          <th scope="col" role="columnheader">
            Name
          </th>
          <th scope="col" role="columnheader" className="num is-here">
            Here
          </th>
          <th scope="col" role="columnheader">
            Look out for
          </th>
          <th scope="col" role="columnheader">
            Pays with
          </th>
          <th scope="col" role="columnheader" className="end">
            <span className="vh">More</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, i) => (
          <tr key={row.bookingId} id={`b${row.bookingId}`} role="row">
            <td role="cell" className="desk muted">
              {i + 1}
            </td>
            <th scope="row" role="rowheader">
              <span className="with-avatar">
                <Avatar name={row.name} photo={row.photo} />
                <Link to={paths.manageClassBooking(studio, occurrenceId, row.bookingId)}>
                  {row.name}
                </Link>
              </span>
            </th>
            <td role="cell" className="num is-here">
              <Here row={row} studio={studio} occurrenceId={occurrenceId} canCheckIn={canCheckIn} />
            </td>
            <td role="cell" className="under marks">
              <Marks marks={row.marks} />
            </td>
            <td role="cell" className="under">
              {row.pays}
            </td>
            <td role="cell" className="end">
              <Link
                className="button square quiet"
                to={paths.manageClassBooking(studio, occurrenceId, row.bookingId)}
                aria-label={`Move, cancel or correct ${row.name}`}
              >
                <Icon name="more" />
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Here({
  row,
  studio,
  occurrenceId,
  canCheckIn,
}: {
  row: RosterWords
  studio: StudioRef
  occurrenceId: string
  canCheckIn: boolean
}) {
  const { bookingId, name, state, here } = row
  if (state === 'booked' && canCheckIn) {
    return (
      <CheckInButton
        studio={studio}
        occurrenceId={occurrenceId}
        bookingId={bookingId}
        name={name}
      />
    )
  }
  if (state === 'booked') {
    return (
      <>
        <span className="muted not-print">Booked</span>
        <span className="print-box" />
      </>
    )
  }
  return (
    <span className={state === 'no_show' ? 'bad in' : 'good in'}>
      <Icon name={state === 'no_show' ? 'cross' : 'tick'} /> {here}
    </span>
  )
}

/** What stands out about a person, each with a sign of its own. */
export function Marks({ marks }: { marks: RosterWords['marks'] }) {
  return marks.map(({ icon, text, tone, phone }) => {
    const className = tone ? `label ${tone}` : 'label'
    return phone ? (
      <a key={text} className={className} href={`tel:${phone}`}>
        <Icon name={icon} /> {text}, {phone}
      </a>
    ) : (
      <span key={text} className={className}>
        <Icon name={icon} /> {text}
      </span>
    )
  })
}
