import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'

export type Shift = {
  notes: { id: string; text: string; by: string }[]
  incidents: { id: string; title: string }[]
  birthdays: { personId: string; text: string }[]
}

/** What the last shift told this one, incidents that are open, and whose birthday it is. */
export function ShiftPart({ studio, shift }: { studio: { slug: string }; shift: Shift }) {
  const { notes, incidents, birthdays } = shift
  return (
    <section className="more" aria-labelledby="shift">
      <div className="section-head">
        <h2 id="shift">From the last shift</h2>
        <span>
          <Link to={paths.manageDayBook(studio)}>Day book</Link>
        </span>
      </div>
      {notes.length === 0 && <p className="muted">No note for this shift.</p>}
      <ul className="shift-notes">
        {notes.map(({ id, text, by }) => (
          <li key={id}>
            <p>{text}</p>
            <p className="muted">{by}</p>
          </li>
        ))}
      </ul>
      {incidents.length > 0 && (
        <ul className="lines">
          {incidents.map(({ id, title }) => (
            <li key={id}>
              <Link to={paths.manageIncident(studio, id)}>{title}</Link>
            </li>
          ))}
        </ul>
      )}
      {birthdays.length > 0 && (
        <ul className="lines">
          {birthdays.map(({ personId, text }) => (
            <li key={personId}>
              <Link to={paths.managePerson(studio, personId)}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
