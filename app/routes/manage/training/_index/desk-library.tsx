import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { count, counted } from '#app/values/wording.ts'

/** What is not finished in the library: workouts, flows and exercises in draft. */
export function Library(props: {
  studio: { slug: string }
  drafts: readonly { id: string; name: string; unclear: number }[]
  moreDrafts: boolean
  exerciseDrafts: { n: number; more: boolean }
  flows: readonly { id: string; title: string }[]
  moreFlows: boolean
  /** The studio uses workouts. */
  workouts: boolean
}) {
  const { studio, drafts, moreDrafts, exerciseDrafts, flows, moreFlows, workouts } = props
  return (
    <aside className="aside">
      {workouts && (
        <section>
          <h2>Workouts in draft</h2>
          {drafts.length === 0 ? (
            <p className="muted">None. Everything typed is published or archived.</p>
          ) : (
            <ul>
              {drafts.map(({ id, name, unclear }) => (
                <li key={id}>
                  <Link to={paths.manageWorkout(studio, id)}>{name}</Link>
                  {unclear > 0 && (
                    <span className="muted"> ({count(unclear, 'line')} to settle)</span>
                  )}
                </li>
              ))}
            </ul>
          )}
          {moreDrafts && (
            <p className="do">
              <Link to={paths.manageWorkouts(studio, { state: 'draft' })}>See all drafts</Link>
            </p>
          )}
        </section>
      )}
      <section>
        <h2>Flows in draft</h2>
        {flows.length === 0 ? (
          <p className="muted">None.</p>
        ) : (
          <ul>
            {flows.map(({ id, title }) => (
              <li key={id}>
                <Link to={paths.manageFlow(studio, id)}>{title}</Link>
              </li>
            ))}
          </ul>
        )}
        {moreFlows && (
          <p className="do">
            <Link to={paths.manageFlows(studio, { state: 'draft' })}>See all drafts</Link>
          </p>
        )}
      </section>
      <section>
        <h2>Exercises in draft</h2>
        <p>
          {exerciseDrafts.n === 0 ? (
            <span className="muted">None.</span>
          ) : (
            <Link to={paths.manageExercises(studio, { state: 'draft' })}>
              {`${counted(exerciseDrafts.n, exerciseDrafts.more)} to check and publish`}
            </Link>
          )}
        </p>
      </section>
    </aside>
  )
}
