import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { BookingAtDeskWords } from '#app/domain/bookings/roster/booking-at-desk-words.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Marks } from '#app/ui/schedule/roster-table.tsx'

type Props = BookingAtDeskWords & { studio: { slug: string }; answer: PageFormAnswer | undefined }

const correctionWords = {
  late_cancelled: [
    'Count it as in time',
    'The credit goes back and a fee that is not collected is void.',
  ],
  no_show: ['Put down as there', 'A fee that is not collected is void.'],
  attended: ['Put down as not there', 'What the policy takes for not coming is noted.'],
} as const

/** One person's place in a class: each act with what it does in a sentence before its button. */
export function BookingAtDesk(props: Props) {
  const { studio, occurrenceId, bookingId, personId, name, title, when, can, answer } = props
  const errors = Object.values(
    (answer?.result as { error?: Record<string, string[] | null> } | undefined)?.error ?? {},
  )
  const wrong = errors.flatMap((list) => list ?? [])[0]
  const action = paths.manageClassBooking(studio, occurrenceId, bookingId)
  return (
    <>
      <Link className="back" to={paths.manageClass(studio, occurrenceId)}>
        <Icon name="back" /> {title}
      </Link>
      <PageHead
        title={name}
        intro={
          <>
            {title}, {when}.{' '}
            <Link to={paths.managePerson(studio, personId)}>See their profile</Link>
          </>
        }
        actions={
          <>
            {can.undoCheckIn && (
              <Act action={action} act="undo_check_in" label="Take the check-in back" />
            )}
            {can.checkIn && <Act action={action} act="check_in" label="Check in" primary />}
          </>
        }
      />
      {wrong && (
        <div className="errors" role="alert">
          <h2>There is a problem</h2>
          <p>{wrong}</p>
        </div>
      )}
      <div className="split">
        <div className="sections acts">
          {can.move && (
            <Section
              title="Move to another date"
              says="What paid for this class pays for the other. They are told by mail."
            >
              <Form method="post" action={action} className="act">
                <input type="hidden" name="act" value="move" />
                <label className="field">
                  <span>Date</span>
                  <select name="to" required defaultValue="">
                    <option value="">Choose a date</option>
                    {props.dates.map(({ id, label, full }) => (
                      <option key={id} value={id} disabled={full}>
                        {label}
                      </option>
                    ))}
                  </select>
                </label>
                <button type="submit" className="button">
                  Move {name}
                </button>
              </Form>
            </Section>
          )}
          {can.cancel && (
            <Section
              title="Cancel for them"
              says={`The limit ${props.late ? 'was' : 'is'} ${props.cutoff}.`}
            >
              <Form method="post" action={action} className="act">
                <Reason />
                <p className="muted">
                  In time: {lower(props.onTime)} Late: {lower(props.lateCosts)}
                </p>
                <div className="actions">
                  <button type="submit" name="act" value="cancel" className="button">
                    Cancel in time
                  </button>
                  <button type="submit" name="act" value="late_cancel" className="button">
                    Mark as cancelled late
                  </button>
                </div>
              </Form>
            </Section>
          )}
          {can.leave && (
            <Section
              title="Take off the waitlist"
              says="Nothing was charged, so nothing goes back."
            >
              <Form method="post" action={action} className="act">
                <Reason />
                <button type="submit" name="act" value="cancel" className="button">
                  Take {name} off the list
                </button>
              </Form>
            </Section>
          )}
          {can.correct && (
            <Section title="Correct the outcome" says={correctionWords[can.correct][1]}>
              <Form method="post" action={action} className="act">
                <input type="hidden" name="act" value="reverse" />
                <input type="hidden" name="from" value={can.correct} />
                <Reason required />
                <button type="submit" className="button">
                  {correctionWords[can.correct][0]}
                </button>
              </Form>
            </Section>
          )}
          {can.waive && (
            <Section
              title="Waive the fee"
              says={`${props.fee} is not asked for. What happened to the place stays.`}
            >
              <Form method="post" action={action} className="act">
                <input type="hidden" name="act" value="waive" />
                <Reason required />
                <button type="submit" className="button">
                  Waive {props.fee}
                </button>
              </Form>
            </Section>
          )}
          <Section title="What was done" says="">
            {props.audit.length === 0 ? (
              <p className="muted">Nothing by staff yet.</p>
            ) : (
              <ul className="lines">
                {props.audit.map(({ id, what, who, why, when: at }) => (
                  <li key={id}>
                    <b>{what}</b>
                    <span className="muted">
                      {why ? `“${why}”, ` : ''}
                      {who}, {at}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </div>
        <aside className="aside" aria-label="This place">
          <section>
            <h2>This place</h2>
            <dl className="facts">
              <dt>State</dt>
              <dd>
                {props.position
                  ? `${props.position} on the waitlist`
                  : props.here || props.stateWords}
              </dd>
              <dt>Pays with</dt>
              <dd>{props.pays || 'Nothing yet'}</dd>
              {props.timeline && (
                <>
                  <dt>Cost</dt>
                  <dd>{props.timeline}</dd>
                </>
              )}
            </dl>
            {props.marks.length > 0 && (
              <p className="marks">
                <Marks marks={props.marks} />
              </p>
            )}
          </section>
        </aside>
      </div>
    </>
  )
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function Section({ title, says, children }: { title: string; says: string; children: ReactNode }) {
  return (
    <section>
      <div className="section-head">
        <h2>{title}</h2>
      </div>
      {says && <p className="muted">{says}</p>}
      {children}
    </section>
  )
}

function Reason({ required = false }: { required?: boolean }) {
  return (
    <label className="field">
      <span>Reason{required ? '' : ' (if there is one)'}</span>
      <input name="reason" maxLength={200} required={required} autoComplete="off" />
    </label>
  )
}

function Act(props: { action: string; act: string; label: string; primary?: boolean }) {
  const { action, act, label, primary = false } = props
  return (
    <Form method="post" action={action}>
      <button
        type="submit"
        name="act"
        value={act}
        className={primary ? 'button primary' : 'button'}
      >
        {label}
      </button>
    </Form>
  )
}
