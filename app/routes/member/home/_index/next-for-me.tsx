import { availabilityWords } from '#app/domain/bookings/availability/availability-words.ts'
import type { Availability } from '#app/domain/bookings/availability/bookable-occurrence.ts'
import { freeShare } from '#app/domain/bookings/cancelling/until-line.ts'
import type { ClassListing } from '#app/domain/timetable/class-listing.ts'
import { paths } from '#app/paths.ts'
import { useStudioLets } from '#app/ui/layout/studio-lets.ts'
import { Pips, pipsOf } from '#app/ui/pips/pips.tsx'
import { availabilityLook } from '#app/ui/timetable/availability-look.ts'
import { StateMessage } from '#app/ui/timetable/state-message.tsx'
import { UntilLine } from '#app/ui/until/until-line.tsx'
import type { Formats } from '#app/values/formats.ts'
import type { Instant } from '#app/values/instant.ts'
import { clockTime, dayMonth, dayTime, deadlineNear } from '#app/values/wording.ts'
import { daysBetween } from '#app/values/zone.ts'

type NextProps = { next: ClassListing; studio: { slug: string }; formats: Formats; now: Instant }

/**
 * The class that is next for the person, large. Styles: `next`, `sheet`, `until`, `until-told`,
 * `say`, `button`, `pips`.
 */
export function NextForMe({ next, studio, formats, now }: NextProps) {
  const { availability, title, localStart } = next
  const { locale } = formats
  const day = localStart.slice(0, 10)
  const taught = [next.coach, next.room].filter(Boolean).join(', ')
  return (
    <section className="panel next stack" aria-labelledby="next">
      <div className="between">
        <h1 className="over" id="next">
          Next for you
        </h1>
        <span className="over">{inDays(daysBetween(formats.today, day))}</span>
      </div>
      <div>
        <p className="when">
          <time dateTime={localStart}>{dayTime(localStart, locale)}</time>
        </p>
        <h2>
          <a className="plain" href={paths.occurrence(studio, next.id)}>
            {title}
          </a>
        </h2>
        <p className="soft">
          {dayMonth(day, locale)}, {next.minutes} min. {taught}
        </p>
      </div>
      <div>
        {availability.kind === 'booked' && (
          <Until availability={availability} next={next} formats={formats} now={now} />
        )}
        {availability.kind === 'waiting' && <Pips pips={waitlistPips(availability)} />}
        <StateMessage text={sentence(next, formats)} look={availabilityLook(availability)} strong />
      </div>
      <NextActions next={next} studio={studio} locale={locale} />
    </section>
  )
}

/** Deadlines are told from today, since the panel stands alone: the weekday beside the time. */
function sentence({ availability, localStart }: ClassListing, formats: Formats): string {
  const deadlines = ['booked', 'waiting', 'offered'].includes(availability.kind)
  return availabilityWords(availability, deadlines ? `${formats.today}T00:00` : localStart, formats)
    .sentence
}

function Until(
  props: Omit<NextProps, 'studio'> & { availability: Extract<Availability, { kind: 'booked' }> },
) {
  const { availability, next, formats, now } = props
  const { freeUntil } = availability.terms
  const { timeZone, locale, today } = formats
  return (
    <UntilLine
      free={freeShare(now, freeUntil, next.startsAt)}
      limit={deadlineNear(freeUntil, timeZone, locale, today)}
      start={clockTime(next.localStart, locale)}
    />
  )
}

function NextActions({
  next,
  studio,
  locale,
}: {
  next: ClassListing
  studio: { slug: string }
  locale: string
}) {
  const { availability, localStart } = next
  const lets = useStudioLets()
  const cancels = availability.kind === 'waiting' || lets('cancel_bookings')
  const see = (
    <a className="button" href={paths.occurrence(studio, next.id)}>
      See the class
    </a>
  )
  if (availability.kind === 'offered' && availability.stands) {
    return (
      <div className="pair">
        {see}
        <a className="button primary" href={paths.placeOffer(studio, availability.bookingId)}>
          Take or decline
        </a>
      </div>
    )
  }
  if (cancels && (availability.kind === 'booked' || availability.kind === 'waiting')) {
    const gives =
      availability.kind === 'booked' && availability.paidBy === 'course' ? 'Give up' : 'Cancel'
    const verb =
      availability.kind === 'booked'
        ? `${gives} ${dayTime(localStart, locale)}`
        : 'Leave the waitlist'
    return (
      <div className="pair">
        {see}
        <a className="button" href={paths.cancelBooking(studio, availability.bookingId)}>
          {verb}
        </a>
      </div>
    )
  }
  return <div className="pair">{see}</div>
}

/** A mark for each person who waits, the own one full. */
function waitlistPips({ position, of }: Extract<Availability, { kind: 'waiting' }>) {
  return [...pipsOf(position - 1, 'used'), 'full' as const, ...pipsOf(of - position, 'used')]
}

function inDays(days: number): string {
  if (days <= 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

/** In its place when nothing is booked. */
export function NothingNext({
  studio,
  first,
}: {
  studio: { slug: string; name: string }
  first: boolean
}) {
  return (
    <section className="panel next stack" aria-labelledby="next">
      <h1 className="over" id="next">
        Next for you
      </h1>
      <div>
        <p className="when">{first ? 'Your first class' : 'Nothing booked'}</p>
        <p className="soft">
          {first
            ? `Choose it from the week at ${studio.name}.`
            : 'Choose your next class from the week. ' +
              'Each booking says until when you can give it up free.'}
        </p>
      </div>
      <div className="pair start">
        <a className="button primary" href={paths.timetable(studio)}>
          See the timetable
        </a>
      </div>
    </section>
  )
}
