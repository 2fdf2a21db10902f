import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { outcomeWords } from '#app/domain/bookings/roster/outcome-words.ts'
import { pastBookingsPage } from '#app/domain/overview/portal-page.server.ts'
import { requireBooker } from '#app/http/guards.server.ts'
import { pageNumberOf } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Pagination } from '#app/ui/list/pagination.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { State } from '#app/ui/state/state.tsx'
import { ClassTime } from '#app/ui/timetable/class-row.tsx'
import { count, dayShort, monthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const handle = {
  styles: ['account', 'class-row', 'back-link', 'pagination', 'state', 'button'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Past bookings', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireBooker(context)
  const { slug, name, locale, timeZone } = ctx.studio
  const page = await pastBookingsPage(ctx, viewer, pageNumberOf(app.url))
  return { ...page, studio: { slug, name }, locale, today: localDate(ctx.now, timeZone) }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>
type Booking = Data['past']['items'][number]

export default function PastBookings() {
  const { past, studio, locale, today } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <div className="between">
        <h1>Past bookings</h1>
        {past.total > 0 && (
          <span className="soft">
            {past.more ? '1,000+ bookings' : count(past.total, 'booking')}
          </span>
        )}
      </div>
      {past.items.length > 0 ? (
        <ol>
          {past.items.map((booking) => (
            <PastBooking
              key={booking.id}
              booking={booking}
              studio={studio}
              locale={locale}
              today={today}
            />
          ))}
        </ol>
      ) : (
        <State
          icon="calendar"
          title={past.total > 0 ? 'This page doesn’t exist' : 'No past bookings yet'}
        >
          <p>Classes you went to, cancelled or waited for appear here.</p>
          <p className="pair">
            <a className="button primary" href={paths.timetable(studio)}>
              See the timetable
            </a>
          </p>
        </State>
      )}
      <Pagination
        page={past.page}
        pages={past.pages}
        path={(page) => paths.portalBookings(studio, { page })}
      />
    </Main>
  )
}

function PastBooking({
  booking,
  studio,
  locale,
  today,
}: Omit<Data, 'past' | 'shell'> & { booking: Booking }) {
  const { text, tone } = outcomeWords(booking, { locale, studio: studio.name })
  const date = booking.localStart.slice(0, 10)
  return (
    <li className="class dated done">
      <p className="at">
        <ClassTime localStart={booking.localStart} locale={locale} />
        <small>{dayShort(date, locale)}</small>
      </p>
      <div className="what">
        <h3>
          <a href={paths.occurrence(studio, booking.occurrenceId)}>{booking.title}</a>
        </h3>
        <p>
          {booking.coachName}
          {date.slice(0, 4) !== today.slice(0, 4) && `, ${monthYear(date, locale)}`}
        </p>
        <p className={tone}>{text}</p>
      </div>
    </li>
  )
}
