import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { filtersInUse, noFilters, timetableQuery } from '#app/domain/timetable/timetable-filters.ts'
import { timetablePage } from '#app/domain/timetable/timetable-page.server.ts'
import { keepLocation, lastLocation } from '#app/http/choices/last-location.server.ts'
import { viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { useStudioUses } from '#app/ui/layout/studio-uses.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { State } from '#app/ui/state/state.tsx'
import { ClosedDays } from '#app/ui/timetable/closed-days.tsx'
import { LocationSwitch } from '#app/ui/timetable/location-switch.tsx'
import { count } from '#app/values/wording.ts'
import { addDays } from '#app/values/zone.ts'
import { ActiveFilters, FilterBar } from './filter-bar.tsx'
import { Week } from './week.tsx'
import { Weeks } from './weeks.tsx'

export const handle = {
  styles: ['class-row', 'say', 'day-strip', 'week', 'chip', 'filter', 'sheet'],
  lean: true,
  direct: true,
  spares: [
    'two',
    'num',
    'full',
    'slim',
    'dated',
    'panel',
    'dock',
    'backlink',
    'big',
    'wide',
    'wide-gap',
    'when',
    'big-n',
  ],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => [
  ...pageTitle('Timetable', { matches }),
  { name: 'description', content: 'Classes of the week with their places.' },
]

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const { slug, timeZone, locale, currency } = ctx.studio
  const page = await timetablePage(ctx, viewer, app.url.searchParams, lastLocation(app, viewer))
  keepLocation(app, viewer, page.filters.location)
  return {
    studio: { slug },
    formats: { timeZone, locale, currency, today: page.today },
    ...page,
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function Timetable() {
  const data = useLoaderData<typeof loader>()
  const { studio, formats, days, first, today, filters, options, signedIn, ownZone } = data
  const uses = useStudioUses()
  const shown = days.reduce((sum, day) => sum + day.classes.length, 0)
  return (
    <Main>
      <div className="between">
        <h1>Timetable</h1>
        <Weeks
          first={first}
          today={today}
          studio={studio}
          filters={filters}
          locale={formats.locale}
        />
        <FilterBar studio={studio} filters={filters} options={options} signedIn={signedIn} />
      </div>
      <LocationSwitch
        locations={options.locations}
        current={filters.location}
        path={(location) => paths.timetable(studio, timetableQuery(filters, { location }))}
        page={(id) => paths.location(studio, id)}
      />
      <ActiveFilters studio={studio} filters={filters} />
      <ClosedDays lines={data.closed} />
      {signedIn && uses('appointments') && (
        <p>
          <a className="soft more-room" href={paths.appointments(studio)}>
            Book time with a coach
          </a>
        </p>
      )}
      {shown > 0 ? (
        <Week days={days} studio={studio} formats={formats} ownZone={ownZone} />
      ) : (
        <NoClasses {...data} />
      )}
      <p>
        <a href={signedIn ? paths.portalCalendar(studio) : paths.calendar(studio)}>
          Subscribe in your calendar
        </a>
      </p>
    </Main>
  )
}

/** Nothing passes the filters, or nothing is on: two cases to distinguish. */
function NoClasses({ studio, filters, first, total, widen, days }: Data) {
  if (total > 0 && filtersInUse(filters).length > 0) {
    return (
      <State icon="search" title="No class matches">
        <p>There are {total} classes in these seven days, but none matches everything you chose.</p>
        {widen.length > 0 && (
          <ul className="chips" aria-label="Remove a filter">
            {widen.map(({ name, without, shows }) => (
              <li key={name}>
                <a
                  className="chip"
                  href={paths.timetable(studio, timetableQuery(filters, without))}
                >
                  Without “{name}”: {count(shows, 'class', 'classes')}
                </a>
              </li>
            ))}
          </ul>
        )}
        <p className="pair">
          <a
            className="button primary"
            href={paths.timetable(
              studio,
              timetableQuery(filters, { ...noFilters, from: filters.from }),
            )}
          >
            Show all {total} classes
          </a>
        </p>
      </State>
    )
  }
  return (
    <State icon="calendar" title="No classes in these seven days">
      <p>
        {days.every(({ closed }) => closed !== null)
          ? 'The studio is closed all week.'
          : 'Classes appear here as soon as the studio publishes them.'}
      </p>
      <p className="pair">
        <a
          className="button primary"
          href={paths.timetable(studio, timetableQuery(filters, { from: addDays(first, 7) }))}
        >
          See the next seven days
        </a>
      </p>
    </State>
  )
}
