import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { LotWords, PersonProfile } from '#app/domain/overview/person-profile-words.ts'
import { AskDay } from '#app/ui/staff/ask-day.tsx'
import { Places } from '#app/ui/staff/places.tsx'
import { type Act, Documents, Family, Referrals } from './family-and-documents.tsx'

type Can = { write: boolean; give: boolean; level: boolean }

/** What a person holds and is, beside their story. */
export function PersonFacts(props: {
  profile: PersonProfile
  act: Act
  /** The list of those they brought. */
  broughtPath: string
  /** Where the profile of somebody of their family is. */
  pathOf: (personId: string) => string
  membershipPath: (membershipId: string) => string
  /** What can be done with a pack. */
  lotActs: (lot: LotWords) => LotAct[]
  /** The page of what they had on another day. */
  asOn: { path: string; today: string }
  can: Can
}) {
  const { profile, act, pathOf, membershipPath, lotActs, can } = props
  const { next } = profile
  return (
    <aside className="aside" aria-label="Facts">
      {profile.lots.length > 0 && (
        <section>
          <h2>Credits</h2>
          <ul className="holds">
            {profile.lots.map((lot) => (
              <Lot key={lot.id} lot={lot} acts={can.give ? lotActs(lot) : []} />
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>Plans</h2>
        {profile.memberships.length === 0 && (
          <p className="muted">{profile.lots.length > 0 ? 'No membership' : 'No plan'}</p>
        )}
        <ul className="holds">
          {profile.memberships.map(({ id, name, note, warn }) => (
            <li key={id}>
              <b>{can.give ? <Link to={membershipPath(id)}>{name}</Link> : name}</b>
              <p className={warn ? 'warn' : 'muted'}>{note}</p>
            </li>
          ))}
        </ul>
        {can.give && !profile.person.archived && (
          <p className="do">
            <Link to={act('membership')}>Add a membership</Link>
            <Link to={act('package')}>Add a package</Link>
          </p>
        )}
      </section>
      <section>
        <h2>Next</h2>
        {next ? (
          <>
            <p>
              {next.title}
              {next.waiting && ', waiting'}
            </p>
            <p className="muted">{next.note}</p>
          </>
        ) : (
          <p className="muted">No class booked.</p>
        )}
        {can.give && !profile.person.archived && (
          <p className="do">
            <Link to={act('standing')}>Standing places</Link>
          </p>
        )}
      </section>
      <section>
        <h2>Levels</h2>
        {profile.levels.length > 0 ? (
          <dl className="facts">
            {profile.levels.map(({ discipline, level, since, held }) => (
              <Fact key={discipline} name={discipline}>
                {level}{' '}
                <span className="muted">
                  since {since}
                  {held && `, ${held}`}
                </span>
              </Fact>
            ))}
          </dl>
        ) : (
          <p className="muted">No level yet</p>
        )}
        {can.level && (
          <p className="do">
            <Link to={act('level')}>Set a level</Link>
          </p>
        )}
      </section>
      <Family profile={profile} act={act} pathOf={pathOf} write={can.write} />
      <Referrals profile={profile} pathOf={pathOf} listPath={props.broughtPath} />
      <Documents profile={profile} act={can.write ? act : null} />
      <About profile={profile} act={can.write ? act : null} />
      <section>
        <h2>Show as on another day</h2>
        <AskDay
          action={props.asOn.path}
          label="Plan, credits and level as they were"
          day={props.asOn.today}
          today={props.asOn.today}
        />
      </section>
    </aside>
  )
}

type LotAct = { name: string; path: string }

function Lot({ lot, acts }: { lot: LotWords; acts: readonly LotAct[] }) {
  const { left, booked, used, lost } = lot.marks
  return (
    <li>
      <p className="figure">
        {lot.left} <small>{lot.note}</small>
      </p>
      <Places
        filled={left}
        booked={booked}
        lost={lost}
        free={used}
        label={`${left} left, ${booked} booked, ${lost} lost, ${used} used`}
      />
      <ul className="credits">
        {lot.lines.map(({ amount, what, when }, i) => (
          <li key={i}>
            <b>{amount}</b>
            <span>{what}</span>
            <span>{when}</span>
          </li>
        ))}
        <li className="total">
          <b>{lot.left}</b>
          <span>left</span>
          <span />
        </li>
      </ul>
      {acts.length > 0 && (
        <p className="do">
          {acts.map(({ name, path }) => (
            <Link key={name} to={path}>
              {name}
              <span className="vh"> of the {lot.name}</span>
            </Link>
          ))}
        </p>
      )}
    </li>
  )
}

function About({ profile, act }: { profile: PersonProfile; act: Act | null }) {
  const { person } = profile
  return (
    <section>
      <h2>About</h2>
      <dl className="facts">
        {person.preferredName && <Fact name="Called">{person.preferredName}</Fact>}
        {person.pronouns && <Fact name="Pronouns">{person.pronouns}</Fact>}
        {person.born && <Fact name="Date of birth">{person.born}</Fact>}
        <Fact name="Emergency">
          {person.emergencyName || person.emergencyPhone ? (
            <>
              {person.emergencyName}{' '}
              {person.emergencyPhone && (
                <a href={`tel:${person.emergencyPhone}`}>{person.emergencyPhone}</a>
              )}
            </>
          ) : (
            <span className="muted">Nobody yet</span>
          )}
        </Fact>
        {person.address && <Fact name="Address">{person.address}</Fact>}
        {person.homeLocation && <Fact name="Location">{person.homeLocation}</Fact>}
        {person.barcode && <Fact name="Barcode">{person.barcode}</Fact>}
        {person.referrer && <Fact name="Referred by">{person.referrer}</Fact>}
        {profile.fields.map(({ id, name, text }) => (
          <Fact key={id} name={name}>
            {text}
          </Fact>
        ))}
        <Fact name="Joined">{person.joined}</Fact>
        <Fact name="Visits">
          {person.visits}
          {person.lastVisit && <span className="muted">, last {person.lastVisit}</span>}
        </Fact>
        <Fact name="Account">{accountWords(person)}</Fact>
      </dl>
      {act && (
        <p className="do">
          <Link to={act('edit')}>Change details</Link>
          <Link to={act('fields')}>Fields</Link>
          <Link to={act('consents')}>Consents</Link>
          {!person.account && !person.archived && (
            <Link to={act('invitation')}>Invite to sign in</Link>
          )}
        </p>
      )}
    </section>
  )
}

function accountWords({ account, noLogin }: { account: boolean; noLogin: boolean }): string {
  if (account) return 'Signs in'
  return noLogin ? 'No login: no email' : 'None'
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
