import type { PublicClass } from '#app/domain/timetable/public-classes/public-class.ts'
import { paths } from '#app/paths.ts'
import { clockTime, dayShort, money, zoneName } from '#app/values/wording.ts'
import { placesLabel } from '../timetable/availability-look.ts'

/**
 * Dated classes of several studios, each in its studio's time. As schema.org Events for search
 * engines. Styles: `classes`.
 */
export function PublicClasses({
  classes,
  named = true,
}: {
  classes: readonly PublicClass[]
  named?: boolean
}) {
  return (
    <ol className="public-classes">
      {classes.map((one) => (
        <PublicClassRow key={one.occurrenceId} one={one} named={named} />
      ))}
    </ol>
  )
}

function PublicClassRow({ one, named }: { one: PublicClass; named: boolean }) {
  const {
    title,
    level,
    startsAt,
    localStart,
    minutes,
    priceMinor,
    places,
    studio,
    locale,
    timeZone,
  } = one
  const left = places > 0 ? placesLabel(places) : { text: 'full', few: false }
  const price =
    priceMinor === null
      ? 'membership or pack'
      : `${money(priceMinor, one.currency, locale)} at the desk`
  return (
    <li>
      <p>
        <time dateTime={startsAt}>
          <b>
            {dayShort(localStart.slice(0, 10), locale)} {clockTime(localStart, locale)}
          </b>
        </time>{' '}
        <small>{zoneName(timeZone, locale, startsAt)}</small>
      </p>
      <p>
        {named ? (
          <a href={paths.publicClass(one.classTypeId)}>
            <b>{title}</b>
          </a>
        ) : (
          <b>{title}</b>
        )}
        <br />
        <small>
          <Where {...one} />
        </small>
        <small>
          . {minutes} min, {level ? `from ${level}` : 'open to all levels'}, {price}
        </small>
      </p>
      <p>
        <a className="button" href={paths.occurrence({ slug: one.slug }, one.occurrenceId)}>
          {places > 0 ? 'Book' : 'Waitlist'}
          <span className="vh">
            {' '}
            {title}, {studio}, {dayShort(localStart.slice(0, 10), locale)}{' '}
            {clockTime(localStart, locale)}
          </span>
        </a>{' '}
        <small className={left.few ? 'warn' : undefined}>{left.text}</small>
      </p>
    </li>
  )
}

/** The studio, which of its locations, and the town; the location leads to its page. */
function Where({ slug, studio, town, locationId, location }: PublicClass) {
  const name = [location || studio, town].filter(Boolean).join(', ')
  return (
    <>
      {location && `${studio}, `}
      {locationId ? <a href={paths.location({ slug }, locationId)}>{name}</a> : name}
    </>
  )
}
