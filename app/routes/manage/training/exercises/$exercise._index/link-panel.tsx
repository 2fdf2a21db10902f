import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'

type Chained = { id: string; name: string; side: 'easier' | 'harder' }

/** The regressions and progressions of an exercise. */
export function LinkPanel(props: {
  studio: { slug: string }
  exerciseId: string
  chain: readonly Chained[]
  canWrite: boolean
}) {
  const { studio, exerciseId, chain, canWrite } = props
  const path = paths.manageExerciseLinks(studio, exerciseId)
  return (
    <section>
      <h2>Easier and harder</h2>
      {chain.length === 0 && <p className="muted">Nothing is linked yet.</p>}
      <ul className="lines">
        {chain.map(({ id, name, side }) => (
          <li key={id}>
            <span>
              <Link to={paths.manageExercise(studio, id)}>{name}</Link>{' '}
              <span className="muted">{side}</span>
            </span>
            {canWrite && (
              <Form method="post" action={path}>
                <HiddenFields values={{ act: 'remove', other: id }} />
                <button
                  type="submit"
                  className="button small square quiet"
                  aria-label={`Remove ${name}`}
                >
                  <Icon name="trash" />
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {canWrite && (
        <Form method="post" action={path} className="sheet-form">
          <HiddenFields values={{ act: 'add' }} />
          <label className="field">
            <span>Name of the other exercise</span>
            <input name="name" maxLength={120} autoComplete="off" required />
          </label>
          <div className="do">
            <button type="submit" name="side" value="easier" className="button small">
              It is easier
            </button>
            <button type="submit" name="side" value="harder" className="button small">
              It is harder
            </button>
          </div>
        </Form>
      )}
    </section>
  )
}
