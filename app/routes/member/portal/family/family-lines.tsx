/** Who is in a family, and who was asked to look after whom. */
import type { FamilyChild } from '#app/domain/overview/family-child.ts'

import { pathFor } from '#app/paths/path-for.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { joinNames } from '#app/values/text/join-names.ts'

type StudioRef = { slug: string }

export type ShownChild = Omit<FamilyChild, 'next'> & {
  age: string | null
  next: { bookingId: string; appointmentId: string | null; text: string } | null
}

const photoWords = { yes: 'Photos: yes', no: 'Photos: no', unasked: 'May we publish photos?' }

export function Child({ child, studio }: { child: ShownChild; studio: StudioRef }) {
  const { id, name, called, age, unsigned, next, others, photos } = child
  return (
    <li className="stack">
      <p>
        <b>{name}</b> {unsigned && <span className="tag warn">to sign</span>}
        <br />
        <small className="soft">{age ?? 'We don’t have a date of birth yet.'}</small>
        {others.length > 0 && (
          <>
            <br />
            <small className="soft">Also looked after by {joinNames(others)}</small>
          </>
        )}
      </p>
      {next && (
        <p>
          <a
            href={pathFor(
              next.appointmentId
                ? paths.appointment(studio, next.appointmentId)
                : paths.cancelBooking(studio, next.bookingId),
              id,
            )}
          >
            {next.text}
          </a>
        </p>
      )}
      <p className="between">
        <a className="button" href={pathFor(paths.timetable(studio), id)}>
          Book for {called}
        </a>
      </p>
      <p className="between">
        {unsigned && (
          <a href={paths.portalDocument(studio, unsigned.documentId, { person: id })}>
            Read and sign “{unsigned.name}”
          </a>
        )}
        <a href={paths.portalConsents(studio, { person: id })}>
          {photoWords[photos]}
          <span className="vh"> ({called})</span>
        </a>
        <a href={pathFor(paths.portalBookings(studio), id)}>Past bookings</a>
      </p>
    </li>
  )
}

type Waiting = {
  id: string
  email: string
  askedByName: string
  children: string
  until: string
}

/** Asked by somebody else: yes or no. */
export function Received({
  studio,
  received,
}: {
  studio: StudioRef & { name: string }
  received: readonly Waiting[]
}) {
  return received.map(({ id, askedByName, children, until }) => (
    <section key={id} className="sheet stack" aria-labelledby={`asked-${id}`}>
      <h2 id={`asked-${id}`}>Look after {children}?</h2>
      <p>
        {askedByName || studio.name} asks you to be a guardian of {children}. You can then book,
        cancel and sign for them, and we write to you about them. Answer until {until}.
      </p>
      <form method="post" action={paths.portalFamily(studio)} className="pair start">
        <HiddenFields values={{ invitation: id }} />
        <button type="submit" className="button primary" name="answer" value="accept">
          Accept
        </button>
        <button type="submit" className="button" name="answer" value="decline">
          Decline
        </button>
      </form>
    </section>
  ))
}

/** Asked by this family, and not answered yet. */
export function Sent({ studio, sent }: { studio: StudioRef; sent: readonly Waiting[] }) {
  if (sent.length === 0) return null
  return (
    <ul className="lines">
      {sent.map(({ id, email, children, until }) => (
        <li key={id} className="between">
          <p>
            {email} <span className="tag">invited</span>
            <br />
            <small className="soft">
              For {children}, until {until}
            </small>
          </p>
          <form method="post" action={paths.portalFamily(studio)}>
            <HiddenFields values={{ invitation: id }} />
            <button type="submit" className="button" name="answer" value="withdraw">
              Withdraw
              <span className="vh">: {email}</span>
            </button>
          </form>
        </li>
      ))}
    </ul>
  )
}
