import { everyInSentence } from '#app/domain/bookings/standing-places/standing-place-words.ts'
import type { ClassDetail, ClassListing } from '#app/domain/timetable/class-listing.ts'
import { paths } from '#app/paths.ts'
import { useStudioLets } from '#app/ui/layout/studio-lets.ts'

type Props = {
  listing: ClassListing
  detail: ClassDetail
  studio: { slug: string }
  signedIn: boolean
  /**
   * The person's numbered place, empty while they have none; null where the room has no such
   * places.
   */
  mySpot: string | null
}

/**
 * What else can be done about a class: several at once, every week, a guest, a place in the room.
 * Style: `button`.
 */
export function MoreWays({ listing, detail, studio, signedIn, mySpot }: Props) {
  const { availability, id } = listing
  const lets = useStudioLets()
  const ways: [href: string, name: string][] = []
  if (availability.kind === 'sign_in' && availability.wouldBe === null && !listing.course)
    ways.push([paths.prices(studio, { for: id }), 'Book without an account'])
  if (
    availability.kind === 'waitlist' ||
    (availability.kind === 'waiting' && availability.promotes)
  ) {
    ways.push([paths.wish(studio, id), 'Wait for any of several'])
  }
  if (availability.kind === 'booked' && detail.guestLimit > 0 && lets('guests')) {
    ways.push([paths.guests(studio, availability.bookingId), 'Bring a guest'])
  }
  if (availability.kind === 'booked' && mySpot !== null) {
    const name = mySpot ? `Place ${mySpot}: choose another` : 'Choose your place in the room'
    ways.push([paths.spot(studio, availability.bookingId), name])
  }
  if (
    signedIn &&
    lets('repeat') &&
    detail.every &&
    !['finished', 'cancelled', 'running'].includes(availability.kind)
  ) {
    ways.push([paths.repeat(studio, id), `Book ${everyInSentence(detail.every)}`])
  }
  if (signedIn)
    ways.push([
      paths.messages(studio, { about: listing.title, page: paths.occurrence(studio, id) }),
      'Ask about this class',
    ])
  if (ways.length === 0) return null
  return (
    <ul className="stack" aria-label="More">
      {ways.map(([href, name]) => (
        <li key={href}>
          <a className="button wide" href={href}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
