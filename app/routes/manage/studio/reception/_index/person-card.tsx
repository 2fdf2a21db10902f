import { Form, Link } from '@remix-run/react'
import type { OfferWords, PersonWords } from '#app/domain/reception/reception-words.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Avatar } from '#app/ui/image/avatar.tsx'
import { Marks } from '#app/ui/schedule/roster-table.tsx'
import { Override } from './arrival-row.tsx'

type StudioRef = { slug: string }
type Can = { checkIn: boolean; override: boolean; sell: boolean }

/**
 * Somebody who was looked for: what stands out, what they are booked into, and what can be done
 * about it.
 */
export function PersonCard(props: {
  studio: StudioRef
  person: PersonWords
  can: Can
  visitKey: string
}) {
  const { studio, person, can, visitKey } = props
  const { place, offers } = person
  return (
    <li className={person.blocked ? 'found stopped' : 'found'} id={`p${person.personId}`}>
      <Avatar name={person.name} photo={person.photo} large />
      <div className="stack">
        <h2>
          <Link to={paths.managePerson(studio, person.personId)}>{person.name}</Link>
        </h2>
        {person.marks.length > 0 && (
          <p className="marks">
            <Marks marks={person.marks} />
          </p>
        )}
        {place ? (
          <Place studio={studio} person={person} place={place} can={can} />
        ) : (
          <NoPlace studio={studio} person={person} can={can} visitKey={visitKey} />
        )}
        {place === null && can.sell && offers.every(({ pays }) => pays === null) && (
          <p className="muted">
            Nothing pays for these classes.{' '}
            <Link to={paths.managePersonAct(studio, person.personId, 'package')}>
              Give a package
            </Link>
            {' or '}
            <Link to={paths.managePersonAct(studio, person.personId, 'membership')}>
              a membership
            </Link>
            , then look again.
          </p>
        )}
      </div>
    </li>
  )
}

function Place(props: {
  studio: StudioRef
  person: PersonWords
  place: NonNullable<PersonWords['place']>
  can: Can
}) {
  const { studio, person, place, can } = props
  const isIn = place.state === 'checked_in'
  return (
    <Form method="post" action={paths.manageReception(studio)} className="acts">
      <input type="hidden" name="bookingId" value={place.bookingId} />
      <input type="hidden" name="act" value={isIn ? 'undo' : 'check_in'} />
      <p>
        <b>
          {place.time} {place.title}
        </b>{' '}
        <span className="muted">
          {place.where}, {place.pays}
        </span>
      </p>
      {isIn && (
        <p className="good in">
          <Icon name="tick" /> {place.here}
        </p>
      )}
      {can.checkIn && isIn && (
        <button type="submit" className="button">
          Undo<span className="vh"> for {person.name}</span>
        </button>
      )}
      {can.checkIn && !isIn && person.blocked && <Override name={person.name} may={can.override} />}
      {can.checkIn && !isIn && !person.blocked && (
        <button type="submit" className="button primary">
          Check in to {place.title}
          <span className="vh"> {person.name}</span>
        </button>
      )}
    </Form>
  )
}

/** No place in the look-ahead: the next classes, each with what pays, or a visit without one. */
function NoPlace(props: { studio: StudioRef; person: PersonWords; can: Can; visitKey: string }) {
  const { studio, person, can, visitKey } = props
  if (!can.checkIn) return <p className="muted">No place in the next classes.</p>
  return (
    <>
      <p className="muted">No place in a class that begins soon.</p>
      <ul className="offers">
        {person.offers.map((offer) => (
          <li key={offer.occurrenceId}>
            <Offered studio={studio} person={person} offer={offer} may={can.override} />
          </li>
        ))}
        <li>
          <Form method="post" action={paths.manageReception(studio)}>
            <input type="hidden" name="act" value="visit" />
            <input type="hidden" name="personId" value={person.personId} />
            <input type="hidden" name="key" value={visitKey} />
            {person.blocked && <OverrideField name={person.name} may={can.override} />}
            <button type="submit" className="button small">
              Here without a class<span className="vh">: {person.name}</span>
            </button>
          </Form>
        </li>
      </ul>
    </>
  )
}

function Offered(props: {
  studio: StudioRef
  person: PersonWords
  offer: OfferWords
  may: boolean
}) {
  const { studio, person, offer, may } = props
  const { occurrenceId, title, time, pays, dropIn, full, below } = offer
  const which = `${time} ${title}`
  if (full) {
    return (
      <p className="muted">
        {which}: full.{' '}
        <Link to={paths.manageClassAct(studio, occurrenceId, 'capacity')}>Change the places</Link>
      </p>
    )
  }
  return (
    <Form method="post" action={paths.manageReception(studio)}>
      <input type="hidden" name="act" value="walk_in" />
      <input type="hidden" name="personId" value={person.personId} />
      <input type="hidden" name="occurrenceId" value={occurrenceId} />
      {below !== null && (
        <label>
          <span className="vh">Why {person.name} takes part</span>
          <input
            name="reason"
            required
            maxLength={200}
            placeholder={`Below ${below}: why?`}
            autoComplete="off"
          />
        </label>
      )}
      {person.blocked && <OverrideField name={person.name} may={may} />}
      {pays && (
        <button type="submit" className="button small" name="pay" value="rule">
          Book {which} and check in<span className="vh">: {person.name}</span>
        </button>
      )}
      {pays && <span className="muted">Pays: {pays}</span>}
      {!pays && !dropIn && <span className="muted">{which}: nothing pays for it</span>}
      {dropIn && (
        <button type="submit" className="button small" name="pay" value="drop_in">
          {pays ? 'Drop-in' : `Book ${which} as a drop-in,`} {dropIn}
          <span className="vh"> for {person.name}</span>
        </button>
      )}
    </Form>
  )
}

function OverrideField({ name, may }: { name: string; may: boolean }) {
  if (!may) return null
  return (
    <label>
      <span className="vh">Why {name} is let in</span>
      <input
        name="override"
        required
        maxLength={200}
        placeholder="Stopped. Let in because"
        autoComplete="off"
      />
    </label>
  )
}
