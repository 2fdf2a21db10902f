import type { ClassListing } from '#app/domain/timetable/class-listing.ts'
import { paths } from '#app/paths.ts'
import { ContactLinks, type ContactStudio, hasContact } from '#app/ui/layout/contact-links.tsx'
import { initialsOf } from '#app/ui/layout/studio-mark.tsx'
import { Announced, type Said } from '#app/ui/portal/announced.tsx'
import { State } from '#app/ui/state/state.tsx'
import { ClassRow } from '#app/ui/timetable/class-row.tsx'
import { ClosedDays } from '#app/ui/timetable/closed-days.tsx'
import type { Formats } from '#app/values/formats.ts'

export type VisitedStudio = {
  slug: string
  name: string
  disciplines: string
  place: string
} & ContactStudio

type VisitorProps = {
  studio: VisitedStudio
  formats: Formats
  signedIn: boolean
  coming: readonly ClassListing[]
  /** Days on which the studio does not open, a sentence each. */
  closed: readonly string[]
  announced: readonly Said[]
  coaches: readonly { name: string; teaches: string }[]
  locations: readonly { id: string; name: string }[]
}

/**
 * Home for someone who is not of the studio: who it is, what is on, how to come in. Styles:
 * `home`, `class-row`.
 */
export function VisitorHome(props: VisitorProps) {
  const { studio, formats, signedIn, coming, closed, announced, coaches, locations } = props
  return (
    <main id="main" className="home visitor">
      <header className="hello stack mid-gap">
        <h1>{studio.name}</h1>
        <p className="lead">{[studio.disciplines, studio.place].filter(Boolean).join('. ')}.</p>
        <Announced announced={announced} />
        <ComeIn studio={studio} signedIn={signedIn} />
        {hasContact(studio) && (
          <p className="soft">
            <ContactLinks studio={studio} />
          </p>
        )}
      </header>
      <section className="stack" aria-labelledby="coming">
        <div className="between">
          <h2 id="coming">Next classes</h2>
          <a className="soft more-room" href={paths.timetable(studio)}>
            See the whole week
          </a>
        </div>
        <ClosedDays lines={closed} />
        {coming.length > 0 ? (
          <ol>
            {coming.map((listing) => (
              <ClassRow
                key={listing.id}
                listing={listing}
                studio={studio}
                formats={formats}
                dated
              />
            ))}
          </ol>
        ) : (
          <State icon="calendar" title="No classes in the coming days">
            <p>Classes appear here as soon as {studio.name} publishes them.</p>
          </State>
        )}
      </section>
      {locations.length > 0 && (
        <section className="stack" aria-labelledby="locations">
          <h2 id="locations">Where we are</h2>
          <ul className="stack">
            {locations.map(({ id, name }) => (
              <li key={id}>
                <a href={paths.location(studio, id)}>
                  {locations.length > 1
                    ? `${name}: address and hours`
                    : 'Address and opening hours'}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {coaches.length > 0 && (
        <section className="stack" aria-labelledby="coaches">
          <div className="between">
            <h2 id="coaches">Coaches</h2>
            <a className="soft more-room" href={paths.coaches(studio)}>
              About them
            </a>
          </div>
          <ul className="coaches">
            {coaches.map(({ name, teaches }) => (
              <li key={name}>
                <span className="face" aria-hidden="true">
                  {initialsOf(name)}
                </span>
                <span>
                  <b>{name}</b>
                  <br />
                  <span className="soft">{teaches.replaceAll(',', ', ')}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  )
}

function ComeIn({ studio, signedIn }: { studio: VisitedStudio; signedIn: boolean }) {
  const next = paths.home(studio)
  if (signedIn) {
    return (
      <p className="pair start">
        <a className="button primary" href={paths.join(studio, { next })}>
          Join {studio.name}
        </a>
        <a className="button" href={paths.prices(studio)}>
          See prices
        </a>
      </p>
    )
  }
  return (
    <p className="pair start">
      <a className="button primary" href={paths.signUp({ next, studio: studio.slug })}>
        Join {studio.name}
      </a>
      <a className="button" href={paths.signIn({ next, studio: studio.slug })}>
        Sign in
      </a>
      <a className="button" href={paths.prices(studio)}>
        See prices
      </a>
    </p>
  )
}
