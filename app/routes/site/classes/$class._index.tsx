import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { publicClassPage } from '#app/domain/timetable/public-classes/public-classes-page.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { PublicClasses } from '#app/ui/landing/public-classes.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { SiteFrame } from '#app/ui/layout/site-frame.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { shareMeta } from '#app/ui/share/share-meta.ts'
import { eventsFacts } from '#app/ui/share/structured-data.ts'
import { money, zoneName } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return []
  const { title, studio, discipline, description, classTypeId } = data.about
  return shareMeta(
    { matches },
    {
      title: `${title} at ${studio}`,
      description: description || `${discipline}: dates, prices and rules of ${title}.`,
      path: paths.publicClass(classTypeId),
      facts: (at) => eventsFacts(data.dates, at),
    },
  )
}

export const handle = { styles: ['classes', 'button', 'back-link', 'lines'] } satisfies PageHandle

export async function loader({ context: { app }, params }: LoaderFunctionArgs) {
  const { now } = await app.loadVisitor()
  const page = await publicClassPage({ directory: app.directory, now }, params.class ?? '')
  if (!page) throw notFound()
  const { timeZone, locale } = page.about
  return { ...page, zone: zoneName(timeZone, locale, now) }
}

export default function PublicClass() {
  const { about, zone, dates, others } = useLoaderData<typeof loader>()
  const { title, studio, description, discipline, rules } = about
  return (
    <SiteFrame>
      <Main>
        <BackLink to={paths.classes()}>All classes</BackLink>
        <div className="stack">
          <h1>{title}</h1>
          <p>
            {discipline} at <a href={paths.home(about)}>{studio}</a>. Times are {zone}.{' '}
            <a href={paths.prices(about)}>See all prices</a>
          </p>
          {description && <p>{description}</p>}
        </div>
        <Facts />
        <section className="stack" aria-labelledby="dates">
          <h2 id="dates">Next dates</h2>
          {dates.length > 0 ? (
            <PublicClasses classes={dates} named={false} />
          ) : (
            <p>
              This class has no dates in the next two weeks.{' '}
              <a href={paths.timetable(about)}>See the timetable of {studio}</a>
              {others.length > 0 && ', or one of the classes below'}.
            </p>
          )}
        </section>
        <section className="stack" aria-labelledby="rules">
          <h2 id="rules">The rules</h2>
          <dl className="lines">
            {rules.map((one) => (
              <div key={one.about}>
                <dt className="soft">{one.about}</dt>
                <dd>{one.rule}</dd>
              </div>
            ))}
          </dl>
        </section>
        {others.length > 0 && (
          <section className="stack" aria-labelledby="others">
            <h2 id="others">Other {discipline.toLowerCase()} classes</h2>
            <PublicClasses classes={others} />
          </section>
        )}
      </Main>
    </SiteFrame>
  )
}

function Facts() {
  const { about } = useLoaderData<typeof loader>()
  const { level, discipline, coaches, place, locationId, minutes } = about
  const { priceMinor, currency, locale } = about
  const facts = [
    ['Level', level ? `From ${level} in ${discipline}` : 'Open to all levels'],
    ['With', coaches],
    [
      'Where',
      locationId ? (
        <a key="where" href={paths.location(about, locationId)}>
          {place}
        </a>
      ) : (
        place
      ),
    ],
    ['Length', `${minutes} minutes`],
    [
      'Price',
      priceMinor === null
        ? 'With a membership or a pack'
        : `${money(priceMinor, currency, locale)} for one class, or a membership or pack`,
    ],
  ]
  return (
    <dl className="lines">
      {facts.map(([name, value]) => (
        <div key={String(name)}>
          <dt className="soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
