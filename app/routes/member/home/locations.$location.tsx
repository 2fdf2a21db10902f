import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { hoursLines } from '#app/domain/facilities/opening-hours.ts'
import { locationPage } from '#app/domain/timetable/location-page.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { ContactLinks, hasContact } from '#app/ui/layout/contact-links.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { shareMeta } from '#app/ui/share/share-meta.ts'
import { locationFacts } from '#app/ui/share/structured-data.ts'
import { ClassRow } from '#app/ui/timetable/class-row.tsx'
import { ClosedDays } from '#app/ui/timetable/closed-days.tsx'
import { count } from '#app/values/wording.ts'

export const handle = {
  styles: ['back-link', 'class-row', 'say', 'lines', 'location'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return []
  const { studio, location } = data
  const where = location.address ? `${location.name}, ${location.address}` : location.name
  return shareMeta(
    { matches },
    {
      title: location.name,
      description: `${where}: opening hours, rooms and the next classes of ${studio.name} here.`,
      path: paths.location(studio, location.id),
      facts: (at) => locationFacts(studio, location, at),
    },
  )
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await viewStudio(context)
  const page = await locationPage(ctx, viewer, params.location ?? '')
  if (!page) throw notFound()
  const { slug, name, town, timeZone, locale, currency, contactEmail, contactPhone } = ctx.studio
  return {
    ...page,
    studio: { slug, name, town, contactEmail, contactPhone },
    formats: { timeZone, locale, currency, today: page.today },
    hours: hoursLines(page.location.hours, locale, page.today),
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function LocationPage() {
  const data = useLoaderData<typeof loader>()
  const { studio, formats, location, rooms, others, coming, closed } = data
  return (
    <Main>
      <BackLink to={paths.home(studio)}>{studio.name}</BackLink>
      <div className="two">
        <div className="stack wide-gap">
          <h1>{location.name}</h1>
          <ClosedDays lines={closed} />
          <dl className="lines">
            <Address {...data} />
            {rooms.length > 0 && (
              <div>
                <dt className="soft">{rooms.length === 1 ? 'Room' : 'Rooms'}</dt>
                <dd>
                  <ul>
                    {rooms.map((room) => (
                      <li key={room.name}>
                        {room.name}{' '}
                        <span className="soft">{count(room.capacity, 'person', 'people')}</span>
                      </li>
                    ))}
                  </ul>
                </dd>
              </div>
            )}
            {hasContact(studio) && (
              <div>
                <dt className="soft">Contact</dt>
                <dd>
                  <ContactLinks studio={studio} />
                </dd>
              </div>
            )}
            {others.length > 0 && (
              <div>
                <dt className="soft">Other locations</dt>
                <dd>
                  <ul>
                    {others.map(({ id, name }) => (
                      <li key={id}>
                        <a href={paths.location(studio, id)}>{name}</a>
                      </li>
                    ))}
                  </ul>
                </dd>
              </div>
            )}
          </dl>
        </div>
        <Hours {...data} />
        <section className="stack full" aria-labelledby="coming">
          <div className="between">
            <h2 id="coming">Next classes here</h2>
            <a
              className="soft more-room"
              href={paths.timetable(studio, others.length > 0 ? { location: location.name } : {})}
            >
              See the whole week
            </a>
          </div>
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
            <p className="soft">No classes here in the coming days.</p>
          )}
        </section>
      </div>
    </Main>
  )
}

/** Opening hours by day; nothing where the studio tells none. */
function Hours({ hours }: Data) {
  if (hours.length === 0) return null
  return (
    <section className="stack mid-gap" aria-labelledby="hours">
      <h2 id="hours">Opening hours</h2>
      <dl className="hours">
        {hours.map((line) => (
          <div key={line.days} className={line.today ? 'today' : undefined}>
            <dt>
              {line.days}
              {line.today && <span className="vh"> (today)</span>}
            </dt>
            <dd className="num">{line.hours}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Where it is, how to get there, and a map elsewhere. */
function Address({ location }: Data) {
  const { address, directions } = location
  return (
    <>
      {address && (
        <div>
          <dt className="soft">Address</dt>
          <dd>
            {address}
            <br />
            <a href={mapLink(address)} rel="noreferrer">
              Find it on a map
            </a>
          </dd>
        </div>
      )}
      {directions && (
        <div>
          <dt className="soft">How to get there</dt>
          <dd className="kept-lines">{directions}</dd>
        </div>
      )}
    </>
  )
}

/** A search at OpenStreetMap: a plain link, since a map here would tell others who looks. */
const mapLink = (address: string) =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address })}`
