import type { ClassSign } from '#app/domain/calendar/class-sign.ts'
import type { ClassListing } from '#app/domain/timetable/class-listing.ts'
import { paths } from '#app/paths.ts'
import type { Formats } from '#app/values/formats.ts'
import { clockTime, clockTimeAt, dayLong, weekdayShort, zoneName } from '#app/values/wording.ts'
import { daysBetween, type LocalDate, wallTime } from '#app/values/zone.ts'
import { Sign } from '../icon/sign.tsx'
import { BackLink } from '../layout/back-link.tsx'

/** Back to the day of a class in the week of the timetable that holds it. */
export function DayLink({
  studio,
  localStart,
  formats,
}: {
  studio: { slug: string }
  localStart: string
  formats: Formats
}) {
  const date = localStart.slice(0, 10)
  return (
    <BackLink to={dayPath(studio, date, formats.today)}>{dayLong(date, formats.locale)}</BackLink>
  )
}

/**
 * The timetable at one day: in the seven days from today where it is among them, else in those that
 * start there.
 */
export function dayPath(studio: { slug: string }, date: LocalDate, today: LocalDate): string {
  const distance = daysBetween(today, date)
  const near = distance >= 0 && distance < 7
  return near
    ? paths.timetable(studio, {}, String(distance + 1))
    : paths.timetable(studio, { from: date }, '1')
}

type Props = {
  listing: Pick<
    ClassListing,
    'title' | 'localStart' | 'startsAt' | 'endsAt' | 'coach' | 'insteadOf' | 'room'
  >
  formats: Formats
  ownZone: string | null
  /** "4 of 8 places left." and the like; nothing where places do not matter any more. */
  places?: string | null
  /** Its style is `sign`. */
  sign?: ClassSign | undefined
}

/** What, when with its zone, who and where. */
export function ClassHead({ listing, formats, ownZone, places = null, sign }: Props) {
  const { title, localStart, startsAt, endsAt, coach, insteadOf, room } = listing
  const { timeZone, locale } = formats
  const time = (instant: string, zone: string) => clockTimeAt(instant, zone, locale)
  const own = ownZone && wallTime(startsAt, ownZone)
  const otherDay = own && own.slice(0, 10) !== localStart.slice(0, 10)
  const who = insteadOf ? `${coach} for ${insteadOf}` : coach
  return (
    <div className="stack">
      {sign ? (
        <div className="signed">
          <Sign sign={sign} id="class" />
          <h1>{title}</h1>
        </div>
      ) : (
        <h1>{title}</h1>
      )}
      <p>
        <time dateTime={startsAt}>
          <b>
            {dayLong(localStart.slice(0, 10), locale)}, {clockTime(localStart, locale)} to{' '}
            {time(endsAt, timeZone)}
          </b>
        </time>
        <br />
        <span className="soft">
          {[who, room].filter(Boolean).join(', ')}. {places && `${places} `}
          {sentence(zoneName(timeZone, locale, startsAt))}
        </span>
        {own && (
          <span className="soft own">
            {' '}
            {otherDay && `${weekdayShort(own.slice(0, 10), locale)} `}
            {clockTime(own, locale)} to {time(endsAt, ownZone)} for you (
            {zoneName(ownZone, locale, startsAt)}
            ).
          </span>
        )}
      </p>
    </div>
  )
}

const sentence = (text: string) => `${text}.`

/** `4 of 8 places left. 2 more are kept for people who come without booking.` */
export function placesSentence(placesLeft: number, capacity: number, walkIns = 0): string {
  if (walkIns > 0)
    return `${placesSentence(placesLeft, capacity)} ${walkIns} more ${
      walkIns === 1 ? 'is' : 'are'
    } kept for people who come without booking.`
  if (capacity === 1) return placesLeft > 0 ? 'The only place is free.' : 'The only place is taken.'
  return placesLeft > 0
    ? `${placesLeft} of ${capacity} places left.`
    : `All ${capacity} places are taken.`
}
