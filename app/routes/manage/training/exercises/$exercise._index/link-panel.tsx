import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

type Chained = { id: string; name: string; side: 'easier' | 'harder' }

/** The regressions and progressions of an exercise. */
export function LinkPanel(props: {
  studio: { slug: string }
  exerciseId: string
  chain: readonly Chained[]
  canWrite: boolean
  rules: FormRules
}) {
  const { studio, exerciseId, chain, canWrite, rules } = props
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
        <SmallForm id="link" names={['name']} rules={rules} action={path} className="sheet-form">
          {(fields) => (
            <>
              <HiddenFields values={{ act: 'add' }} />
              <TextField
                field={fields.name}
                label="Name of the other exercise"
                autoComplete="off"
              />
              <div className="do">
                <button type="submit" name="side" value="easier" className="button small">
                  It is easier
                </button>
                <button type="submit" name="side" value="harder" className="button small">
                  It is harder
                </button>
              </div>
            </>
          )}
        </SmallForm>
      )}
    </section>
  )
}
