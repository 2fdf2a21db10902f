import { Form, Link } from '@remix-run/react'
import type { ArrivalWords } from '#app/domain/reception/reception-words.ts'
import { paths } from '#app/paths.ts'

type Props = { studio: { slug: string }; recent: readonly ArrivalWords[]; canUndo: boolean }

/** Who came last, at the desk, by queue or at a kiosk. */
export function CameIn({ studio, recent, canUndo }: Props) {
  return (
    <aside className="aside" aria-labelledby="came-in">
      <section>
        <h2 id="came-in">Came in</h2>
        {recent.length === 0 && <p className="muted">Nobody yet today.</p>}
        <ul className="came-in">
          {recent.map(({ id, personId, bookingId, name, note, overridden, open }) => (
            <li key={id}>
              <div>
                <Link to={paths.managePerson(studio, personId)}>{name}</Link>
                <small>{note}</small>
                {overridden && <small className="warn">Let in: {overridden}</small>}
              </div>
              {open && canUndo && (
                <Form method="post" action={paths.manageReception(studio)}>
                  <input type="hidden" name="act" value={bookingId ? 'undo' : 'undo_visit'} />
                  <input
                    type="hidden"
                    name={bookingId ? 'bookingId' : 'arrivalId'}
                    value={bookingId ?? id}
                  />
                  <button type="submit" className="button small quiet">
                    Undo<span className="vh"> for {name}</span>
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      </section>
    </aside>
  )
}
