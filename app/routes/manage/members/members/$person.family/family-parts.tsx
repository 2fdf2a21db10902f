import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'

const headings = {
  guardian: 'Guardians',
  dependant: 'In their care',
  tie: 'Other family, without rights',
} as const

type Relative = {
  id: string
  name: string
  email: string
  relation: keyof typeof headings
  word: string
}

/** Who belongs to somebody, by what they may do, each with the way out. */
export function FamilyLists(props: {
  studio: { slug: string }
  page: string
  family: readonly Relative[]
}) {
  const { studio, page, family } = props
  return (['guardian', 'dependant', 'tie'] as const).map((relation) => {
    const rows = family.filter((relative) => relative.relation === relation)
    return rows.length === 0 ? null : (
      <section key={relation} aria-labelledby={relation}>
        <h2 id={relation}>{headings[relation]}</h2>
        <ul className="lines">
          {rows.map(({ id, name, email, word }) => (
            <li key={id}>
              <Link to={paths.managePerson(studio, id)}>{name}</Link>{' '}
              <span className="muted">{[word, email].filter(Boolean).join(', ')}</span>
              <Form method="post" action={page} className="add">
                <HiddenFields values={{ act: `remove-${relation}`, relative: id }} />
                <button type="submit" className="button small">
                  Remove<span className="vh"> {name}</span>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}

/** Adds somebody who was found, as what they are. */
export function AddRelative(props: {
  page: string
  relations: readonly { value: string; label: string }[]
  id: string
  name: string
}) {
  const { page, relations, id, name } = props
  return (
    <Form method="post" action={page} className="add">
      <HiddenFields values={{ relative: id }} />
      <label className="narrow">
        <span className="vh">What {name} is to them</span>
        <select name="relation">
          {relations.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>{' '}
      <button type="submit" className="button small" name="act" value="add-guardian">
        Add<span className="vh"> {name}</span> as guardian
      </button>{' '}
      <button type="submit" className="button small" name="act" value="add-dependant">
        Add<span className="vh"> {name}</span> to their care
      </button>{' '}
      <button type="submit" className="button small" name="act" value="add-tie">
        Add<span className="vh"> {name}</span> as family
      </button>
    </Form>
  )
}
