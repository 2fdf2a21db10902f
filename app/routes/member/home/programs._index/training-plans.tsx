import type { TrainingPlan } from '#app/domain/programs/training-plans.ts'
import { paths } from '#app/paths.ts'

/** Training programs of the viewer, and those that any member may begin. Style: `program`. */
export function TrainingPlans({
  studio,
  plans,
}: {
  studio: { slug: string }
  plans: readonly TrainingPlan[]
}) {
  if (plans.length === 0) return null
  return (
    <section className="stack" aria-labelledby="training">
      <h2 id="training">Training programs</h2>
      <ul>
        {plans.map(({ id, name, about, mine }) => (
          <li key={id} className="program">
            <div>
              <h3>
                <a href={paths.plan(studio, id)}>{name}</a>
              </h3>
              <p>{about}</p>
            </div>
            <p>{mine ? 'Yours' : 'Free to begin'}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
