import type { Availability } from '#app/domain/bookings/availability/bookable-occurrence.ts'
import { isFree } from '#app/domain/places/cancellation-terms.ts'
import { freeUntilWords, makeUpSentence } from '#app/domain/places/cancellation-words.ts'
import type { ClassListing } from '#app/domain/timetable/class-listing.ts'
import { paths } from '#app/paths.ts'
import { useStudioLets } from '#app/ui/layout/studio-lets.ts'
import { ClassTime } from '#app/ui/timetable/class-row.tsx'
import type { Formats } from '#app/values/formats.ts'
import { clockTime, dayShort, dayTime, deadlineNear, ordinal } from '#app/values/wording.ts'

type StudioRef = { slug: string }

/**
 * What is booked and waited for, each with until when it is free to cancel. Styles: `class-row`,
 * `button`, `account`.
 */
export function BookingsAhead(props: {
  ahead: readonly ClassListing[]
  studio: StudioRef
  formats: Formats
}) {
  const { ahead, studio, formats } = props
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
                formats={formats}
              />
            ) : (
              <Ahead key={listing.id} listing={listing} studio={studio} formats={formats} />
            ),
          )}
        </ol>
      )}
    </section>
  )
}

/** Each row on its own, but the lists of one wish together, where the first of them stands. */
function inWishes(ahead: readonly ClassListing[]): [ClassListing, ...ClassListing[]][] {
  const groups = new Map<string, [ClassListing, ...ClassListing[]]>()
  for (const listing of ahead) {
    const { availability } = listing
    const key =
      availability.kind === 'waiting' && availability.wishId ? availability.wishId : listing.id
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
  formats,
}: {
  lists: readonly ClassListing[]
  studio: StudioRef
  formats: Formats
}) {
  const { locale } = formats
  const [{ availability, localStart }] = lists as [ClassListing]
  const wishId = availability.kind === 'waiting' ? (availability.wishId ?? '') : ''
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
              {one.availability.kind === 'waiting' && (
                <p className="warn">
                  {ordinal(one.availability.position)} of {one.availability.of}.{' '}
                  <a
                    className="more-room"
                    href={paths.cancelBooking(studio, one.availability.bookingId)}
                  >
                    Leave this list<span className="vh"> of {dayTime(one.localStart, locale)}</span>
                  </a>
                </p>
              )}
            </li>
          ))}
        </ul>
        <p>You get the first that opens.</p>
      </div>
      <form className="act" method="post" action={paths.leaveWish(studio, wishId)}>
        <button type="submit" className="button">
          Leave all waitlists
        </button>
      </form>
    </li>
  )
}

function Ahead({
  listing,
  studio,
  formats,
}: {
  listing: ClassListing
  studio: StudioRef
  formats: Formats
}) {
  const { availability, title, localStart } = listing
  const { locale } = formats
  const lets = useStudioLets()
  const words = aheadWords(availability, formats)
  const { text, tone } = words
  const byStudio =
    availability.kind === 'booked' && words.act !== 'Decline' && !lets('cancel_bookings')
  const act = byStudio ? null : words.act
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
      {act && 'bookingId' in availability && (
        <div className="act">
          <a className="button" href={pathOf(availability, studio)}>
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

const pathOf = ({ kind, bookingId }: { kind: string; bookingId: string }, studio: StudioRef) =>
  kind === 'offered' ? paths.placeOffer(studio, bookingId) : paths.cancelBooking(studio, bookingId)

/** The state in a few words; deadlines are told from today, with the weekday. */
function aheadWords(availability: Availability, formats: Formats) {
  switch (availability.kind) {
    case 'booked': {
      const { terms, paidBy, makeUp } = availability
      const told = { near: formats.today }
      const free = isFree(terms)
      if (paidBy === 'course') {
        const limit = makeUp ? `. ${makeUpSentence(terms, told, formats)}` : ''
        return {
          text: `Part of your course${limit.replace(/\.$/, '')}`,
          tone: free ? 'good' : undefined,
          act: 'Give up',
        }
      }
      return {
        text: freeUntilWords(terms, told, formats),
        tone: free ? 'good' : 'warn',
        act: free && terms.freeBy === 'grace' ? 'Decline' : 'Cancel',
      }
    }
    case 'waiting':
      return {
        text: `${ordinal(availability.position)} of ${availability.of} on the waitlist`,
        tone: 'warn',
        act: 'Leave list',
      }
    case 'offered': {
      const { until, stands } = availability
      const at = deadlineNear(until, formats.timeZone, formats.locale, formats.today)
      return {
        text: stands ? `Offered to you until ${at}` : `The offer ended at ${at}`,
        tone: 'warn',
        act: stands ? 'Take or decline' : null,
      }
    }
    case 'checked_in':
      return { text: 'You are checked in', tone: 'good', act: null }
    case 'running':
      return { text: 'Running now', tone: undefined, act: null }
    default:
      return { text: '', tone: undefined, act: null }
  }
}
