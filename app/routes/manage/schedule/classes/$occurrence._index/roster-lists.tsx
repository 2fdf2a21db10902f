import { Form, Link } from '@remix-run/react'
import type { RosterWords } from '#app/domain/bookings/roster/roster-words.ts'
import { paths } from '#app/paths.ts'

type Place = { studio: { slug: string }; occurrenceId: string }

/** Everyone waiting, in order, and how the list goes on from here. */
export function WaitingList({
  studio,
  occurrenceId,
  rows,
  says,
  canGive,
  canGiveOffered,
}: Place & {
  rows: readonly RosterWords[]
  says: string
  canGive: boolean
  /** A place that is offered to them can be given to them in a full class. */
  canGiveOffered: boolean
}) {
  return (
    <section id="waiting">
      <div className="section-head">
        <h2>Waitlist</h2>
        <span>{says}</span>
      </div>
      <ol className="lines">
        {rows.map((row) => (
          <li key={row.bookingId} id={`b${row.bookingId}`}>
            {row.position !== null && <b>{row.position}</b>}
            <Link to={paths.manageClassBooking(studio, occurrenceId, row.bookingId)}>
              {row.name}
            </Link>
            <span className="muted">{row.timeline}</span>
            {(canGive || (row.offered && canGiveOffered)) && (
              <Form
                method="post"
                action={paths.manageClassBooking(studio, occurrenceId, row.bookingId)}
              >
                <input type="hidden" name="act" value="give_place" />
                <button type="submit" className="button small">
                  Add to class<span className="vh"> to {row.name}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Who gave up late, or did not come: what it cost them, and the way to put it right. */
export function OutcomeList({
  id,
  title,
  studio,
  occurrenceId,
  rows,
}: Place & { id: string; title: string; rows: readonly RosterWords[] }) {
  return (
    <section id={id}>
      <div className="section-head">
        <h2>{title}</h2>
      </div>
      <ul className="lines">
        {rows.map((row) => (
          <li key={row.bookingId} id={`b${row.bookingId}`}>
            <Link to={paths.manageClassBooking(studio, occurrenceId, row.bookingId)}>
              {row.name}
            </Link>
            <span className="muted">{row.timeline}</span>
            <Link
              className="button small"
              to={paths.manageClassBooking(studio, occurrenceId, row.bookingId)}
            >
              Correct<span className="vh"> {row.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
