import type { Standing } from '#app/domain/bookings/availability/availability.ts'
import type { Telling } from '#app/domain/bookings/availability/refusal-words.ts'
import type { ClassListing } from '#app/domain/timetable/class-listing.ts'
import { paths } from '#app/paths.ts'
import { ClassTime } from '#app/ui/timetable/class-row.tsx'
import { clockTime, dayShort, dayTime, deadlineNear, ordinal } from '#app/values/wording.ts'

type StudioRef = { slug: string }

/** What is booked and waited for, each with until when it is free to cancel. Styles: `class-row`, `button`, `account`. */
export function BookingsAhead(props: {
  ahead: readonly ClassListing[]
  studio: StudioRef
  telling: Telling
}) {
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
          {inWishes(ahead).map(([listing, ...others]) =>
            others.length > 0 ? (
              <Wish
                key={listing.id}
                lists={[listing, ...others]}
                studio={studio}
                telling={telling}
              />
            ) : (
              <Ahead key={listing.id} listing={listing} studio={studio} telling={telling} />
            ),
          )}
        </ol>
      )}
    </section>
  )
}

/** Each row by itself, but the lists of one wish together, where the first of them stands. */
function inWishes(ahead: readonly ClassListing[]): [ClassListing, ...ClassListing[]][] {
  const groups = new Map<string, [ClassListing, ...ClassListing[]]>()
  for (const listing of ahead) {
    const { standing } = listing
    const key = standing.kind === 'waiting' && standing.wishId ? standing.wishId : listing.id
    const group = groups.get(key)
    if (group) group.push(listing)
    else groups.set(key, [listing])
  }
  return [...groups.values()]
}

/** Several waitlists that are one wish: each can be left, or all. */
function Wish({
  lists,
  studio,
  telling,
}: {
  lists: readonly ClassListing[]
  studio: StudioRef
  telling: Telling
}) {
  const { locale } = telling
  const [{ standing, localStart }] = lists as [ClassListing]
  const wishId = standing.kind === 'waiting' ? (standing.wishId ?? '') : ''
  return (
    <li className="class dated">
      <p className="at">
        <ClassTime localStart={localStart} locale={locale} />
        <small>{dayShort(localStart.slice(0, 10), locale)}</small>
      </p>
      <div className="what">
        <h3>Any of these {lists.length}</h3>
        <ul>
          {lists.map((one) => (
            <li key={one.id}>
              <a href={paths.occurrence(studio, one.id)}>
                {one.title}, {dayShort(one.localStart.slice(0, 10), locale)}{' '}
                {clockTime(one.localStart, locale)}
              </a>
              {one.standing.kind === 'waiting' && (
                <p className="warn">
                  {ordinal(one.standing.position)} of {one.standing.of}.{' '}
                  <a
                    className="more-room"
                    href={paths.cancelBooking(studio, one.standing.bookingId)}
                  >
                    Leave this list<span className="vh"> of {dayTime(one.localStart, locale)}</span>
                  </a>
                </p>
              )}
            </li>
          ))}
        </ul>
        <p>The first that opens is yours.</p>
      </div>
      <form className="act" method="post" action={paths.leaveWish(studio, wishId)}>
        <button type="submit" className="button">
          Leave all
        </button>
      </form>
    </li>
  )
}

function Ahead({
  listing,
  studio,
  telling,
}: {
  listing: ClassListing
  studio: StudioRef
  telling: Telling
}) {
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
        return {
          text: `Part of your course${limit}`,
          tone: late ? undefined : 'good',
          act: 'Give up',
        }
      }
      const free = declineUntil !== null && declineUntil > cutoffAt ? declineUntil : cutoffAt
      if (late) return { text: `Free cancel ended ${at(free)}`, tone: 'warn', act: 'Cancel' }
      const verb = free === cutoffAt ? 'Free to cancel' : 'Free to decline'
      return {
        text: `${verb} until ${at(free)}`,
        tone: 'good',
        act: free === cutoffAt ? 'Cancel' : 'Decline',
      }
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
