import { Link } from '@remix-run/react'
import type { OfferWords, PersonWords } from '#app/domain/reception/reception-words.ts'
import { paths } from '#app/paths.ts'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Avatar } from '#app/ui/image/avatar.tsx'
import { DropInButton } from '#app/ui/schedule/drop-in-button.tsx'
import { Marks } from '#app/ui/schedule/roster-table.tsx'
import { WhyBelow } from '#app/ui/schedule/why-below.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import { Override, OverrideField } from './arrival-row.tsx'

type StudioRef = { slug: string }
type Can = { checkIn: boolean; override: boolean; sell: boolean; take: boolean }

/**
 * Someone who was looked for: what stands out, what they are booked into, and what can be done
 * about it.
 */
export function PersonCard(props: {
  studio: StudioRef
  person: PersonWords
  can: Can
  visitKey: string
  rules: FormRules
}) {
  const { rules, studio, person, can, visitKey } = props
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
          <Place {...{ studio, person, place, can, rules }} />
        ) : (
          <NoPlace {...{ studio, person, can, visitKey, rules }} />
        )}
        {place === null && can.sell && offers.every(({ pays }) => pays === null) && (
          <p className="muted">
            They have no credit or plan for these classes.{' '}
            <Link to={paths.managePersonAct(studio, person.personId, 'package')}>
              Add a package
            </Link>
            {' or '}
            <Link to={paths.managePersonAct(studio, person.personId, 'membership')}>
              a membership
            </Link>
            , then search again.
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
  rules: FormRules
}) {
  const { rules, studio, person, place, can } = props
  const isIn = place.state === 'checked_in'
  return (
    <SmallForm
      id={`card-${place.bookingId}`}
      names={['override']}
      rules={rules}
      action={paths.manageReception(studio)}
      className="acts"
    >
      {({ override }) => (
        <>
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
          {can.checkIn && !isIn && person.blocked && (
            <Override field={override} name={person.name} may={can.override} />
          )}
          {can.checkIn && !isIn && !person.blocked && (
            <button type="submit" className="button primary">
              Check in to {place.title}
              <span className="vh"> {person.name}</span>
            </button>
          )}
        </>
      )}
    </SmallForm>
  )
}

/** No place in the look-ahead: the next classes, each with what pays, or a visit without one. */
function NoPlace(props: {
  studio: StudioRef
  person: PersonWords
  can: Can
  visitKey: string
  rules: FormRules
}) {
  const { rules, studio, person, can, visitKey } = props
  if (!can.checkIn) return <p className="muted">Not booked in the next classes.</p>
  return (
    <>
      <p className="muted">Not booked in a class that starts soon.</p>
      <ul className="offers">
        {person.offers.map((offer) => (
          <li key={offer.occurrenceId}>
            <Offered {...{ studio, person, offer, rules }} may={can.override} take={can.take} />
          </li>
        ))}
        <li>
          <SmallForm
            id={`visit-${person.personId}`}
            names={['override']}
            rules={rules}
            action={paths.manageReception(studio)}
          >
            {({ override }) => (
              <>
                <input type="hidden" name="act" value="visit" />
                <input type="hidden" name="personId" value={person.personId} />
                <input type="hidden" name="key" value={visitKey} />
                {person.blocked && (
                  <OverrideField field={override} name={person.name} may={can.override} />
                )}
                <button type="submit" className="button small">
                  Here without a class<span className="vh">: {person.name}</span>
                </button>
              </>
            )}
          </SmallForm>
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
  take: boolean
  rules: FormRules
}) {
  const { rules, studio, person, offer, may, take } = props
  const { occurrenceId, title, time, pays, dropIn, full, below, soon } = offer
  const which = `${time} ${title}`
  if (full) {
    return (
      <p className="muted">
        {which}: full.{' '}
        <Link to={paths.manageClassAct(studio, occurrenceId, 'capacity')}>Change places</Link>
      </p>
    )
  }
  return (
    <SmallForm
      id={`add-${occurrenceId}-${person.personId}`}
      names={['reason', 'override']}
      rules={rules}
      action={paths.manageReception(studio)}
    >
      {({ reason, override }) => (
        <>
          <input type="hidden" name="act" value="walk_in" />
          <input type="hidden" name="personId" value={person.personId} />
          <input type="hidden" name="occurrenceId" value={occurrenceId} />
          {below !== null && <WhyBelow field={reason} name={person.name} level={below} />}
          {person.blocked && <OverrideField field={override} name={person.name} may={may} />}
          {pays && (
            <button type="submit" className="button small" name="pay" value="rule">
              {soon ? `Book ${which} and check in` : `Book ${which}`}
              <span className="vh">: {person.name}</span>
            </button>
          )}
          {pays && <span className="muted">Pays: {pays}</span>}
          {!pays && !dropIn && <span className="muted">{which}: no credit or plan</span>}
          {dropIn && (
            <DropInButton
              price={dropIn}
              take={take}
              name={person.name}
              {...(pays ? {} : { label: `Book ${which} as a drop-in,` })}
            />
          )}
        </>
      )}
    </SmallForm>
  )
}
