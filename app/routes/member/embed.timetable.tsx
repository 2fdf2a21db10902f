import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { timetablePage } from '#app/domain/timetable/timetable-page.server.ts'
import { viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { placesLabel } from '#app/ui/timetable/availability-look.ts'
import { clockTime, dayLong, zoneName } from '#app/values/wording.ts'

export const handle = { styles: ['embed', 'button'], framable: true } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => [
  ...pageTitle('Timetable', { matches }),
  { name: 'robots', content: 'noindex' },
]

/**
 * The next seven days as anyone sees them: inside another site's frame nobody is signed in, and
 * nothing is asked.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await viewStudio(context)
  const { slug, name, locale, timeZone } = ctx.studio
  const { days, closed } = await timetablePage(ctx, null, new URLSearchParams())
  return {
    studio: { slug, name },
    closed,
    zone: zoneName(timeZone, locale, ctx.now),
    days: days.map(({ date, classes }) => ({
      date,
      name: dayLong(date, locale),
      classes: classes
        .filter(({ availability }) => availability.kind !== 'finished')
        .map(({ id, title, localStart, startsAt, coach, placesLeft, availability }) => ({
          id,
          title,
          startsAt,
          coach,
          placesLeft,
          off: availability.kind === 'cancelled',
          time: clockTime(localStart, locale),
        })),
    })),
  }
}

function placesWords({ off, placesLeft }: { off: boolean; placesLeft: number }): string {
  if (off) return 'cancelled'
  return placesLeft > 0 ? placesLabel(placesLeft).text : 'full'
}

export default function EmbeddedTimetable() {
  const { studio, days, closed, zone } = useLoaderData<typeof loader>()
  const held = days.filter(({ classes }) => classes.length > 0)
  return (
    <Main>
      <h1>Timetable of {studio.name}</h1>
      {closed.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {held.length === 0 && <p>No classes in the next seven days.</p>}
      <div className="embed">
        {held.map((day) => (
          <section key={day.date} aria-labelledby={`d${day.date}`}>
            <h2 id={`d${day.date}`}>{day.name}</h2>
            <ul>
              {day.classes.map((one) => (
                <li key={one.id}>
                  <a href={paths.occurrence(studio, one.id)} target="_blank" rel="noopener">
                    <time dateTime={one.startsAt}>{one.time}</time>
                    <span>
                      <b>{one.off ? <s>{one.title}</s> : one.title}</b> <small>{one.coach}</small>
                    </span>
                    <small>{placesWords(one)}</small>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p>
        <a className="button" href={paths.timetable(studio)} target="_blank" rel="noopener">
          See all weeks and book
        </a>
      </p>
      <p className="soft">Times are {zone}.</p>
    </Main>
  )
}
