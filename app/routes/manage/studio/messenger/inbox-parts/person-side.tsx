import { Link } from '@remix-run/react'
import type { OpenWords } from '#app/domain/conversations/inbox-words.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Avatar } from '#app/ui/image/avatar.tsx'

type Person = NonNullable<OpenWords['person']>

/** Who writes: what they have and what is next, and what can be done for them at once. */
export function PersonSide({ person, studio }: { person: Person; studio: { slug: string } }) {
  const { can } = person
  const act = (name: Parameters<typeof paths.managePersonAct>[2]) =>
    paths.managePersonAct(studio, person.id, name)
  return (
    <aside className="aside side" aria-label={`About ${person.name}`}>
      <section>
        <div className="person-line">
          <Avatar name={person.name} photo="" />
          <p>
            <Link to={paths.managePerson(studio, person.id)}>
              <b>{person.name}</b>
            </Link>
            <br />
            <span className="muted">{person.line}</span>
          </p>
        </div>
        {person.injury && (
          <p className="flagline">
            <Icon name="plaster" /> Has an injury noted
          </p>
        )}
        {person.minor && (
          <p className="flagline">
            <Icon name="members" /> Under 18. Guardians get a copy.
          </p>
        )}
        {person.guardians.map(({ id, name }) => (
          <p key={id} className="muted">
            Guardian: <Link to={paths.managePerson(studio, id)}>{name}</Link>
          </p>
        ))}
      </section>
      <section>
        <h2>Holds</h2>
        {[...person.memberships, ...person.credits].map((text) => (
          <p key={text}>{text}</p>
        ))}
        {person.memberships.length + person.credits.length === 0 && (
          <p className="muted">No plan, no credits</p>
        )}
        {person.fees.map(({ id, text }) => (
          <p key={id} className="flagline">
            <Icon name="clock" /> {text}
          </p>
        ))}
        <p className="muted">{person.last}</p>
      </section>
      {person.next.length > 0 && (
        <section>
          <h2>Booked</h2>
          {person.next.map(({ id, text, when }) => (
            <p key={id}>
              <Link to={paths.manageClass(studio, id)}>{text}</Link>
              <br />
              <span className="muted">{when}</span>
            </p>
          ))}
        </section>
      )}
      <section>
        <h2>Do for them</h2>
        <ul className="doables">
          {can.book && (
            <li>
              <Link to={act('booking')}>
                <Icon name="plus" /> Book a class
              </Link>
            </li>
          )}
          {can.book &&
            person.next.slice(0, 1).map(({ id, text }) => (
              <li key={id}>
                <Link to={paths.manageClass(studio, id)}>
                  <Icon name="calendar" /> Move or cancel {text}
                </Link>
              </li>
            ))}
          {can.waive &&
            person.fees.map(({ id }) => (
              <li key={id}>
                <Link to={paths.manageFee(studio, person.id, id)}>
                  <Icon name="receipt" /> Waive the fee
                </Link>
              </li>
            ))}
          {can.pay && (
            <li>
              <Link to={paths.managePersonSale(studio, person.id)}>
                <Icon name="card" /> Sell a package
              </Link>
            </li>
          )}
          {can.give && (
            <li>
              <Link to={paths.managePerson(studio, person.id)}>
                <Icon name="clock" /> Freeze or change their plan
              </Link>
            </li>
          )}
        </ul>
      </section>
    </aside>
  )
}
