import { paths } from '#app/paths.ts'
import { StudioMark } from '#app/ui/layout/studio-mark.tsx'
import { placesLabel } from '#app/ui/timetable/availability-look.ts'
import { colourKey } from '#app/values/colour.ts'
import { clockTime, dayNear } from '#app/values/wording.ts'
import type { LocalDate, LocalDateTime } from '#app/values/zone.ts'

export type ListedStudio = {
  slug: string
  name: string
  /**
   * Disciplines and town in one line, and its zone where the studios shown keep different times.
   */
  line: string
  locale: string
  hue: number
  chroma: number
  today: LocalDate
  next: { id: string; title: string; localStart: LocalDateTime; places: number }[]
}

/** Studios, each with its next classes. Styles: `landing`. */
export function Finder({ studios }: { studios: readonly ListedStudio[] }) {
  return (
    <ul className="finder">
      {studios.map((studio) => (
        <li key={studio.slug}>
          <a className="who" href={paths.home(studio)}>
            <StudioMark name={studio.name} colour={colourKey(studio)} />
            <span>
              <b>{studio.name}</b>
              <br />
              <span className="soft">{studio.line}</span>
            </span>
          </a>
          {studio.next.length > 0 ? (
            <ol>
              {studio.next.map((next) => (
                <NextClass key={next.id} studio={studio} {...next} />
              ))}
            </ol>
          ) : (
            <p className="soft none">No classes in the next few days.</p>
          )}
        </li>
      ))}
    </ul>
  )
}

function NextClass(props: { studio: ListedStudio } & ListedStudio['next'][number]) {
  const { studio, id, title, localStart, places } = props
  const left = places > 0 ? placesLabel(places) : { text: 'full', few: false }
  return (
    <li>
      <a href={paths.occurrence(studio, id)}>
        <b className="num">
          {dayNear(localStart.slice(0, 10), studio.today, studio.locale)}{' '}
          {clockTime(localStart, studio.locale)}
        </b>{' '}
        {title} <span className={left.few ? 'warn' : undefined}>{left.text}</span>
      </a>
    </li>
  )
}
