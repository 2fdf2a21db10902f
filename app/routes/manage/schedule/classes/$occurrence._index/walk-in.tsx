import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { SearchFilter } from '#app/ui/list/filter-bar.tsx'

export type FoundWords = {
  personId: string
  name: string
  phone: string
  pays: string | null
  there: boolean
  below: boolean
}

/** Adds somebody who is not booked: first who, then what pays, said before the button. */
export function WalkIn(props: {
  studio: { slug: string }
  occurrenceId: string
  q: string
  found: readonly FoundWords[] | null
  /** The price of one class; null is not sold singly. */
  dropIn: string | null
  /** Why nobody can be added, or null. */
  full: string | null
  /** The class is today: the person can be checked in at once. */
  today: boolean
  levelName: string | null
}) {
  const { studio, occurrenceId, q, found, dropIn, full, today, levelName } = props
  return (
    <section id="walk-in" className="not-print">
      <div className="section-head">
        <h2>Walk-in</h2>
      </div>
      <Form
        className="filters"
        action={`${paths.manageClass(studio, occurrenceId)}#walk-in`}
        role="search"
      >
        <SearchFilter label="Name, phone or e-mail" value={q} />
        <button type="submit" className="button">
          Find a person
        </button>
      </Form>
      {full && (
        <p className="muted">
          {full}{' '}
          <Link to={paths.manageClassAct(studio, occurrenceId, 'capacity')}>Change the places</Link>
        </p>
      )}
      {found?.length === 0 && (
        <Empty
          icon="search"
          title="Nobody by that name"
          text="Add them to the members first, then look again."
        >
          <Link className="button" to={paths.managePersonNew(studio)}>
            Add a person
          </Link>
        </Empty>
      )}
      {found && found.length > 0 && (
        <ul className="lines">
          {found.map((person) => (
            <li key={person.personId}>
              <b>{person.name}</b>
              <span className="muted">
                {[
                  person.there
                    ? 'In this class already'
                    : (person.pays ?? 'Nothing pays for this class'),
                  person.phone,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
              {!person.there && (
                <Form
                  className="add"
                  method="post"
                  action={paths.manageClassAct(studio, occurrenceId, 'walk-ins')}
                >
                  <input type="hidden" name="personId" value={person.personId} />
                  {today && <input type="hidden" name="here" value="on" />}
                  {person.below && (
                    <label>
                      <span className="vh">Why {person.name} takes part</span>
                      <input
                        name="reason"
                        required
                        maxLength={200}
                        placeholder={`Below ${levelName}: why?`}
                        autoComplete="off"
                      />
                    </label>
                  )}
                  {person.pays && (
                    <button type="submit" className="button small" name="pay" value="rule">
                      Add<span className="vh"> {person.name}</span>
                    </button>
                  )}
                  {dropIn && (
                    <button type="submit" className="button small" name="pay" value="drop_in">
                      Drop-in {dropIn}
                      <span className="vh"> for {person.name}</span>
                    </button>
                  )}
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
