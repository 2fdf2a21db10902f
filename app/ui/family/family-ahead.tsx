import type { FamilyBooking } from '#app/domain/overview/family-child.ts'
import { pathFor } from '#app/paths/path-for.ts'
import { paths } from '#app/paths.ts'
import { dayTime } from '#app/values/wording.ts'
import { Icon } from '../icon/icon.tsx'

/**
 * What the children of a guardian have booked, each with the child's name; nothing where there is
 * none. Styles: `lines`, `tag`.
 */
export function FamilyAhead({
  family,
  studio,
  locale,
}: {
  family: readonly FamilyBooking[]
  studio: { slug: string }
  locale: string
}) {
  if (family.length === 0) return null
  return (
    <section className="stack" aria-labelledby="family">
      <div className="between">
        <h2 id="family">Your family</h2>
        <a className="soft more-room" href={paths.portalFamily(studio)}>
          All
        </a>
      </div>
      <ul className="lines tight">
        {family.map(({ bookingId, appointmentId, childId, child, title, localStart, waits }) => (
          <li key={bookingId}>
            <a
              className="go"
              href={pathFor(
                appointmentId
                  ? paths.appointment(studio, appointmentId)
                  : paths.cancelBooking(studio, bookingId),
                childId,
              )}
            >
              <span>
                <b>
                  {child}: {title}
                </b>{' '}
                {waits && <span className="tag">waitlist</span>}
                <br />
                <small className="soft">{dayTime(localStart, locale)}</small>
              </span>
              <Icon name="next" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
