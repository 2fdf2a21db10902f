import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { DropInButton } from '#app/ui/schedule/drop-in-button.tsx'
import { WhyBelow } from '#app/ui/schedule/why-below.tsx'
import { FindPerson } from '#app/ui/staff/find-person.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

export type FoundWords = {
  personId: string
  name: string
  phone: string
  pays: string | null
  there: boolean
  below: boolean
  lacks: string | null
}

/** Adds someone who is not booked: first who, then what pays, said before the button. */
export function WalkIn(props: {
  studio: { slug: string }
  occurrenceId: string
  q: string
  found: readonly FoundWords[] | null
  /** The price of one class; null is not sold singly. */
  dropIn: string | null
  /** Why nobody can be added, or null. */
  full: string | null
  /** The class starts soon: the person is checked in at once. */
  soon: boolean
  levelName: string | null
  /** Whether the viewer takes payments. */
  take: boolean
  rules: FormRules
}) {
  const { rules, studio, occurrenceId, q, found, dropIn, full, soon, levelName, take } = props
  return (
    <section id="walk-in" className="not-print">
      <div className="section-head">
        <h2>Walk-in</h2>
      </div>
      {full && (
        <p className="muted">
          {full}{' '}
          <Link to={paths.manageClassAct(studio, occurrenceId, 'capacity')}>Change places</Link>
        </p>
      )}
      <FindPerson
        studio={studio}
        action={`${paths.manageClass(studio, occurrenceId)}#walk-in`}
        q={q}
        found={found}
        keyOf={({ personId }) => personId}
        addable
      >
        {(person) => (
          <>
            <b>{person.name}</b>
            <span className="muted">
              {[
                person.there
                  ? 'Already in this class'
                  : (person.pays ?? 'No credit or plan for this class'),
                person.phone,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
            {!person.there && (
              <SmallForm
                id={`add-${person.personId}`}
                names={['reason']}
                rules={rules}
                className="add"
                action={paths.manageClassAct(studio, occurrenceId, 'walk-ins')}
              >
                {({ reason }) => (
                  <>
                    <input type="hidden" name="personId" value={person.personId} />
                    {soon && <input type="hidden" name="here" value="on" />}
                    {person.below && (
                      <WhyBelow
                        field={reason}
                        name={person.name}
                        level={person.lacks ?? levelName}
                      />
                    )}
                    {person.pays && (
                      <button type="submit" className="button small" name="pay" value="rule">
                        {soon ? 'Add and check in' : 'Add'}
                        <span className="vh"> {person.name}</span>
                      </button>
                    )}
                    {dropIn && <DropInButton price={dropIn} name={person.name} take={take} />}
                  </>
                )}
              </SmallForm>
            )}
          </>
        )}
      </FindPerson>
    </section>
  )
}
