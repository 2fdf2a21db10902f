import { availabilityWords } from '#app/domain/bookings/availability/availability-words.ts'
import { aboutChild, refusalWords } from '#app/domain/bookings/availability/refusal-words.ts'
import type { Refused } from '#app/domain/places/refusals.ts'
import type { ClassListing } from '#app/domain/timetable/class-listing.ts'
import { paths } from '#app/paths.ts'
import { useChosen } from '#app/ui/family/chosen.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { actionPath } from '#app/ui/timetable/action-path.ts'
import { actionLabel, availabilityLook } from '#app/ui/timetable/availability-look.ts'
import { OtherDates } from '#app/ui/timetable/other-dates.tsx'
import type { Formats } from '#app/values/formats.ts'

type Props = {
  listing: ClassListing
  instead: readonly ClassListing[]
  studio: { slug: string }
  formats: Formats
  ownZone: string | null
  when: string
  /** What a press was refused for, where that differs from how things stand now. */
  refused: Refused | null
}

/**
 * Why this class cannot be booked, the way in, and what can be booked instead. Styles: `sheet`,
 * `say`, `class-row`.
 */
export function NotBookable(props: Props) {
  const { listing, instead, studio, formats, ownZone, when, refused } = props
  const { availability } = listing
  const refusal = availability.kind === 'refused' ? availability : refused
  const words =
    availability.kind === 'refused' || !refused
      ? availabilityWords(availability, listing.localStart, formats)
      : refusalWords(refused, formats)
  const child = useChosen()
  const sentence = child ? aboutChild(words.sentence, child.called) : words.sentence
  const { icon, tone } = availabilityLook(availability)
  const mine = ['booked', 'waiting', 'offered', 'checked_in', 'running'].includes(availability.kind)
  // The dates stand below, so a link to them would lead here.
  const way =
    words.action && !['other_dates', 'see_level'].includes(words.action.kind) ? words.action : null
  const locked = availability.kind === 'refused' && availability.reason === 'level_locked'
  const skill = availability.kind === 'refused' && availability.reason === 'skill_locked'
  const others = othersTitle(availability, instead)
  return (
    <>
      <section className="sheet stack mid-gap" aria-labelledby="why" data-refusal={refusal?.reason}>
        <p className={`say ${tone || 'warn'}`}>
          <Icon name={icon} />
          <span>{mine ? 'This class is yours' : lead(props)}</span>
        </p>
        <h2 id="why">{sentence}</h2>
        {locked && (
          <p className="soft">
            A coach sets your level in class. You can book this class straight away after that.
          </p>
        )}
        {skill && (
          <p className="soft">
            A coach clears skills in class. You can book this class straight away after that.
          </p>
        )}
        {way && (
          <p>
            <a className="button" href={actionPath(way, listing.id, studio)}>
              {actionLabel(way, when)}
            </a>
          </p>
        )}
      </section>
      <OtherDates
        title={others}
        listings={instead}
        studio={studio}
        formats={formats}
        ownZone={ownZone}
      />
      {instead.length === 0 && (
        <p>
          <a href={paths.timetable(studio)}>See the whole timetable</a>
        </p>
      )}
    </>
  )
}

/** What the classes below are: those that teach what is missing, others, or other dates. */
function othersTitle(
  availability: ClassListing['availability'],
  instead: readonly ClassListing[],
): string {
  if (availability.kind !== 'refused') return 'Other dates you can book'
  if (availability.reason === 'skill_locked') {
    const { skillId, name } = availability.facts
    if (instead.some(({ teaches }) => teaches?.includes(skillId))) {
      return `Classes that teach ${name}`
    }
  }
  return ['level_locked', 'skill_locked'].includes(availability.reason)
    ? 'Classes you can book now'
    : 'Other dates you can book'
}

/** What kind of no it is: not yet, not now, or not any more. */
function lead({ listing: { availability } }: Props): string {
  if (availability.kind === 'cancelled') return 'This class is cancelled'
  if (availability.kind === 'finished') return 'This class is over'
  if (
    availability.kind === 'refused' &&
    availability.reason === 'no_entitlement' &&
    availability.facts.course
  ) {
    return 'A session of a course'
  }
  if (availability.kind === 'refused' && ['started', 'closed'].includes(availability.reason))
    return 'Booking has closed'
  if (
    availability.kind === 'refused' &&
    ['class_full', 'waitlist_full'].includes(availability.reason)
  )
    return 'You can’t book this now'
  return 'You can’t book this yet'
}
