import type { Telling } from '#app/domain/bookings/refusal-words.ts'
import type { Standing } from '#app/domain/bookings/standing.ts'
import type { ClassListing } from '#app/domain/scheduling/class-listing.ts'
import { paths } from '#app/paths.ts'
import { dayShort, dayTime, deadlineNear, ordinal } from '#app/values/wording.ts'
import { ClassTime } from '../timetable/class-row.tsx'

type StudioRef = { slug: string }

/** What is booked and waited for, each with until when it is free to cancel. Styles: `class-row`, `button`, `account`. */
export function BookingsAhead(props: { ahead: readonly ClassListing[]; studio: StudioRef; telling: Telling }) {
  const { ahead, studio, telling } = props
  return (
    <section className="stack" aria-labelledby="bookings">
      <div className="between">
        <h2 id="bookings">Bookings</h2>
        <a className="soft more-room" href={paths.portalBookings(studio)}>
          Past
        </a>
      </div>
      {ahead.length === 0 ? (
        <p className="soft ruled">
          Nothing booked. <a href={paths.timetable(studio)}>See the timetable</a>
        </p>
      ) : (
        <ol>
          {ahead.map((listing) => (
            <Ahead key={listing.id} listing={listing} studio={studio} telling={telling} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Ahead({ listing, studio, telling }: { listing: ClassListing; studio: StudioRef; telling: Telling }) {
  const { standing, title, localStart } = listing
  const { locale } = telling
  const { text, tone, act } = aheadWords(standing, telling)
  return (
    <li className="class dated">
      <p className="at">
        <ClassTime localStart={localStart} locale={locale} />
        <small>{dayShort(localStart.slice(0, 10), locale)}</small>
      </p>
      <div className="what">
        <h3>
          <a href={paths.occurrence(studio, listing.id)}>{title}</a>
        </h3>
        <p className={tone}>{text}</p>
      </div>
      {act && 'bookingId' in standing && (
        <div className="act">
          <a className="button" href={paths.cancelBooking(studio, standing.bookingId)}>
            {act}
            <span className="vh">
              {' '}
              {title}, {dayTime(localStart, locale)}
            </span>
          </a>
        </div>
      )}
    </li>
  )
}

/** The state in a few words; deadlines are told from today, with the weekday. */
function aheadWords(standing: Standing, { timeZone, locale, today }: Telling) {
  const at = (instant: string) => deadlineNear(instant, timeZone, locale, today)
  switch (standing.kind) {
    case 'booked': {
      const { cutoffAt, declineUntil, late, paidBy, makeUp } = standing
      if (paidBy === 'course') {
        const limit = !makeUp
          ? ''
          : late
            ? `, make-up limit was ${at(cutoffAt)}`
            : `, make-up if given up by ${at(cutoffAt)}`
        return { text: `Part of your course${limit}`, tone: late ? undefined : 'good', act: 'Give up' }
      }
      const free = declineUntil !== null && declineUntil > cutoffAt ? declineUntil : cutoffAt
      if (late) return { text: `Free cancel ended ${at(free)}`, tone: 'warn', act: 'Cancel' }
      const verb = free === cutoffAt ? 'Free to cancel' : 'Free to decline'
      return { text: `${verb} until ${at(free)}`, tone: 'good', act: free === cutoffAt ? 'Cancel' : 'Decline' }
    }
    case 'waiting':
      return {
        text: `${ordinal(standing.position)} of ${standing.of} on the waitlist`,
        tone: 'warn',
        act: 'Leave list',
      }
    case 'checked_in':
      return { text: 'You are checked in', tone: 'good', act: null }
    case 'running':
      return { text: 'Running now', tone: undefined, act: null }
    default:
      return { text: '', tone: undefined, act: null }
  }
}
