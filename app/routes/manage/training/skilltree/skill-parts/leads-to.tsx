import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'

/** The skills that ask for this one. */
export function LeadsTo(props: {
  studio: { slug: string }
  person: string | undefined
  opens: readonly { id: string; name: string }[]
}) {
  const { studio, person, opens } = props
  return (
    <section aria-labelledby="opens">
      <h2 id="opens">What it leads to</h2>
      {opens.length > 0 ? (
        <ul className="lines">
          {opens.map((one) => (
            <li key={one.id}>
              <Link to={paths.manageSkill(studio, one.id, { person: person })}>{one.name}</Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">No skill needs it.</p>
      )}
    </section>
  )
}
