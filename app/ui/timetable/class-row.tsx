import {
  availabilityWords,
  costWords,
} from '#app/domain/bookings/availability/availability-words.ts'
import { inSentence } from '#app/domain/bookings/availability/refusal-words.ts'
import type { ClassListing } from '#app/domain/timetable/class-listing.ts'
import { isMine, isSeated } from '#app/domain/timetable/timetable-filters.ts'
import { paths } from '#app/paths.ts'
import type { Formats } from '#app/values/formats.ts'
import { dot } from '#app/values/text/separators.ts'
import { clockParts, clockTime, count, dayShort, weekdayShort } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'
import { Icon } from '../icon/icon.tsx'
import { useStudioLets } from '../layout/studio-lets.ts'
import { actionPath } from './action-path.ts'
import { availabilityLook, placesLabel, shortLabel } from './availability-look.ts'
import { StateMessage } from './state-message.tsx'

export type ClassRowProps = {
  listing: ClassListing
  studio: { slug: string }
  formats: Formats
  /** The viewer's own zone where it is not the studio's: adds a second line of time. */
  ownZone?: string | null
  /** Says the day beside the time, for lists that hold several days. */
  dated?: boolean
  /** The class of its bar, from `classTones`. */
  tone?: string
  /** Another date of a cancelled class that can be booked instead. */
  instead?: { id: string; localStart: string } | null
  /** Why it can't be booked is said above the list: the row tells its places alone. */
  toldAbove?: boolean
}

/**
 * One class of a list: time, what it is, one action and one sentence. Styles: `class-row`, `say`.
 */
export function ClassRow(props: ClassRowProps) {
  const { listing, studio, formats, ownZone = null, dated = false, tone = '' } = props
  const { availability, title, localStart } = listing
  const { kind } = availability
  const off = kind === 'cancelled'
  const name = off ? <s>{title}</s> : title
  return (
    <li className={rowClass(listing, dated)}>
      <p className="at">
        <ClassTime localStart={localStart} locale={formats.locale} off={off} />
        <small>
          {dated ? dayShort(localStart.slice(0, 10), formats.locale) : `${listing.minutes} min`}
        </small>
        {ownZone && (
          <small className="own">{ownTime(listing, ownZone, formats.locale)} for you</small>
        )}
      </p>
      <div className={`what${tone}`}>
        <h3>
          <a href={paths.occurrence(studio, listing.id)}>{name}</a>
        </h3>
        <p>
          {listing.insteadOf ? (
            <>
              <Icon name="swap" />
              <b>{listing.coach}</b> for <s>{listing.insteadOf}</s>
            </>
          ) : (
            listing.coach
          )}
          {listing.room && <span className="room">, {listing.room}</span>}
          {listing.place && `, ${listing.place}`}
          {listing.course && `${dot}${listing.course.kind}`}
          {(kind === 'tickets' || (kind === 'cancelled' && availability.event)) && `${dot}event`}
          {kind === 'bookable' && (
            <span className="cost">{dot + costWords(availability.pays)}</span>
          )}
          {kind === 'sign_in' &&
            listing.minimumLevel &&
            `${dot}from ${inSentence(listing.minimumLevel.name)}`}
        </p>
      </div>
      {props.toldAbove ? <PlacesAlone {...props} /> : <Act {...props} />}
      {!props.toldAbove && <RowSaid {...props} />}
    </li>
  )
}

function rowClass(listing: ClassListing, dated: boolean): string {
  const past = listing.availability.kind === 'finished' ? ' past' : ''
  const state = isSeated(listing) ? ' mine' : past
  return `class${state}${dated ? ' dated' : ''}`
}

/** The time large; where the day has twelve hours, `am` and `pm` small beside it. */
export function ClassTime(props: { localStart: string; locale: string; off?: boolean }) {
  const { localStart, locale, off = false } = props
  const { time, half, again } = clockParts(localStart, locale)
  return (
    <time>
      {off ? <s>{time}</s> : time}
      {half && <span className="half"> {half}</span>}
      {again && <span className="half"> {again}</span>}
    </time>
  )
}

/** `02:00`, with the weekday where it is another day there. */
function ownTime(listing: ClassListing, zone: string, locale: string): string {
  const own = wallTime(listing.startsAt, zone)
  const otherDay = own.slice(0, 10) !== listing.localStart.slice(0, 10)
  return `${otherDay ? `${weekdayShort(own.slice(0, 10), locale)} ` : ''}${clockTime(own, locale)}`
}

function Act({ listing, studio, formats, instead }: ClassRowProps) {
  const { availability, title, localStart } = listing
  const { locale } = formats
  const lets = useStudioLets()
  if (availability.kind === 'finished') {
    const label = { attended: 'You were there', no_show: 'You didn’t come' }
    return (
      <div className="act">
        <small>{availability.mine ? label[availability.mine] : 'Finished'}</small>
      </div>
    )
  }
  const { action } = availabilityWords(availability, localStart, formats)
  if (!action || (action.kind === 'cancel' && !lets('cancel_bookings'))) return null
  if (availability.kind === 'cancelled' && instead) {
    const day = weekdayShort(instead.localStart.slice(0, 10), locale)
    return (
      <div className="act">
        <a className="button" href={paths.book(studio, instead.id)}>
          {day} {clockTime(instead.localStart, locale)}
          <span className="vh"> {title} instead</span>
        </a>
      </div>
    )
  }
  const free = freePlaces(availability)
  const open = free !== null || (availability.kind === 'tickets' && availability.fromMinor !== null)
  const places = free !== null ? placesLabel(free) : coursePlaces(availability)
  return (
    <div className="act">
      <a className={open ? 'button ask' : 'button'} href={actionPath(action, listing.id, studio)}>
        {shortLabel(action, availability)}
        <span className="vh">
          {' '}
          {title}, {clockTime(localStart, locale)}
        </span>
      </a>
      {places && <small className={places.few ? 'warn' : undefined}>{places.text}</small>}
    </div>
  )
}

function PlacesAlone({ listing: { placesLeft } }: ClassRowProps) {
  const { text, few } = placesLabel(placesLeft)
  return (
    <div className="act">
      <small className={few ? 'warn' : undefined}>{placesLeft > 0 ? text : 'full'}</small>
    </div>
  )
}

/**
 * Places that can be taken at once; null where none can. The sentence of an event tells its
 * tickets.
 */
function freePlaces(availability: ClassListing['availability']): number | null {
  if (availability.kind === 'bookable') return availability.placesLeft
  return availability.kind === 'sign_in' && availability.wouldBe === null
    ? availability.placesLeft
    : null
}

/** Places of the whole course, under the way to it. */
function coursePlaces(
  availability: ClassListing['availability'],
): { text: string; few: boolean } | null {
  if (availability.kind !== 'refused' || availability.reason !== 'no_entitlement') return null
  const places = availability.facts.course?.places ?? null
  if (places === null) return null
  return { text: places === 0 ? 'full' : count(places, 'place'), few: false }
}

function RowSaid({ listing, formats }: ClassRowProps) {
  const { availability } = listing
  if (availability.kind === 'bookable' || availability.kind === 'finished') return null
  if (availability.kind === 'sign_in' && availability.wouldBe === null) return null
  const news = isMine(listing) || availability.kind === 'cancelled'
  return (
    <StateMessage
      text={availabilityWords(availability, listing.localStart, formats).sentence}
      look={availabilityLook(availability)}
      strong={news}
      more={!news}
      refusal={availability.kind === 'refused' ? availability.reason : undefined}
    />
  )
}
