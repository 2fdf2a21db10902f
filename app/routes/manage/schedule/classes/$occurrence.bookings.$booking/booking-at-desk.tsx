import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { BookingAtDeskWords } from '#app/domain/bookings/roster/booking-at-desk-words.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Marks } from '#app/ui/schedule/roster-table.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import { Act, Reasoned } from './reasoned.tsx'
import { SpotForm } from './spot-form.tsx'

type Props = BookingAtDeskWords & {
  studio: { slug: string }
  /** What a reason is asked for: where it may be left out, and where it may not. */
  asks: { maybe: FormRules; must: FormRules }
  answer: PageFormAnswer | undefined
}

const correctionWords = {
  late_cancelled: [
    'Mark as cancelled in time',
    'They get the credit back, and a fee that hasn’t been collected is cancelled.',
  ],
  no_show: ['Mark as attended', 'A fee that hasn’t been collected is cancelled.'],
  attended: ['Mark as no-show', 'They lose what the policy says for a no-show.'],
} as const

/** One person's place in a class: each act with what it does in a sentence before its button. */
export function BookingAtDesk(props: Props) {
  const { studio, occurrenceId, bookingId, personId, name, title, when, can, asks, answer } = props
  const { ended, asksWhy } = props
  const refusal = answer?.result as { error?: Record<string, string[] | null> } | undefined
  const wrong = Object.values(refusal?.error ?? {}).flatMap((list) => list ?? [])[0]
  const action = paths.manageClassBooking(studio, occurrenceId, bookingId)
  return (
    <>
      <BackLink to={paths.manageClass(studio, occurrenceId)}>{title}</BackLink>
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
            {can.undoCheckIn && !asksWhy && (
              <Act action={action} act="undo_check_in" label="Undo check-in" />
            )}
            {can.checkIn && !asksWhy && (
              <Act action={action} act="check_in" label="Check in" primary />
            )}
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
          {ended && (
            <Section title="Editing attendance has ended" says={ended}>
              {asksWhy && (can.checkIn || can.undoCheckIn) && (
                <Reasoned act="late" action={action} rules={asks.must} answer={answer}>
                  <button
                    type="submit"
                    name="act"
                    value={can.checkIn ? 'check_in' : 'undo_check_in'}
                    className="button"
                  >
                    {can.checkIn ? 'Check in' : 'Undo check-in'}
                  </button>
                </Reasoned>
              )}
            </Section>
          )}
          {can.move && (
            <Section
              title="Move to another date"
              says="What paid for this class pays for the other. We email them."
            >
              <Reasoned
                act="move"
                action={action}
                rules={asks.must}
                answer={answer}
                without={!asksWhy}
              >
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
              </Reasoned>
            </Section>
          )}
          {props.map && (
            <Section title="Numbered place" says="Places someone has are left out.">
              <SpotForm map={props.map} action={action} rules={asks.maybe} answer={answer} />
            </Section>
          )}
          {can.cancel && (
            <Section title="Cancel for them" says={props.limit}>
              <Reasoned
                act="cancel"
                action={action}
                rules={asksWhy ? asks.must : asks.maybe}
                answer={answer}
              >
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
              </Reasoned>
            </Section>
          )}
          {can.leave && (
            <Section title="Take off the waitlist" says="They were not charged.">
              <Reasoned
                act="cancel"
                action={action}
                rules={asksWhy ? asks.must : asks.maybe}
                answer={answer}
              >
                <button type="submit" name="act" value="cancel" className="button">
                  Take {name} off the list
                </button>
              </Reasoned>
            </Section>
          )}
          {can.correct && (
            <Section title="Correct the outcome" says={correctionWords[can.correct][1]}>
              <Reasoned act="reverse" action={action} rules={asks.must} answer={answer}>
                <input type="hidden" name="act" value="reverse" />
                <input type="hidden" name="from" value={can.correct} />
                <button type="submit" className="button">
                  {correctionWords[can.correct][0]}
                </button>
              </Reasoned>
            </Section>
          )}
          {can.waive && (
            <Section
              title="Waive the fee"
              says={`They don’t pay ${props.fee}. The booking doesn’t change.`}
            >
              <Reasoned act="waive" action={action} rules={asks.must} answer={answer}>
                <input type="hidden" name="act" value="waive" />
                <button type="submit" className="button">
                  Waive {props.fee}
                </button>
              </Reasoned>
            </Section>
          )}
          <Section title="History" says="">
            {props.audit.length === 0 ? (
              <p className="muted">Nothing yet.</p>
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
            {can.changePayer && (
              <p>
                <Link
                  className="button small"
                  to={paths.manageBookingPayer(studio, occurrenceId, bookingId)}
                >
                  Change what pays
                </Link>
              </p>
            )}
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
